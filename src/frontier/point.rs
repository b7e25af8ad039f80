//! A policy's point in the plane of risk and loss.

use serde::Serialize;

/// Risk and loss of a policy. Smaller is better for both.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Point {
    /// Risk, as a share of the original's risk.
    pub risk: f64,
    /// Information loss.
    pub loss: f64,
}

impl Point {
    /// Whether this point is at most the other in both, and less in one (Xia et al. 2013, definition 3.9).
    pub fn dominates(self, other: Self) -> bool {
        self.risk <= other.risk && self.loss <= other.loss && (self.risk < other.risk || self.loss < other.loss)
    }
}
