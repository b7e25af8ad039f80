//! Papers 000 and 002, tables 1 to 4: how far pruning narrows the lattice, and what it costs.

use super::subject::{Finished, Subject};
use crate::error::Result;
use crate::lattice::antichain::{Recording, StoreKind};
use crate::search::flash::{EarlyBounds, Representation};
use crate::search::{BestFirst, Flash, Problem, PropertyCounters};
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
#[derive(Debug, Clone, PartialEq, Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
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
}

/// The study for each number of first quasi-identifiers.
///
/// # Errors
/// Whatever posing a problem can fail with.
pub fn study(subject: &mut Subject<'_>, numbers: &[usize]) -> Result<Vec<Row>> {
    numbers.iter().map(|&n_qis| row(subject, n_qis)).collect()
}

fn row(subject: &mut Subject<'_>, n_qis: usize) -> Result<Row> {
    let prepared = subject.first(n_qis)?;
    let problem = subject.problem(&prepared, |_| ())?;
    let size = problem.lattice().size();
    let mut run = |search| -> Result<Run> { Ok(Run::of(subject.finish(search)?, size)) };
    let flash = |representation, early_bounds| {
        Flash::with(Arc::clone(&problem), representation, early_bounds)
    };
    let implicit = Representation::Implicit(StoreKind::default());
    let best_first =
        |prediction| BestFirst::with(Arc::clone(&problem), StoreKind::default(), prediction);
    Ok(Row {
        quasi_identifiers: prepared.names().len(),
        lattice_size: size.to_string(),
        flash: run(Box::new(flash(implicit, EarlyBounds::Off)?))?,
        flash_early_bounds: run(Box::new(flash(implicit, EarlyBounds::On)?))?,
        flash_explicit: match flash(Representation::Explicit, EarlyBounds::Off) {
            Ok(search) => Some(run(Box::new(search))?),
            Err(_) => None,
        },
        best_first: run(Box::new(best_first(true)))?,
        best_first_without_prediction: run(Box::new(best_first(false)))?,
        stores: store_times(subject, &problem)?,
    })
}

/// Records what Flash asks of its stores, and asks it again of each form alone.
fn store_times(subject: &mut Subject<'_>, problem: &Arc<Problem>) -> Result<Vec<StoreTime>> {
    let recording = Recording::new();
    let search = Flash::with_stores(Arc::clone(problem), EarlyBounds::Off, |direction| {
        recording.store(direction)
    });
    subject.finish(Box::new(search))?;
    Ok(StoreKind::ALL
        .into_iter()
        .map(|store| {
            let start = (subject.now)();
            recording.replay(store);
            StoreTime {
                store,
                operations: recording.len(),
                seconds: ((subject.now)() - start) / 1e3,
            }
        })
        .collect())
}

impl Run {
    fn of(finished: Finished, lattice_size: u128) -> Self {
        let counters = finished.progress().counters;
        Self {
            loss: finished.loss(),
            suppressed_records: finished
                .evaluation()
                .map(|evaluation| evaluation.suppressed),
            done: finished.done,
            checked: counters.checked,
            checked_share: counters.checked as f64 / lattice_size as f64,
            insufficient_quality: Store::of(counters.insufficient_quality),
            insufficient_protection: Store::of(counters.insufficient_protection),
            seconds: finished.seconds,
        }
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
