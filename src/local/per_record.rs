//! The cheapest cells that make one record safe, for each record by itself, counted against the original table.
//!
//! Suppressing the columns T makes a record safe exactly when what is kept is a safe set: then no minimum unsafe
//! combination is left. So the least cost is that of everything but the heaviest safe set. At k = 2 a set is safe when
//! it lies within the agreement with one other record: the heaviest is the agreement with the nearest one.
//!
//! Other records are taken as they were before any suppression; [`readings`](super::readings) counts what that is
//! worth.

use super::weights::CellWeights;
use crate::error::{Result, UniquesError};
use crate::monitor::Monitor;
use crate::uniques::{BLOCK, Bitmap, ColumnSet, MAX_BITMAP_COLUMNS, Tuples, largest_agreements};
use std::sync::Arc;

/// Steps of the branch and bound over agreements, after which a tuple's result is no longer proven.
const MOST_STEPS: u64 = 2_000_000;

/// The search for what each tuple keeps, which can be interrupted and continued.
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
    /// A search at its start.
    ///
    /// # Errors
    /// k below 2.
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

    /// What one tuple keeps.
    ///
    /// # Errors
    /// k below 2.
    pub fn of_tuple(tuples: &Arc<Tuples>, weights: &CellWeights, k: u64, tuple: usize) -> Result<ColumnSet> {
        let mut search = Self::new(Arc::clone(tuples), weights.clone(), k)?;
        Ok(search.keep(tuple))
    }

    /// Goes on until it is done or the monitor, asked before each tuple, interrupts. Returns whether it is done.
    ///
    /// Time n²·m/16 byte operations at k = 2; that of the bitmap method above, up to 24 columns.
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

    /// Whether every result so far is proven to cost least. Only beyond 24 columns and k = 2 it may not be.
    pub fn is_proven(&self) -> bool {
        self.proven
    }

    /// The columns that each tuple keeps, those of ignored missing values among them.
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

/// The first of the other tuples that agree most.
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

/// Branch and bound for the heaviest intersection of agreements that together have enough records.
struct Intersections<'a> {
    weights: &'a CellWeights,
    agreements: Vec<(ColumnSet, u64)>,
    best: ColumnSet,
    best_weight: u32,
    steps: u64,
}

impl Intersections<'_> {
    /// Looks at all intersections, those with an agreement before those without it. There may be thousands of
    /// agreements in one, so what is left to be looked at is on a stack of its own.
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
