//! The runs that make up a row of a study.

use super::study::Row;
use crate::error::Result;
use crate::lattice::antichain::Replay;
use crate::monitor::When;
use crate::run::RunStatus;
use crate::search::{Counters, Search};
use serde::Serialize;

/// A row in progress.
pub(super) trait Making {
    /// The next job after these; `None` once the row has all it needs.
    ///
    /// # Errors
    /// A measure that an algorithm does not support.
    fn next(&mut self, finished: &[Finished]) -> Result<Option<Job>>;

    /// The row, once there are no more jobs.
    fn row(&self, finished: &[Finished]) -> Row;
}

/// One run.
pub(super) enum Job {
    /// A search.
    Search {
        run: crate::run::Run,
        losses: Vec<Improvement>,
        /// The milliseconds of a slice, after which the run is inspected.
        slice: f64,
    },
    /// The operations of a search on its stores, replayed.
    Replay { replay: Replay, milliseconds: f64 },
    /// A run that is not possible.
    Nothing,
}

/// The result of a job that has ended or run out of time.
#[derive(Default)]
pub(super) struct Finished {
    /// The work of the search; for a replay only its time and whether it ended.
    pub(super) run: RunFigures,
    /// The proven bound of a search.
    pub(super) bound: f64,
    /// The improvements with their times, if that was asked for.
    pub(super) losses: Vec<Improvement>,
}

/// The work and result of one search.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct RunFigures {
    /// The best loss.
    pub loss: Option<f64>,
    /// Records that the best policy suppresses.
    pub suppressed_records: Option<u64>,
    /// Whether the search ran to its end.
    pub done: bool,
    /// Seconds.
    pub seconds: f64,
    /// Policies checked, the node score, policies compared, and the operations on the stores.
    pub counters: Counters,
}

/// A better policy, and when it was found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Improvement {
    /// Seconds since the start.
    pub seconds: f64,
    /// Policies checked until then.
    pub checked: u64,
    /// The loss of the policy.
    pub loss: f64,
}

impl Job {
    /// A search that is inspected only when it has ended.
    pub(super) fn search(search: Box<dyn Search + Send>) -> Self {
        Self::Search { run: crate::run::Run::of(search), losses: Vec::new(), slice: f64::INFINITY }
    }

    /// A search that is inspected for a better policy every millisecond.
    pub(super) fn traced(search: Box<dyn Search + Send>) -> Self {
        Self::Search { run: crate::run::Run::of(search), losses: Vec::new(), slice: 1.0 }
    }

    pub(super) fn replay(replay: Replay) -> Self {
        Self::Replay { replay, milliseconds: 0.0 }
    }

    /// Continues for about `milliseconds`, a slice at most, and no longer than `most` in total.
    pub(super) fn advance(&mut self, milliseconds: f64, most: f64, now: &mut dyn FnMut() -> f64) -> Option<Finished> {
        match self {
            Self::Search { run, losses, slice } => {
                let left = (most - run.milliseconds()).max(0.0);
                let status = run.advance(milliseconds.min(*slice).min(left), now);
                let is_over = status != RunStatus::Running || run.milliseconds() >= most;
                if !is_over && slice.is_infinite() {
                    return None;
                }
                let progress = run.progress();
                let seconds = run.milliseconds() / 1e3;
                let loss = progress.best.map(|best| best.loss);
                if let Some(loss) = loss
                    && losses.last().is_none_or(|last| loss < last.loss)
                {
                    losses.push(Improvement { seconds, checked: progress.counters.work.steps(), loss });
                }
                is_over.then(|| Finished {
                    run: RunFigures {
                        loss,
                        suppressed_records: progress.evaluation.map(|best| best.suppressed),
                        done: status == RunStatus::Done,
                        seconds,
                        counters: progress.counters,
                    },
                    bound: progress.bound,
                    losses: std::mem::take(losses),
                })
            }
            Self::Replay { replay, milliseconds: spent } => {
                let start = now();
                let slice = milliseconds.min(most - *spent);
                let done = replay.advance(&mut When(|| now() - start >= slice));
                *spent += now() - start;
                (done || *spent >= most).then(|| Finished {
                    run: RunFigures { done, seconds: *spent / 1e3, ..RunFigures::default() },
                    ..Finished::default()
                })
            }
            Self::Nothing => Some(Finished::default()),
        }
    }
}
