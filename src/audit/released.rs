//! How the file of a release is read for the check of a report.

use crate::data::{Dialect, TableReader};
use crate::error::Result;
use crate::recipe::Recipe;
use crate::release::Treatment;
use crate::report::{ClaimedCells, Report, ReportKind, kind_of_report};

/// The columns of a release that a check reads, by their names in the release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleasedTable {
    names: Vec<String>,
    count_column: Option<String>,
    may_be_empty: bool,
}

impl ReleasedTable {
    /// The release of a recipe. `names` are its quasi-identifiers in the original, and `header` is the header of the
    /// original. The header is needed only if the file has none: columns are then named by position, and positions
    /// change if columns are left out.
    pub fn of(recipe: &Recipe, dialect: &Dialect, header: &[String], names: &[String]) -> Self {
        let may_be_empty = recipe.release.suppressed.are_removed();
        if dialect.header {
            return Self { names: names.to_vec(), count_column: recipe.count_column.clone(), may_be_empty };
        }
        let released: Vec<&String> = (header.iter()).filter(|name| recipe.treatment(name) != Treatment::Drop).collect();
        let name = |name: &String| {
            let position = released.iter().position(|released| *released == name);
            position.map(|position| format!("column {}", position + 1))
        };
        Self {
            names: names.iter().filter_map(name).collect(),
            count_column: recipe.count_column.as_ref().and_then(name),
            may_be_empty,
        }
    }

    /// The release of a report, if the original is not at hand. Without a recipe, the caller must know its count
    /// column.
    ///
    /// # Errors
    /// [`ReportError::Syntax`](crate::error::ReportError::Syntax).
    pub fn alone(json: &str, recipe: Option<&Recipe>, count_column: Option<String>) -> Result<Self> {
        let count_column = match recipe {
            Some(recipe) => recipe.count_column.clone(),
            None => count_column,
        };
        if kind_of_report(json)? == ReportKind::Uniques {
            let report = ClaimedCells::parse(json)?;
            return Ok(Self { names: report.names().cloned().collect(), count_column, may_be_empty: false });
        }
        let report = Report::parse(json)?;
        let columns = recipe.into_iter().flat_map(Recipe::conditioned);
        let columns = columns.map(str::to_owned);
        Ok(Self {
            names: report.policy.keys().cloned().chain(columns).collect(),
            count_column,
            may_be_empty: report.removed_records.is_some(),
        })
    }

    /// The reader for a file in this dialect.
    pub fn reader(self, dialect: &Dialect) -> TableReader {
        TableReader::new(dialect, &self.names).with_count_column(self.count_column).may_be_empty(self.may_be_empty)
    }
}
