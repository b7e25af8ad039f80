//! The exact search: branch and bound over boxes of the lattice.
//!
//! A *box* is a set of levels for each axis and stands for all policies that take their levels from them. What is known
//! of its highest policy holds for the whole box, because suppression never grows when a policy is generalized: records
//! that the highest policy suppresses are suppressed by all, and classes never cross its classes. One pass over the
//! records, a *probe*, tells what each lowering of one axis from there suppresses and loses. From that come an upper bound
//! (those policies themselves), levels that suppress too much, and a lower bound for the box. A box is cut into smaller
//! ones until none is left that could hold a policy that comes before the best one.
//!
//! # The bound
//!
//! Let r be a record that the highest policy h keeps, c(a, l, r) the cost of its cell on axis a at level l, M the cost of a
//! suppressed record, and K(a, l) the records that die in the policy that is h but for axis a, which is at l. Every policy
//! of the box that has a at l generalizes to that one, so it suppresses K(a, l). Charge axis a at level l with
//!
//! - c(a, l, r) for each record that is not in K(a, l),
//! - c(a, h, r) + q(a, r) for each record that is,
//!
//! where the q of a record are its price, M − Σ c(a, h, r), in equal shares for the axes that can kill it. Then
//! M · dead + Σ over the axes of the least charge is no more than the loss of any policy x of the box: a kept record is in no
//! K, and is charged what it costs; a suppressed one is charged at most c(a, h, r) on each axis and its price once, that
//! is at most M. For the limit, each suppressed record may be charged with a toll more, of which limit − dead are given
//! back, whatever the toll (`bound/charge.rs`).
//!
//! The same tables hold for a part of the box before its data are made: where the part's highest policy is lower on an axis,
//! that axis' K are dead for certain, the price of the others rises by what they save there, and levels go that would suppress
//! too much together with them.
//!
//! # Small classes
//!
//! Before a box is probed, it is sifted: the steps of its axes are chosen one axis after the other, and of the small classes of
//! its highest policy is counted what the choice suppresses (`sift.rs`). Several lowered axes together suppress far more than
//! each alone, of which the bound above knows; two in three boxes are closed here, by some hundred choices at ten microseconds
//! each.
//!
//! # The measures
//!
//! | measure | charge |
//! |---|---|
//! | Iyengar, cell precision; arithmetic mean | as above, in the integers that the loss is a sum of; with unequal weights rounded down |
//! | the same; geometric mean, maximum | each quasi-identifier's least mean, K(a, l) counted as suppressed; joined as logarithms, or by maximum |
//! | precision, entropy, height | that of the level; suppression is free, but has its toll |
//! | discernibility | the squares at the lowest policy, and the price n − class as above |
//! | DM*, average class size | the lowest policy's squares; at most the classes that k allows: nothing by axis |
//!
//! In a sift, suppressed records have their price where the charge is as in the first row; elsewhere only the limit counts.
//! Where costs are rounded down, a policy that may win is checked by the evaluator, so all searches see the same losses. The
//! last two rows bound weakly: there the search lives from the levels that suppress too much.
//!
//! # Where it does not serve
//!
//! With more than 32 levels on an axis, 2³⁰ records or 512 bits in a row, [`Exact::new`] gives nothing, and the algorithm of
//! that name is best-first; its [`boxes`](super::Search::boxes) are `None` then.

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
mod sets;
mod sift;
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
        let diver = Diver::new(Arc::clone(&problem))?;
        Some(Self {
            coordinator: Coordinator::new(problem.lattice(), start),
            diver,
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
            // Not a check of the search, whose cost would depend on when it is interrupted.
            let evaluation = Evaluation {
                node_score: 0,
                ..self.diver.ledger_mut().evaluator.check(&policy)
            };
            self.evaluated = Some((policy, evaluation));
        }
        status
    }

    fn diver(&self) -> Option<Diver> {
        Some(self.diver.another())
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
