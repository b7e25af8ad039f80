//! Why a report cannot be made into a document.

/// Why a report cannot be made into a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The report is about something else.
    #[error("this is the report of a {given}; a document is made of that of a release")]
    OtherReport {
        /// What the report is about.
        given: &'static str,
    },
    /// The report was made for recipients.
    #[error("this report is the one for recipients, which does not say which recipe it belongs to")]
    ForRecipients,
    /// The recipe does not belong to the report.
    #[error("the report was made with another recipe")]
    OtherRecipe,
    /// The distributions belong to a different policy or table.
    #[error("what was compared is another policy, or another table, than the report's")]
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
    #[error("what is said for the sections cannot be read, line {line}: {problem}")]
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
            Self::OtherReport { .. } => "Take the report that `kanon anonymize` or the Release step wrote.".into(),
            Self::ForRecipients => "Take the report that stays inside; the document has an external edition.".into(),
            Self::OtherComparison => {
                "Take what `kanon compare` prints of the original with this recipe and this policy.".into()
            }
            Self::OtherRecipe => "Take the recipe and the report that belong together.".into(),
            Self::UnknownField { .. } | Self::Syntax { .. } => {
                "Start from what `kanon report --fields` prints, and fill in the texts.".into()
            }
        }
    }
}
