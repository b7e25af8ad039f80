//! What a release may disclose, as a message.

use crate::release::disclosure::Warning;
use serde::Serialize;
use tsify::Tsify;

/// Something that a release may disclose.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Disclosed {
    /// The stable name of its kind.
    pub code: String,
    /// The sentence that tells it.
    pub words: String,
}

/// What a release may disclose.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Disclosures(pub Vec<Disclosed>);

impl From<&Warning> for Disclosed {
    fn from(warning: &Warning) -> Self {
        Self { code: warning.code().to_owned(), words: warning.to_string() }
    }
}

impl Disclosed {
    /// A warning in words about a finished file.
    pub(super) fn of_finished(warning: &Warning) -> Self {
        Self { code: warning.code().to_owned(), words: warning.of_finished() }
    }
}

/// What a finished file may disclose.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct FinishedDisclosed {
    /// Whether records are in classes, so that it was looked for what these disclose.
    pub has_classes: bool,
    /// What was found.
    pub disclosure: Vec<Disclosed>,
}
