//! The description of a policy, as JSON.

use crate::effect::Alike;
use crate::error::{ReportError, Result};
use crate::lattice::Level;
use crate::loss::MeasureName;
use crate::report::{ReportKind, read_report};
use crate::table::ReadReport;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The effect of a policy on a table. *Before* means the original values, *after* the kept records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CandidateReport {
    /// The kind of the report.
    pub kind: ReportKind,
    /// The number of its format.
    pub format: u32,
    /// How the original was read.
    pub read: ReadReport,
    /// The least size of a kept class.
    pub k: u64,
    /// The level of each quasi-identifier.
    pub policy: IndexMap<String, Level>,
    /// The policy in words.
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
    /// Records whose risk exceeds each threshold.
    pub at_risk: Vec<AtRisk>,
    /// The sensitive columns that the release contains.
    pub sensitive: Vec<Sensitive>,
    /// Two quasi-identifiers crossed.
    pub cross: Option<CrossReport>,
}

/// One quasi-identifier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ColumnReport {
    /// The column.
    pub column: String,
    /// The level.
    pub level: Level,
    /// The level in words.
    pub words: String,
    /// The loss, if the measure has one for each column.
    pub loss: Option<f64>,
    /// Different values, missing ones included.
    pub values: usize,
    /// Groups of them on the level.
    pub groups: usize,
    /// Records whose value is missing.
    pub missing_before: u64,
    /// Kept records that are released with a missing value.
    pub missing_after: u64,
    /// Suppressed records, which have no value.
    pub suppressed: u64,
    /// What the values are.
    pub kind: ValueKind,
    /// Statistics of the original values, if they are numbers, dates or times.
    pub before: Option<FiguresReport>,
    /// Statistics of the kept records, each represented by the midpoint of its group's least and greatest value. None
    /// if the level has one group only.
    pub after: Option<FiguresReport>,
    /// The greatest distance of a kept record's value from that midpoint: a number, or days.
    pub off_at_most: Option<f64>,
    /// An upper bound on the mean distance.
    pub off_on_average: Option<f64>,
    /// The groups in their order, or the most frequent ones first.
    pub distribution: Vec<GroupReport>,
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Measured {
    /// A number.
    Number(f64),
    /// A day, or a moment, as `2019-03-31` or `2019-03-31 18:05:00`; a time of day as `18:05` or `18:05:30`.
    Date(String),
}

/// Statistics of numbers, dates or times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GroupReport {
    /// The label, or the label of the first of several.
    pub label: String,
    /// For several neighbours, the label of the last.
    pub last: Option<String>,
    /// The number of groups.
    pub groups: usize,
    /// Whether this entry collects the groups that are not among the most frequent ones.
    pub is_rest: bool,
    /// Records whose original value is in it.
    pub before: u64,
    /// Those of them that are kept.
    pub after: u64,
    /// The first and the last of the column's values in it, in an order that keeps every group of every level together.
    /// Groups of two levels share a value if these spans overlap. `None` for the collected rest.
    pub span: Option<(u32, u32)>,
}

/// Classes of about one size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// Records whose risk, 1 / class size, exceeds a threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AtRisk {
    /// The threshold.
    pub threshold: f64,
    /// Records of the original.
    pub before: u64,
    /// Records that are kept.
    pub after: u64,
}

/// How much the classes reveal of a sensitive column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sensitive {
    /// The column.
    pub column: String,
    /// The classes of the original values.
    pub before: Told,
    /// The classes that are kept.
    pub after: Told,
    /// The suppressed records. They form one class if they are released as `*`.
    pub suppressed: Told,
}

/// How much classes reveal of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Told {
    /// Classes.
    pub classes: u64,
    /// Records in them.
    pub records: u64,
    /// Classes whose records all share one value that is not missing.
    pub classes_alike: u64,
    /// Records in these.
    pub records_alike: u64,
    /// Distinct values in the class that has the fewest. A missing value counts as one.
    pub fewest_values: u64,
}

/// Two columns crossed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// Reads reports, as `kanon compare` writes them.
    ///
    /// # Errors
    /// A text that is no list of such reports, and those of [`kind_of_report`](crate::report::kind_of_report).
    pub fn parse_all(json: &str) -> Result<Vec<Self>> {
        let syntax = |error: serde_json::Error| ReportError::Syntax { line: error.line(), problem: error.to_string() };
        let all: Vec<serde_json::Value> = serde_json::from_str(json).map_err(syntax)?;
        all.iter().map(|one| read_report(ReportKind::Compare, &one.to_string())).collect()
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        // Numbers and texts with string keys can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}
