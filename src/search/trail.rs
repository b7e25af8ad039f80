//! The policies that a search has checked.

use super::evaluator::Evaluation;
use crate::lattice::Policy;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The policies that a search has checked, with the results, in the order of the checks.
///
/// It holds a million policies at most, to bound the memory of a long search.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    checked: IndexMap<Policy, Evaluation, FxBuildHasher>,
    node_score: u64,
    n_checked: u64,
}

impl Trail {
    const MOST: usize = 1 << 20;

    /// Records a check.
    pub(super) fn note(&mut self, policy: &Policy, evaluation: Evaluation) {
        self.n_checked += 1;
        self.node_score += evaluation.node_score;
        if self.checked.len() < Self::MOST {
            self.checked.insert(policy.clone(), evaluation);
        }
    }

    /// The result of the check of a policy, if it was checked and is held.
    pub fn get(&self, policy: &Policy) -> Option<&Evaluation> {
        self.checked.get(policy)
    }

    /// The held policies, in the order of their checks.
    pub fn iter(&self) -> impl Iterator<Item = (&Policy, &Evaluation)> {
        self.checked.iter()
    }

    /// The number of policies checked, including those that are not held.
    pub fn n_checked(&self) -> u64 {
        self.n_checked
    }

    /// The node score of all checks.
    pub fn node_score(&self) -> u64 {
        self.node_score
    }

    /// Whether every check is held.
    pub fn is_complete(&self) -> bool {
        self.n_checked == self.checked.len() as u64
    }
}
