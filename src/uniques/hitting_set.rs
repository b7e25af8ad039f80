//! Minimal hitting sets of one tuple's disagreements.
//!
//! A set of columns is unsafe if it intersects (hits) the disagreements with all others except fewer than k minus the
//! tuple's own records. The minimal ones are enumerated depth first (Murakami and Uno, Efficient algorithms for
//! dualizing large-scale hypergraphs, 2014, here with weights and a number of disagreements that may be missed). Each
//! step takes some disagreements that cannot all be missed, and branches on the columns that hit one of them. A
//! branch ends once a column has become redundant.

use super::tuples::{ColumnSet, Tuples};
use crate::monitor::Monitor;
use crate::sorting::sort_by;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The search for one tuple. It is resumable.
#[derive(Debug)]
pub(crate) struct HittingSets {
    max_size: usize,
    /// A set is unsafe if the disagreements that it misses have less weight than this in total.
    need: u64,
    /// The columns of each disagreement, and its number of records.
    edges: Vec<(ColumnSet, u64)>,
    /// For each column, the disagreements that it hits.
    hit_by: Vec<FixedBitSet>,
    path: Vec<PartialSet>,
}

/// A set that is not yet unsafe, and the columns still to be added.
#[derive(Debug)]
struct PartialSet {
    set: ColumnSet,
    /// Columns that supersets may contain.
    allowed: ColumnSet,
    /// Columns to branch on, lowest first.
    branches: ColumnSet,
    missed: FixedBitSet,
    /// For each column of the set, the disagreements that only it hits.
    critical: Vec<(usize, FixedBitSet)>,
}

impl HittingSets {
    /// The search for the minimum unsafe sets of a tuple with fewer than k records.
    ///
    /// Time: O(n·m), and the square of the number of different agreements that no k others contain.
    pub(crate) fn new(tuples: &Tuples, tuple: usize, k: u64, max_size: usize) -> Self {
        let need = k.saturating_sub(tuples.count(tuple));
        let agreements = largest_agreements(tuples, tuple, need);
        let all = tuples.all();
        let edges: Vec<(ColumnSet, u64)> =
            (agreements.into_iter()).map(|(set, records)| (all & !set, records)).collect();
        let hit_by = (0..tuples.n_columns())
            .map(|column| {
                let mut hit = FixedBitSet::with_capacity(edges.len());
                for (place, _) in (edges.iter().enumerate()).filter(|(_, (set, _))| set >> column & 1 == 1) {
                    hit.insert(place);
                }
                hit
            })
            .collect();
        let mut missed = FixedBitSet::with_capacity(edges.len());
        missed.insert_range(..);
        let mut search = Self { max_size, need, edges, hit_by, path: Vec::new() };
        if need > 0 {
            search.enter(0, all & !tuples.missing(tuple), missed, Vec::new());
        }
        search
    }

    /// Continues until all sets are found or the monitor interrupts it. The monitor is asked before each branch.
    /// Returns whether the search is done.
    pub(crate) fn advance(&mut self, monitor: &mut dyn Monitor, sink: &mut impl FnMut(ColumnSet)) -> bool {
        while let Some(partial) = self.path.last_mut() {
            if partial.branches == 0 {
                self.path.pop();
                continue;
            }
            if monitor.interrupted() {
                return false;
            }
            let column = partial.branches.trailing_zeros() as usize;
            partial.branches &= partial.branches - 1;
            let set = partial.set | 1 << column;
            let hit = &self.hit_by[column];
            let mut missed = partial.missed.clone();
            missed.difference_with(hit);
            let mut own = partial.missed.clone();
            own.intersect_with(hit);
            let mut critical = partial.critical.clone();
            for (_, only) in &mut critical {
                only.difference_with(hit);
            }
            critical.push((column, own));
            let allowed = partial.allowed;
            let is_superfluous = |only: &FixedBitSet| self.weigh(missed.ones().chain(only.ones())) < self.need;
            if critical.iter().any(|(_, only)| is_superfluous(only)) {
                continue;
            }
            // A later branch may contain this column as well; this one contains none of the later branches' columns.
            if let Some(partial) = self.path.last_mut() {
                partial.allowed |= 1 << column;
            }
            if self.weigh(missed.ones()) < self.need {
                sink(set);
            } else if critical.len() < self.max_size {
                self.enter(set, allowed, missed, critical);
            }
        }
        true
    }

    /// The number of records with these disagreements, counted up to the required number.
    fn weigh(&self, edges: impl Iterator<Item = usize>) -> u64 {
        let mut sum = 0;
        for edge in edges {
            sum += self.edges[edge].1;
            if sum >= self.need {
                break;
            }
        }
        sum
    }

    /// Opens a set: one of the disagreements that it misses must be hit.
    fn enter(&mut self, set: ColumnSet, allowed: ColumnSet, missed: FixedBitSet, critical: Vec<(usize, FixedBitSet)>) {
        let mut branches = 0;
        // Disagreements are taken, those with the fewest columns first, until they cannot all be missed together.
        loop {
            let (mut taken, mut next, mut fewest) = (0, 0, u32::MAX);
            for edge in missed.ones() {
                let (columns, records) = self.edges[edge];
                let more = columns & allowed & !branches;
                if more == 0 {
                    taken += records;
                } else if more.count_ones() < fewest {
                    (next, fewest) = (more, more.count_ones());
                }
            }
            if taken >= self.need || next == 0 {
                break;
            }
            branches |= next;
        }
        self.path.push(PartialSet { set, allowed: allowed & !branches, branches, missed, critical });
    }
}

/// The agreements of a tuple with others, each with its records. Agreements contained in those of enough others are
/// left out: they make no difference.
pub(crate) fn largest_agreements(tuples: &Tuples, tuple: usize, need: u64) -> Vec<(ColumnSet, u64)> {
    let mut records: HashMap<ColumnSet, u64, FxBuildHasher> = HashMap::default();
    tuples.each_agreement(tuple, &mut |set, other| {
        *records.entry(set).or_default() += tuples.count(other);
    });
    let mut sets: Vec<(ColumnSet, u64)> = records.into_iter().collect();
    sort_by(&mut sets, |&(one, _), &(other, _)| (other.count_ones().cmp(&one.count_ones())).then(one.cmp(&other)));
    let mut kept: Vec<(ColumnSet, u64)> = Vec::new();
    for (set, count) in sets {
        let mut above = 0;
        for &(larger, count) in &kept {
            if set & !larger == 0 {
                above += count;
                if above >= need {
                    break;
                }
            }
        }
        if above < need {
            kept.push((set, count));
        }
    }
    kept
}
