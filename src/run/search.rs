//! A search under the recipe's budget.

use super::refusal::remedies;
use crate::error::{Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::monitor::{Monitor, When};
use crate::privacy::Protection;
use crate::recipe::{Budget, Chosen, Recipe, SearchSettings};
use crate::search::exact::{Dive, DiveResult, Diver};
use crate::search::{Boxes, Evaluation, Evaluator, Problem, Progress, Search, Status, Trail, Work};
use std::sync::Arc;

/// A started search, with the time it has taken.
pub struct Run {
    search: Box<dyn Search + Send>,
    budget: Budget,
    status: RunStatus,
    milliseconds: f64,
    chosen: Option<Policy>,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStatus {
    /// It can go on.
    Running,
    /// It is done. The bound shows whether its best policy is proven optimal.
    Done,
    /// The recipe's budget is used up.
    Stopped,
}

impl Run {
    /// Starts a run.
    ///
    /// # Errors
    /// A measure that the algorithm does not support.
    pub fn new(problem: Arc<Problem>, settings: &SearchSettings) -> Result<Self> {
        let search = settings.algorithm.search(problem, settings.seed())?;
        Ok(Self { budget: settings.budget, ..Self::of(search) })
    }

    /// A run of any search, without a budget.
    pub fn of(search: Box<dyn Search + Send>) -> Self {
        Self { search, budget: Budget::default(), status: RunStatus::Running, milliseconds: 0.0, chosen: None }
    }

    /// Continues for about `milliseconds`, or until the search is done or the budget is used up. `now` reads the
    /// caller's clock in milliseconds. However coarse the clock, more than 0 milliseconds are enough for one check.
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

    /// The state of the run.
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

    /// The progress in boxes of the lattice, if the search uses boxes.
    pub fn boxes(&self) -> Option<Boxes> {
        self.search.boxes()
    }

    /// A diver for boxes that are lent out. It needs little more memory than the table. `None` if the search never
    /// lends boxes.
    pub fn diver(&self) -> Option<Diver> {
        self.search.diver()
    }

    /// Lends a box to a diver: the dive, with its number. `None` while there is no box to spare.
    pub fn lend(&mut self) -> Option<(u64, Dive)> {
        match self.status {
            RunStatus::Running => self.search.lend(),
            _ => None,
        }
    }

    /// Adds time that the search spent waiting for a lent box.
    pub fn waited(&mut self, milliseconds: f64) {
        self.milliseconds += milliseconds;
    }

    /// Takes back the result of a lent dive.
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

    /// Checks the policy of these levels, one for each quasi-identifier, without leaving a trace in the search.
    ///
    /// # Errors
    /// Levels that the recipe does not allow.
    pub fn evaluate(&mut self, levels: &[Level]) -> Result<Evaluation> {
        let policy = self.policy(levels)?;
        Ok(self.evaluator().check(&policy))
    }

    /// Chooses the policy of these levels for the release, instead of the best one. `None` returns to the best one.
    ///
    /// # Errors
    /// Levels that the recipe does not allow, and a policy that suppresses more records than allowed.
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

    /// Chooses the policy that a recipe chose for columns of these names, or else the best one. Returns whether the
    /// recipe chose one.
    ///
    /// # Errors
    /// As [`choose`](Self::choose), and a chosen policy that loses less than the best one is said to.
    pub fn follow(&mut self, recipe: &Recipe, names: &[String]) -> Result<bool> {
        let Some(Chosen::Policy(policy)) = &recipe.chosen else {
            self.choose(None)?;
            return Ok(false);
        };
        let levels = policy.levels(names);
        policy.expect_no_better(self.evaluate(&levels)?.loss)?;
        self.choose(Some(&levels))?;
        Ok(true)
    }

    /// The policy chosen instead of the best one.
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

/// The conditions that even the whole table fails as a single class, in words.
fn out_of_reach(protection: &Protection) -> Vec<String> {
    let conditions = protection.conditions();
    (protection.out_of_reach().into_iter())
        .map(|(number, figure)| {
            let figure = if figure.is_finite() { format!(" (its figure is {figure:.4})") } else { String::new() };
            conditions[number].words() + &figure
        })
        .collect()
}
