//! The frontier of full-domain policies: levels of hierarchies, with suppression.

use super::super::prepared::Prepared;
use super::super::recipe::{Recipe, SearchSettings};
use super::super::run::{Run, RunStatus};
use super::settings::FullDomainRisk;
use crate::error::{ErrorKind, Result, SearchError};
use crate::frontier::Point;
use crate::lattice::Policy;
use crate::risk::Prosecutor;
use crate::search::Algorithm;
use std::sync::Arc;

/// Lattices of up to so many policies are looked at as a whole.
const MOST_POLICIES: u128 = 1 << 18;

/// A search for the frontier of a recipe's lattice, which can be interrupted and continued.
///
/// With the highest risk it is a sweep: the best policy for k = 1, then for the smallest class of its release and one more, and so
/// on. Each step is proven, so the frontier is exact: what is valid for a greater k is valid for a smaller one and loses no less,
/// so nothing lies between two steps. With the average risk it is every policy of the lattice under the recipe's k; of a lattice that is
/// too large for that, the policies that a search for the best one comes by, and the frontier is one found.
pub struct FullDomainRun {
    prepared: Prepared,
    recipe: Recipe,
    risk: FullDomainRisk,
    run: Option<Run>,
    /// In order of rising risk.
    points: Vec<(Point, Policy)>,
    evaluated: u64,
    is_exact: bool,
    status: RunStatus,
    milliseconds: f64,
}

impl FullDomainRun {
    /// The search at its start. It checks at most as many policies as the recipe's section `frontier` says.
    ///
    /// # Errors
    /// Level caps or links that leave no level.
    pub fn new(prepared: Prepared, recipe: &Recipe) -> Result<Self> {
        let mut recipe = recipe.clone();
        let settings = recipe.frontier.clone().unwrap_or_default();
        let is_small = prepared.problem(&recipe)?.lattice().size() <= MOST_POLICIES;
        let is_sweep = settings.risk == FullDomainRisk::Highest;
        recipe.search = SearchSettings {
            algorithm: match (is_sweep, is_small) {
                (true, _) => Algorithm::Exact,
                (false, true) => Algorithm::BruteForce,
                (false, false) => Algorithm::BestFirst,
            },
            seed: recipe.search.seed,
            ..SearchSettings::default()
        };
        if is_sweep {
            recipe.privacy.k = 1;
        }
        recipe.frontier = Some(settings.clone());
        Ok(Self {
            prepared,
            risk: settings.risk,
            run: None,
            points: Vec::new(),
            evaluated: 0,
            is_exact: is_sweep || is_small,
            status: RunStatus::Running,
            milliseconds: 0.0,
            recipe,
        })
    }

    /// Goes on for about `milliseconds`, or until it is done. `now` reads the caller's clock in milliseconds.
    ///
    /// # Errors
    /// Whatever posing a problem can fail with, but for a k that no policy can fulfil, which ends the sweep.
    pub fn advance(
        &mut self,
        milliseconds: f64,
        now: &mut dyn FnMut() -> f64,
    ) -> Result<RunStatus> {
        let start = now();
        while self.status == RunStatus::Running {
            let left = (milliseconds - (now() - start)).max(1e-3);
            let most = self
                .recipe
                .frontier
                .as_ref()
                .map_or(u64::MAX, |settings| settings.policies);
            let run = match &mut self.run {
                Some(run) => run,
                None if self.evaluated >= most => {
                    self.status = RunStatus::Stopped;
                    self.is_exact = false;
                    break;
                }
                None => {
                    self.recipe.search.budget.checks = Some(most - self.evaluated);
                    let problem = match self.prepared.problem(&self.recipe) {
                        Ok(problem) => Arc::new(problem),
                        Err(error) if is_end(error.kind()) => {
                            self.status = RunStatus::Done;
                            break;
                        }
                        Err(error) => return Err(error),
                    };
                    self.run.insert(Run::new(problem, &self.recipe.search)?)
                }
            };
            let status = run.advance(left, now);
            if status == RunStatus::Running {
                break;
            }
            self.evaluated += run.progress().counters.checked;
            if let Some(run) = self.run.take() {
                self.take(run, status);
            }
        }
        self.milliseconds += now() - start;
        Ok(self.status)
    }

    /// Takes what a search has found, and sees what is next.
    fn take(&mut self, mut run: Run, status: RunStatus) {
        self.is_exact &= status == RunStatus::Done;
        match self.risk {
            FullDomainRisk::Highest => {
                let Some(best) = run.progress().best else {
                    self.status = status;
                    return;
                };
                let classes = run.evaluator().classes(&best.policy);
                let smallest =
                    Prosecutor::of_release(classes, self.recipe.privacy.k).smallest_class;
                let risk = if smallest == 0 {
                    0.0
                } else {
                    1.0 / smallest as f64
                };
                let point = Point {
                    risk,
                    loss: best.loss,
                };
                offer(&mut self.points, point, best.policy);
                if status == RunStatus::Stopped || smallest == 0 {
                    self.status = status;
                }
                self.recipe.privacy.k = smallest + 1;
            }
            FullDomainRisk::Average => {
                self.is_exact &= run.trail().is_complete();
                let records = self.prepared.table().records();
                for (policy, evaluation) in run
                    .trail()
                    .iter()
                    .filter(|(_, evaluation)| evaluation.valid)
                {
                    let kept = (records - evaluation.suppressed).max(1);
                    let point = Point {
                        risk: evaluation.classes_kept as f64 / kept as f64,
                        loss: evaluation.loss,
                    };
                    offer(&mut self.points, point, policy.clone());
                }
                self.status = status;
            }
        }
    }

    /// The policies that no other one found dominates, in order of rising risk.
    pub fn points(&self) -> &[(Point, Policy)] {
        &self.points
    }

    /// Policies checked.
    pub fn evaluated(&self) -> u64 {
        let running = self
            .run
            .as_ref()
            .map_or(0, |run| run.progress().counters.checked);
        self.evaluated + running
    }

    /// Whether the frontier is exact: it is done, and nothing can lie below it.
    pub fn is_exact(&self) -> bool {
        self.is_exact && self.status == RunStatus::Done
    }

    /// How far it has come.
    pub fn status(&self) -> RunStatus {
        self.status
    }

    /// The time spent, in milliseconds.
    pub fn milliseconds(&self) -> f64 {
        self.milliseconds
    }
}

/// Whether a sweep over k is at its end.
fn is_end(error: &ErrorKind) -> bool {
    matches!(error, ErrorKind::Search(SearchError::KTooLarge { .. }))
}

/// Adds a point that no other dominates; of equal ones the first stays.
fn offer(points: &mut Vec<(Point, Policy)>, point: Point, policy: Policy) {
    let behind = points.partition_point(|(other, _)| other.risk <= point.risk);
    if behind > 0 && points[behind - 1].0.loss <= point.loss {
        return;
    }
    let first = points.partition_point(|(other, _)| other.risk < point.risk);
    let dominated = points[first..]
        .iter()
        .take_while(|(other, _)| other.loss >= point.loss)
        .count();
    points.splice(first..first + dominated, [(point, policy)]);
}
