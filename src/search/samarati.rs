//! Samarati's binary search on the height (Samarati 2001, as described by El Emam et al. 2009).
//!
//! **Precondition:** none; it is a heuristic for every measure except the height itself.

use super::Search;
use super::evaluator::Evaluation;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::Status;
use crate::lattice::{Policy, Sublattice};
use crate::monitor::Monitor;
use std::sync::Arc;

/// Finds the lowest row of the lattice with a valid policy, and the valid policy of least loss in that row.
///
/// If a row has a valid policy, so has every row above it. So bisection finds the lowest such row: a row is walked
/// from left to right until a policy is valid or the row ends. At the end the rest of the lowest row is walked as
/// well.
///
/// Rows count steps of axes, so linked quasi-identifiers move together (see [`Sublattice`]). If the measure is the
/// height and there are no links, the result is the optimum.
///
/// It proves this bound: every valid policy generalizes a policy of each row walked to its end, so none loses less
/// than the least bound of such a row. That is the search's bound, for every measure.
///
/// Checks: the policies of at most 1 + log₂(height) rows.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{Samarati, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = Samarati::new(problem);
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// // A lower row than that of the optimum, [3, 0].
/// assert_eq!(best.policy.levels(), [1, 1]);
/// assert!(best.loss > progress.bound);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Samarati {
    ledger: Ledger,
    whole: Sublattice,
    /// No row below this one has a valid policy.
    low: u32,
    /// The lowest row in which a valid policy was found, or the top.
    high: u32,
    row: u32,
    /// The next policy of the row.
    next: Option<Policy>,
    /// The least bound of the policies of the row so far.
    row_bound: f64,
    /// The position in the row `high`.
    found: Option<Found>,
    done: bool,
}

struct Found {
    policy: Policy,
    evaluation: Evaluation,
    row_bound: f64,
}

impl Samarati {
    /// A new search.
    pub fn new(problem: Arc<Problem>) -> Self {
        let whole = Sublattice::whole(&problem.lattice);
        let high = whole.height(&problem.lattice);
        let mut search = Self {
            ledger: Ledger::new(problem),
            whole,
            low: 0,
            high,
            row: 0,
            next: None,
            row_bound: f64::INFINITY,
            found: None,
            done: false,
        };
        search.start_row();
        search
    }

    /// Goes to the row in the middle. For the last row, it uses what is already known about it.
    fn start_row(&mut self) {
        self.row = self.low.midpoint(self.high);
        let lattice = &self.ledger.problem().lattice;
        match self.found.take_if(|_| self.low == self.high) {
            Some(found) => {
                self.next = self.whole.next_of_row(lattice, &found.policy);
                self.row_bound = found.row_bound;
                self.ledger.offer(&found.policy, found.evaluation);
            }
            None => {
                self.next = Some(self.whole.first_of_row(lattice, self.row));
                self.row_bound = f64::INFINITY;
            }
        }
    }

    fn check(&mut self, policy: &Policy) {
        let evaluation = self.ledger.check(policy);
        self.row_bound = self.row_bound.min(evaluation.bound);
        self.next = (self.whole).next_of_row(&self.ledger.problem().lattice, policy);
        if !evaluation.valid {
            return;
        }
        if self.low == self.high {
            self.ledger.offer(policy, evaluation);
        } else {
            self.high = self.row;
            self.found = Some(Found { policy: policy.clone(), evaluation, row_bound: self.row_bound });
            self.start_row();
        }
    }

    fn end_row(&mut self) {
        self.ledger.raise(self.row_bound);
        if self.low == self.high {
            self.done = true;
        } else {
            self.low = self.row + 1;
            self.start_row();
        }
    }
}

impl Search for Samarati {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while !self.done {
            match self.next.clone() {
                Some(_) if monitor.interrupted() => return Status::Running,
                Some(policy) => self.check(&policy),
                None => self.end_row(),
            }
        }
        self.ledger.settle_if_none_is_valid();
        Status::Done
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
