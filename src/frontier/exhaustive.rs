//! Every policy of a small space, each one boundary from the one before.

use super::explorer::Explorer;
use super::strategy::Strategy;
use crate::partition::PartitionPolicy;

/// Bits of which all policies are looked at, at most.
pub const MOST_EXHAUSTIVE_BITS: usize = 26;

/// Policies of one step.
const STEP: u64 = 4_096;

/// Walks all policies in the order of the reflected binary code, so that the frontier is exact. Half of all steps cross the
/// last boundary, so the walk is the faster the fewer cells that one touches.
#[derive(Debug)]
pub(super) struct Exhaustive {
    n_bits: usize,
    next: u64,
}

impl Exhaustive {
    pub(super) fn new(n_bits: usize) -> Self {
        Self { n_bits, next: 0 }
    }
}

impl Strategy for Exhaustive {
    fn step(&mut self, explorer: &mut Explorer) -> bool {
        let n_policies = 1_u64 << self.n_bits;
        let end = n_policies.min(self.next + STEP);
        if self.next == 0 {
            explorer.go_to(&PartitionPolicy::top(self.n_bits));
        } else if self.next.is_multiple_of(16 * STEP) {
            explorer.rebuild();
        }
        while self.next < end && !explorer.is_spent() {
            if self.next > 0 {
                explorer.flip(self.n_bits - 1 - self.next.trailing_zeros() as usize);
            }
            explorer.visit();
            self.next += 1;
        }
        self.next == n_policies
    }
}
