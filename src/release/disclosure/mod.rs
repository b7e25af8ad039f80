//! Disclosure risks that remain although every claim of a report holds.
//!
//! k-anonymity hides which of k records is a person's. It does not hide a value that all of them share, the people who
//! are in none of the classes, or what the order of the rows, a label or an untouched column reveals. Each kind of risk
//! is a [`Warning`] with a stable code, its numbers, and its words. The command line, the report and the page show the
//! same ones. For a finished table without its original, a [`FinishedScan`] finds the risks that its text shows.

mod bands;
mod counts;
mod finished;
mod given_back;
mod labels;
mod naming;
mod order;
mod running_order;
mod scan;
mod spelling;
mod tallies;
mod tokens;
mod told;
mod words;

pub use finished::{FinishedDisclosure, FinishedScan};
pub use given_back::ReleasedLevels;
pub use labels::{Labelled, rare_labels};
pub use order::{is_sorted, is_sorted_by_labels};
pub use scan::{DisclosureScan, ScanSettings, ScannedRow};
pub use told::{Told, looks_like_identifiers, told, told_of_finished, told_without_numbers};

use serde::{Deserialize, Serialize};

/// A disclosure risk of a release. As JSON it is an object with its `code` and its numbers. It never contains a value
/// of the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Warning {
    /// Every record is suppressed.
    AllSuppressed {
        /// Records.
        records: u64,
    },
    /// Every record is suppressed, and the release has none.
    AllRemoved {
        /// Records of the original.
        records: u64,
    },
    /// The suppressed records form a class smaller than k.
    SuppressedClass {
        /// Suppressed records.
        records: u64,
        /// The required k.
        k: u64,
    },
    /// The suppressed records all share one value of a sensitive column.
    SuppressedAlike {
        /// The sensitive column.
        column: String,
        /// Suppressed records.
        records: u64,
    },
    /// Classes whose records all share one value of a sensitive column.
    ClassesAlike {
        /// The sensitive column.
        column: String,
        /// Such classes.
        classes: u64,
        /// The records of these classes.
        records: u64,
    },
    /// Classes of at least k records that belong to fewer than k persons.
    FewPersons {
        /// The identifier that distinguishes persons.
        column: String,
        /// Such classes.
        classes: u64,
        /// The records of these classes.
        records: u64,
        /// The fewest persons of such a class.
        persons: u64,
        /// The required k.
        k: u64,
    },
    /// Values of a column that k does not cover and that few records have: an attacker who knows the value of a person
    /// finds the record.
    SinglingOut {
        /// The column, which is not a quasi-identifier.
        column: String,
        /// Records whose value fewer than `k` records have.
        records: u64,
        /// Those of them whose value no other record has.
        alone: u64,
        /// The required k, but at least 2.
        k: u64,
    },
    /// The values of all columns that k does not cover, taken together, of which few records have the same.
    SinglingOutTogether {
        /// Such columns.
        columns: u64,
        /// Records whose values fewer than `k` records have.
        records: u64,
        /// Those of them whose values no other record has.
        alone: u64,
        /// The required k, but at least 2.
        k: u64,
    },
    /// An identifier whose mask shows more characters than it hides.
    MaskShows {
        /// The identifier.
        column: String,
        /// Characters that are shown, in all cells.
        shown: u64,
        /// Characters of all cells.
        characters: u64,
    },
    /// Values in place of an identifier that occur as often as few others do.
    RareFrequencies {
        /// The identifier.
        column: String,
        /// Such values.
        values: u64,
        /// The required k.
        k: u64,
    },
    /// A column that is released as it is gives back a quasi-identifier on a finer level than the released one.
    GivenBack {
        /// The quasi-identifier.
        column: String,
        /// The column that gives it back.
        by: String,
        /// The level; 0 are the values of the original.
        level: u64,
        /// Records of which it is given back.
        records: u64,
    },
    /// Labels that contain a value of an identifier.
    NamingLabels {
        /// The quasi-identifier.
        column: String,
        /// The identifier.
        identifier: String,
        /// Such labels.
        labels: u64,
    },
    /// Labels that contain a value that fewer than k records have.
    RareLabels {
        /// The quasi-identifier.
        column: String,
        /// Such labels.
        labels: u64,
        /// The fewest records that have such a value.
        records: u64,
        /// The required k.
        k: u64,
    },
    /// The rows are in the order of a column that the release hides, as far as is known.
    Sorted {
        /// The column: a quasi-identifier, or one that is left out or replaced.
        column: String,
    },
    /// The rows are in an order drawn from a seed that can be found by trying.
    GuessableOrder {},
    /// A column without a role that is released unchanged and looks like an identifier.
    UnnamedIdentifier {
        /// The column.
        column: String,
    },
    /// The other columns without a role that are released unchanged.
    Unnamed {
        /// The columns.
        columns: Vec<String>,
    },
    /// Cells that a spreadsheet program reads as a formula.
    Formulas {
        /// Such cells.
        cells: u64,
    },
}

impl Warning {
    /// The stable name of its kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::AllSuppressed { .. } => "all-suppressed",
            Self::AllRemoved { .. } => "all-removed",
            Self::SuppressedClass { .. } => "suppressed-class",
            Self::SuppressedAlike { .. } => "suppressed-alike",
            Self::ClassesAlike { .. } => "classes-alike",
            Self::FewPersons { .. } => "few-persons",
            Self::SinglingOut { .. } => "singling-out",
            Self::SinglingOutTogether { .. } => "singling-out-together",
            Self::MaskShows { .. } => "mask-shows",
            Self::RareFrequencies { .. } => "rare-frequencies",
            Self::GivenBack { .. } => "given-back",
            Self::NamingLabels { .. } => "naming-labels",
            Self::RareLabels { .. } => "rare-labels",
            Self::Sorted { .. } => "sorted",
            Self::GuessableOrder {} => "guessable-order",
            Self::UnnamedIdentifier { .. } => "unnamed-identifier",
            Self::Unnamed { .. } => "unnamed",
            Self::Formulas { .. } => "formulas",
        }
    }

    /// Whether it is about classes of records.
    pub fn is_of_classes(&self) -> bool {
        matches!(
            self,
            Self::AllSuppressed { .. }
                | Self::SuppressedClass { .. }
                | Self::SuppressedAlike { .. }
                | Self::ClassesAlike { .. }
                | Self::FewPersons { .. }
        )
    }
}

/// The warnings of a release that has no suppressed record: a class of `*` only is one like others.
pub fn without_suppressed(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut kept: Vec<Warning> = Vec::with_capacity(warnings.len());
    for warning in warnings {
        let warning = match warning {
            Warning::SuppressedAlike { column, records } => Warning::ClassesAlike { column, classes: 1, records },
            other => other,
        };
        match (kept.last_mut(), &warning) {
            (
                Some(Warning::ClassesAlike { column, classes, records }),
                Warning::ClassesAlike { column: same, classes: more, records: further },
            ) if column == same => {
                *classes += more;
                *records += further;
            }
            _ => kept.push(warning),
        }
    }
    kept
}

/// Whether a spreadsheet program reads a cell as a formula: it begins with `=` or `@`, or with a sign and is not a
/// number.
pub(super) fn is_formula(cell: &str) -> bool {
    // Programs skip blanks at the start when they import a table.
    let mut characters = cell.trim_start().chars();
    match characters.next() {
        Some('=' | '@') => true,
        Some('+' | '-') => characters.next().is_some_and(|next| next.is_alphabetic() || next == '('),
        _ => false,
    }
}
