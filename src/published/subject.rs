//! The subject of a study: a table and a recipe.

use crate::data::{Dialect, Table};
use crate::error::Result;
use crate::recipe::Recipe;
use crate::search::Problem;
use crate::table::EncodedStudy;
use std::sync::Arc;

/// A table with a recipe.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The settings; each study changes some of them.
    pub recipe: Recipe,
    /// How the file is written.
    pub dialect: Dialect,
    /// The table.
    pub prepared: EncodedStudy,
    /// The time limit of one run, in seconds. The results mark a run that was cut off.
    pub seconds: f64,
}

impl Subject {
    /// The table with the first quasi-identifiers only: at least one of them, and no more than there are.
    ///
    /// # Errors
    /// Any error of preparing a table.
    pub(super) fn first(&self, n_qis: usize) -> Result<EncodedStudy> {
        let table = self.prepared.table();
        let n_qis = n_qis.max(1);
        if n_qis >= table.columns.len() {
            return Ok(self.prepared.clone());
        }
        let first = Table { columns: table.columns[..n_qis].to_vec(), ..Table::clone(table) };
        EncodedStudy::new(&self.recipe, &self.dialect, first)
    }
}

/// The problem of a subject's recipe, with some settings changed, over its first quasi-identifiers.
///
/// # Errors
/// Settings that are not allowed, conditions beside k, and any error of posing a problem.
pub(super) fn problem(prepared: &EncodedStudy, mut recipe: Recipe) -> Result<Arc<Problem>> {
    recipe.check()?;
    recipe.expect_sizes_alone("a study of the papers")?;
    // Links with quasi-identifiers that are left out do not bind the others.
    let names = prepared.names();
    recipe.linked.retain(|group| group.iter().all(|name| names.contains(name)));
    Ok(Arc::new(prepared.problem(&recipe)?))
}
