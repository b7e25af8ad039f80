//! What a check of a proof finds, as messages.

use serde::Serialize;
use tsify::Tsify;

/// How the check of a proof ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum ProofOutcome {
    /// No valid policy comes before the claimed one, and the release, if one was given, is the table under it.
    Proven,
    /// The proof proves no such thing.
    Refused,
    /// The proof holds, and the release is not the table under the proven policy.
    OtherRelease,
    /// It is no proof, or one about another table or recipe.
    WrongFile,
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
        outcome: ProofOutcome,
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
        /// Its levels.
        levels: Option<Vec<usize>>,
    }

    /// A file of a passport.
    #[derive(Eq)]
    pub struct PassportFile {
        /// Its name.
        name: String,
        /// What is in it; null for the proof, which is no text.
        text: Option<String>,
    }
}

/// The files of a passport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct PassportFiles(pub Vec<PassportFile>);
