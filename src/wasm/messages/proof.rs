//! What a check of a proof finds, as messages.

use crate::document;
use serde::Serialize;
use tsify::Tsify;

/// What became of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum ProofState {
    /// What its check takes was not given.
    NotChecked,
    /// Its check came to no end.
    Failed,
    /// No valid policy comes before the claimed one, and the release, if one was given, is the table under it.
    Proven,
    /// The proof proves no such thing.
    Refused,
    /// The proof holds, and the release is not the table under the proven policy.
    OtherRelease,
    /// It is no proof, or one about another table or recipe.
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
        /// What its lowest level is.
        from: String,
        /// What its highest level is.
        to: String,
    }

    /// What became of a proof.
    pub struct ProofVerdict {
        /// How the check ended.
        outcome: ProofState,
        /// The same in a few words.
        title: String,
        /// Why it was not accepted; empty where it was.
        why: String,
        /// The policies that are left open, where a tree does not close them.
        open: Option<Vec<OpenColumn>>,
        /// How many policies the proof is about.
        policies: Option<f64>,
        /// Nodes of its tree.
        nodes: Option<usize>,
        /// The loss of the proven policy.
        loss: Option<f64>,
        /// By how much another one may lose less: 0, but for measures that round by no rule.
        slack: Option<f64>,
        /// Its levels.
        levels: Option<Vec<usize>>,
    }
}
