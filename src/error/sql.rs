//! Errors of converting a recipe to scripts for a database.

use super::shown::listed;

/// An error of converting a recipe to scripts for a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SqlError {
    /// The recipe releases suppressed cells.
    #[error("the recipe releases suppressed cells, and which cells these are no query can say")]
    Cells,
    /// SQL cannot express the treatment of a column.
    #[error("the recipe writes {treatment}")]
    Treatment {
        /// The treatment, with the reason.
        treatment: &'static str,
    },
    /// The records represent people of a population by weights.
    #[error("the recipe's records stand for people by their weights, which an extract does not have")]
    Weights,
    /// The recipes of a table and its extract have different quasi-identifiers.
    #[error(
        "the recipe of the table has the quasi-identifiers {}, and that of the extract {}",
        listed(table),
        listed(extract)
    )]
    OtherColumns {
        /// The quasi-identifiers of the table.
        table: Vec<String>,
        /// The quasi-identifiers of the extract.
        extract: Vec<String>,
    },
    /// A table name that cannot be parsed.
    #[error("this is no name of a table: {problem}")]
    TableName {
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A character that databases do not accept.
    #[error("it has the character U+0000, which databases do not take")]
    Nul,
    /// The report lacks a valid level for a quasi-identifier.
    #[error("the report has no level for this column that its hierarchy has")]
    NoLevel,
    /// The values belong to a different table than the extract.
    #[error("the values say {said} records of `{label}`, and the extract has {counted}")]
    OtherValues {
        /// The group on the column's lowest level.
        label: String,
        /// The number of records according to the values.
        said: u64,
        /// The number of records counted in the extract.
        counted: u64,
    },
    /// Values were given, but no quasi-identifier has a minimum level that needs them.
    #[error("every quasi-identifier may stay at level 0, so that the extract needs no values")]
    NoMinLevel,
    /// The report belongs to a different extract.
    #[error("the report says {said} {what}, and of this extract there are {counted}")]
    OtherExtract {
        /// What was counted.
        what: &'static str,
        /// The number in the report.
        said: u64,
        /// The number counted here.
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
                "Leave the weights out (`risk.weight_column` in a recipe); what weights say of the risk is told of files alone.".into()
            }
            Self::OtherColumns { .. } => "Give the recipe of the table that the extract is of.".into(),
            Self::TableName { .. } => {
                "Write it as `table`, `schema.table` or `catalog.schema.table`; a part with a dot stands between double quotes.".into()
            }
            Self::Nul => "Remove the character in the table.".into(),
            Self::OtherValues { .. } => "Export the values and the extract again, one right after the other.".into(),
            Self::NoMinLevel => {
                "Leave the values out, or set a column's lowest level (`min_level` in a recipe).".into()
            }
            Self::NoLevel | Self::OtherExtract { .. } => {
                "Give the report that was made from this extract by this recipe.".into()
            }
        }
    }
}
