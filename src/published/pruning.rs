//! Papers 000 and 002, tables 1 to 4: how far pruning narrows the lattice, and what it costs.

use super::making::{Finished, Job, Making};
use super::{Subject, study};
use crate::error::Result;
use crate::lattice::antichain::{Recording, StoreKind};
use crate::search::flash::{EarlyBounds, Representation};
use crate::search::{BestFirst, Flash, Problem, Progress, PropertyCounters};
use serde::Serialize;
use std::sync::Arc;

/// Flash, best-first and the stores, on the first quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Quasi-identifiers: the first ones of the table.
    pub quasi_identifiers: usize,
    /// Policies of the lattice.
    pub lattice_size: String,
    /// Flash as the papers have it: a policy's bound is known once it was checked (table 2).
    pub flash: Run,
    /// Flash with the bounds that follow from the levels compared before each check.
    pub flash_early_bounds: Run,
    /// Flash as the papers have it, on an explicit lattice; `None` where that would be too large.
    pub flash_explicit: Option<Run>,
    /// Best-first (table 4, and table 3 with prediction).
    pub best_first: Run,
    /// Best-first without prediction (table 3).
    pub best_first_without_prediction: Run,
    /// The time that each form of the store takes for the inserts and queries of `flash` (table 1).
    pub stores: Vec<StoreTime>,
}

/// What one search did.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Run {
    /// The best loss.
    pub loss: Option<f64>,
    /// Records that the best policy suppresses.
    pub suppressed_records: Option<u64>,
    /// Whether the search came to its end.
    pub done: bool,
    /// Policies checked.
    pub checked: u64,
    /// Policies checked, as a share of the lattice.
    pub checked_share: f64,
    /// The store of insufficient quality ↑.
    pub insufficient_quality: Store,
    /// The store of insufficient protection ↓.
    pub insufficient_protection: Store,
    /// Seconds.
    pub seconds: f64,
}

/// What a store did.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Store {
    /// Policies inserted.
    pub inserts: u64,
    /// Queries.
    pub queries: u64,
    /// Queries answered with yes, as a share of all.
    pub hit_rate: f64,
    /// Policies in the store at the end, as a share of the inserts.
    pub antichain_share: f64,
}

/// The time of one form of the store.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StoreTime {
    /// The form.
    pub store: StoreKind,
    /// Inserts and queries.
    pub operations: usize,
    /// Seconds for all of them.
    pub seconds: f64,
    /// Whether it came to their end.
    pub done: bool,
}

/// A row being made: Flash in three forms, best-first in two, and Flash once more for what it asks of its stores, which is
/// then asked of each form alone.
pub(super) struct Comparison {
    problem: Arc<Problem>,
    recording: Recording,
}

/// Runs before the stores are measured.
const SEARCHES: usize = 6;

impl Comparison {
    pub(super) fn new(subject: &Subject, n_qis: usize) -> Result<Self> {
        let prepared = subject.first(n_qis)?;
        Ok(Self {
            problem: Subject::problem(&prepared, subject.recipe.clone())?,
            recording: Recording::new(),
        })
    }
}

impl Making for Comparison {
    fn next(&mut self, finished: &[Finished]) -> Result<Option<Job>> {
        let problem = || Arc::clone(&self.problem);
        let implicit = Representation::Implicit(StoreKind::default());
        let flash = |representation, early_bounds| {
            Flash::with(problem(), representation, early_bounds)
                .map(|search| Job::search(Box::new(search)))
        };
        let best_first = |prediction| {
            let search = BestFirst::with(problem(), StoreKind::default(), prediction);
            Job::search(Box::new(search))
        };
        Ok(match finished.len() {
            0 => Some(flash(implicit, EarlyBounds::Off)?),
            1 => Some(flash(implicit, EarlyBounds::On)?),
            2 => Some(flash(Representation::Explicit, EarlyBounds::Off).unwrap_or(Job::Nothing)),
            3 => Some(best_first(true)),
            4 => Some(best_first(false)),
            5 => {
                let store = |direction| self.recording.store(direction);
                let search = Flash::with_stores(problem(), EarlyBounds::Off, store);
                Some(Job::search(Box::new(search)))
            }
            run => (StoreKind::ALL.get(run - SEARCHES))
                .map(|&kind| Job::replay(self.recording.replaying(kind))),
        })
    }

    fn row(&self, finished: &[Finished]) -> study::Row {
        let lattice_size = self.problem.lattice().size();
        let run = |place: usize| Run::of(&finished[place], lattice_size);
        study::Row::Pruning(Row {
            quasi_identifiers: self.problem.qis().len(),
            lattice_size: lattice_size.to_string(),
            flash: run(0).unwrap_or_default(),
            flash_early_bounds: run(1).unwrap_or_default(),
            flash_explicit: run(2),
            best_first: run(3).unwrap_or_default(),
            best_first_without_prediction: run(4).unwrap_or_default(),
            stores: (StoreKind::ALL.into_iter())
                .zip(&finished[SEARCHES..])
                .map(|(store, replay)| StoreTime {
                    store,
                    operations: self.recording.len(),
                    seconds: replay.seconds,
                    done: replay.done,
                })
                .collect(),
        })
    }
}

impl Run {
    /// `None` where there was no search.
    fn of(finished: &Finished, lattice_size: u128) -> Option<Self> {
        let Progress {
            evaluation,
            counters,
            ..
        } = finished.progress.as_ref()?;
        Some(Self {
            loss: finished.loss(),
            suppressed_records: evaluation.map(|evaluation| evaluation.suppressed),
            done: finished.done,
            checked: counters.checked,
            checked_share: counters.checked as f64 / lattice_size as f64,
            insufficient_quality: Store::of(counters.insufficient_quality),
            insufficient_protection: Store::of(counters.insufficient_protection),
            seconds: finished.seconds,
        })
    }
}

impl Store {
    fn of(counters: PropertyCounters) -> Self {
        let share = |part: u64, whole: u64| {
            if whole == 0 {
                0.0
            } else {
                part as f64 / whole as f64
            }
        };
        Self {
            inserts: counters.inserts,
            queries: counters.queries,
            hit_rate: share(counters.hits, counters.queries),
            antichain_share: share(counters.antichain, counters.inserts),
        }
    }
}
