//! What is known of measures of class sizes in a box, from the classes of its lowest policy.

use super::axes::{ProofAxes, Step};
use crate::loss::Sizes;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A measure of class sizes.
pub(super) struct ClassSizes {
    pub(super) measure: Sizes,
    pub(super) records: u64,
    pub(super) k: u64,
}

impl ClassSizes {
    /// A bound for the losses of a box, of whose lowest policy these are the [totals](LowestClasses::totals), and whose
    /// highest one suppresses so many records. Of a single policy it is the loss.
    pub(super) fn bound(&self, totals: &[u64], suppressed: u64, is_single: bool) -> f64 {
        let &[squares, small_squares, large, small] = totals else {
            return 0.0;
        };
        let all = u128::from(self.records);
        match self.measure {
            Sizes::MonotoneDiscernibility => squares as f64,
            Sizes::Discernibility if is_single => {
                (u128::from(squares - small_squares) + u128::from(small) * all) as f64
            }
            Sizes::Discernibility => {
                let dearer = (all + 1).saturating_sub(self.k.into());
                (u128::from(squares) + u128::from(suppressed) * dearer) as f64
            }
            Sizes::Average => {
                let more = if is_single {
                    u64::from(small > 0)
                } else {
                    1 + small.saturating_sub(suppressed) / self.k.max(1)
                };
                self.records as f64 / (large + more).max(1) as f64
            }
        }
    }
}

/// The classes of the lowest policies of boxes, each counted once.
#[derive(Default)]
pub(super) struct LowestClasses {
    known: FxHashMap<Vec<Step>, [u64; 4]>,
}

impl LowestClasses {
    /// Of the classes of a policy the sum of the squares of their sizes, that of the classes smaller than k, the number
    /// of the others, and the records in those smaller than k.
    pub(super) fn totals(&mut self, all: &ProofAxes, k: u64, lo: &[Step]) -> Vec<u64> {
        match self.known.entry(lo.to_vec()) {
            Entry::Occupied(known) => known.get().to_vec(),
            Entry::Vacant(place) => place.insert(totals(&all.sizes(lo), k)).to_vec(),
        }
    }
}

fn totals(sizes: &[u64], k: u64) -> [u64; 4] {
    let mut totals = [0; 4];
    for &size in sizes {
        totals[0] += size * size;
        if size < k {
            totals[1] += size * size;
            totals[3] += size;
        } else {
            totals[2] += 1;
        }
    }
    totals
}
