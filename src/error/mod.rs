//! The one error type of the crate.
//!
//! Every error states what went wrong (its [`std::fmt::Display`]), where ([`Place`]) and how to fix it
//! ([`Error::advice`]). It has a stable [`Error::code`] that a caller may match on. The kinds are defined here, one
//! file for each layer, so that the layers depend on nothing above this module.

mod data;
mod document;
mod exhibit;
mod frontier;
mod hierarchy;
mod odd_values;
mod proof;
mod recipe;
mod report;
mod search;
mod shown;
mod sql;
mod uniques;

pub use data::DataError;
pub use document::DocumentError;
pub use exhibit::ExhibitError;
pub use frontier::FrontierError;
pub use hierarchy::HierarchyError;
pub use odd_values::{OddValue, OddValues};
pub use proof::ProofError;
pub use recipe::RecipeError;
pub use report::ReportError;
pub use search::{Remedies, SearchError};
pub use shown::shown;
pub use sql::SqlError;
pub use uniques::UniquesError;

use shown::quoted;
use std::fmt;

/// The maximum length, in characters, of an error's message and of its advice.
const LONGEST: usize = 2_000;

/// The result of every fallible function of the crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, where, and how to fix it.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    kind: Box<ErrorKind>,
    place: Place,
}

/// What went wrong, by the layer that detected it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The microdata file.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A generalization hierarchy.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyError),
    /// The recipe.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// A report to be checked.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The search and the release.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Unsafe combinations and local suppression.
    #[error(transparent)]
    Uniques(#[from] UniquesError),
    /// The frontier.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// Proofs that a policy is the best one.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// Exhibits.
    #[error(transparent)]
    Exhibit(#[from] ExhibitError),
    /// Documents.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Scripts for a database.
    #[error(transparent)]
    Sql(#[from] SqlError),
}

/// The location of an error in the user's input. Every part is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, by the name that the user gave.
    pub file: Option<String>,
    /// The record, counted from 1 without the header; in a hierarchy, the row of the file counted from 1.
    pub row: Option<u64>,
    /// The column, by name.
    pub column: Option<String>,
    /// The value, as written in the file.
    pub value: Option<String>,
}

impl Error {
    /// An error of this kind, without a location yet.
    pub fn new(kind: impl Into<ErrorKind>) -> Self {
        Self { kind: Box::new(kind.into()), place: Place::default() }
    }

    /// Adds the file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.place.file = Some(file.into());
        self
    }

    /// Adds the record or row, counted from 1.
    #[must_use]
    pub fn at_row(mut self, row: u64) -> Self {
        self.place.row = Some(row);
        self
    }

    /// Adds the column.
    #[must_use]
    pub fn in_column(mut self, column: impl Into<String>) -> Self {
        self.place.column = Some(column.into());
        self
    }

    /// Adds the value.
    #[must_use]
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.place.value = Some(value.into());
        self
    }

    /// Adds the first record of each value that the message lists, as far as it is known.
    #[must_use]
    pub fn with_first_rows(mut self, first_row: &dyn Fn(&str) -> Option<u64>) -> Self {
        if let ErrorKind::Hierarchy(HierarchyError::Odd(odd)) = &mut *self.kind {
            odd.find_rows(first_row);
        }
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where it went wrong.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// A stable name of the kind, in kebab case.
    pub fn code(&self) -> &'static str {
        match self.kind() {
            ErrorKind::Data(kind) => kind.code(),
            ErrorKind::Hierarchy(kind) => kind.code(),
            ErrorKind::Recipe(kind) => kind.code(),
            ErrorKind::Report(kind) => kind.code(),
            ErrorKind::Search(kind) => kind.code(),
            ErrorKind::Uniques(kind) => kind.code(),
            ErrorKind::Frontier(kind) => kind.code(),
            ErrorKind::Proof(kind) => kind.code(),
            ErrorKind::Exhibit(kind) => kind.code(),
            ErrorKind::Document(kind) => kind.code(),
            ErrorKind::Sql(kind) => kind.code(),
        }
    }

    /// How the user can fix it, as one sentence.
    pub fn advice(&self) -> String {
        // Opening a file needs only the advice for data. The others are not inlined, so that they stay out of the
        // first part of the module for the browser.
        let advice = match self.kind() {
            ErrorKind::Data(kind) => kind.advice(),
            ErrorKind::Hierarchy(kind) => kind.advice(),
            ErrorKind::Recipe(kind) => kind.advice(),
            ErrorKind::Report(kind) => kind.advice(),
            ErrorKind::Search(kind) => kind.advice(),
            ErrorKind::Uniques(kind) => kind.advice(),
            ErrorKind::Frontier(kind) => kind.advice(),
            ErrorKind::Proof(kind) => kind.advice(),
            ErrorKind::Exhibit(kind) => kind.advice(),
            ErrorKind::Document(kind) => kind.advice(),
            ErrorKind::Sql(kind) => kind.advice(),
        };
        shown(&advice, LONGEST).into_owned()
    }
}

impl<K: Into<ErrorKind>> From<K> for Error {
    fn from(kind: K) -> Self {
        Self::new(kind)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, row, column, value } = &self.place;
        let mut place = Vec::new();
        let quote = |what, name: &String| format!("{what} `{}`", quoted(name));
        place.extend(file.as_ref().map(|file| shown(file, LONGEST).into_owned()));
        let of = match *self.kind {
            ErrorKind::Hierarchy(_) => " of the hierarchy",
            _ => "",
        };
        place.extend(row.map(|row| format!("row {row}{of}")));
        place.extend(column.as_ref().map(|column| quote("column", column)));
        place.extend(value.as_ref().map(|value| quote("value", value)));
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        f.write_str(&shown(&self.kind.to_string(), LONGEST))
    }
}
