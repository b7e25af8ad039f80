//! The runs that a row of a study is made of.

use super::study::Row;
use crate::error::Result;
use crate::lattice::antichain::Replay;
use crate::monitor::When;
use crate::search::{Counters, Search};
use crate::study::{self, RunStatus};
use serde::Serialize;

/// A row that is being made.
pub(super) trait Making {
    /// What is to be run after these; nothing when the row has all that it needs.
    ///
    /// # Errors
    /// A measure that an algorithm is not right for.
    fn next(&mut self, finished: &[Finished]) -> Result<Option<Job>>;

    /// The row, once there is nothing more to be run.
    fn row(&self, finished: &[Finished]) -> Row;
}

/// One run.
pub(super) enum Job {
    /// A search.
    Search {
        run: study::Run,
        losses: Vec<Improvement>,
        /// The milliseconds of a slice, after which the run is looked at.
        slice: f64,
    },
    /// What a search asked of its stores, asked again.
    Replay { replay: Replay, milliseconds: f64 },
    /// A run that is not possible.
    Nothing,
}

/// What came out of a job that has ended, or whose time was over.
#[derive(Default)]
pub(super) struct Finished {
    /// What the search did; what a replay says is its time and whether it came to its end.
    pub(super) run: RunFigures,
    /// The proven bound of a search.
    pub(super) bound: f64,
    /// When it found what, if that was asked for.
    pub(super) losses: Vec<Improvement>,
}

/// What one search did.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct RunFigures {
    /// The best loss.
    pub loss: Option<f64>,
    /// Records that the best policy suppresses.
    pub suppressed_records: Option<u64>,
    /// Whether the search came to its end.
    pub done: bool,
    /// Seconds.
    pub seconds: f64,
    /// Policies checked, the node score, policies compared, and what was asked of the stores.
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
    /// A search, looked at only when it has ended.
    pub(super) fn search(search: Box<dyn Search + Send>) -> Self {
        Self::Search { run: study::Run::of(search), losses: Vec::new(), slice: f64::INFINITY }
    }

    /// A search, looked at every millisecond for a better policy.
    pub(super) fn traced(search: Box<dyn Search + Send>) -> Self {
        Self::Search { run: study::Run::of(search), losses: Vec::new(), slice: 1.0 }
    }

    pub(super) fn replay(replay: Replay) -> Self {
        Self::Replay { replay, milliseconds: 0.0 }
    }

    /// Goes on for about `milliseconds`, a slice at the most, and no longer than `most` in all.
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
