//! A hierarchy made by hand.

use super::build::ColumnValues;
use super::hierarchy::Hierarchy;
use super::spec::HierarchySpec;
use crate::error::Result;
use serde::{Deserialize, Serialize};

/// Rows with names for their levels: the form of a hierarchy after an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The names of levels 1, 2, …; empty or absent if there is none.
    #[serde(default)]
    pub levels: Vec<String>,
    /// Value, group on level 1, …, group on the top.
    pub rows: Vec<Vec<String>>,
}

impl Tree {
    /// The tree that a specification gives for a column, with the names of its levels. Without a specification, each
    /// value is generalized to `*` at once.
    ///
    /// # Errors
    /// If the specification is invalid for the column.
    pub fn of(spec: Option<&HierarchySpec>, column: &ColumnValues<'_>) -> Result<Self> {
        let hierarchy = match spec {
            Some(HierarchySpec::Tree(tree)) => return Ok(tree.clone()),
            Some(spec) => spec.build(column)?,
            None => Hierarchy::identity(column.dictionary)?,
        };
        Ok(Self {
            levels: hierarchy.given_names().to_vec(),
            rows: (hierarchy.rows()).map(|row| row.into_iter().map(str::to_owned).collect()).collect(),
        })
    }

    /// The hierarchy of these rows.
    ///
    /// # Errors
    /// As [`Hierarchy::from_rows`].
    pub fn build(&self) -> Result<Hierarchy> {
        Ok(Hierarchy::from_rows(&self.rows)?.named(self.levels.iter().cloned()))
    }
}
