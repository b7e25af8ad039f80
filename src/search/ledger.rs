//! What every search keeps: its evaluator, its checks, and the best policy so far.

use super::evaluator::{Evaluation, Evaluator, Part};
use super::problem::Problem;
use super::progress::{Candidate, Counters};
use super::trail::Trail;
use crate::lattice::Policy;
use std::sync::Arc;

/// The evaluator of a search, the checks made with it, and the best policy so far.
pub(super) struct Ledger {
    pub(super) evaluator: Evaluator,
    pub(super) trail: Trail,
    best: Option<Candidate>,
    n_compared: u64,
    /// Checks of parts, which the trail does not hold.
    n_checked_in_parts: u64,
    node_score_of_parts: u64,
}

impl Ledger {
    /// A ledger without an entry.
    pub(super) fn new(problem: Arc<Problem>) -> Self {
        Self {
            evaluator: Evaluator::new(problem),
            trail: Trail::default(),
            best: None,
            n_compared: 0,
            n_checked_in_parts: 0,
            node_score_of_parts: 0,
        }
    }

    pub(super) fn problem(&self) -> &Arc<Problem> {
        self.evaluator.problem()
    }

    /// Checks a policy and notes the check.
    pub(super) fn check(&mut self, policy: &Policy) -> Evaluation {
        let evaluation = self.evaluator.check(policy);
        self.trail.note(policy, evaluation);
        evaluation
    }

    /// The `kept` quasi-identifiers by themselves, from a policy up.
    pub(super) fn part(&mut self, kept: &[bool], policy: &Policy) -> Part {
        let (part, node_score) = self.evaluator.part(kept, policy);
        self.node_score_of_parts += node_score;
        part
    }

    /// Checks whether a policy is valid when only the quasi-identifiers of the part count.
    pub(super) fn check_part(&mut self, part: &mut Part, policy: &Policy) -> bool {
        let (valid, node_score) = self.evaluator.check_part(part, policy);
        self.n_checked_in_parts += 1;
        self.node_score_of_parts += node_score;
        valid
    }

    /// Compares a valid policy with the best one so far on their loss; ties go by rank, then lexicographically.
    pub(super) fn offer(&mut self, policy: &Policy, loss: f64) {
        self.n_compared += 1;
        let candidate = Candidate::new(loss, policy.clone());
        if self.best.as_ref().is_none_or(|best| candidate < *best) {
            self.best = Some(candidate);
        }
    }

    /// The best policy so far.
    pub(super) fn best(&self) -> Option<&Candidate> {
        self.best.as_ref()
    }

    /// Whether a policy with this bound, and every generalization of it, comes after the best policy: their losses are
    /// no less than the bound and their ranks no less than the policy's.
    pub(super) fn cannot_win(&self, bound: f64, policy: &Policy) -> bool {
        (self.best.as_ref()).is_some_and(|best| Candidate::new(bound, policy.clone()) >= *best)
    }

    /// The bound of a search that is over: the loss of its best policy, or infinity when no policy is valid.
    pub(super) fn bound_when_done(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| best.loss)
    }

    /// The counters that every search has.
    pub(super) fn counters(&self) -> Counters {
        Counters {
            checked: self.trail.n_checked() + self.n_checked_in_parts,
            node_score: self.trail.node_score() + self.node_score_of_parts,
            compared: self.n_compared,
            ..Counters::default()
        }
    }
}
