//! A resumable study that yields row after row.

use super::making::{Finished, Job, Making};
use super::subject::{Subject, problem};
use super::{anytime, ola, pruning};
use crate::error::Result;
use serde::Serialize;
use std::collections::VecDeque;

/// A row of a study, as JSON without a tag: each study has one kind of rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "there are a few rows at a time")]
pub enum Row {
    /// From [`Study::pruning`].
    Pruning(pruning::PruningRow),
    /// From [`Study::anytime`].
    Anytime(anytime::AnytimeRow),
    /// From [`Study::ola`].
    Ola(ola::OlaRow),
}

impl Row {
    /// The row as JSON.
    pub fn to_json(&self) -> String {
        // It has no key and no value that JSON cannot contain.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// The state of a study.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// It was interrupted and can go on.
    Running,
    /// A row is done.
    Row(Box<Row>),
    /// All rows are done.
    Done,
}

/// One of the papers' studies on a subject.
pub struct Study {
    subject: Subject,
    pending: VecDeque<Pending>,
    making: Option<Box<dyn Making + Send>>,
    finished: Vec<Finished>,
    job: Option<Job>,
}

/// A row that is still to do: a number of quasi-identifiers, or settings.
enum Pending {
    Pruning(usize),
    Anytime(usize),
    Ola(ola::Setting),
}

impl Study {
    /// Flash, best-first and the stores, on each number of leading quasi-identifiers.
    pub fn pruning(subject: Subject, numbers: &[usize]) -> Self {
        Self::of(subject, numbers.iter().copied().map(Pending::Pruning))
    }

    /// Best-first over time and against IGreedy, on each number of leading quasi-identifiers.
    pub fn anytime(subject: Subject, numbers: &[usize]) -> Self {
        Self::of(subject, numbers.iter().copied().map(Pending::Anytime))
    }

    /// OLA, Incognito, Samarati and Datafly, for each k, limit and measure of the study.
    pub fn ola(subject: Subject, ks: &[u64], limits: &[f64]) -> Self {
        Self::of(subject, ola::settings(ks, limits).map(Pending::Ola))
    }

    fn of(subject: Subject, pending: impl Iterator<Item = Pending>) -> Self {
        Self { subject, pending: pending.collect(), making: None, finished: Vec::new(), job: None }
    }

    /// Rows that are left.
    pub fn n_left(&self) -> usize {
        self.pending.len() + usize::from(self.making.is_some())
    }

    /// Continues until a row is done, or for about `milliseconds`, which must be more than 0. `now` reads the caller's
    /// clock in milliseconds.
    ///
    /// # Errors
    /// Settings that are not allowed, and any error of posing a problem.
    pub fn advance(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> Result<Step> {
        let start = now();
        loop {
            let Some(making) = &mut self.making else {
                let Some(next) = self.pending.pop_front() else {
                    return Ok(Step::Done);
                };
                self.making = Some(next.making(&self.subject)?);
                continue;
            };
            let job = match &mut self.job {
                Some(job) => job,
                None => match making.next(&self.finished)? {
                    Some(job) => self.job.insert(job),
                    None => {
                        let row = making.row(&self.finished);
                        self.making = None;
                        self.finished.clear();
                        return Ok(Step::Row(Box::new(row)));
                    }
                },
            };
            // At least one slice, so that a coarse clock does not keep the study from finishing.
            let left = (milliseconds - (now() - start)).max(1e-3);
            if let Some(finished) = job.advance(left, self.subject.seconds * 1e3, now) {
                self.finished.push(finished);
                self.job = None;
            }
            if now() - start >= milliseconds {
                return Ok(Step::Running);
            }
        }
    }

    /// All rows at once.
    ///
    /// # Errors
    /// See [`advance`](Self::advance).
    pub fn finish(mut self, now: &mut dyn FnMut() -> f64) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        loop {
            match self.advance(f64::INFINITY, now)? {
                Step::Running => {}
                Step::Row(row) => rows.push(*row),
                Step::Done => return Ok(rows),
            }
        }
    }
}

impl Pending {
    fn making(self, subject: &Subject) -> Result<Box<dyn Making + Send>> {
        let mut recipe = subject.recipe.clone();
        let prepared = match &self {
            Self::Pruning(n_qis) | Self::Anytime(n_qis) => subject.first(*n_qis)?,
            Self::Ola(setting) => {
                setting.set(&mut recipe);
                subject.prepared.clone()
            }
        };
        let problem = problem(&prepared, recipe)?;
        Ok(match self {
            Self::Pruning(_) => Box::new(pruning::Comparison::new(problem)),
            Self::Anytime(_) => Box::new(anytime::Race::new(problem)),
            Self::Ola(setting) => Box::new(ola::Contest::new(problem, setting)),
        })
    }
}
