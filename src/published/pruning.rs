//! Prasser et al. 2016, tables 1 to 4: how far pruning narrows the lattice, and its cost.

use super::making::{Finished, Job, Making};
use super::study;
use crate::error::Result;
use crate::lattice::antichain::{Recording, StoreKind};
use crate::search::flash::{EarlyBounds, Representation};
use crate::search::{BestFirst, Flash, Problem};
use serde::Serialize;
use std::sync::Arc;

pub use super::making::RunFigures;

/// Flash, best-first and the stores, on the first quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PruningRow {
    /// The number of quasi-identifiers, the first ones of the table.
    pub quasi_identifiers: usize,
    /// Policies of the lattice.
    pub lattice_size: String,
    /// Flash as in the papers: a policy's bound is known once it was checked (table 2).
    pub flash: RunFigures,
    /// Flash with the bounds that follow from the levels, compared before each check.
    pub flash_early_bounds: RunFigures,
    /// Flash as in the papers, on an explicit lattice; `None` if that would be too large.
    pub flash_explicit: Option<RunFigures>,
    /// Best-first (table 4, and table 3 with prediction).
    pub best_first: RunFigures,
    /// Best-first without prediction (table 3).
    pub best_first_without_prediction: RunFigures,
    /// The time that each kind of store takes for the inserts and queries of `flash` (table 1).
    pub stores: Vec<StoreTime>,
}

/// The time of one kind of store.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StoreTime {
    /// The kind.
    pub store: StoreKind,
    /// Inserts and queries.
    pub operations: usize,
    /// Seconds for all of them.
    pub seconds: f64,
    /// Whether all were done.
    pub done: bool,
}

/// A row in progress: Flash in three forms, best-first in two, and Flash once more to record the operations on its
/// stores, which are then replayed on each kind alone.
pub(super) struct Comparison {
    problem: Arc<Problem>,
    recording: Recording,
    /// Whether the lattice is small enough to be made explicit.
    has_explicit: bool,
}

/// Runs before the stores are measured.
const SEARCHES: usize = 6;

impl Comparison {
    pub(super) fn new(problem: Arc<Problem>) -> Self {
        Self { problem, recording: Recording::new(), has_explicit: false }
    }
}

impl Making for Comparison {
    fn next(&mut self, finished: &[Finished]) -> Result<Option<Job>> {
        let problem = || Arc::clone(&self.problem);
        let implicit = Representation::Implicit(StoreKind::default());
        let flash = |representation, early_bounds| {
            Flash::with(problem(), representation, early_bounds).map(|search| Job::search(Box::new(search)))
        };
        let best_first = |prediction| {
            let search = BestFirst::with(problem(), StoreKind::default(), prediction);
            Job::search(Box::new(search))
        };
        Ok(match finished.len() {
            0 => Some(flash(implicit, EarlyBounds::Off)?),
            1 => Some(flash(implicit, EarlyBounds::On)?),
            2 => {
                let explicit = flash(Representation::Explicit, EarlyBounds::Off);
                self.has_explicit = explicit.is_ok();
                Some(explicit.unwrap_or(Job::Nothing))
            }
            3 => Some(best_first(true)),
            4 => Some(best_first(false)),
            5 => {
                let store = |direction| self.recording.store(direction);
                let search = Flash::with_stores(problem(), EarlyBounds::Off, &store);
                Some(Job::search(Box::new(search)))
            }
            run => (StoreKind::ALL.get(run - SEARCHES)).map(|&kind| Job::replay(self.recording.replaying(kind))),
        })
    }

    fn row(&self, finished: &[Finished]) -> study::Row {
        study::Row::Pruning(PruningRow {
            quasi_identifiers: self.problem.qis().len(),
            lattice_size: self.problem.lattice().size().to_string(),
            flash: finished[0].run,
            flash_early_bounds: finished[1].run,
            flash_explicit: self.has_explicit.then_some(finished[2].run),
            best_first: finished[3].run,
            best_first_without_prediction: finished[4].run,
            stores: (StoreKind::ALL.into_iter())
                .zip(&finished[SEARCHES..])
                .map(|(store, replay)| StoreTime {
                    store,
                    operations: self.recording.len(),
                    seconds: replay.run.seconds,
                    done: replay.run.done,
                })
                .collect(),
        })
    }
}
