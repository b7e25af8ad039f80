//! The classes of the lowest policies of boxes.

use super::axes::Step;
use crate::lattice::Policy;
use crate::search::{Evaluator, Problem};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The classes of the lowest policies of boxes, each counted once.
#[derive(Default)]
pub(super) struct LowestClasses {
    known: FxHashMap<Vec<Step>, [u64; 4]>,
    evaluator: Option<Evaluator>,
}

impl LowestClasses {
    /// For the classes of a policy: the sum of their squared sizes, that of the classes smaller than k, the number of
    /// the other classes, and the records in those smaller than k.
    pub(super) fn totals(&mut self, problem: &Arc<Problem>, lo: &[Step], policy: impl FnOnce() -> Policy) -> Vec<u64> {
        let totals = match self.known.entry(lo.to_vec()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let new = || Evaluator::new(Arc::clone(problem));
                let (classes, _) = self.evaluator.get_or_insert_with(new).classes(&policy());
                *place.insert(totals(classes.counts(), problem.k().get()))
            }
        };
        totals.to_vec()
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
