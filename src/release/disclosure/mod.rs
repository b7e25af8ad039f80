//! What a release may disclose although every claim of its report holds.
//!
//! k-anonymity hides which of k records is a person's. It does not hide what all of them share, who is in none of the
//! classes, and what the order of the rows, a label or an untouched column tells. Each kind of that is a [`Warning`] with a
//! stable code, its numbers, and its words; the command line, the report and the page show the same ones.

mod labels;
mod order;
mod watch;

pub use labels::{Labelled, rare_labels};
pub use order::is_sorted;
pub use watch::{Watch, Watched};

use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that a release may disclose. As JSON it is an object with its `code` and its numbers. It never holds a value
/// of the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Warning {
    /// Every record is suppressed.
    AllSuppressed {
        /// Records.
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
        /// Their records.
        records: u64,
    },
    /// Classes of at least k records of fewer than k persons.
    FewPersons {
        /// The identifier that tells persons apart.
        column: String,
        /// Such classes.
        classes: u64,
        /// Their records.
        records: u64,
        /// The fewest persons of such a class.
        persons: u64,
        /// The k asked for.
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
    /// The original is sorted by a column that the release hides.
    Sorted {
        /// The quasi-identifier.
        column: String,
    },
    /// A column that the recipe does not name, is released as it is, and looks like an identifier.
    UnnamedIdentifier {
        /// The column.
        column: String,
    },
    /// The other columns that the recipe does not name and that are released as they are.
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
            Self::SuppressedClass { .. } => "suppressed-class",
            Self::SuppressedAlike { .. } => "suppressed-alike",
            Self::ClassesAlike { .. } => "classes-alike",
            Self::FewPersons { .. } => "few-persons",
            Self::RareLabels { .. } => "rare-labels",
            Self::Sorted { .. } => "sorted",
            Self::UnnamedIdentifier { .. } => "unnamed-identifier",
            Self::Unnamed { .. } => "unnamed",
            Self::Formulas { .. } => "formulas",
        }
    }

    /// Whether it is about classes of records.
    pub fn is_of_classes(&self) -> bool {
        !matches!(
            self,
            Self::UnnamedIdentifier { .. } | Self::Unnamed { .. } | Self::Formulas { .. }
        )
    }
}

/// A number with its noun: `1 record`, `2 records`, `3 classes`.
fn counted(number: u64, noun: &str) -> String {
    match (number, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "class") => format!("{number} classes"),
        _ => format!("{number} {noun}s"),
    }
}

/// The sentence that tells it: what, what follows, and what to do.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllSuppressed { records } => write!(
                f,
                "All {records} records are suppressed: no quasi-identifier is left. A measure that does not count \
                 suppression takes that for little loss, or none. Lower the suppression limit, or choose a measure that \
                 counts suppressed records, such as iyengar."
            ),
            Self::SuppressedClass { records, k } => write!(
                f,
                "The {} a class of {records}, smaller than k = {k}: whoever knows a person that fits no other class finds \
                 the person there, with all cells that are released as they are. Lower the suppression limit to 0 so that \
                 none is suppressed, try another limit, or take these rows out before you share the file.",
                if *records == 1 {
                    "one suppressed record is"
                } else {
                    "suppressed records are"
                }
            ),
            Self::SuppressedAlike { column, records } => write!(
                f,
                "The {} one value of the sensitive column `{column}`: it is known of whoever fits no other class.",
                if *records == 1 {
                    "only suppressed record keeps its".to_owned()
                } else {
                    format!("{records} suppressed records all have")
                }
            ),
            Self::ClassesAlike {
                column,
                classes,
                records,
            } => write!(
                f,
                "In {} with {} all records have one value of the sensitive column `{column}`: it is known of everyone \
                 who is in such a class. Generalize more, or a larger k makes it rarer.",
                counted(*classes, "class"),
                counted(*records, "record"),
            ),
            Self::FewPersons {
                column,
                classes,
                records,
                persons,
                k,
            } => write!(
                f,
                "In {} with {} the identifier `{column}` has fewer than {k} different values, in one of them {persons}. If it \
                 tells persons apart, several records of one person stand there for k persons: raise k, or keep one \
                 record of each person.",
                counted(*classes, "class"),
                counted(*records, "record"),
            ),
            Self::RareLabels {
                column,
                labels,
                records,
                k,
            } => write!(
                f,
                "{} of `{column}` in the release with a value that fewer than {k} records have, one of them {}: a \
                 reader learns that it occurs. Name these groups by something else; a bound that was set without looking \
                 at the data tells nothing.",
                counted(*labels, "label"),
                counted(*records, "record"),
            ),
            Self::Sorted { column } => write!(
                f,
                "The file is sorted by `{column}`: the place of a row gives back what the release hides. Write the rows \
                 in a drawn order, with `\"release\": {{\"shuffle\": 7}}` in the recipe."
            ),
            Self::UnnamedIdentifier { column } => write!(
                f,
                "`{column}` looks like an identifier; the recipe does not name it, and it is released as it is. Give it \
                 a role."
            ),
            Self::Unnamed { columns } => write!(
                f,
                "The recipe does not name {}, released as {}: {}.",
                counted(columns.len() as u64, "column"),
                if columns.len() == 1 {
                    "it is"
                } else {
                    "they are"
                },
                columns.join(", ")
            ),
            Self::Formulas { cells } => write!(
                f,
                "{} like a formula and {} released as in the file: a spreadsheet program may run what is in {}.",
                if *cells == 1 {
                    "1 cell begins".to_owned()
                } else {
                    format!("{cells} cells begin")
                },
                if *cells == 1 { "is" } else { "are" },
                if *cells == 1 { "it" } else { "them" },
            ),
        }
    }
}

/// Whether a spreadsheet program takes a cell for a formula: it begins with `=` or `@`, or with a sign and no number.
pub(super) fn is_formula(cell: &str) -> bool {
    let mut characters = cell.chars();
    match characters.next() {
        Some('=' | '@') => true,
        Some('+' | '-') => characters
            .next()
            .is_some_and(|next| next.is_alphabetic() || next == '('),
        _ => false,
    }
}
