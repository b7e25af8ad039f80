//! A hierarchy made by hand, and one level of it as it is drawn.

use super::build::ColumnValues;
use super::hierarchy::Hierarchy;
use super::spec::HierarchySpec;
use crate::error::Result;
use serde::{Deserialize, Serialize};

/// Rows with names for their levels: what a hierarchy becomes when it is edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// What levels 1, 2, … are, in words; an empty name, or none, says nothing.
    #[serde(default)]
    pub levels: Vec<String>,
    /// Value, group on level 1, …, group on the top.
    pub rows: Vec<Vec<String>>,
}

impl Tree {
    /// The tree that a specification comes to over a column, with the names of its levels; without one, each value is
    /// itself or `*`.
    ///
    /// # Errors
    /// What the specification refuses.
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
    /// As for [`Hierarchy::from_rows`].
    pub fn build(&self) -> Result<Hierarchy> {
        Ok(Hierarchy::from_rows(&self.rows)?.named(self.levels.iter().cloned()))
    }
}
