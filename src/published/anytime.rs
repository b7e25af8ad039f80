//! Papers 000 and 002, figure 7 and table 5: best-first as a heuristic.

use super::subject::Subject;
use crate::error::Result;
use crate::search::Algorithm;
use crate::study::{Run, RunStatus};
use serde::Serialize;

/// Best-first over time on the first quasi-identifiers, and against IGreedy in IGreedy's time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Quasi-identifiers: the first ones of the table.
    pub quasi_identifiers: usize,
    /// Policies of the lattice.
    pub lattice_size: String,
    /// The best loss over time: figure 7 b.
    pub losses: Vec<Improvement>,
    /// When the last best policy was found, in seconds: figure 7 a.
    pub seconds_to_best: f64,
    /// The whole run, in seconds.
    pub seconds: f64,
    /// Whether the run came to its end, so that its best policy is the optimum.
    pub done: bool,
    /// The proven bound at the end.
    pub bound: f64,
    /// IGreedy's loss.
    pub igreedy_loss: Option<f64>,
    /// IGreedy's time, in seconds.
    pub igreedy_seconds: f64,
    /// The best loss of best-first within IGreedy's time: table 5.
    pub loss_in_igreedy_time: Option<f64>,
    /// By how much best-first's quality, 1 − loss, is better than IGreedy's in IGreedy's time, as a share of IGreedy's.
    pub improvement: Option<f64>,
}

/// A better policy, and when it was found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Improvement {
    /// Seconds since the start.
    pub seconds: f64,
    /// Policies checked until then.
    pub checked: u64,
    /// Its loss.
    pub loss: f64,
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
    let lattice_size = problem.lattice().size().to_string();
    let igreedy = subject.run(Algorithm::Igreedy, problem.clone(), 0)?;
    let mut run = Run::of(Algorithm::BestFirst.search(problem, 0)?);
    let losses = improvements(&mut run, subject);
    let in_time = losses
        .iter()
        .take_while(|found| found.seconds <= igreedy.seconds)
        .last()
        .map(|found| found.loss);
    let improvement = igreedy
        .loss()
        .zip(in_time)
        .map(|(igreedy, own)| ((1.0 - own) - (1.0 - igreedy)) / (1.0 - igreedy));
    Ok(Row {
        quasi_identifiers: prepared.names().len(),
        lattice_size,
        seconds_to_best: losses.last().map_or(0.0, |found| found.seconds),
        losses,
        seconds: run.milliseconds() / 1e3,
        done: run.status() == RunStatus::Done,
        bound: run.progress().bound,
        igreedy_loss: igreedy.loss(),
        igreedy_seconds: igreedy.seconds,
        loss_in_igreedy_time: in_time,
        improvement: improvement.filter(|share| share.is_finite()),
    })
}

/// Runs to the end, or as long as a run may take, a millisecond at a time; notes every better policy.
fn improvements(run: &mut Run, subject: &mut Subject<'_>) -> Vec<Improvement> {
    let mut found: Vec<Improvement> = Vec::new();
    loop {
        let status = run.advance(1.0, subject.now);
        let progress = run.progress();
        let seconds = run.milliseconds() / 1e3;
        if let Some(best) = &progress.best
            && found.last().is_none_or(|last| best.loss < last.loss)
        {
            found.push(Improvement {
                seconds,
                checked: progress.counters.checked,
                loss: best.loss,
            });
        }
        if status != RunStatus::Running || seconds >= subject.seconds {
            return found;
        }
    }
}
