//! A lower bound for the cost of every strict suppression.
//!
//! Give each record r a number y(r), such that the numbers of any k records add up to at most the cost of making
//! these k equal. Then the numbers of any larger group add up to at most its cost too (take the mean over its subsets
//! of k). So all numbers together are a lower bound. The numbers start as the least cost of each record on its own.
//! Each is then raised once, one after the other, as far as possible. At k = 2 this is a feasible solution of the
//! dual of the pairing problem.
//!
//! The code lowers q(r) = weight of r's values − y(r) instead. Any k records that share columns of weight s must have
//! Σ q ≥ k·s. Here s is at most the weight that r shares with each of the others, and at most the weight that any of
//! them can keep on its own.

use crate::local::weights::CellWeights;
use crate::uniques::{BLOCK, ColumnSet, Tuples};

/// The number of levels of similarity for k ≥ 3. Coarser levels only weaken the bound.
const LEVELS: usize = 65;

/// The numbers q, lowered tuple by tuple.
#[derive(Debug)]
pub(super) struct Bound {
    k: u64,
    /// The weight that each tuple can keep on its own.
    own: Vec<u32>,
    q: Vec<i32>,
    next: usize,
    /// For k ≥ 3, the k − 1 smallest q on each level.
    smallest: Vec<Vec<i32>>,
    step: u32,
}

impl Bound {
    /// The bound from the weight that each tuple keeps on its own.
    pub(super) fn new(tuples: &Tuples, weights: &CellWeights, k: u64, kept: &[ColumnSet]) -> Self {
        let own: Vec<u32> =
            (kept.iter().enumerate()).map(|(tuple, kept)| weights.sum(kept & !tuples.missing(tuple))).collect();
        Self {
            k,
            q: own.iter().map(|&weight| weight as i32).collect(),
            own,
            next: 0,
            smallest: vec![Vec::new(); LEVELS],
            step: weights.sum(tuples.all()) / (LEVELS as u32 - 1) + 1,
        }
    }

    /// The bound so far, in units of the weights.
    pub(super) fn total(&self, tuples: &Tuples, weights: &CellWeights) -> u64 {
        let sum: i128 = (self.q.iter().enumerate())
            .map(|(tuple, &q)| {
                let values = weights.sum(tuples.all() & !tuples.missing(tuple));
                (i128::from(values) - i128::from(q)) * i128::from(tuples.count(tuple))
            })
            .sum();
        u64::try_from(sum.max(0)).unwrap_or(u64::MAX)
    }

    /// Tuples that are done.
    pub(super) fn done(&self) -> usize {
        self.next
    }

    /// Lowers q of the next tuple as far as possible. Time: n·m/16 byte operations and n more.
    pub(super) fn lower_next(&mut self, tuples: &Tuples, weights: &CellWeights) {
        let tuple = self.next;
        self.next += 1;
        // A value for one of several equal records would have to be shared among them.
        if tuples.count(tuple) != 1 || tuples.len() < 2 {
            return;
        }
        let lowest = if self.k == 2 {
            self.lowest_of_pairs(tuples, weights, tuple)
        } else {
            self.lowest_of_groups(tuples, weights, tuple)
        };
        if let Some(lowest) = lowest {
            self.q[tuple] = self.q[tuple].min(lowest);
        }
    }

    fn lowest_of_pairs(&self, tuples: &Tuples, weights: &CellWeights, tuple: usize) -> Option<i32> {
        let mut block = [0; BLOCK];
        let mut lowest = i32::MIN;
        for start in (0..tuples.len()).step_by(BLOCK) {
            weights.similarities(tuples, tuple, start, &mut block);
            let end = tuples.len().min(start + BLOCK);
            let q = &self.q[start..end];
            let of = |similarities: &[u32], q: &[i32]| {
                (similarities.iter().zip(q)).map(|(&similarity, q)| 2 * similarity as i32 - q).fold(i32::MIN, i32::max)
            };
            let here = if (start..end).contains(&tuple) {
                let (before, after) = (tuple - start, tuple - start + 1);
                of(&block[..before], &q[..before]).max(of(&block[after..end - start], &q[after..]))
            } else {
                of(&block[..end - start], q)
            };
            lowest = lowest.max(here);
        }
        Some(lowest)
    }

    fn lowest_of_groups(&mut self, tuples: &Tuples, weights: &CellWeights, tuple: usize) -> Option<i32> {
        let others = usize::try_from(self.k - 1).ok()?;
        self.smallest.iter_mut().for_each(Vec::clear);
        let mut block = [0; BLOCK];
        for start in (0..tuples.len()).step_by(BLOCK) {
            weights.similarities(tuples, tuple, start, &mut block);
            for (&similarity, other) in block.iter().zip(start..tuples.len()) {
                if other == tuple {
                    continue;
                }
                let shared = similarity.min(self.own[other]).min(self.own[tuple]);
                // Rounded up: this overestimates what is shared, so the bound stays valid.
                let level = shared.div_ceil(self.step) as usize;
                let times = tuples.count(other).min(self.k - 1);
                insert(&mut self.smallest[level], self.q[other], times as usize, others);
            }
        }
        let mut lowest = None;
        let mut smallest = Vec::with_capacity(2 * others);
        for level in (0..LEVELS).rev() {
            for &q in &self.smallest[level] {
                insert(&mut smallest, q, 1, others);
            }
            if smallest.len() == others {
                let shared = level as u32 * self.step;
                let rest: i64 = smallest.iter().map(|&q| i64::from(q)).sum();
                let least = i128::from(self.k) * i128::from(shared) - i128::from(rest);
                lowest = lowest.max(Some(least.clamp(i32::MIN.into(), i32::MAX.into()) as i32));
            }
        }
        lowest
    }
}

/// Keeps the `most` smallest numbers, in ascending order.
fn insert(smallest: &mut Vec<i32>, number: i32, times: usize, most: usize) {
    for _ in 0..times {
        if smallest.len() == most {
            if smallest.last().is_none_or(|&last| last <= number) {
                return;
            }
            smallest.pop();
        }
        let place = smallest.partition_point(|&own| own <= number);
        smallest.insert(place, number);
    }
}
