//! Errors of a report to be checked.

/// An error of a report to be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The report is not JSON, or lacks a required part.
    #[error("the report cannot be read, line {line}: {problem}")]
    Syntax {
        /// Line of the report, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The columns of the policy differ from the recipe's quasi-identifiers.
    #[error("the report's policy names {given}, the recipe's quasi-identifiers are {expected}")]
    OtherColumns {
        /// The columns of the report.
        given: String,
        /// The quasi-identifiers of the recipe.
        expected: String,
    },
    /// A level that the hierarchy does not have.
    #[error("the report's policy has level {given}, the hierarchy's highest is {highest}")]
    NoSuchLevel {
        /// The level in the report.
        given: u64,
        /// The highest level of the hierarchy.
        highest: u64,
    },
    /// A file that the recipe names and the check needs was not given.
    #[error("the recipe names {name}, {what}, which was not given")]
    NotGiven {
        /// The file.
        name: String,
        /// What it is.
        what: &'static str,
    },
    /// The quasi-identifiers or counts of the reference recipe differ from those of the loaded table.
    #[error("{name}, the recipe to compare with, has other quasi-identifiers")]
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
            Self::Syntax { .. } => "Use the report as it was written with the release.".into(),
            Self::OtherColumns { .. } | Self::NoSuchLevel { .. } => {
                "Use a recipe and a report that belong together.".into()
            }
            Self::NotGiven { .. } => "Give that file as well.".into(),
            Self::OtherReference { .. } => {
                "`kanon verify` reads the table again for it. Or remove that recipe; the comparison is then not checked.".into()
            }
        }
    }
}
