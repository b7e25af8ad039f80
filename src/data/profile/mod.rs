//! What is in a file, column by column.
//!
//! A [`Profiler`] reads the file once, chunk by chunk, and keeps each column's [`Dictionary`] as long as it is not too
//! large. The structures are handed to the page as they are.

mod bins;
mod column;
mod column_names;
mod patterns;
mod profiler;
mod propose_missing;
mod signs;
mod suggest_links;
mod suggest_role;

pub use column::ColumnTally;
pub use patterns::Pattern;
pub use profiler::Profiler;
pub use propose_missing::MissingProposal;
pub use signs::{ColumnSigns, Sign, SignKind};
pub use suggest_links::{LinkSuggestion, suggest_links};

use super::csv::{RaggedCounts, RaggedRecord, RenamedColumn};
use super::dictionary::Dictionary;
use super::kind::Kind;
use super::reading::Reading;
use super::role::Role;
use serde::Serialize;

/// What is in a file.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Records, ragged ones among them that are not left out.
    pub records: u64,
    /// The columns, in the order of the file.
    pub columns: Vec<ColumnProfile>,
    /// The first 500 records, cells as in the file.
    pub head: Vec<Vec<String>>,
    /// The numbers that these have in the file, from 1.
    pub head_rows: Vec<u64>,
    /// Columns that are called otherwise than in the header.
    pub renamed: Vec<RenamedColumn>,
    /// The first 100 records with another number of cells than the header. Of such a record, the cells that have a
    /// column are counted.
    pub ragged: Vec<RaggedRecord>,
    /// How many there are.
    pub ragged_count: u64,
    /// How many of them were left out and filled up.
    pub ragged_counts: RaggedCounts,
    #[serde(skip)]
    dictionaries: Vec<Option<Dictionary>>,
}

impl Profile {
    /// The distinct values of a column, missing ones among them; `None` for a column that does not exist or has too
    /// many.
    pub fn dictionary(&self, column: &str) -> Option<&Dictionary> {
        let position = self.columns.iter().position(|profile| profile.name == column)?;
        self.dictionaries.get(position)?.as_ref()
    }

    /// The profile of the column of that name.
    pub fn column(&self, name: &str) -> Option<&ColumnProfile> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// What is in a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ColumnProfile {
    /// The name in the header.
    pub name: String,
    /// What its values look like.
    pub kind: Kind,
    /// Numbers, dates and times that the values may be, the likelier first: where it is more than one, the user has to
    /// choose.
    pub readings: Vec<Reading>,
    /// Whether the values are numbers or dates, and it is open which: somebody has to say.
    pub is_doubtful: bool,
    /// Whether some values, at most a fifth of them, do not conform to these readings.
    pub has_exceptions: bool,
    /// Distinct values, missing ones left out.
    pub distinct: u64,
    /// False if there are more than `distinct` values, and they were not all kept.
    pub distinct_is_exact: bool,
    /// Records whose value no other record has; `None` where there are too many values to count that.
    pub alone: Option<u64>,
    /// Records whose cell stands for an unknown value.
    pub missing: u64,
    /// Up to 10 most frequent values, missing ones left out, then by value. Of a column with too many values, they are
    /// the most frequent of those that came first.
    pub top: Vec<ValueCount>,
    /// Of a column of numbers.
    pub histogram: Option<Histogram>,
    /// What the most frequent values look like, where that points at one person.
    pub pattern: Option<Pattern>,
    /// Values that probably stand for an unknown one, and are not taken for that.
    pub missing_proposals: Vec<MissingProposal>,
    /// The role it may have.
    pub suggestion: Suggestion,
}

/// A value and its records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueCount {
    /// The value, as in the file.
    pub value: String,
    /// Records that have it.
    pub count: u64,
}

/// Records in 20 intervals of equal width.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Histogram {
    /// The least number, where the first interval begins.
    pub min: f64,
    /// The largest number, which the last interval holds.
    pub max: f64,
    /// Records in each interval. Of a column with too many values to keep, they are exact to a two-thousandth of the
    /// range.
    pub counts: Vec<u64>,
}

/// A role, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The role.
    pub role: Role,
    /// A sentence with the column's own numbers.
    pub reason: String,
}
