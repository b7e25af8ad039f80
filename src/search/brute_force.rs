//! Every policy of the lattice, one after the other: the gold standard that the other searches are held against.

use super::Search;
use super::evaluator::Evaluator;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Progress, Status};
use super::trail::Trail;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::sync::Arc;

/// Checks every policy in lexicographic order. Optimal for every measure.
///
/// Checks: the size of the lattice.
pub struct BruteForce {
    ledger: Ledger,
    next: Option<Policy>,
    bound_of_bottom: f64,
}

impl BruteForce {
    /// The search at its start.
    pub fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        let ledger = Ledger::new(problem);
        let bound_of_bottom = ledger.evaluator.bound_of_levels(&bottom);
        Self {
            ledger,
            next: Some(bottom),
            bound_of_bottom,
        }
    }
}

impl Search for BruteForce {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while let Some(policy) = &self.next {
            if monitor.interrupted() {
                return Status::Running;
            }
            let evaluation = self.ledger.check(policy);
            if evaluation.valid {
                self.ledger.offer(policy, evaluation.loss);
            }
            self.next = self.ledger.problem().lattice.next(policy);
        }
        Status::Done
    }

    fn progress(&self) -> Progress {
        let bound = match &self.next {
            None => self.ledger.bound_when_done(),
            Some(_) => self.bound_of_bottom,
        };
        Progress {
            best: self.ledger.best().cloned(),
            bound,
            counters: self.ledger.counters(),
        }
    }

    fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.ledger.evaluator
    }

    fn trail(&self) -> &Trail {
        &self.ledger.trail
    }
}
