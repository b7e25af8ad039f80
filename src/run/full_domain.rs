//! The frontier of full-domain policies: levels of hierarchies, with suppression.

use super::descent::Descent;
use super::search::{Run, RunStatus};
use crate::error::{ErrorKind, Result, SearchError};
use crate::frontier::{PUBLISHED_POLICIES, Pareto, Point};
use crate::lattice::Policy;
use crate::recipe::{FullDomainRisk, Recipe, SearchSettings};
use crate::risk::Prosecutor;
use crate::search::{Algorithm, Evaluation, Work};
use crate::table::EncodedStudy;
use std::sync::Arc;

/// A resumable search for the frontier of a recipe's lattice.
///
/// With the highest risk it is a sweep: it finds the best policy for k = 1, then for the size of that release's
/// smallest class plus one, and so on. Each step is proven, so the frontier is exact: a policy that is valid for a
/// greater k is valid for a smaller one and loses no less, so nothing lies between two steps. With the risk of a
/// condition it is a sweep over the threshold, starting at the recipe's. The other conditions hold at each step.
///
/// With the average risk it walks the valid policies under the recipe's k, from the most general one down. If there are
/// more than the budget allows, a sweep from the recipe's k up adds its proven best policies, and the frontier is not
/// exact.
pub struct FullDomainRun {
    prepared: EncodedStudy,
    recipe: Recipe,
    /// The risk that a sweep lowers.
    swept: FullDomainRisk,
    /// Only with the average risk.
    descent: Option<Descent>,
    /// The most policies that the descent checks, and separately the sweep; at least one, so that the sweep can say why
    /// no policy is valid.
    most: u64,
    is_sweeping: bool,
    run: Option<Run>,
    /// By rising risk.
    points: Pareto<Policy>,
    /// The recipe as it was given.
    asked: Recipe,
    /// The number of the condition under which a policy keeps no record, if its risk does not tell it.
    keeping_nothing: Option<f64>,
    work: LookedAt,
    is_exact: bool,
    was_stopped: bool,
    status: RunStatus,
    milliseconds: f64,
}

/// The work of a frontier search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LookedAt {
    /// Policies checked one by one plus boxes examined: the number that the budget limits.
    pub steps: u64,
    /// Boxes of policies.
    pub boxes: u64,
    /// Policies whose suppression was computed.
    pub policies: u64,
}

impl FullDomainRun {
    /// Starts a search.
    ///
    /// # Errors
    /// Level caps or links that leave no level, k above the number of records, and a risk that the recipe's conditions
    /// do not define or that cannot be swept beside them.
    pub fn new(prepared: EncodedStudy, recipe: &Recipe) -> Result<Self> {
        let settings = recipe.frontier.clone().unwrap_or_default();
        settings.risk.check(recipe)?;
        let asked = recipe.clone();
        let mut recipe = settings.risk.first(&asked);
        let problem = prepared.problem(if settings.risk == FullDomainRisk::Average { &recipe } else { &asked })?;
        let (swept, descent) = match settings.risk {
            FullDomainRisk::Average => {
                let descent = Descent::new(Arc::new(problem));
                (FullDomainRisk::Highest, Some(descent))
            }
            swept => (swept, None),
        };
        recipe.search =
            SearchSettings { algorithm: Algorithm::Exact, seed: recipe.search.seed, ..SearchSettings::default() };
        Ok(Self {
            prepared,
            is_sweeping: descent.is_none(),
            swept,
            descent,
            most: settings.policies.unwrap_or(PUBLISHED_POLICIES).max(1),
            run: None,
            points: Pareto::new(0.0),
            asked,
            keeping_nothing: None,
            work: LookedAt::default(),
            is_exact: true,
            was_stopped: false,
            status: RunStatus::Running,
            milliseconds: 0.0,
            recipe,
        })
    }

