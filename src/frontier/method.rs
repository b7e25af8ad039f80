//! The searches by name.

use serde::{Deserialize, Serialize};

/// The searches by the names that a recipe uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FrontierMethod"))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Ours: greedy chains, then descents on weighted sums. In a wide table, one quasi-identifier after the other
    /// over all its intervals. In a small space, every policy.
    #[default]
    Best,
    /// Sublattice heuristic search (Xia et al. 2013, algorithm 2).
    Sublattice,
    /// Random chain search (Xia et al. 2013, algorithm 1).
    RandomChain,
    /// The bisecting search that the paper compares with, for policies no riskier than the reference.
    Bisecting,
    /// Every policy.
    Exhaustive,
}

impl Method {
    /// The default method searches spaces of up to this number of bits exhaustively.
    const FEW_BITS: usize = 12;

    /// Whether it looks at every policy of a space of this many bits.
    pub fn is_exhaustive(self, n_bits: usize) -> bool {
        self == Self::Exhaustive || (self == Self::Best && n_bits <= Self::FEW_BITS)
    }
}
