//! Every policy of the lattice, one after the other: the gold standard that the other searches are held against.

use super::Search;
use super::evaluator::Evaluator;
use super::problem::Problem;
use super::progress::{Candidate, Counters, Progress, Status};
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::sync::Arc;

/// Checks every policy in lexicographic order. Optimal for every measure.
///
/// Checks: the size of the lattice.
pub struct BruteForce {
    evaluator: Evaluator,
    next: Option<Policy>,
    best: Option<Candidate>,
    bound_of_bottom: f64,
    checked: u64,
}

impl BruteForce {
    /// The search at its start.
    pub fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        let evaluator = Evaluator::new(problem);
        let bound_of_bottom = evaluator.bound_of_levels(&bottom);
        Self {
            evaluator,
            next: Some(bottom),
            best: None,
            bound_of_bottom,
            checked: 0,
        }
    }
}

impl Search for BruteForce {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while let Some(policy) = &self.next {
            if monitor.interrupted() {
                return Status::Running;
            }
            let evaluation = self.evaluator.check(policy);
            self.checked += 1;
            if evaluation.valid {
                let candidate = Candidate::new(evaluation.loss, policy.clone());
                if self.best.as_ref().is_none_or(|best| candidate < *best) {
                    self.best = Some(candidate);
                }
            }
            self.next = self.evaluator.problem().lattice.next(policy);
        }
        Status::Done
    }

    fn progress(&self) -> Progress {
        let bound = match (&self.next, &self.best) {
            (None, Some(best)) => best.loss,
            (None, None) => f64::INFINITY,
            (Some(_), _) => self.bound_of_bottom,
        };
        Progress {
            best: self.best.clone(),
            bound,
            counters: Counters {
                checked: self.checked,
                ..Counters::default()
            },
        }
    }

    fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }
}
