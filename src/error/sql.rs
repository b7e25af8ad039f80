//! What can stop a recipe from becoming a database's scripts.

/// What can stop a recipe from becoming a database's scripts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SqlError {
    /// A release by suppressed cells.
    #[error("the recipe releases suppressed cells, and which cells these are no query can say")]
    Cells,
    /// What becomes of a column cannot be said in SQL.
    #[error("the recipe writes {treatment}, which the scripts cannot")]
    Treatment {
        /// The treatment, in words.
        treatment: &'static str,
    },
    /// A name of a table that cannot be read.
    #[error("this is no name of a table: {problem}")]
    TableName {
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A character that databases do not take.
    #[error("it has the character U+0000, which databases do not take")]
    Nul,
    /// A report without a level of the hierarchy for a quasi-identifier.
    #[error("the report has no level for this column that its hierarchy has")]
    NoLevel,
    /// A report of another extract.
    #[error("the report says {said} {what}, and of this extract there are {counted}")]
    OtherExtract {
        /// What was counted.
        what: &'static str,
        /// By the report.
        said: u64,
        /// Counted here.
        counted: u64,
    },
}

impl SqlError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Cells => "sql-cells",
            Self::Treatment { .. } => "sql-treatment",
            Self::TableName { .. } => "sql-table-name",
            Self::Nul => "sql-nul",
            Self::NoLevel => "sql-no-level",
            Self::OtherExtract { .. } => "sql-other-extract",
        }
    }

    pub(super) fn advice(&self) -> String {
        match self {
            Self::Cells => {
                "Release a policy, or release the cells with `kanon anonymize` from a file.".into()
            }
            Self::Treatment { .. } => {
                "Drop the column or give it one text for every value, and write what stands for it in the database.".into()
            }
            Self::TableName { .. } => {
                "Write it as `table`, `schema.table` or `catalog.schema.table`; a part with a dot stands between double quotes.".into()
            }
            Self::Nul => "Remove the character in the table.".into(),
            Self::NoLevel | Self::OtherExtract { .. } => {
                "Give the report that was made from this extract by this recipe.".into()
            }
        }
    }
}
