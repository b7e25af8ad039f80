//! What files of a review and those who say something of a release are called.

use super::{FileKind, SaidBy};
use serde::{Deserialize, Serialize};

/// Who says something that a review goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Teller {
    /// The report.
    Report,
    /// The recipe.
    Recipe,
    /// Both say the same.
    Both,
    /// The reviewer.
    Reviewer,
}

impl From<SaidBy> for Teller {
    fn from(by: SaidBy) -> Self {
        match by {
            SaidBy::Report => Self::Report,
            SaidBy::Recipe => Self::Recipe,
            SaidBy::Both => Self::Both,
        }
    }
}

impl Teller {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Report, Self::Recipe, Self::Both, Self::Reviewer];

    /// What they are called.
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

    /// What a file is taken for.
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

    /// Whether somebody may say that a file is this.
    pub fn is_sayable(self) -> bool {
        !matches!(self, Self::Table | Self::Other)
    }
}
