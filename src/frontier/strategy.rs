//! What tells one search from another: which policy is next.

use super::explorer::Explorer;
use crate::draw::Draw;
use crate::partition::PartitionPolicy;

/// A search as a machine that goes on step by step.
pub(super) trait Strategy: Send {
    /// Goes on until the explorer is tired, or a little longer. Returns whether there is nothing left to do.
    fn step(&mut self, explorer: &mut Explorer) -> bool;
}

/// A walk down a chain from one policy: each of the boundaries that may be dropped is as likely to be next as the
/// others.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    start: Option<PartitionPolicy>,
    left: Vec<usize>,
}

impl Chain {
    /// The chain from a policy, over the boundaries that are given. Without a start it begins where the engine is, with
    /// the next policy.
    pub(super) fn new(start: Option<PartitionPolicy>, left: Vec<usize>) -> Self {
        Self { start, left }
    }

    /// Evaluates the next policies of the chain. Returns whether it is at its end.
    pub(super) fn step(&mut self, draw: &mut Draw, explorer: &mut Explorer) -> bool {
        if let Some(start) = self.start.take() {
            explorer.go_to(&start);
            explorer.visit();
        }
        while !self.left.is_empty() && !explorer.is_tired() {
            if explorer.is_spent() {
                return true;
            }
            let next = draw.below(self.left.len() as u64) as usize;
            explorer.flip(self.left.swap_remove(next));
            explorer.visit();
        }
        self.left.is_empty()
    }
}
