//! The values of a column that are not what the others are, in one sentence.

use super::shown::quoted;
use std::fmt;

/// The values of a column that are not what most of its values are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddValues {
    /// What the others are, in the plural: ``numbers with the unit `$` ``.
    pub what: String,
    /// The records whose value is that.
    pub fitting: u64,
    /// The records whose value is not.
    pub records: u64,
    /// The number of different values that are not.
    pub distinct: usize,
    /// The most frequent of them.
    pub listed: Vec<OddValue>,
}

/// A value that is not what the others are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddValue {
    /// The value, as in the file.
    pub value: String,
    /// Its records.
    pub records: u64,
    /// The first of them, from 1, if it is known.
    pub row: Option<u64>,
}

impl OddValues {
    /// Adds the first record of each listed value, as far as it is known.
    pub fn find_rows(&mut self, first_row: &dyn Fn(&str) -> Option<u64>) {
        for odd in &mut self.listed {
            odd.row = odd.row.or_else(|| first_row(&odd.value));
        }
    }

    /// How to make the column one of a kind.
    pub fn advice(&self) -> String {
        let codes: Vec<&str> = self.listed.iter().map(|odd| odd.value.as_str()).collect();
        let codes = serde_json::to_string(&codes).unwrap_or_default();
        let (them, more) = match (self.distinct, self.distinct > self.listed.len()) {
            (1, _) => ("it", ""),
            (_, false) => ("them", ""),
            (_, true) => ("them", ", and the others"),
        };
        format!(
            "Correct {them} in the file, name {them} as missing in this column (`\"missing\": {codes}`{more} in a recipe), or choose another kind of hierarchy."
        )
    }
}

impl fmt::Display for OddValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, fitting, records, distinct, listed } = self;
        let these = if *distinct == 1 { "this one is not" } else { "these are not" };
        match fitting {
            0 => write!(f, "the column has no {what}: ")?,
            _ => write!(f, "{fitting} of {} are {what}; {these}: ", plural(fitting + records, "value"))?,
        }
        for (place, odd) in listed.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}`{}` ({}", quoted(&odd.value), plural(odd.records, "record"))?;
            match odd.row {
                Some(row) if odd.records == 1 => write!(f, ", row {row})")?,
                Some(row) => write!(f, ", the first in row {row})")?,
                None => write!(f, ")")?,
            }
        }
        match distinct - listed.len() {
            0 => Ok(()),
            more => write!(f, ", and {more} more"),
        }
    }
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
