//! A search under the recipe's budget.

use super::recipe::{Budget, SearchSettings};
use super::refusal::remedies;
use crate::error::{Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::monitor::{Monitor, When};
use crate::privacy::Protection;
use crate::search::exact::{Dive, DiveResult, Diver};
use crate::search::{Boxes, Evaluation, Evaluator, Problem, Progress, Search, Status, Trail, Work};
use std::sync::Arc;

/// A search that was started, with the time it has taken.
pub struct Run {
    search: Box<dyn Search + Send>,
    budget: Budget,
    status: RunStatus,
    milliseconds: f64,
    chosen: Option<Policy>,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStatus {
    /// It can go on.
    Running,
    /// It is done. Whether its best policy is proven to be the optimum, the bound tells.
    Done,
    /// The recipe's budget is used up.
    Stopped,
}

impl Run {
    /// A run at its start.
    ///
    /// # Errors
    /// A measure that the algorithm is not right for.
    pub fn new(problem: Arc<Problem>, settings: &SearchSettings) -> Result<Self> {
        let search = settings.algorithm.search(problem, settings.seed())?;
        Ok(Self { budget: settings.budget, ..Self::of(search) })
    }

    /// A run of any search, without a budget.
    pub fn of(search: Box<dyn Search + Send>) -> Self {
        Self { search, budget: Budget::default(), status: RunStatus::Running, milliseconds: 0.0, chosen: None }
    }

    /// Goes on for about `milliseconds`, or until the search is done or the budget used up. `now` reads the caller's
    /// clock in milliseconds. However coarse the clock, more than 0 milliseconds are enough for one check.
    pub fn advance(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> RunStatus {
        if self.status != RunStatus::Running {
            return self.status;
        }
        let start = now();
        let seconds_left = self.budget.seconds.map_or(f64::INFINITY, |seconds| seconds * 1e3 - self.milliseconds);
        let mut checks_left =
            self.budget.checks.map_or(u64::MAX, |checks| checks.saturating_sub(self.progress().counters.work.steps()));
        let mut stopped = false;
        let mut may_check_one = milliseconds > 0.0;
        let mut monitor = When(|| {
            let elapsed = now() - start;
            stopped = checks_left == 0 || elapsed >= seconds_left;
            checks_left = checks_left.saturating_sub(1);
            let may_check_one = std::mem::take(&mut may_check_one);
            stopped || (elapsed >= milliseconds && !may_check_one)
        });
        let status = self.search.advance(&mut monitor as &mut dyn Monitor);
        self.milliseconds += now() - start;
        self.status = match status {
            Status::Done => RunStatus::Done,
            Status::Running if stopped => RunStatus::Stopped,
            Status::Running => RunStatus::Running,
        };
        self.status
    }

    /// How far it has come.
    pub fn status(&self) -> RunStatus {
        self.status
    }

    /// The time spent in [`advance`](Self::advance), in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }

    /// The best policy so far and what is proven.
    pub fn progress(&self) -> Progress {
        self.search.progress()
    }

    /// How far it is in boxes of the lattice, where it searches them.
    pub fn boxes(&self) -> Option<Boxes> {
        self.search.boxes()
    }

    /// A diver for the boxes that are lent, in memory of little more than the table; `None` where none is ever lent.
    pub fn diver(&self) -> Option<Diver> {
        self.search.diver()
    }

    /// Lends a box to a diver: the dive, with its number; `None` while there is no box to spare.
    pub fn lend(&mut self) -> Option<(u64, Dive)> {
        match self.status {
            RunStatus::Running => self.search.lend(),
            _ => None,
        }
    }

    /// Counts time in which the search had to wait for a box that is lent.
    pub fn waited(&mut self, milliseconds: f64) {
        self.milliseconds += milliseconds;
    }

    /// Takes back the result of a dive that was lent.
    pub fn absorb(&mut self, number: u64, result: DiveResult) {
        self.search.absorb(number, result);
    }

    /// The problem.
    pub fn problem(&mut self) -> Arc<Problem> {
        Arc::clone(self.search.evaluator().problem())
    }

    /// The evaluator, for questions about single policies.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        self.search.evaluator()
    }

    /// The policies checked so far.
    pub fn trail(&self) -> &Trail {
        self.search.trail()
    }

    /// Checks the policy of these levels, one for each quasi-identifier, without a trace in the search.
    ///
    /// # Errors
    /// Levels that the recipe does not allow.
    pub fn evaluate(&mut self, levels: &[Level]) -> Result<Evaluation> {
        let policy = self.policy(levels)?;
        Ok(self.evaluator().check(&policy))
    }

    /// Takes the policy of these levels for the release in place of the best one; `None` takes the best one again.
    ///
    /// # Errors
    /// Levels that the recipe does not allow, and a policy that suppresses more records than it may.
    pub fn choose(&mut self, levels: Option<&[Level]>) -> Result<()> {
        self.chosen = match levels {
            None => None,
            Some(levels) => {
                let policy = self.policy(levels)?;
                let Evaluation { valid, suppressed, .. } = self.evaluator().check(&policy);
                if !valid {
                    let limit = self.problem().limit();
                    return Err(SearchError::NotValid { suppressed, limit }.into());
                }
                Some(policy)
            }
        };
        Ok(())
    }

    /// The policy that was taken in place of the best one.
    pub fn chosen(&self) -> Option<&Policy> {
        self.chosen.as_ref()
    }

    fn policy(&mut self, levels: &[Level]) -> Result<Policy> {
        let policy = Policy::new(levels);
        if self.problem().lattice().contains(&policy) {
            Ok(policy)
        } else {
            let levels = levels.to_vec();
            Err(SearchError::NotInLattice { levels }.into())
        }
    }

    /// Why there is no best policy.
    ///
    /// # Errors
    /// Always: no policy is valid, or the search has not found one yet.
    pub(super) fn explain_no_policy<T>(&mut self) -> Result<T> {
        let problem = self.problem();
        let top = self.evaluator().check(&problem.lattice().top());
        let (records, limit) = (problem.records(), problem.limit());
        let is_over = self.status == RunStatus::Done || problem.validity_is_monotone() && !top.valid;
        Err(if let Some(protection) = problem.protection().filter(|_| is_over) {
            SearchError::NoneHolds {
                suppressed: top.suppressed,
                records,
                limit,
                out_of_reach: out_of_reach(protection),
            }
        } else if top.valid || problem.protection().is_some() {
            let work = self.progress().counters.work;
            SearchError::BudgetTooSmall { steps: work.steps(), of_boxes: matches!(work, Work::Boxes { .. }) }
        } else {
            SearchError::NoValidPolicy { suppressed: top.suppressed, records, limit, remedies: remedies(&problem) }
        }
        .into())
    }
}

/// The conditions that not even the whole table holds as one class, in words.
fn out_of_reach(protection: &Protection) -> Vec<String> {
    let conditions = protection.conditions();
    (protection.out_of_reach().into_iter())
        .map(|(number, figure)| {
            let figure = if figure.is_finite() { format!(" (its figure is {figure:.4})") } else { String::new() };
            conditions[number].words() + &figure
        })
        .collect()
}
