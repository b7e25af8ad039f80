//! What can be wrong with what is to be shown as an exhibit.

/// What can be wrong with what is to be shown as an exhibit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExhibitError {
    /// A report of another kind.
    #[error("this is the report of a {given}, and the exhibit needs that of a {expected}")]
    OtherReport {
        /// What the report is about.
        given: &'static str,
        /// What it must be about.
        expected: &'static str,
    },
    /// Nothing to draw.
    #[error("there is no {what} to show")]
    Empty {
        /// What is missing.
        what: &'static str,
    },
}

impl ExhibitError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::OtherReport { .. } => "exhibit-other-report",
            Self::Empty { .. } => "exhibit-empty",
        }
    }

    pub(super) fn advice(&self) -> String {
        match self {
            Self::OtherReport { expected, .. } => {
                format!("Take the report of a {expected}, or make an exhibit of the other kind.")
            }
            Self::Empty { .. } => "Take a report of a search that has found something.".into(),
        }
    }
}
