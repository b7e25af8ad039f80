//! What can be wrong with a report that is to be checked.

/// What can be wrong with a report that is to be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// Not JSON, or without what a report of its kind must have.
    #[error("the report cannot be read, line {line}: {problem}")]
    Syntax {
        /// Line of the report, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A policy that is not one of the recipe's quasi-identifiers.
    #[error("the report's policy names {given}, the recipe's quasi-identifiers are {expected}")]
    OtherColumns {
        /// The columns of the report.
        given: String,
        /// The quasi-identifiers of the recipe.
        expected: String,
    },
    /// A level that a hierarchy does not have.
    #[error("the report's policy has level {given}, the hierarchy's highest is {highest}")]
    NoSuchLevel {
        /// The report's.
        given: u64,
        /// The hierarchy's highest.
        highest: u64,
    },
    /// A file that the recipe names, and that a check takes.
    #[error("the recipe names {name}, {what}, which was not given")]
    NotGiven {
        /// The file.
        name: String,
        /// What it is.
        what: &'static str,
    },
    /// A recipe to compare with whose quasi-identifiers or counts are others than those in memory.
    #[error("{name}, the recipe to compare with, is of other quasi-identifiers")]
    OtherReference {
        /// The file.
        name: String,
    },
}

impl ReportError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "report-syntax",
            Self::OtherColumns { .. } => "report-other-columns",
            Self::NoSuchLevel { .. } => "report-no-such-level",
            Self::NotGiven { .. } => "report-not-given",
            Self::OtherReference { .. } => "report-other-reference",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Syntax { .. } => "Take the report as it was written with the release.".into(),
            Self::OtherColumns { .. } | Self::NoSuchLevel { .. } => {
                "Take the recipe and the report that belong together.".into()
            }
            Self::NotGiven { .. } => "Give it, too.".into(),
            Self::OtherReference { .. } => {
                "`kanon verify` reads the table once more for it; or take the recipe away, and what it is compared with is not checked.".into()
            }
        }
    }
}
