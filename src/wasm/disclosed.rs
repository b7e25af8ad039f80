//! Disclosure warnings as messages.

use crate::release::disclosure::Warning;
use serde::Serialize;
use tsify::Tsify;

/// A disclosure warning.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Disclosed {
    /// The stable name of its kind.
    pub code: String,
    /// The sentence.
    pub words: String,
}

/// The disclosure warnings of a release.
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

/// The disclosure warnings of a finished file.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct FinishedDisclosed {
    /// Whether the records form classes, so that risks of classes were looked for.
    pub has_classes: bool,
    /// The warnings.
    pub disclosure: Vec<Disclosed>,
}
