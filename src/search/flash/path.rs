//! The part of a path that is still to be searched.

use crate::lattice::Policy;

/// Policies upwards from a start, each a direct generalization of the one before it, and the interval among them that a
/// binary search has left.
#[derive(Debug, Default)]
pub(super) struct Path {
    policies: Vec<Policy>,
    low: usize,
    high: usize,
}

impl Path {
    /// All of a path.
    pub(super) fn new(policies: Vec<Policy>) -> Self {
        Self { low: 0, high: policies.len(), policies }
    }

    /// The policy in the middle of what is left.
    pub(super) fn middle(&self) -> Option<&Policy> {
        self.policies[self.low..self.high].get(self.half())
    }

    /// Goes on below the middle.
    pub(super) fn go_down(&mut self) {
        self.high = self.low + self.half();
    }

    /// Goes on above the middle.
    pub(super) fn go_up(&mut self) {
        self.low += self.half() + 1;
    }

    /// Of an interval of even length the lower one of the two in the middle.
    fn half(&self) -> usize {
        (self.high - self.low).saturating_sub(1) / 2
    }
}
