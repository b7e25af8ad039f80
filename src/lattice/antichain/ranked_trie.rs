//! The prefix tree of levels whose nodes keep the least rank below them (Prasser et al. 2016, table 1, option 4).

use super::{PrefixTree, Summary};
use crate::lattice::Level;

/// The prefix tree that skips nodes whose least rank exceeds that of the queried vector: no vector of greater rank is
/// smaller or equal in every component.
///
/// The papers only follow nodes of smaller rank, so their query does not find the vector itself. Here equal ranks are
/// followed too, so a stored vector covers itself.
pub type RankedTrie = PrefixTree<LeastRank>;

/// The least rank of the vectors below a node.
#[derive(Debug, Clone, Copy)]
pub struct LeastRank(u32);

impl Default for LeastRank {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Summary for LeastRank {
    type Key = u32;

    fn key(levels: &[Level]) -> u32 {
        levels.iter().map(|&level| u32::from(level)).sum()
    }

    fn note(&mut self, rank: u32) {
        self.0 = self.0.min(rank);
    }

    fn may_cover(&self, rank: u32) -> bool {
        self.0 <= rank
    }
}
