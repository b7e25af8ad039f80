//! Suggests an initial hierarchy.

mod bulk;
mod codes;
mod dates;
mod frequent;
mod numbers;
mod postal;
mod scale;
mod seen;
mod texts;
mod variants;

use super::build::ColumnValues;
use super::spec::HierarchySpec;
use crate::data::{NumberFormat, Reading};
use seen::Seen;
use serde::Serialize;

/// Up to this number of distinct numbers, a list is as good as any grouping.
const FEW_NUMBERS: usize = 12;

/// A suggested hierarchy, with the reason. A user must check it: it only follows from what the values look like.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proposal {
    /// The hierarchy; without one, each value is generalized to `*` at once.
    pub spec: Option<HierarchySpec>,
    /// A sentence with the column's own numbers.
    pub reason: String,
}

/// An initial hierarchy, by the column's name and by what its values look like. A value that stays where others are
/// joined has at least `k` records.
///
/// - dates: day, month, quarter, year, and spans of years if there are many
/// - times of day: hours, and spans of 3, 6 and 12
/// - bands of numbers: neighbours joined, by intervals or in their order; other values among them stay
/// - ages in years: 5, 10 and 20 years, with one group from 90 on if few are so old
/// - other numbers: intervals of about a twenty-fifth of the range of most records, and wider ones; numbers that are
///   far away are one group
/// - numbers that are codes by their name: prefixes, or the most frequent ones
/// - codes of ICD-10 and ICD-9, and ZIP codes: their published groups
/// - postal codes: their prefixes
/// - other codes of one length with digits: masked from the right
/// - codes with a separator, such as `250.01`: the part before it
/// - values that differ in capitals and blanks only, or are short for a word beside them: one group on level 1
/// - few values, free text, and values whose kind is ambiguous or has a few exceptions: none
/// - other texts: the most frequent ones are kept, the others are one group; their alphabetical order has no meaning
pub fn suggest(name: &str, column: &ColumnValues<'_>, k: u64) -> Proposal {
    let seen = Seen::of(name, column, k);
    let present = &seen.values;
    let reading = match Reading::of_values(column.reading, present.iter().copied()) {
        Ok(reading) => reading,
        Err(doubt) => {
            let why = match doubt.code() {
                "data-short-years" => format!("The century is open: {doubt}"),
                _ => "The values can be read in more than one way".to_owned(),
            };
            return Proposal::none(format!("{why}. Say which is meant, and groups can be proposed."));
        }
    };
    if let Some(proposal) = codes::known(&seen).or_else(|| postal::known(&seen, reading.as_ref())) {
        return proposal;
    }
    match reading.as_ref() {
        Some(Reading::Date(format)) => dates::dates(format, present),
        Some(Reading::Time) => dates::times(present),
        Some(Reading::WholeNumber(format)) => numbers::numbers(&seen, format, true),
        Some(Reading::Decimal(format)) => numbers::numbers(&seen, format, false),
        Some(Reading::Text) => Proposal::none("Free text has no groups: each value is itself or suppressed."),
        None => match numbers::but_for_open_ends(&seen) {
            Some(is_whole) => numbers::numbers(&seen, &NumberFormat::PLAIN, is_whole),
            None => variants::joined(&seen, column)
                .or_else(|| codes::numbered(&seen))
                .or_else(|| numbers::bands(&seen))
                .unwrap_or_else(|| texts::but_for_exceptions(&seen)),
        },
        Some(Reading::Category | Reading::Place) => {
            variants::joined(&seen, column).unwrap_or_else(|| texts::texts(&seen))
        }
    }
}

impl Proposal {
    fn none(reason: impl Into<String>) -> Self {
        Self { spec: None, reason: reason.into() }
    }

    fn of(spec: HierarchySpec, reason: impl Into<String>) -> Self {
        Self { spec: Some(spec), reason: reason.into() }
    }

    /// None, as there are so few values.
    fn few(n_values: usize) -> Self {
        Self::none(format!("There are {n_values} values only: each is itself or suppressed."))
    }
}

#[cfg(test)]
mod tests;
