//! The result of a proof's check, as messages.

use crate::document;
use serde::Serialize;
use tsify::Tsify;

/// The state of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum ProofState {
    /// Not checked, because an input was missing.
    NotChecked,
    /// The check did not finish.
    Failed,
    /// No valid policy precedes the claimed one, and the release, if one was given, is the table under it.
    Proven,
    /// The proof does not prove it.
    Refused,
    /// The proof holds, but the release is not the table under the proven policy.
    OtherRelease,
    /// It is not a proof, or it is about a different table or recipe.
    WrongFile,
}

impl From<document::ProofState> for ProofState {
    fn from(state: document::ProofState) -> Self {
        match state {
            document::ProofState::NotChecked => Self::NotChecked,
            document::ProofState::Failed => Self::Failed,
            document::ProofState::Proven => Self::Proven,
            document::ProofState::Refused => Self::Refused,
            document::ProofState::OtherRelease => Self::OtherRelease,
            document::ProofState::WrongFile => Self::WrongFile,
        }
    }
}

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
