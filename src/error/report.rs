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
    /// The report does not state a kind that is known.
    #[error("this is no report of Kanon: it does not say what it is about")]
    NoKind,
    /// The report is of a format that is not read here, or states none.
    #[error("the report of `{kind}` {}, and this program reads format {expected}", format_of(given.as_deref()))]
    OtherFormat {
        /// The kind of the report.
        kind: &'static str,
        /// The format that it states, as written.
        given: Option<String>,
        /// The format that is read.
        expected: u32,
    },
    /// The report lacks a key that every report of its kind has.
    #[error("the report lacks `{key}`, which every report of `{kind}` has")]
    Lacks {
        /// The kind of the report.
        kind: &'static str,
        /// The key.
        key: &'static str,
    },
    /// The report differs from the recipe in a setting, or lacks what the recipe asks for.
    #[error("`{key}` of the report is not what the recipe says")]
    Contradicts {
        /// The key.
        key: &'static str,
    },
    /// The report is of another kind.
    #[error("this is the report of `{given}`, not of `{expected}`")]
    OtherKind {
        /// The kind of the report.
        given: &'static str,
        /// The kind that is needed.
        expected: &'static str,
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

/// The format of a report, in words.
fn format_of(given: Option<&str>) -> String {
    given.map_or_else(|| "states no format".to_owned(), |given| format!("is of format {given}"))
}

impl ReportError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "report-syntax",
            Self::NoKind => "report-no-kind",
            Self::OtherFormat { .. } => "report-other-format",
            Self::Lacks { .. } => "report-lacks",
            Self::Contradicts { .. } => "report-contradicts",
            Self::OtherKind { .. } => "report-other-kind",
            Self::OtherColumns { .. } => "report-other-columns",
            Self::NoSuchLevel { .. } => "report-no-such-level",
            Self::NotGiven { .. } => "report-not-given",
            Self::OtherReference { .. } => "report-other-reference",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Syntax { .. } | Self::NoKind | Self::Lacks { .. } => "Use the report as it was written.".into(),
            Self::OtherFormat { .. } => {
                "Make the report again with this program, or use the program that wrote it.".into()
            }
            Self::OtherKind { .. } => "Give the report of the other kind.".into(),
            Self::OtherColumns { .. } | Self::NoSuchLevel { .. } | Self::Contradicts { .. } => {
                "Use a recipe and a report that belong together.".into()
            }
            Self::NotGiven { .. } => "Give that file as well.".into(),
            Self::OtherReference { .. } => {
                "`kanon verify` reads the table again for it. Or remove that recipe; the comparison is then not checked.".into()
            }
        }
    }
}
