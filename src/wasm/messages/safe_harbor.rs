//! The treatment of Safe Harbor's identifiers, as messages.

use crate::frontier;
use serde::Serialize;
use tsify::Tsify;

/// The treatment of a column that may be an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Handling {
    /// It is left out.
    LeftOut,
    /// Replaced by something that does not follow from its values.
    Replaced,
    /// A part of its values is written, or something that follows from each of them.
    Derived,
    /// Ages of 90 and more are one group.
    Ages,
    /// ZIP codes keep three digits, and small areas are `000`.
    ZipCodes,
    /// Dates keep their year.
    Dates,
    /// Dates of birth keep their year, and those of 90 and more are one group.
    BirthDates,
    /// Years of birth stay as they are: nothing shows who is 90.
    BirthYears,
    /// The values are what the rule allows already.
    Allowed,
    /// Declared not to be an identifier.
    SaidToBeNone,
    /// Kept as it is.
    Kept,
}

message! {
    /// A column that may be an identifier.
    pub struct Described {
        /// The column.
        column: String,
        /// The treatment.
        handling: Handling,
    }

    /// An identifier, with the columns that may be one.
    pub struct SafeHarborRow {
        /// The identifier.
        identifier: String,
        /// The columns, in the order of the file.
        columns: Vec<Described>,
    }

    /// All identifiers of Safe Harbor.
    pub struct SafeHarborTable {
        /// Columns that are kept unchanged although they may be identifiers.
        incomplete: Vec<String>,
        /// The identifiers, in the rule's order.
        identifiers: Vec<SafeHarborRow>,
    }
}

impl From<frontier::Handling> for Handling {
    fn from(handling: frontier::Handling) -> Self {
        match handling {
            frontier::Handling::LeftOut => Self::LeftOut,
            frontier::Handling::Replaced => Self::Replaced,
            frontier::Handling::Derived => Self::Derived,
            frontier::Handling::Ages => Self::Ages,
            frontier::Handling::ZipCodes => Self::ZipCodes,
            frontier::Handling::Dates => Self::Dates,
            frontier::Handling::BirthDates => Self::BirthDates,
            frontier::Handling::BirthYears => Self::BirthYears,
            frontier::Handling::Allowed => Self::Allowed,
            frontier::Handling::SaidToBeNone => Self::SaidToBeNone,
            frontier::Handling::Kept => Self::Kept,
        }
    }
}

impl From<frontier::SafeHarborRow> for SafeHarborRow {
    fn from(row: frontier::SafeHarborRow) -> Self {
        let columns = row
            .columns
            .into_iter()
            .map(|described| Described { column: described.column, handling: described.handling.into() });
        Self { identifier: row.identifier.to_owned(), columns: columns.collect() }
    }
}

impl From<frontier::SafeHarborTable> for SafeHarborTable {
    fn from(table: frontier::SafeHarborTable) -> Self {
        Self { incomplete: table.incomplete, identifiers: table.identifiers.into_iter().map(Into::into).collect() }
    }
}
