//! Errors of a generalization hierarchy.

use super::odd_values::OddValues;
use super::shown::quoted;

/// An error of a generalization hierarchy.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyError {
    /// The hierarchy has no rows.
    #[error("the hierarchy has no rows")]
    Empty,
    /// A quote that is not closed at the end of the file.
    #[error("a quote in this row is never closed")]
    OpenQuote,
    /// A row with more or fewer levels than the first.
    #[error("{}", ragged(*given, *expected))]
    Ragged {
        /// The number of levels of this row, including the value.
        given: usize,
        /// The number of levels of the first row.
        expected: usize,
    },
    /// A value in two rows.
    #[error("the value has a row already, row {first}")]
    Repeated {
        /// The first of them, from 1.
        first: u64,
    },
    /// A group of one level that is in two groups of the level above.
    #[error("level {level} does not coarsen level {below}: the group `{}` lies in `{}` (row {first_row}) and in `{}`",
        quoted(group), quoted(first), quoted(second), below = level - 1)]
    Split {
        /// The upper of the two levels.
        level: usize,
        /// The group of the lower level.
        group: String,
        /// The group of the upper level that contains it, by the first row.
        first: String,
        /// The first row, from 1.
        first_row: u64,
        /// The other group of the upper level that contains it, by the row of the error.
        second: String,
    },
    /// On a level, a value is generalized to a second one, that one to a third, and so on back to the first.
    #[error("level {level} goes in a circle: {}", circle(values))]
    Circle {
        /// The level.
        level: usize,
        /// The values, each followed by the one that names its group, and the last by the first.
        values: Vec<String>,
    },
    /// Values of the data without a row.
    #[error("{} of the data {} no row in the hierarchy: {}", plural(missing.len(), "value"), if missing.len() == 1 { "has" } else { "have" }, list(missing, alike))]
    Missing {
        /// The values with their numbers of records, most frequent first.
        missing: Vec<(String, u64)>,
        /// Of some of them, the value with a row that differs in capitals and blanks only.
        alike: Vec<(String, String)>,
    },
    /// More levels than a policy can number.
    #[error("the hierarchy has {given} levels, more than {limit}")]
    TooManyLevels {
        /// The number of levels of the hierarchy.
        given: usize,
        /// The maximum.
        limit: usize,
    },
    /// A builder's parameter that does not give a hierarchy.
    #[error("{problem}")]
    Parameter {
        /// The parameter, what is wrong with it, and its value.
        problem: String,
        /// How to fix it.
        advice: String,
    },
    /// Values that a builder cannot place.
    #[error("{0}")]
    Odd(OddValues),
}

fn ragged(given: usize, expected: usize) -> String {
    match (given, expected) {
        (0, 0) => "the row is empty: it has no value".to_owned(),
        (1, _) => format!("the row has 1 level where the first row has {expected}"),
        _ => format!("the row has {given} levels where the first row has {expected}"),
    }
}

impl HierarchyError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Empty => "hierarchy-empty",
            Self::OpenQuote => "hierarchy-open-quote",
            Self::Ragged { .. } => "hierarchy-ragged",
            Self::Repeated { .. } => "hierarchy-repeated",
            Self::Split { .. } => "hierarchy-split",
            Self::Circle { .. } => "hierarchy-circle",
            Self::Missing { .. } => "hierarchy-missing",
            Self::TooManyLevels { .. } => "hierarchy-too-many-levels",
            Self::Parameter { .. } => "hierarchy-parameter",
            Self::Odd(_) => "hierarchy-value",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Empty => "Give one row for each value: the value, then its group on every level.".into(),
            Self::OpenQuote => "Close the quote, or write it twice if it is part of the text.".into(),
            Self::Ragged { .. } => "Give every row the same number of levels.".into(),
            Self::Repeated { .. } => "Keep one row for each value.".into(),
            Self::Split { level, group, .. } => {
                format!(
                    "Give all rows of `{}` the same group on level {level}, or rename one of the two groups.",
                    quoted(group)
                )
            }
            Self::Circle { level, .. } => {
                format!(
                    "Name each group of level {level} by a value of its own, or for what its values have in common."
                )
            }
            Self::Missing { .. } => {
                "Add a row for each of them to the hierarchy, correct them in the table, or name those that mean unknown as missing: these need no row.".into()
            }
            Self::TooManyLevels { .. } => "Leave out levels.".into(),
            Self::Parameter { advice, .. } => advice.clone(),
            Self::Odd(odd) => odd.advice(),
        }
    }
}

/// The first few values of a circle, followed by its first value again.
fn circle(values: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = (values.iter().take(SHOWN)).map(|value| format!("`{}`", quoted(value))).collect();
    if values.len() > SHOWN {
        shown.push(format!("{} more", values.len() - SHOWN));
    }
    shown.extend(shown.first().cloned());
    shown.join(" → ")
}

/// The first few values with their counts, and the number of further ones.
/// Values with their records, and what differs a little from them.
fn list(missing: &[(String, u64)], alike: &[(String, String)]) -> String {
    const SHOWN: usize = 20;
    let one = |(value, count): &(String, u64)| {
        let name = if value.is_empty() { "the empty cell".to_owned() } else { format!("`{}`", quoted(value)) };
        let records = plural(usize::try_from(*count).unwrap_or(usize::MAX), "record");
        let like = alike.iter().find(|(own, _)| own == value);
        let like = like.map_or_else(String::new, |(_, known)| {
            format!("; `{}`, which has a row, differs in capitals or blanks only", quoted(known))
        });
        format!("{name} ({records}{like})")
    };
    let mut shown: Vec<String> = missing.iter().take(SHOWN).map(one).collect();
    if missing.len() > SHOWN {
        shown.push(format!("and {} more", missing.len() - SHOWN));
    }
    shown.join(", ")
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
