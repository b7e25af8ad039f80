//! Random chain search, RCS (Xia et al. 2013, algorithm 1).

use super::explorer::Explorer;
use super::strategy::{Chain, Strategy};
use crate::draw::Draw;
use crate::partition::PartitionPolicy;

/// Walks random maximal chains from bottom to top until the budget is spent. The first frontier is top and bottom.
pub(super) struct RandomChain {
    draw: Draw,
    bottom: PartitionPolicy,
    chain: Option<Chain>,
}

impl RandomChain {
    pub(super) fn new(bottom: PartitionPolicy, seed: u64) -> Self {
        Self { draw: Draw::new(seed), bottom, chain: None }
    }
}

impl Strategy for RandomChain {
    fn step(&mut self, explorer: &mut Explorer) -> bool {
        let chain =
            self.chain.get_or_insert_with(|| Chain::new(Some(self.bottom.clone()), (0..self.bottom.len()).collect()));
        if chain.step(&mut self.draw, explorer) {
            self.chain = None;
        }
        // In a space without boundaries, every chain consists of the same policy.
        self.bottom.is_empty()
    }
}
