//! What is known of a column when a hierarchy is suggested.

use crate::data::{Words, thousands};
use crate::hierarchy::build::ColumnValues;

/// Values that are listed in a reason.
const LISTED: usize = 4;

/// A column's name, and its values that are not missing, with their records.
pub(super) struct Seen<'a> {
    pub(super) name: &'a str,
    /// The words of the name.
    pub(super) words: Words,
    /// The distinct values, in the order of their first records.
    pub(super) values: Vec<&'a str>,
    /// The records of each value.
    pub(super) counts: Vec<u64>,
    /// A value stays by itself only if it has so many records.
    pub(super) k: u64,
}

impl<'a> Seen<'a> {
    pub(super) fn of(name: &'a str, column: &ColumnValues<'a>, k: u64) -> Self {
        let (values, counts) = column.dictionary.present(column.missing).unzip();
        let name = name.trim();
        Self { name, words: Words::of(name), values, counts, k }
    }

    /// The values with their records.
    pub(super) fn counted(&self) -> impl Iterator<Item = (&'a str, u64)> + Clone {
        self.values.iter().copied().zip(self.counts.iter().copied())
    }

    /// The records with a value.
    pub(super) fn records(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// `1 record`, `1,200 records`.
pub(super) fn records(number: u64) -> String {
    match number {
        1 => "1 record".to_owned(),
        _ => format!("{} records", thousands(number)),
    }
}

/// `323 (1 record), 400 (2 records), and 3 more`.
pub(super) fn list<'a>(values: impl Iterator<Item = (&'a str, u64)>) -> String {
    let mut parts: Vec<String> = values.map(|(value, count)| format!("{value} ({})", records(count))).collect();
    let more = parts.len().saturating_sub(LISTED);
    parts.truncate(LISTED);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join(", ")
}
