//! The result of a proof's check, as messages.

use crate::document::ProofState;
use serde::Serialize;
use tsify::Tsify;

message! {
    /// A column of a box that a proof leaves open.
    #[derive(Eq)]
    pub struct OpenColumn {
        /// The column.
        column: String,
        /// The lowest level in words.
        from: String,
        /// The highest level in words.
        to: String,
    }

    /// The result of a proof's check.
    pub struct ProofVerdict {
        /// How the check ended.
        outcome: ProofState,
        /// The outcome in a few words.
        title: String,
        /// Why it was not accepted; empty if it was.
        why: String,
        /// The policies that the tree leaves open, if it does.
        open: Option<Vec<OpenColumn>>,
        /// The number of policies that the proof covers.
        policies: Option<f64>,
        /// Nodes of its tree.
        nodes: Option<usize>,
        /// The loss of the proven policy.
        loss: Option<f64>,
        /// By how much another policy may lose less: 0, except for measures whose rounding follows no rule.
        slack: Option<f64>,
        /// The levels of that policy.
        levels: Option<Vec<usize>>,
    }
}
