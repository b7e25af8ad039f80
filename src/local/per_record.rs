//! The cheapest cells that make a record safe, for each record by itself, compared with the original table.
//!
//! Suppressing the columns T makes a record safe exactly if the kept columns are a safe set: then no minimum unsafe
//! combination is left. So the least cost is the cost of all columns except the heaviest safe set. At k = 2 a set is
//! safe if it is part of the agreement with one other record, so the heaviest is the agreement with the nearest
//! record.
//!
//! Other records count as they were before any suppression. [`readings`](super::readings) counts how many records
//! this makes safe.

use super::weights::CellWeights;
use crate::error::{Result, UniquesError};
use crate::monitor::Monitor;
use crate::uniques::{BLOCK, Bitmap, ColumnSet, MAX_BITMAP_COLUMNS, Tuples, largest_agreements};
use std::sync::Arc;

/// After this many steps of the branch and bound over agreements, a tuple's result is not proven.
const MOST_STEPS: u64 = 2_000_000;

/// The search for the columns that each tuple keeps, which can be interrupted and continued.
#[derive(Debug)]
pub struct PerRecord {
    tuples: Arc<Tuples>,
    weights: CellWeights,
    k: u64,
    bitmap: Option<Bitmap>,
    kept: Vec<ColumnSet>,
    proven: bool,
}

impl PerRecord {
    /// A new search.
    ///
    /// # Errors
    /// If k is less than 2.
    pub fn new(tuples: Arc<Tuples>, weights: CellWeights, k: u64) -> Result<Self> {
        if k < 2 {
            return Err(UniquesError::KTooSmall { k }.into());
        }
        let by_bitmap = k > 2 && tuples.n_columns() <= MAX_BITMAP_COLUMNS;
        Ok(Self {
            bitmap: by_bitmap.then(|| Bitmap::new(tuples.n_columns(), tuples.len(), k)),
            kept: Vec::with_capacity(tuples.len()),
            tuples,
            weights,
            k,
            proven: true,
        })
    }

    /// The columns that one tuple keeps.
    ///
    /// # Errors
    /// If k is less than 2.
    pub fn of_tuple(tuples: &Arc<Tuples>, weights: &CellWeights, k: u64, tuple: usize) -> Result<ColumnSet> {
        let mut search = Self::new(Arc::clone(tuples), weights.clone(), k)?;
        Ok(search.keep(tuple))
    }

    /// Continues until the search is done or the monitor interrupts it. The monitor is asked before each tuple.
    /// Returns whether the search is done.
    ///
    /// Time: n²·m/16 byte operations at k = 2; otherwise, up to 24 columns, that of the bitmap method above.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        while self.kept.len() < self.tuples.len() {
            if monitor.interrupted() {
                return false;
            }
            let tuple = self.kept.len();
            let kept = self.keep(tuple);
            self.kept.push(kept);
        }
        true
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        self.kept.len() as f64 / self.tuples.len().max(1) as f64
    }

    /// Whether every result so far is proven to cost least. This can fail only with more than 24 columns and k > 2.
    pub fn is_proven(&self) -> bool {
        self.proven
    }

    /// The columns that each tuple keeps, including those of ignored missing values.
    pub fn kept(&self) -> &[ColumnSet] {
        &self.kept
    }

    fn keep(&mut self, tuple: usize) -> ColumnSet {
        let tuples = &*self.tuples;
        if !tuples.is_rare(tuple, self.k) {
            return tuples.all();
        }
        if self.k == 2 {
            return nearest(tuples, &self.weights, tuple).map_or(0, |other| tuples.agreement(tuple, other));
        }
        let missing = tuples.missing(tuple);
        if let Some(bitmap) = &mut self.bitmap {
            bitmap.load(tuples, tuple);
            let weights: Vec<u32> = (0..tuples.n_columns())
                .map(|column| {
                    let counts = missing >> column & 1 == 0;
                    if counts { self.weights.of(column) } else { 0 }
                })
                .collect();
            return bitmap.heaviest_safe(&weights) | missing;
        }
        let need = self.k - tuples.count(tuple);
        let agreements = largest_agreements(tuples, tuple, need);
        let mut search = Intersections { weights: &self.weights, agreements, best: 0, best_weight: 0, steps: 0 };
        search.look(tuples.all(), need);
        self.proven &= search.steps < MOST_STEPS;
        search.best | missing
    }
}

/// The other tuple with the most agreement; the first of several.
fn nearest(tuples: &Tuples, weights: &CellWeights, tuple: usize) -> Option<usize> {
    let mut block = [0; BLOCK];
    let mut best = None;
    let mut most = 0;
    for start in (0..tuples.len()).step_by(BLOCK) {
        let has_own = (start..start + BLOCK).contains(&tuple);
        if !has_own && best.is_some() && weights.most_similar(tuples, tuple, start) <= most {
            continue;
        }
        weights.similarities(tuples, tuple, start, &mut block);
        let length = BLOCK.min(tuples.len() - start);
        if has_own {
            block[tuple - start] = 0;
        }
        let here = block[..length].iter().copied().max().unwrap_or(0);
        if here > most || best.is_none() {
            let place = (block[..length].iter().zip(start..))
                .find(|&(&similarity, other)| similarity == here && other != tuple);
            if let Some((_, other)) = place {
                best = Some(other);
                most = here;
            }
        }
    }
    best
}

/// Branch and bound for the heaviest intersection of agreements that have enough records together.
struct Intersections<'a> {
    weights: &'a CellWeights,
    agreements: Vec<(ColumnSet, u64)>,
    best: ColumnSet,
    best_weight: u32,
    steps: u64,
}

impl Intersections<'_> {
    /// Looks at all intersections, those with an agreement before those without it. An intersection can involve
    /// thousands of agreements, so the work list is an explicit stack.
    fn look(&mut self, all: ColumnSet, need: u64) {
        let mut left = vec![(0, all, need)];
        while let Some((place, common, need)) = left.pop() {
            let Some(&(set, records)) = self.agreements.get(place) else {
                continue;
            };
            self.steps += 1;
            if self.steps >= MOST_STEPS {
                return;
            }
            left.push((place + 1, common, need));
            let common = common & set;
            let weight = self.weights.sum(common);
            if weight <= self.best_weight {
                continue;
            }
            if records >= need {
                self.best = common;
                self.best_weight = weight;
            } else {
                left.push((place + 1, common, need - records));
            }
        }
    }
}
