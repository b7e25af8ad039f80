//! Every policy of a small space, each one boundary away from the previous one.

use super::explorer::Explorer;
use super::strategy::Strategy;
use crate::partition::PartitionPolicy;

/// The most bits for which all policies are looked at.
pub const MOST_EXHAUSTIVE_BITS: usize = 26;

/// The tuples are grouped again after this number of policies.
const REBUILT: u64 = 1 << 16;

/// Visits all policies in the order of the reflected binary code, so the frontier is exact. Half of all steps cross
/// the last boundary, so the fewer cells that one touches, the faster the search.
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
        if self.next == 0 {
            explorer.go_to(&PartitionPolicy::top(self.n_bits));
        }
        while self.next < n_policies && !explorer.is_spent() {
            if self.next > 0 {
                explorer.flip(self.n_bits - 1 - self.next.trailing_zeros() as usize);
            }
            self.next += 1;
            if self.next.is_multiple_of(REBUILT) {
                explorer.rebuild();
            }
            explorer.visit();
            if explorer.is_tired() {
                break;
            }
        }
        self.next == n_policies
    }
}
