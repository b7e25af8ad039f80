//! Disclosure warnings as messages.

use crate::release::disclosure::{Told, Warning, told, told_of_finished};
use serde::Serialize;
use tsify::Tsify;

/// A disclosure warning, of one column or of several.
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

impl From<Told> for Disclosed {
    fn from(told: Told) -> Self {
        Self { code: told.code.to_owned(), words: told.words }
    }
}

impl Disclosed {
    /// The warnings of a release.
    pub(super) fn of(warnings: &[Warning]) -> Vec<Self> {
        told(warnings).into_iter().map(Into::into).collect()
    }

    /// The warnings of a finished file.
    pub(super) fn of_finished(warnings: &[Warning]) -> Vec<Self> {
        told_of_finished(warnings).into_iter().map(Into::into).collect()
    }
}

/// The disclosure warnings of a finished file.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct FinishedDisclosed {
    /// Whether the records form classes, so that risks of classes were looked for.
    pub has_classes: bool,
    /// That columns look like identifiers, which nobody named; null if none does.
    pub identifiers: Option<String>,
    /// The warnings.
    pub disclosure: Vec<Disclosed>,
}
