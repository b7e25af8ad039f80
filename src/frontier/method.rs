//! The searches by name.

use serde::{Deserialize, Serialize};

/// The searches by the names that a recipe uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Ours: greedy chains, then descents on weighted sums; of a wide table, one quasi-identifier after the other over
    /// all its intervals. Of a small space, every policy.
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
