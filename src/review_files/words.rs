//! Names for the files of a review and for the sources of statements.

use super::{FileKind, SaidBy};
use serde::{Deserialize, Serialize};

/// A source of a statement in a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StatementSource {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both agree.
    Both,
    /// The reviewer.
    Reviewer,
}

impl From<SaidBy> for StatementSource {
    fn from(by: SaidBy) -> Self {
        match by {
            SaidBy::Report => Self::Report,
            SaidBy::Recipe => Self::Recipe,
            SaidBy::Both => Self::Both,
        }
    }
}

impl StatementSource {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Report, Self::Recipe, Self::Both, Self::Reviewer];

    /// The name.
    pub fn words(self) -> &'static str {
        match self {
            Self::Report => "the report",
            Self::Recipe => "the recipe",
            Self::Both => "report and recipe",
            Self::Reviewer => "the reviewer",
        }
    }
}

impl FileKind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Release,
        Self::Report,
        Self::Recipe,
        Self::Original,
        Self::Hierarchy,
        Self::Population,
        Self::Reference,
        Self::Proof,
        Self::Table,
        Self::Other,
    ];

    /// The name of the kind.
    pub fn words(self) -> &'static str {
        match self {
            Self::Release => "the release",
            Self::Report => "its report",
            Self::Recipe => "its recipe",
            Self::Original => "the original",
            Self::Hierarchy => "a hierarchy",
            Self::Population => "the population",
            Self::Reference => "the recipe to compare with",
            Self::Proof => "its proof",
            Self::Table => "a table: which?",
            Self::Other => "nothing for a review",
        }
    }

    /// Whether a reviewer may declare a file to be of this kind.
    pub fn is_sayable(self) -> bool {
        !matches!(self, Self::Table | Self::Other)
    }
}
