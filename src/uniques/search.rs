//! The search for all minimum unsafe combinations.

use super::bitmap::Bitmap;
use super::findings::{Findings, Tally};
use super::hitting_set::HittingSets;
use super::method::Method;
use super::partition::PartitionSearch;
use super::tuples::{ColumnSet, Tuples};
use crate::classes::K;
use crate::error::{Result, UniquesError};
use crate::monitor::{Monitor, Unlimited};
use crate::sorting::sort_by;
use std::ops::Range;
use std::sync::Arc;

/// The settings of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// A combination is unsafe if fewer than k records have it.
    pub k: u64,
    /// Combinations of more columns are not searched.
    pub max_size: Option<usize>,
}

impl Question {
    /// The most columns that a combination may have in a table.
    pub fn max_size(&self, tuples: &Tuples) -> usize {
        self.max_size.unwrap_or(usize::MAX).min(tuples.n_columns())
    }

    fn check(&self) -> Result<()> {
        if self.k < 2 {
            return Err(UniquesError::KTooSmall { k: self.k }.into());
        }
        Ok(())
    }
}

/// A search in a range of tuples, which can be interrupted and continued.
///
/// **Invariant:** the findings depend neither on interruptions nor on the method.
#[derive(Debug)]
pub struct UniquesSearch {
    tuples: Arc<Tuples>,
    question: Question,
    method: Method,
    state: State,
    findings: Findings,
    done: bool,
}

#[derive(Debug)]
enum State {
    Bitmap { bitmap: Bitmap, tally: Tally, next: usize },
    Partition(PartitionSearch),
    HittingSets { search: Option<HittingSets>, tally: Tally, next: usize },
}

impl UniquesSearch {
    /// A search in all tuples, by the method with the shortest expected time unless one is given.
    ///
    /// # Errors
    /// If k is less than 2, or the method cannot handle this many columns.
    pub fn new(tuples: Arc<Tuples>, question: Question, method: Option<Method>) -> Result<Self> {
        let range = 0..tuples.len();
        Self::in_range(tuples, question, method, range)
    }

    /// A search in a range of tuples. The partition method handles all records at once, so it can only search all of
    /// them.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn in_range(
        tuples: Arc<Tuples>,
        question: Question,
        method: Option<Method>,
        range: Range<usize>,
    ) -> Result<Self> {
        question.check()?;
        let max_size = question.max_size(&tuples);
        let method = method.unwrap_or_else(|| Method::choose(&tuples, question.k, max_size).method);
        method.check(&tuples)?;
        let (tally, next) = (Tally::new(tuples.n_columns()), range.start);
        let (state, range) = match method {
            Method::Bitmap => {
                let bitmap = Bitmap::new(tuples.n_columns(), tuples.len(), question.k);
                (State::Bitmap { bitmap, tally, next }, range)
            }
            Method::Partition => {
                let search = PartitionSearch::new(&tuples, K::new(question.k), max_size);
                (State::Partition(search), 0..tuples.len())
            }
            Method::HittingSet => {
                let search = None;
                (State::HittingSets { search, tally, next }, range)
            }
        };
        Ok(Self { findings: Findings::new(&tuples, max_size, range), tuples, question, method, state, done: false })
    }

    /// Continues until the search is done or the monitor interrupts it. Returns whether it is done.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        self.done = match &mut self.state {
            _ if self.done => true,
            State::Partition(search) => search.advance(&self.tuples, &mut self.findings, monitor),
            State::Bitmap { .. } | State::HittingSets { .. } => self.advance_by_tuple(monitor),
        };
        self.done
    }

    fn advance_by_tuple(&mut self, monitor: &mut dyn Monitor) -> bool {
        let Self { tuples, question, state, findings, .. } = self;
        let max_size = question.max_size(tuples);
        let end = findings.range().end;
        match state {
            State::Bitmap { bitmap, tally, next } => {
                while *next < end {
                    if tuples.count(*next) < question.k {
                        if monitor.interrupted() {
                            return false;
                        }
                        bitmap.load(tuples, *next);
                        bitmap.minimum_unsafe(max_size, &mut |set, size| tally.add(set, size));
                        findings.note_tally(tuples, *next, tally);
                    }
                    *next += 1;
                }
            }
            State::HittingSets { search, tally, next } => {
                while *next < end {
                    if tuples.count(*next) < question.k {
                        let own = search.get_or_insert_with(|| HittingSets::new(tuples, *next, question.k, max_size));
                        if !own.advance(monitor, &mut |set| tally.add(set, set.count_ones() as usize)) {
                            return false;
                        }
                        findings.note_tally(tuples, *next, tally);
                        *search = None;
                    }
                    *next += 1;
                }
            }
            State::Partition(_) => {}
        }
        true
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The share of the work that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.done {
            return 1.0;
        }
        match &self.state {
            State::Partition(search) => search.share(),
            State::Bitmap { next, .. } | State::HittingSets { next, .. } => {
                let range = self.findings.range();
                (next - range.start) as f64 / range.len().max(1) as f64
            }
        }
    }

    /// The findings so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Adds the findings of another search in a range to a new search; `false` if the range is no part of the tuples.
    pub fn absorb(&mut self, words: &[u64]) -> bool {
        self.findings.absorb_words(words)
    }

    /// Returns the findings.
    pub fn into_findings(self) -> Findings {
        self.findings
    }
}

/// The first `most` minimum unsafe combinations of one tuple, smallest first; those of one size in ascending order of
/// their bits.
///
/// # Errors
/// If k is less than 2.
pub fn combinations_of(tuples: &Tuples, question: &Question, tuple: usize, most: usize) -> Result<Vec<ColumnSet>> {
    question.check()?;
    let max_size = question.max_size(tuples);
    let mut found = Vec::new();
    if tuples.count(tuple) < question.k {
        if tuples.n_columns() <= super::bitmap::MAX_COLUMNS {
            let mut bitmap = Bitmap::new(tuples.n_columns(), tuples.len(), question.k);
            bitmap.load(tuples, tuple);
            bitmap.minimum_unsafe(max_size, &mut |set, _| found.push(set));
        } else {
            let mut search = HittingSets::new(tuples, tuple, question.k, max_size);
            search.advance(&mut Unlimited, &mut |set| found.push(set));
        }
    }
    sort_by(&mut found, |one, other| (one.count_ones().cmp(&other.count_ones())).then(one.cmp(other)));
    found.truncate(most);
    Ok(found)
}
