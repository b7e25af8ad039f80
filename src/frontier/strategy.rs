//! What differs between searches: the choice of the next policy.

use super::explorer::Explorer;
use crate::draw::Draw;
use crate::partition::PartitionPolicy;

/// A search as a machine that runs step by step.
pub(super) trait Strategy: Send {
    /// Continues until the explorer is tired, or a little longer. Returns whether nothing is left to do.
    fn step(&mut self, explorer: &mut Explorer) -> bool;
}

/// A random walk down a chain from one policy. Each of the boundaries that may be dropped is equally likely to be
/// next.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    start: Option<PartitionPolicy>,
    left: Vec<usize>,
}

impl Chain {
    /// The chain from a policy over the given boundaries. Without a start it begins at the engine's policy, with the
    /// next one.
    pub(super) fn new(start: Option<PartitionPolicy>, left: Vec<usize>) -> Self {
        Self { start, left }
    }

    /// Evaluates the next policies of the chain. Returns whether the chain is at its end.
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
