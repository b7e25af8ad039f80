//! Column sets one after the other, all records at once: stripped partitions.
//!
//! Column sets are visited in ascending order of their bits, so that all subsets of a set come before it. A set's
//! partition keeps the groups of at least k records, and refines the partition of the set without its lowest column.
//! A set is a minimum unsafe combination of the tuples that are safe on all its subsets with one column less, but not
//! on the set itself.

use super::findings::Findings;
use super::tuples::{ColumnSet, Tuples, columns_of};
use crate::classes::K;
use crate::monitor::Monitor;
use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The tuples that share their values on some columns with enough others, group by group.
#[derive(Debug, Default)]
struct Partition {
    tuples: Vec<u32>,
    /// The end of each group in `tuples`.
    ends: Vec<u32>,
}

/// A column set whose supersets by lower columns are being visited.
#[derive(Debug)]
struct OpenSet {
    set: ColumnSet,
    /// The next lower column to add.
    next: usize,
    partition: Partition,
}

/// The visit of all column sets up to a size. It is resumable.
#[derive(Debug)]
pub(crate) struct PartitionSearch {
    k: K,
    max_size: usize,
    /// The tuples that are safe on each visited set, if there are any.
    safe: HashMap<ColumnSet, FixedBitSet, FxBuildHasher>,
    path: Vec<OpenSet>,
    scratch: SplitMemory,
    /// The number of column sets visited or skipped.
    done: f64,
    total: f64,
}

/// The records and tuples of each value, and later the position of its next tuple.
#[derive(Debug, Default)]
struct SplitMemory {
    counts: Vec<u64>,
    places: Vec<u32>,
    seen: Vec<u32>,
    /// The candidates of a group with their values.
    members: Vec<(u32, u32)>,
    /// The safe tuples of all groups.
    safe: Vec<u32>,
}

/// Number of ways to choose at most `most` of `n`.
pub(super) fn choices(n: usize, most: usize) -> f64 {
    let mut ways = 1.0;
    let mut sum = 1.0;
    for chosen in 1..=most.min(n) {
        ways *= (n - chosen + 1) as f64 / chosen as f64;
        sum += ways;
    }
    sum
}

impl PartitionSearch {
    /// A visit of all sets of up to `max_size` columns.
    pub(crate) fn new(tuples: &Tuples, k: K, max_size: usize) -> Self {
        let n_columns = tuples.n_columns();
        let mut safe = HashMap::default();
        let mut all = FixedBitSet::with_capacity(tuples.len());
        all.insert_range(..);
        safe.insert(0, all);
        let root = OpenSet {
            set: 0,
            next: 0,
            partition: Partition { tuples: (0..tuples.len() as u32).collect(), ends: vec![tuples.len() as u32] },
        };
        let most_values = (0..n_columns).map(|column| tuples.n_values(column) + 1).max();
        Self {
            k,
            max_size,
            safe,
            path: vec![root],
            scratch: SplitMemory {
                counts: vec![0; most_values.unwrap_or(0)],
                places: vec![0; most_values.unwrap_or(0)],
                ..SplitMemory::default()
            },
            done: 1.0,
            total: choices(n_columns, max_size),
        }
    }

    /// The share of the column sets that are done.
    pub(crate) fn share(&self) -> f64 {
        self.done / self.total
    }

    /// Continues until all sets are visited or the monitor interrupts it. The monitor is asked before each set.
    /// Returns whether the visit is done.
    pub(crate) fn advance(&mut self, tuples: &Tuples, findings: &mut Findings, monitor: &mut dyn Monitor) -> bool {
        while let Some(open) = self.path.last_mut() {
            let lowest = (open.set.trailing_zeros() as usize).min(tuples.n_columns());
            let size = open.set.count_ones() as usize;
            if open.next == lowest || size == self.max_size {
                self.path.pop();
                continue;
            }
            if monitor.interrupted() {
                return false;
            }
            let column = open.next;
            open.next += 1;
            self.visit(tuples, column, findings);
        }
        true
    }

