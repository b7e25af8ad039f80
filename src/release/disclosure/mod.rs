//! What a release may disclose although every claim of its report holds.
//!
//! k-anonymity hides which of k records is a person's. It does not hide what all of them share, who is in none of the
//! classes, and what the order of the rows, a label or an untouched column tells. Each kind of that is a [`Warning`]
//! with a stable code, its numbers, and its words; the command line, the report and the page show the same ones. Of a
//! finished table, whose original nobody has, a [`FinishedWatch`] finds those that its text shows.

mod finished;
mod labels;
mod order;
mod tokens;
mod watch;
mod words;

pub use finished::{FinishedDisclosure, FinishedWatch};
pub use labels::{Labelled, rare_labels};
pub use order::{is_sorted, is_sorted_by_labels};
pub use watch::{Watch, Watched};

use serde::{Deserialize, Serialize};

/// Something that a release may disclose. As JSON it is an object with its `code` and its numbers. It never holds a
/// value of the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Warning {
    /// Every record is suppressed.
    AllSuppressed {
        /// Records.
        records: u64,
    },
    /// Every record is suppressed, and none is in the release.
    AllRemoved {
        /// Records of the original.
        records: u64,
    },
    /// The suppressed records are a class smaller than k.
    SuppressedClass {
        /// Suppressed records.
        records: u64,
        /// The k asked for.
        k: u64,
    },
    /// The suppressed records all have one value of a sensitive column.
    SuppressedAlike {
        /// The sensitive column.
        column: String,
        /// Suppressed records.
        records: u64,
    },
    /// Classes whose records all have one value of a sensitive column.
    ClassesAlike {
        /// The sensitive column.
        column: String,
        /// Such classes.
        classes: u64,
        /// The records of these classes.
        records: u64,
    },
    /// Classes of at least k records of fewer than k persons.
    FewPersons {
        /// The identifier that tells persons apart.
        column: String,
        /// Such classes.
        classes: u64,
        /// The records of these classes.
        records: u64,
        /// The fewest persons of such a class.
        persons: u64,
        /// The k asked for.
        k: u64,
    },
    /// Values of a column that k does not cover, which few records have: whoever knows one of a person finds the
    /// record.
    SinglingOut {
        /// The column, which is no quasi-identifier.
        column: String,
        /// Records whose value fewer than `k` records have.
        records: u64,
        /// Those of them whose value no other record has.
        alone: u64,
        /// The k asked for, but at least 2.
        k: u64,
    },
    /// Labels that contain a value that fewer than k records have.
    RareLabels {
        /// The quasi-identifier.
        column: String,
        /// Such labels.
        labels: u64,
        /// The fewest records that have such a value.
        records: u64,
        /// The k asked for.
        k: u64,
    },
    /// The rows are in the order of a column that the release hides, as far as is known.
    Sorted {
        /// The quasi-identifier.
        column: String,
    },
    /// A column that nobody names, is released as it is, and looks like an identifier.
    UnnamedIdentifier {
        /// The column.
        column: String,
    },
    /// The other columns that nobody names and that are released as they are.
    Unnamed {
        /// The columns.
        columns: Vec<String>,
    },
    /// Cells that a spreadsheet program takes for a formula.
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
            Self::RareLabels { .. } => "rare-labels",
            Self::Sorted { .. } => "sorted",
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

/// Whether a spreadsheet program takes a cell for a formula: it begins with `=` or `@`, or with a sign and no number.
pub(super) fn is_formula(cell: &str) -> bool {
    // Programs that take in a table pass over blanks before it.
    let mut characters = cell.trim_start().chars();
    match characters.next() {
        Some('=' | '@') => true,
        Some('+' | '-') => characters.next().is_some_and(|next| next.is_alphabetic() || next == '('),
        _ => false,
    }
}
