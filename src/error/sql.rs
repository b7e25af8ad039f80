//! What can stop a recipe from becoming a database's scripts.

use super::shown::listed;

/// What can stop a recipe from becoming a database's scripts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SqlError {
    /// A release by suppressed cells.
    #[error("the recipe releases suppressed cells, and which cells these are no query can say")]
    Cells,
    /// What becomes of a column cannot be said in SQL.
    #[error("the recipe writes {treatment}")]
    Treatment {
        /// The treatment, and why the scripts cannot, in words.
        treatment: &'static str,
    },
    /// A sample whose records stand for people of a population.
    #[error("the recipe's records stand for people by their weights, which an extract does not have")]
    Weights,
    /// A table and an extract with other quasi-identifiers.
    #[error(
        "the recipe of the table has the quasi-identifiers {}, and that of the extract {}",
        listed(table),
        listed(extract)
    )]
    OtherColumns {
        /// Those of the table.
        table: Vec<String>,
        /// Those of the extract.
        extract: Vec<String>,
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
    /// Values of another table than the extract's.
    #[error("the values say {said} records of `{label}`, and the extract has {counted}")]
    OtherValues {
        /// The group on the column's lowest level.
        label: String,
        /// By the values.
        said: u64,
        /// Counted in the extract.
        counted: u64,
    },
    /// Values that are for no column, or for none of which a level is left out.
    #[error("every quasi-identifier may stay at level 0, so that the extract needs no values")]
    NoMinLevel,
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
            Self::Weights => "sql-weights",
            Self::OtherColumns { .. } => "sql-other-columns",
            Self::TableName { .. } => "sql-table-name",
            Self::Nul => "sql-nul",
            Self::NoLevel => "sql-no-level",
            Self::OtherValues { .. } => "sql-other-values",
            Self::NoMinLevel => "sql-no-min-level",
            Self::OtherExtract { .. } => "sql-other-extract",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Cells => {
                "Release a policy, or release the cells with `kanon anonymize` from a file.".into()
            }
            Self::Treatment { .. } => {
                "Drop the column, mask it, or give it one text for every value, and write what stands for it in the database.".into()
            }
            Self::Weights => {
                "Remove `risk.weight_column` from the recipe; what weights say of the risk is told of files alone.".into()
            }
            Self::OtherColumns { .. } => "Give the recipe of the table that the extract is of.".into(),
            Self::TableName { .. } => {
                "Write it as `table`, `schema.table` or `catalog.schema.table`; a part with a dot stands between double quotes.".into()
            }
            Self::Nul => "Remove the character in the table.".into(),
            Self::OtherValues { .. } => "Make values and extract anew, one after the other.".into(),
            Self::NoMinLevel => {
                "Leave the values out, or set a column's `min_level` in the recipe.".into()
            }
            Self::NoLevel | Self::OtherExtract { .. } => {
                "Give the report that was made from this extract by this recipe.".into()
            }
        }
    }
}
