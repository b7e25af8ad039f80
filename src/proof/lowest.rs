//! The classes of the lowest policies of boxes.

use super::axes::{ProofAxes, Step};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

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
