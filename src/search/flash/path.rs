//! The part of a path that is still to be searched.

use crate::lattice::Policy;

/// Policies upwards from a start, each a direct generalization of the one before, and the interval that the binary
/// search has left.
#[derive(Debug, Default)]
pub(super) struct Path {
    policies: Vec<Policy>,
    low: usize,
    high: usize,
}

impl Path {
    /// A complete path.
    pub(super) fn new(policies: Vec<Policy>) -> Self {
        Self { low: 0, high: policies.len(), policies }
    }

    /// The policy in the middle of the interval.
    pub(super) fn middle(&self) -> Option<&Policy> {
        self.policies[self.low..self.high].get(self.half())
    }

    /// Continues below the middle.
    pub(super) fn go_down(&mut self) {
        self.high = self.low + self.half();
    }

    /// Continues above the middle.
    pub(super) fn go_up(&mut self) {
        self.low += self.half() + 1;
    }

    /// The middle of the interval; if its length is even, the lower of the two.
    fn half(&self) -> usize {
        (self.high - self.low).saturating_sub(1) / 2
    }
}
