//! What is studied: a table, a recipe, and a clock.

use crate::data::{Dialect, Table};
use crate::error::Result;
use crate::search::{Algorithm, Evaluation, Problem, Progress, Search};
use crate::study::{Prepared, Recipe, Run, RunStatus};
use std::sync::Arc;

/// A table with a recipe, and the caller's clock in milliseconds.
pub struct Subject<'a> {
    /// The settings; each study changes some of them.
    pub recipe: &'a Recipe,
    /// How the file is written.
    pub dialect: &'a Dialect,
    /// The table.
    pub prepared: &'a Prepared,
    /// The most that one run may take, in seconds; a run that is cut off is told apart in the results.
    pub seconds: f64,
    /// The clock.
    pub now: &'a mut dyn FnMut() -> f64,
}

/// A run to its end, or to the end of its time.
pub(super) struct Finished {
    pub(super) run: Run,
    pub(super) seconds: f64,
    pub(super) done: bool,
}

impl Subject<'_> {
    /// The table with the first quasi-identifiers only.
    ///
    /// # Errors
    /// Whatever preparing a table can fail with.
    pub(super) fn first(&self, n_qis: usize) -> Result<Prepared> {
        let table = self.prepared.table();
        let first = Table {
            columns: table.columns[..n_qis.min(table.columns.len())].to_vec(),
            ..Table::clone(table)
        };
        Prepared::new(self.recipe, self.dialect, first)
    }

    /// The recipe's problem over a prepared table, with some settings changed.
    pub(super) fn problem(
        &self,
        prepared: &Prepared,
        change: impl FnOnce(&mut Recipe),
    ) -> Result<Arc<Problem>> {
        let mut recipe = self.recipe.clone();
        change(&mut recipe);
        // Links between quasi-identifiers that are left out do not bind the others.
        let names = prepared.names();
        recipe
            .linked
            .retain(|group| group.iter().all(|name| names.contains(name)));
        Ok(Arc::new(prepared.problem(&recipe)?))
    }

    /// Runs an algorithm to its end, or as long as a run may take.
    pub(super) fn run(
        &mut self,
        algorithm: Algorithm,
        problem: Arc<Problem>,
        seed: u64,
    ) -> Result<Finished> {
        self.finish(algorithm.search(problem, seed)?)
    }

    /// Runs a search to its end, or as long as a run may take.
    pub(super) fn finish(&mut self, search: Box<dyn Search + Send>) -> Result<Finished> {
        let mut run = Run::of(search);
        let status = run.advance(self.seconds * 1e3, self.now);
        Ok(Finished {
            seconds: run.milliseconds() / 1e3,
            done: status == RunStatus::Done,
            run,
        })
    }
}

impl Finished {
    pub(super) fn progress(&self) -> Progress {
        self.run.progress()
    }

    /// The loss of the best policy.
    pub(super) fn loss(&self) -> Option<f64> {
        self.progress().best.map(|best| best.loss)
    }

    /// The evaluation of the best policy.
    pub(super) fn evaluation(&self) -> Option<Evaluation> {
        self.progress().evaluation
    }
}
