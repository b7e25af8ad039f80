//! The state that every search keeps: its evaluator, its checks, the best policy so far and the proven bound.

use super::evaluator::{Evaluation, Evaluator, Projection};
use super::problem::Problem;
use super::progress::{Candidate, Counters, Progress, Work};
use super::recording::{Event, Exclusion, Step};
use super::trail::Trail;
use crate::lattice::Policy;
use std::sync::Arc;

/// The evaluator of a search, the checks made with it, the best policy so far, and the proven bound for all others.
pub struct Ledger {
    pub(super) evaluator: Evaluator,
    pub(super) trail: Trail,
    best: Option<(Candidate, Evaluation)>,
    bound: f64,
    n_compared: u64,
    /// Checks of projections, which the trail does not include.
    n_checked_in_projections: u64,
    node_score_of_projections: u64,
    /// The quasi-identifiers of the latest projection.
    projected: Vec<bool>,
    /// `None` unless recording was requested.
    events: Option<Vec<Event>>,
}

impl Ledger {
    /// An empty ledger. Its bound is that of the lattice's most specific policy, from the levels alone.
    pub(super) fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        let evaluator = Evaluator::new(problem);
        Self {
            bound: evaluator.bound_of_levels(&bottom),
            evaluator,
            trail: Trail::default(),
            best: None,
            n_compared: 0,
            n_checked_in_projections: 0,
            node_score_of_projections: 0,
            projected: Vec::new(),
            events: None,
        }
    }

    /// Records every step from now on. Each recorded step takes memory; without recording a step costs nothing.
    pub fn record(&mut self) {
        self.events.get_or_insert_default();
    }

    /// The recorded steps, in order.
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or_default()
    }

    /// Records a step, if steps are recorded.
    fn note(&mut self, policy: &Policy, in_part: bool, step: Step) {
        if let Some(events) = &mut self.events {
            events.push(Event { policy: policy.clone(), columns: in_part.then(|| self.projected.clone()), step });
        }
    }

    /// Records a step that is not counted here, if steps are recorded. `step` is called only then.
    #[inline(always)]
    pub(super) fn note_with(&mut self, step: impl FnOnce() -> (Policy, Step)) {
        if let Some(events) = &mut self.events {
            let (policy, step) = step();
            let columns = None;
            events.push(Event { policy, columns, step });
        }
    }

    /// Records that a policy was met and needs no check. The search counts it.
    pub(super) fn exclude(&mut self, policy: &Policy, why: Exclusion) {
        self.note(policy, false, Step::Excluded(why));
    }

    /// As [`exclude`](Self::exclude), if only the quasi-identifiers of the last projection count.
    pub(super) fn exclude_in_part(&mut self, policy: &Policy, why: Exclusion) {
        self.note(policy, true, Step::Excluded(why));
    }

    pub(super) fn problem(&self) -> &Arc<Problem> {
        self.evaluator.problem()
    }

    /// Checks a policy and records the check.
    pub(super) fn check(&mut self, policy: &Policy) -> Evaluation {
        let evaluation = self.evaluator.check(policy);
        self.trail.note(policy, evaluation);
        self.note(policy, false, Step::Checked(evaluation));
        evaluation
    }

    /// The `kept` quasi-identifiers alone, from a policy up.
    pub(super) fn projection(&mut self, kept: &[bool], policy: &Policy) -> Projection {
        let (projection, node_score) = self.evaluator.projection(kept, policy);
        self.node_score_of_projections += node_score;
        self.projected = kept.to_vec();
        projection
    }

    /// Checks whether a policy is valid when only the quasi-identifiers of the projection count.
    pub(super) fn check_projection(&mut self, projection: &mut Projection, policy: &Policy) -> bool {
        let (valid, node_score) = self.evaluator.check_projection(projection, policy);
        self.n_checked_in_projections += 1;
        self.node_score_of_projections += node_score;
        self.note(policy, true, Step::CheckedInPart { valid });
        valid
    }

    /// Compares the loss of a valid policy with the best one so far. Ties are broken by rank, then lexicographically.
    pub(super) fn offer(&mut self, policy: &Policy, evaluation: Evaluation) {
        self.n_compared += 1;
        let candidate = Candidate::checked(&evaluation, policy.clone());
        if self.best().is_none_or(|best| candidate < *best) {
            self.best = Some((candidate, evaluation));
            let Evaluation { loss, .. } = evaluation;
            self.note(policy, false, Step::Best { loss });
        }
    }

    /// The best policy so far.
    pub(super) fn best(&self) -> Option<&Candidate> {
        self.best.as_ref().map(|(best, _)| best)
    }

    /// The proven bound of all policies, as noted so far.
    pub(super) fn bound(&self) -> f64 {
        self.bound
    }

    /// Notes a proven bound of all policies.
    pub(super) fn raise(&mut self, bound: f64) {
        self.bound = self.bound.max(bound);
    }

    /// Notes that every policy that was not offered comes after the best one.
    pub(super) fn settle(&mut self) {
        self.bound = self.bound_when_done();
    }

    /// Whether a policy with this bound, and every generalization of it, comes after the best policy: their losses
    /// are at least the bound and their ranks at least the policy's.
    pub(super) fn cannot_win(&self, bound: f64, policy: &Policy) -> bool {
        (self.best()).is_some_and(|best| Candidate::new(bound, policy.clone()) >= *best)
    }

    /// Ends a heuristic that reaches the most general policy unless it finds a valid one.
    pub(super) fn settle_if_none_is_valid(&mut self) {
        if self.best.is_none() && self.problem().validity_is_monotone() {
            self.settle();
        }
    }

    /// The bound of a finished search: the loss of its best policy, or infinity if no policy is valid.
    pub(super) fn bound_when_done(&self) -> f64 {
        self.best().map_or(f64::INFINITY, |best| best.loss)
    }

    /// The best policy so far, the noted bound, and the counters that every search has.
    pub(super) fn progress(&self) -> Progress {
        let (best, evaluation) = self.best.clone().unzip();
        Progress { best, evaluation, bound: self.bound, counters: self.counters() }
    }

    /// The number of policies checked, and of those that the search excluded without a check.
    pub(super) fn work(&self, pruned: u64) -> Work {
        Work::Policies { checked: self.trail.n_checked() + self.n_checked_in_projections, pruned }
    }

    /// The counters that every search has.
    pub(super) fn counters(&self) -> Counters {
        Counters {
            work: self.work(0),
            node_score: self.trail.node_score() + self.node_score_of_projections,
            compared: self.n_compared,
            ..Counters::default()
        }
    }
}
