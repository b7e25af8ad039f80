//! The exact search: branch and bound over boxes of the lattice.

mod axis;
mod bound;
mod coordinator;
mod cut;
mod diver;
mod incumbent;
mod node;
mod objective;
mod open_box;
mod probe;
mod rows;
mod steps;
mod subject;
mod survey;
mod walk;

pub use coordinator::{Coordinator, Start};
pub use diver::Diver;
pub use open_box::{Dive, Findings, Found, OpenBox};

use super::Search;
use super::evaluator::Evaluation;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Boxes, Candidate, Counters, Progress, Status};
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::sync::Arc;

/// The exact search; see the [module](self).
pub struct Exact {
    coordinator: Coordinator,
    diver: Diver,
    /// The number of the dive that is under way.
    dive: Option<u64>,
    /// The best policy, and all that a check of it tells.
    evaluated: Option<(Policy, Evaluation)>,
}

impl Exact {
    /// The search at its start; `None` where the problem is too large for it: more than 32 levels on an axis, or more than
    /// 2³⁰ records.
    pub fn new(problem: Arc<Problem>, start: Start) -> Option<Self> {
        Some(Self {
            coordinator: Coordinator::new(problem.lattice(), start),
            diver: Diver::new(problem)?,
            dive: None,
            evaluated: None,
        })
    }

    /// The boxes that are still open: where another search may go on.
    pub fn open(&self) -> Vec<OpenBox> {
        let mut open = self.left();
        open.extend(self.coordinator.open_but(self.dive));
        open
    }

    /// What is open of the dive that is under way.
    fn left(&self) -> Vec<OpenBox> {
        match self.dive {
            Some(_) => self.diver.open(),
            None => Vec::new(),
        }
    }

    fn best(&self) -> Option<&Candidate> {
        self.diver
            .best()
            .into_iter()
            .chain(self.coordinator.best())
            .min()
    }
}

impl Exact {
    /// Goes on with the dive that is under way, and with further ones.
    fn dive(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if self.dive.is_none() {
                let Some((number, dive)) = self.coordinator.hand_out() else {
                    // What is lent may come back with boxes in it.
                    return if self.coordinator.is_done() {
                        Status::Done
                    } else {
                        Status::Running
                    };
                };
                self.diver.begin(dive);
                self.dive = Some(number);
            }
            if self.diver.advance(monitor) == Status::Running {
                return Status::Running;
            }
            if let Some(number) = self.dive.take() {
                self.coordinator.absorb(number, self.diver.findings());
            }
        }
    }
}

impl Search for Exact {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        let status = self.dive(monitor);
        let known = self.evaluated.as_ref().map(|(policy, _)| policy);
        if let Some(policy) =
            (self.best().map(|best| best.policy.clone())).filter(|best| Some(best) != known)
        {
            let evaluation = self.diver.ledger_mut().evaluator.check(&policy);
            self.evaluated = Some((policy, evaluation));
        }
        status
    }

    fn lend(&mut self) -> Option<(u64, Dive)> {
        self.coordinator.hand_out()
    }

    fn absorb(&mut self, number: u64, findings: Findings) {
        self.coordinator.absorb(number, findings);
        if let Some(best) = self.coordinator.best() {
            self.diver.hear(best);
        }
    }

    fn progress(&self) -> Progress {
        let boxes = self.boxes().unwrap_or_default();
        let best = self.best().cloned();
        let least = best.as_ref().map_or(f64::INFINITY, |best| best.loss);
        let bound = self.coordinator.bound_with(self.dive, &self.left());
        Progress {
            bound: bound.min(least),
            best,
            evaluation: self.evaluated.as_ref().map(|(_, evaluation)| *evaluation),
            counters: Counters {
                checked: boxes.looked_at,
                open: boxes.open,
                ..Counters::default()
            },
        }
    }

    fn boxes(&self) -> Option<Boxes> {
        let (looked_at, evaluated) = self.coordinator.counts();
        let under_way = match self.dive {
            Some(_) => self.diver.counts(),
            None => (0, 0),
        };
        let left = self.left();
        Some(Boxes {
            looked_at: looked_at + under_way.0,
            evaluated: evaluated + under_way.1,
            open: self.coordinator.n_open_but(self.dive) + left.len() as u64,
            closed: self.coordinator.closed_with(self.dive, &left),
        })
    }

    fn ledger(&self) -> &Ledger {
        self.diver.ledger()
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        self.diver.ledger_mut()
    }
}
