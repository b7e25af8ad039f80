//! The contents of a file, column by column.
//!
//! A [`Profiler`] reads the file once, chunk by chunk, and keeps each column's [`Dictionary`] unless it is too large.
//! The page gets these structures unchanged.

mod bins;
mod column;
mod free_text;
mod known_column;
mod patterns;
mod profiler;
mod propose_missing;
mod signs;
mod suggest_links;
mod suggest_role;
mod suggest_roles;

pub use column::{ColumnTally, ValueLimits};
pub use free_text::{TextTally, is_free_text_by_name};
pub(crate) use known_column::thousands;
pub use patterns::Pattern;
pub use profiler::Profiler;
pub use propose_missing::{MissingProposal, may_be_named_with_others, usual_signs};
pub use signs::{ColumnSigns, Sign, SignKind};
pub use suggest_links::{LinkSuggestion, suggest_links};

use super::csv::{OddRecord, RaggedCounts, RaggedRecord, RenamedColumn};
use super::dictionary::Dictionary;
use super::kind::Kind;
use super::reading::Reading;
use super::role::Role;
use serde::Serialize;

/// The profile of a file.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// The number of records, including ragged ones that are not left out.
    pub records: u64,
    /// The columns, in the order of the file.
    pub columns: Vec<ColumnProfile>,
    /// The first 500 records, cells as in the file.
    pub head: Vec<Vec<String>>,
    /// Their numbers in the file, from 1.
    pub head_rows: Vec<u64>,
    /// The renamed columns.
    pub renamed: Vec<RenamedColumn>,
    /// The records that may be none; they count.
    pub odd: Vec<OddRecord>,
    /// The first 100 records whose number of cells differs from the header's. Their cells count in the columns that
    /// exist.
    pub ragged: Vec<RaggedRecord>,
    /// The number of such records.
    pub ragged_count: u64,
    /// How many of them were left out and padded.
    pub ragged_counts: RaggedCounts,
    #[serde(skip)]
    dictionaries: Vec<Option<Dictionary>>,
}

impl Profile {
    /// The distinct values of a column, including missing ones; `None` for a column that does not exist or has too
    /// many.
    pub fn dictionary(&self, column: &str) -> Option<&Dictionary> {
        let position = self.columns.iter().position(|profile| profile.name == column)?;
        self.dictionaries.get(position)?.as_ref()
    }

    /// The profile of the column with this name.
    pub fn column(&self, name: &str) -> Option<&ColumnProfile> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// The profile of a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColumnProfile {
    /// The name in the header.
    pub name: String,
    /// The kind of its values.
    pub kind: Kind,
    /// The possible readings of the values as numbers, dates and times, the more likely ones first. If there are
    /// several, the user must choose.
    pub readings: Vec<Reading>,
    /// Whether the values are numbers or dates with several readings, so that the user must choose.
    pub is_doubtful: bool,
    /// The values that do not match these readings, at most a fifth of all, in a sentence without its end.
    pub exceptions: Option<String>,
    /// The number of distinct values, without missing ones.
    pub distinct: u64,
    /// False if there are more than `distinct` values and not all of them were kept.
    pub distinct_is_exact: bool,
    /// The number of records whose value no other record has; `None` if there are too many values to count this.
    pub alone: Option<u64>,
    /// The number of records whose value fewer than five records have; `None` if there are too many values to count
    /// this.
    pub rare: Option<u64>,
    /// The number of records with a missing value.
    pub missing: u64,
    /// Up to 10 most frequent values, without missing ones; equally frequent ones are ordered by value. In a column
    /// with too many values, they are the most frequent of the first values.
    pub top: Vec<ValueCount>,
    /// The histogram of a column of numbers.
    pub histogram: Option<Histogram>,
    /// A pattern of the most frequent values that points at one person.
    pub pattern: Option<Pattern>,
    /// Values that probably denote a missing one, but do not count as missing.
    pub missing_proposals: Vec<MissingProposal>,
    /// Tells that the cells are lists, each of which is one value; `None` if they are not, or if there are too many
    /// values.
    pub lists: Option<String>,
    /// The suggested role.
    pub suggestion: Suggestion,
}

/// A value and its number of records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ValueCount {
    /// The value, as in the file.
    pub value: String,
    /// Records that have it.
    pub count: u64,
}

/// The number of records in 20 intervals of equal width.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Histogram {
    /// The smallest number, where the first interval begins.
    pub min: f64,
    /// The largest number, which is in the last interval.
    pub max: f64,
    /// The number of records in each interval. In a column with too many values to keep, borders are exact to a
    /// two-thousandth of the range.
    pub counts: Vec<u64>,
}

/// A role, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Suggestion {
    /// The role; `None` if the user must decide.
    pub role: Option<Role>,
    /// A sentence with the column's own numbers.
    pub reason: String,
}
