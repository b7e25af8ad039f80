//! Why a report cannot be made into a document.

/// Why a report cannot be made into a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The report is about something else.
    #[error("this is the report of a {given}; a document needs the report of a release")]
    OtherReport {
        /// What the report is about.
        given: &'static str,
    },
    /// The report was made for recipients.
    #[error("this is the report for recipients, which does not name its recipe")]
    ForRecipients,
    /// The recipe does not belong to the report.
    #[error("the report was made with another recipe")]
    OtherRecipe,
    /// The distributions belong to a different policy or table.
    #[error("the comparison is about a different policy or table than the report")]
    OtherComparison,
    /// A text for which there is no section.
    #[error("no section asks for `{given}`; there are {known}")]
    UnknownField {
        /// The given name.
        given: String,
        /// The known names.
        known: String,
    },
    /// The texts are not an object of strings.
    #[error("the texts for the sections cannot be read, line {line}: {problem}")]
    Syntax {
        /// Line of the file, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl DocumentError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::OtherReport { .. } => "document-other-report",
            Self::ForRecipients => "document-for-recipients",
            Self::OtherRecipe => "document-other-recipe",
            Self::OtherComparison => "document-other-comparison",
            Self::UnknownField { .. } => "document-unknown-field",
            Self::Syntax { .. } => "document-syntax",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::OtherReport { .. } => "Use the report that `kanon anonymize` or the Release step wrote.".into(),
            Self::ForRecipients => {
                "Use the report for those who keep the original; the document has an external edition.".into()
            }
            Self::OtherComparison => {
                "Use the output of `kanon compare` for the original with this recipe and this policy.".into()
            }
            Self::OtherRecipe => "Use a recipe and a report that belong together.".into(),
            Self::UnknownField { .. } | Self::Syntax { .. } => {
                "Start from the output of `kanon report --fields`, and fill in the texts.".into()
            }
        }
    }
}
