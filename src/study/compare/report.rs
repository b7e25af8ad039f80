//! What is told of a policy, as JSON.

use crate::effect::Alike;
use crate::lattice::Level;
use crate::loss::MeasureName;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What a policy makes of a table. *Before* are the original values, *after* the records that are kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateReport {
    /// Records that a class must have to be kept.
    pub k: u64,
    /// The level of each quasi-identifier.
    pub policy: IndexMap<String, Level>,
    /// The same in words.
    pub words: IndexMap<String, String>,
    /// The measure of the loss.
    pub measure: MeasureName,
    /// The loss.
    pub loss: f64,
    /// Records of the table.
    pub records: u64,
    /// Records in classes of fewer than k.
    pub suppressed_records: u64,
    /// Classes of the original values.
    pub classes_before: usize,
    /// Classes that are kept.
    pub classes: usize,
    /// The quasi-identifiers.
    pub columns: Vec<ColumnReport>,
    /// How large the classes are.
    pub sizes: Vec<SizesReport>,
    /// Records whose risk is over thresholds.
    pub at_risk: Vec<AtRisk>,
    /// The sensitive columns that the release has.
    pub sensitive: Vec<Sensitive>,
    /// Two quasi-identifiers crossed.
    pub cross: Option<CrossReport>,
}

/// One quasi-identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnReport {
    /// The column.
    pub column: String,
    /// Its level.
    pub level: Level,
    /// What the level is.
    pub words: String,
    /// Its loss, where the measure has one of each column.
    pub loss: Option<f64>,
    /// Different values, missing ones included.
    pub values: usize,
    /// Groups of them on the level.
    pub groups: usize,
    /// Records whose value is missing.
    pub missing_before: u64,
    /// Records that are kept and are released with a missing value.
    pub missing_after: u64,
    /// Records that are suppressed, and so have no value.
    pub suppressed: u64,
    /// What the values are.
    pub kind: ValueKind,
    /// Of numbers, dates and times, what is said of the original values.
    pub before: Option<FiguresReport>,
    /// The same of the records that are kept, each of which stands for the middle between the least and the greatest
    /// value of its group; nothing where the level has one group only.
    pub after: Option<FiguresReport>,
    /// How far the value of a record that is kept is from that middle at most: a number, or days.
    pub off_at_most: Option<f64>,
    /// How far it is on the average at most.
    pub off_on_average: Option<f64>,
    /// The groups, in their order, or the most frequent ones first.
    pub distribution: Vec<GroupReport>,
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    /// Numbers.
    Number,
    /// Dates, with times or without.
    Date,
    /// Times of day.
    Time,
    /// Texts, which have no order.
    Text,
}

/// A number, a date, or a time of day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Measured {
    /// A number.
    Number(f64),
    /// A day, or a moment, as `2019-03-31` or `2019-03-31 18:05:00`; a time of day as `18:05` or `18:05:30`.
    Date(String),
}

/// What is said of numbers, dates and times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FiguresReport {
    /// Records with a value.
    pub records: u64,
    /// The mean.
    pub mean: Measured,
    /// The standard deviation: of dates, in days.
    pub standard_deviation: Option<f64>,
    /// The least value.
    pub lowest: Measured,
    /// The least value that a quarter of the records do not exceed.
    pub lower_quartile: Measured,
    /// The least value that half of the records do not exceed.
    pub median: Measured,
    /// The least value that three quarters of the records do not exceed.
    pub upper_quartile: Measured,
    /// The greatest value.
    pub highest: Measured,
}

/// One group, or several that are shown as one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupReport {
    /// Its label, or that of the first of several.
    pub label: String,
    /// Of several neighbours, the label of the last.
    pub last: Option<String>,
    /// Groups.
    pub groups: usize,
    /// Whether they are what is left beside the most frequent ones.
    pub is_rest: bool,
    /// Records whose original value is in it.
    pub before: u64,
    /// Those of them that are kept.
    pub after: u64,
    /// The first and the last of the column's values in it, in an order in which every group of every level stands
    /// together: groups of two levels have a value in common where these overlap. None of what is left over.
    pub span: Option<(u32, u32)>,
}

/// Classes of about one size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizesReport {
    /// The smallest size.
    pub from: u64,
    /// The largest.
    pub to: u64,
    /// Classes of the original values.
    pub classes_before: u64,
    /// Classes that are kept.
    pub classes_after: u64,
    /// Records in the former.
    pub records_before: u64,
    /// Records in the latter.
    pub records_after: u64,
}

/// Records whose risk, 1 / size of their class, is over a threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AtRisk {
    /// The threshold.
    pub threshold: f64,
    /// Records of the original.
    pub before: u64,
    /// Records that are kept.
    pub after: u64,
}

/// How much the classes tell of a sensitive column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sensitive {
    /// The column.
    pub column: String,
    /// The classes of the original values.
    pub before: Told,
    /// The classes that are kept.
    pub after: Told,
    /// The records that are suppressed, who are one class where they are starred.
    pub suppressed: Told,
}

/// How much classes tell of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Classes.
    pub classes: u64,
    /// Records in them.
    pub records: u64,
    /// Classes whose records all have one value, which is not missing.
    pub classes_alike: u64,
    /// Records in these.
    pub records_alike: u64,
    /// Different values of the class that has the fewest; a missing one counts as a value.
    pub fewest_values: u64,
}

/// Two columns crossed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CrossReport {
    /// The column of the rows.
    pub row: String,
    /// The column of the columns.
    pub column: String,
    /// The groups of the rows.
    pub rows: Vec<GroupReport>,
    /// The groups of the columns.
    pub columns: Vec<GroupReport>,
    /// Records before, row by row.
    pub before: Vec<Vec<u64>>,
    /// Records that are kept, row by row.
    pub after: Vec<Vec<u64>>,
}

impl From<Alike> for Told {
    fn from(alike: Alike) -> Self {
        Self {
            classes: alike.classes,
            records: alike.records,
            classes_alike: alike.classes_alike,
            records_alike: alike.records_alike,
            fewest_values: alike.fewest_values,
        }
    }
}

impl CandidateReport {
    /// The report as JSON.
    pub fn to_json(&self) -> String {
        // Numbers and texts with keys of text can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}
