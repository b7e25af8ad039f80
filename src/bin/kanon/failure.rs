//! Why a command ends without its result.

use kanon::error::{ErrorKind, SearchError};
use std::fmt::Display;
use std::path::Path;

/// One message for standard error, and the exit code.
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) exit_code: u8,
    /// The message of the core, without the file and without advice.
    pub(crate) cause: Option<String>,
}

impl Failure {
    /// The answer is no.
    pub(crate) fn no(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit_code: 1, cause: None }
    }

    /// `--seconds` was not enough; the output contains the results so far.
    pub(crate) fn stopped(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit_code: 3, cause: None }
    }

    /// Nothing fails, but something that was asked for could not be checked.
    pub(crate) fn not_checked(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit_code: 4, cause: None }
    }

    /// The result of two checks: that one fails counts more than that one is open.
    pub(crate) fn worse(one: Result<(), Self>, other: Result<(), Self>) -> Result<(), Self> {
        let is_open = |failure: &Self| matches!(failure.exit_code, 3 | 4);
        match (one, other) {
            (Err(one), Err(other)) if is_open(&one) && !is_open(&other) => Err(other),
            (one, other) => one.and(other),
        }
    }

    /// The input is bad.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { message: message.into(), exit_code: 2, cause: None }
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
        Self::input(format!("{}: {error}", path.display()))
    }

    /// A file that was changed, cut or removed between two readings of it.
    pub(crate) fn changed(path: &Path) -> Self {
        let problem = "the file has changed since it was first read. Nothing was written. Run the command again when no program writes to the file.";
        Self::file(path, problem)
    }

    /// An error in what a file holds; the file is named unless the error names one.
    pub(crate) fn in_file(path: &Path, error: kanon::Error) -> Self {
        let cause = Some(error.to_string());
        let failure = match error.place().file {
            Some(_) => Self::from(error),
            None => error.in_file(path.display().to_string()).into(),
        };
        Self { cause, ..failure }
    }
}

impl From<kanon::Error> for Failure {
    fn from(error: kanon::Error) -> Self {
        let message = format!("{error}. {}", error.advice());
        let failure = match error.kind() {
            ErrorKind::Search(
                SearchError::NoValidPolicy { .. } | SearchError::NoneHolds { .. } | SearchError::BudgetTooSmall { .. },
            ) => Self::no(message),
            _ => Self::input(message),
        };
        Self { cause: Some(error.to_string()), ..failure }
    }
}
