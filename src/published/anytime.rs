//! Prasser et al. 2016, figure 7 and table 5: best-first as a heuristic.

use super::making::{Finished, Job, Making};
use super::study;
use crate::error::Result;
use crate::search::{Algorithm, Problem};
use serde::Serialize;
use std::sync::Arc;

pub use super::making::{Improvement, RunFigures};

/// Best-first over time on the first quasi-identifiers, and against IGreedy in IGreedy's time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnytimeRow {
    /// The number of quasi-identifiers, the first ones of the table.
    pub quasi_identifiers: usize,
    /// Policies of the lattice.
    pub lattice_size: String,
    /// The best loss over time: figure 7 b.
    pub losses: Vec<Improvement>,
    /// When the last best policy was found, in seconds: figure 7 a.
    pub seconds_to_best: f64,
    /// The run of best-first.
    pub best_first: RunFigures,
    /// The proven bound of best-first at the end.
    pub bound: f64,
    /// The run of IGreedy.
    pub igreedy: RunFigures,
    /// The best loss of best-first within IGreedy's time: table 5.
    pub loss_in_igreedy_time: Option<f64>,
    /// The improvement of best-first's quality, 1 − loss, over IGreedy's in IGreedy's time, as a share of IGreedy's.
    pub improvement: Option<f64>,
}

/// A row in progress: IGreedy, then best-first.
pub(super) struct Race {
    problem: Arc<Problem>,
}

impl Race {
    pub(super) fn new(problem: Arc<Problem>) -> Self {
        Self { problem }
    }
}

impl Making for Race {
    fn next(&mut self, finished: &[Finished]) -> Result<Option<Job>> {
        let search = |algorithm: Algorithm| algorithm.search(Arc::clone(&self.problem), 0);
        Ok(match finished.len() {
            0 => Some(Job::search(search(Algorithm::Igreedy)?)),
            1 => Some(Job::traced(search(Algorithm::BestFirst)?)),
            _ => None,
        })
    }

    fn row(&self, finished: &[Finished]) -> study::Row {
        let (igreedy, best_first) = (finished[0].run, &finished[1]);
        let in_time = (best_first.losses.iter())
            .take_while(|found| found.seconds <= igreedy.seconds)
            .last()
            .map(|found| found.loss);
        let improvement =
            igreedy.loss.zip(in_time).map(|(igreedy, own)| ((1.0 - own) - (1.0 - igreedy)) / (1.0 - igreedy));
        let last = best_first.losses.last();
        study::Row::Anytime(AnytimeRow {
            quasi_identifiers: self.problem.qis().len(),
            lattice_size: self.problem.lattice().size().to_string(),
            losses: best_first.losses.clone(),
            seconds_to_best: last.map_or(0.0, |found| found.seconds),
            best_first: best_first.run,
            bound: best_first.bound,
            igreedy,
            loss_in_igreedy_time: in_time,
            improvement: improvement.filter(|share| share.is_finite()),
        })
    }
}