    /// Visits the set of the last open set with one more column.
    fn visit(&mut self, tuples: &Tuples, column: usize, findings: &mut Findings) {
        let Some(parent) = self.path.last() else {
            return;
        };
        let set = parent.set | 1 << column;
        let below = choices(column, self.max_size - set.count_ones() as usize);
        let Some(mut candidates) = self.safe_on_subsets(set) else {
            self.done += below;
            return;
        };
        let is_largest = set.count_ones() as usize == self.max_size;
        let is_leaf = is_largest || column == 0;
        let partition = refine(&parent.partition, tuples, column, self.k, &mut candidates, &mut self.scratch, !is_leaf);
        // The remaining candidates are unsafe here, except those with missing values, which never make a set unsafe.
        for tuple in candidates.ones() {
            if tuples.missing(tuple) & set == 0 {
                findings.note(tuples, tuple, set, tuples.count(tuple));
            }
        }
        let has_safe = !self.scratch.safe.is_empty();
        if has_safe && !is_largest {
            candidates.clear();
            for &tuple in &self.scratch.safe {
                candidates.insert(tuple as usize);
            }
            self.safe.insert(set, candidates);
        }
        if has_safe && !is_leaf {
            self.done += 1.0;
            self.path.push(OpenSet { set, next: 0, partition });
        } else {
            self.done += below;
        }
    }

    /// The tuples that are safe on every subset with one column less; `None` if there are none.
    fn safe_on_subsets(&self, set: ColumnSet) -> Option<FixedBitSet> {
        let mut subsets = columns_of(set).map(|column| self.safe.get(&(set & !(1 << column))));
        let mut candidates = subsets.next()??.clone();
        for subset in subsets {
            candidates.intersect_with(subset?);
        }
        (!candidates.is_clear()).then_some(candidates)
    }
}

/// Splits each group by the values of a column, and keeps parts of at least k records. Only candidates are visited: a
/// tuple that shares all values with a candidate is a candidate too. The tuples kept are removed from the candidates
/// and marked as safe. They are put into groups only if `in_groups`.
fn refine(
    parent: &Partition,
    tuples: &Tuples,
    column: usize,
    k: K,
    candidates: &mut FixedBitSet,
    scratch: &mut SplitMemory,
    in_groups: bool,
) -> Partition {
    let mut refined = Partition::default();
    scratch.safe.clear();
    let mut start = 0;
    for &end in &parent.ends {
        scratch.seen.clear();
        scratch.members.clear();
        for &tuple in &parent.tuples[start as usize..end as usize] {
            let code = tuples.code(column, tuple as usize);
            if code > 0 && candidates.contains(tuple as usize) {
                let count = &mut scratch.counts[code as usize];
                if *count == 0 {
                    scratch.seen.push(code);
                }
                *count += tuples.count(tuple as usize);
                scratch.places[code as usize] += 1;
                scratch.members.push((tuple, code));
            }
        }
        start = end;
        for &(tuple, code) in &scratch.members {
            if k.keeps(scratch.counts[code as usize]) {
                candidates.set(tuple as usize, false);
                scratch.safe.push(tuple);
            }
        }
        if in_groups {
            // Each kept value gets a run of positions, in the order in which the values were seen.
            let mut place = refined.tuples.len() as u32;
            for &code in &scratch.seen {
                let size = scratch.places[code as usize];
                scratch.places[code as usize] = place;
                if k.keeps(scratch.counts[code as usize]) {
                    place += size;
                    refined.ends.push(place);
                }
            }
            refined.tuples.resize(place as usize, 0);
            for &(tuple, code) in &scratch.members {
                if k.keeps(scratch.counts[code as usize]) {
                    let next = &mut scratch.places[code as usize];
                    refined.tuples[*next as usize] = tuple;
                    *next += 1;
                }
            }
        }
        for &code in &scratch.seen {
            scratch.counts[code as usize] = 0;
            scratch.places[code as usize] = 0;
        }
    }
    refined
}