    /// Continues for about `milliseconds`, or until it is done. `now` reads the caller's clock in milliseconds.
    ///
    /// # Errors
    /// No valid policy, and any error of posing a problem. A k that no policy can fulfil is not an error: it ends the
    /// sweep.
    pub fn advance(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> Result<RunStatus> {
        let start = now();
        while self.status == RunStatus::Running {
            let left = milliseconds - (now() - start);
            if self.is_sweeping {
                self.sweep(left.max(1e-3), now)?;
            } else {
                self.descend();
            }
            if now() - start >= milliseconds {
                break;
            }
        }
        self.milliseconds += now() - start;
        Ok(self.status)
    }

    /// Checks the next valid policy, or finds that there is none left.
    fn descend(&mut self) {
        let Some(descent) = &mut self.descent else {
            return;
        };
        if descent.is_done() {
            // The search of the sweep says why there is none.
            self.is_sweeping = self.points.is_empty();
            if !self.is_sweeping {
                self.status = RunStatus::Done;
            }
        } else if descent.checked() >= self.most {
            self.is_exact = false;
            self.is_sweeping = true;
        } else {
            let (points, records) = (&mut self.points, self.prepared.table().records());
            descent.step(&mut |policy, evaluation| offer(points, average(evaluation, records), policy.clone()));
        }
    }

    /// Continues the sweep.
    fn sweep(&mut self, milliseconds: f64, now: &mut dyn FnMut() -> f64) -> Result<()> {
        let run = match &mut self.run {
            Some(run) => run,
            None if self.work.steps >= self.most => {
                self.end(RunStatus::Stopped);
                return Ok(());
            }
            None => {
                // If the descent covered all policies, the sweep only says why none is valid.
                let is_known = self.descent.as_ref().is_some_and(Descent::is_done);
                let left = self.most - self.work.steps;
                self.recipe.search.budget.checks = (!is_known).then_some(left);
                let problem = match self.prepared.problem(&self.recipe) {
                    Ok(problem) => Arc::new(problem),
                    Err(error) if is_end(error.kind()) => {
                        self.end(RunStatus::Done);
                        return Ok(());
                    }
                    Err(error) => return Err(error),
                };
                self.run.insert(Run::new(problem, &self.recipe.search)?)
            }
        };
        let status = run.advance(milliseconds, now);
        if status != RunStatus::Running {
            let progress = run.progress();
            self.work.add(progress.counters.work);
            let is_over = status == RunStatus::Done && progress.best.is_none();
            if is_over && self.points.is_empty() {
                return run.explain_no_policy();
            }
            if let Some(run) = self.run.take() {
                self.take(run, status);
            }
        }
        Ok(())
    }

    fn end(&mut self, status: RunStatus) {
        self.is_exact &= status == RunStatus::Done;
        self.status = if self.is_exact { RunStatus::Done } else { RunStatus::Stopped };
    }

    /// Adds the best policy of a step, and moves on to the next step, under which its release is no longer valid.
    fn take(&mut self, mut run: Run, status: RunStatus) {
        let Some(best) = run.progress().best else {
            self.end(status);
            return;
        };
        let worst = run.evaluator().worst(&best.policy);
        let (classes, kept) = run.evaluator().classes(&best.policy);
        let Prosecutor { smallest_class, average: mean, .. } = Prosecutor::of_release(classes, kept);
        let records = self.prepared.table().records();
        let risk = (self.swept).of(&self.recipe.protect, smallest_class, mean, &worst);
        match &mut self.descent {
            Some(descent) => {
                let evaluation = descent.evaluate(&best.policy);
                // A policy that is valid under a greater k keeps fewer classes, and may be valid only for that reason.
                if evaluation.valid {
                    offer(&mut self.points, average(evaluation, records), best.policy);
                }
            }
            None => {
                let point = Point { risk, loss: best.loss };
                if offer(&mut self.points, point, best.policy) && risk == 0.0 {
                    self.keeping_nothing = self.swept.keeping_nothing(&self.asked, &self.recipe);
                }
            }
        }
        match self.swept.beyond(&self.recipe, risk, records) {
            Some(next) if status != RunStatus::Stopped => self.recipe = next,
            _ => self.end(status),
        }
    }

    /// Stops with the policies found so far.
    pub fn stop(&mut self) {
        if self.status != RunStatus::Running {
            return;
        }
        self.was_stopped = true;
        if let Some(run) = self.run.take() {
            self.work.add(run.progress().counters.work);
            self.take(run, RunStatus::Stopped);
        }
        self.end(RunStatus::Stopped);
    }

    /// Whether [`stop`](Self::stop) has ended it.
    pub fn was_stopped(&self) -> bool {
        self.was_stopped
    }

    /// The policies that no other found policy dominates, by rising risk.
    pub fn points(&self) -> &[(Point, Policy)] {
        &self.points
    }

    /// The number of the condition under which a policy of this risk was found, if the risk does not tell it: no record
    /// is kept.
    pub fn made_at(&self, point: Point) -> Option<f64> {
        self.keeping_nothing.filter(|_| point.risk == 0.0)
    }

    /// The work so far.
    pub fn looked_at(&self) -> LookedAt {
        let mut all = self.work;
        if let Some(run) = &self.run {
            all.add(run.progress().counters.work);
        }
        let checked = self.descent.as_ref().map_or(0, Descent::checked);
        all.add(Work::Policies { checked, pruned: 0 });
        all
    }

    /// The share of the policy budget that is used, 0 to 1.
    pub fn share(&self) -> f64 {
        match self.status {
            RunStatus::Running => (self.looked_at().steps as f64 / self.most.max(1) as f64).min(1.0),
            _ => 1.0,
        }
    }

    /// Whether the frontier is exact: the search is done, and nothing can lie below it.
    pub fn is_exact(&self) -> bool {
        self.is_exact && self.status == RunStatus::Done
    }

    /// The state of the search.
    pub fn status(&self) -> RunStatus {
        self.status
    }

    /// The time spent, in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }
}

impl LookedAt {
    fn add(&mut self, work: Work) {
        self.steps += work.steps();
        match work {
            Work::Policies { checked, .. } => self.policies += checked,
            Work::Boxes { looked_at, evaluated } => {
                self.boxes += looked_at;
                self.policies += evaluated;
            }
        }
    }
}

/// Whether this error marks the end of a sweep over k.
fn is_end(error: &ErrorKind) -> bool {
    matches!(error, ErrorKind::Search(SearchError::KTooLarge { .. }))
}

/// The mean risk of the records that a policy keeps, out of `records`, and its loss.
fn average(evaluation: Evaluation, records: u64) -> Point {
    let kept = (records - evaluation.suppressed).max(1);
    Point { risk: evaluation.classes_kept as f64 / kept as f64, loss: evaluation.loss }
}

/// Adds a point unless another one dominates it, and returns whether it was added. Of equal points, the policy of
/// smaller rank stays, then the lexicographically smaller one.
fn offer(points: &mut Pareto<Policy>, point: Point, policy: Policy) -> bool {
    let room = match points.room(point) {
        Ok(room) => room,
        Err(known) => {
            let key = |policy: &Policy| (policy.rank(), policy.levels().to_vec());
            let (other, named) = &points[known];
            let is_first = *other == point && key(&policy) < key(named);
            if is_first {
                *points.item_mut(known) = policy;
            }
            return is_first;
        }
    };
    points.put(room, point, policy, drop);
    true
}
