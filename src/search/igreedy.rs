//! The improved greedy heuristic (Babu et al., Achieving k-Anonymity Using Improved Greedy Heuristics for Very Large
//! Relational Databases, 2013), which papers 000 and 002 hold their search against.
//!
//! **Precondition:** none; it is a heuristic for every measure.

use super::Search;
use super::evaluator::Evaluator;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Candidate, Progress, Status};
use super::trail::Trail;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::collections::VecDeque;
use std::sync::Arc;

/// A greedy walk from the most specific policy up that checks every direct generalization before each step.
///
/// Papers 000 and 002 say of it that it keeps no picture of the lattice, predicts nothing and leaves out large parts; they
/// do not give its steps. Our reading: while no direct generalization is valid, the walk goes on to the one that
/// suppresses fewest records, of equal ones to that of least loss, then in the stated order of ties. Once some are
/// valid, the one of least loss among them is the result. So, unlike Datafly, it looks at what a step does to all the
/// quasi-identifiers together, and it draws nothing at random.
///
/// What it proves: nothing but the bound of the most specific policy, and that no policy is valid where not even the
/// most general one is.
///
/// Checks: at most 1 + axes × the height of the lattice.
pub struct Igreedy {
    ledger: Ledger,
    /// Policies of this step that are still to be checked.
    pending: VecDeque<Policy>,
    /// The one of them, so far, that suppresses fewest.
    nearest: Option<(u64, Candidate)>,
    bound: f64,
}

impl Igreedy {
    /// The search at its start.
    pub fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        let ledger = Ledger::new(problem);
        let bound = ledger.evaluator.bound_of_levels(&bottom);
        Self {
            ledger,
            pending: VecDeque::from([bottom]),
            nearest: None,
            bound,
        }
    }

    fn check(&mut self, policy: Policy) {
        let evaluation = self.ledger.check(&policy);
        if self.ledger.trail.n_checked() == 1 {
            self.bound = self.bound.max(evaluation.bound);
        }
        if evaluation.valid {
            self.ledger.offer(&policy, evaluation.loss);
        } else {
            let own = (
                evaluation.suppressed,
                Candidate::new(evaluation.loss, policy),
            );
            if self.nearest.as_ref().is_none_or(|nearest| own < *nearest) {
                self.nearest = Some(own);
            }
        }
    }

    /// Steps to the nearest policy, unless a valid one was found.
    fn step(&mut self) {
        let nearest = self.nearest.take();
        if let (Some((_, nearest)), None) = (nearest, self.ledger.best()) {
            let lattice = &self.ledger.problem().lattice;
            self.pending.extend(lattice.successors(&nearest.policy));
        }
    }
}

impl Search for Igreedy {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while !self.pending.is_empty() {
            if monitor.interrupted() {
                return Status::Running;
            }
            if let Some(policy) = self.pending.pop_front() {
                self.check(policy);
            }
            if self.pending.is_empty() {
                self.step();
            }
        }
        Status::Done
    }

    fn progress(&self) -> Progress {
        let best = self.ledger.best();
        let bound = if self.pending.is_empty() && best.is_none() {
            f64::INFINITY
        } else {
            self.bound
        };
        Progress {
            best: best.cloned(),
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
