//! Walks the valid policies of a problem from the most general one down.

use crate::lattice::Policy;
use crate::search::{Evaluation, Evaluator, Problem};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;
use std::sync::Arc;

/// A resumable walk over all valid policies.
///
/// A generalization suppresses no more records than its specialization. So every valid policy is reachable from the
/// most general one through valid ones. A policy is checked once all its direct generalizations are known to be valid.
/// The only invalid policies checked are therefore the most general ones. Among the policies that are ready, those
/// below one of the frontier go first, so that a walk that is cut short has seen more than the most general policies.
///
/// If a generalization may suppress more, as conditions on classes allow, the walk covers all policies.
pub(super) struct Descent {
    evaluator: Evaluator,
    ready_below_frontier: VecDeque<Policy>,
    ready: VecDeque<Policy>,
    /// The number of direct generalizations not yet found valid.
    waiting: HashMap<Policy, usize, FxBuildHasher>,
    /// Whether every valid policy is reachable through valid ones.
    is_monotone: bool,
    checked: u64,
}

impl Descent {
    /// Starts a walk.
    pub(super) fn new(problem: Arc<Problem>) -> Self {
        Self {
            ready_below_frontier: VecDeque::from([problem.lattice().top()]),
            ready: VecDeque::new(),
            is_monotone: problem.validity_is_monotone(),
            evaluator: Evaluator::new(problem),
            waiting: HashMap::default(),
            checked: 0,
        }
    }

    /// Whether there is nothing left to check.
    pub(super) fn is_done(&self) -> bool {
        self.ready_below_frontier.is_empty() && self.ready.is_empty()
    }

    /// The number of policies checked.
    pub(super) fn checked(&self) -> u64 {
        self.checked
    }

    /// Checks the next policy. If it is valid, `offer` adds it to the frontier and returns whether it belongs there.
    pub(super) fn step(&mut self, offer: &mut dyn FnMut(&Policy, Evaluation) -> bool) {
        let next = self.ready_below_frontier.pop_front();
        let Some(policy) = next.or_else(|| self.ready.pop_front()) else {
            return;
        };
        self.checked += 1;
        let evaluation = self.evaluator.check(&policy);
        if !evaluation.valid && self.is_monotone {
            return;
        }
        let is_of_frontier = evaluation.valid && offer(&policy, evaluation);
        let problem = Arc::clone(self.evaluator.problem());
        let lattice = problem.lattice();
        for below in lattice.predecessors(&policy) {
            let left = (self.waiting.entry(below.clone())).or_insert_with(|| lattice.successors(&below).count());
            *left -= 1;
            if *left == 0 {
                self.waiting.remove(&below);
                if is_of_frontier {
                    self.ready_below_frontier.push_back(below);
                } else {
                    self.ready.push_back(below);
                }
            }
        }
    }

    /// Evaluates a policy.
    pub(super) fn evaluate(&mut self, policy: &Policy) -> Evaluation {
        self.evaluator.check(policy)
    }
}
