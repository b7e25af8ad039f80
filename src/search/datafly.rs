//! Datafly (Sweeney 1997, with the suppression limit of El Emam et al. 2009).
//!
//! **Precondition:** none; it is a heuristic for every measure.

use super::Search;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::Status;
use crate::draw::Draw;
use crate::lattice::{Axis, Policy};
use crate::monitor::Monitor;
use std::sync::Arc;

/// Generalizes the quasi-identifier with the most distinct values by one level, from the bottom up, until the
/// suppression limit holds.
///
/// Ties are drawn at random from the seed. Our reading: linked quasi-identifiers are generalized together, and count
/// with the one that has the most distinct values. A quasi-identifier at its highest level is skipped.
///
/// It proves only two things: the bound of the most specific policy, and that no policy is valid if even the most
/// general one is not.
///
/// Checks: at most 1 + the height of the lattice.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{Datafly, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = Datafly::new(problem, 7);
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// // Ages have most distinct values, so they are generalized first. The optimum is [3, 0].
/// assert_eq!(best.policy.levels(), [2, 1]);
/// assert!(best.loss > progress.bound);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Datafly {
    ledger: Ledger,
    draw: Draw,
    next: Option<Policy>,
}

impl Datafly {
    /// A new search.
    pub fn new(problem: Arc<Problem>, seed: u64) -> Self {
        let bottom = problem.lattice.bottom();
        Self { ledger: Ledger::new(problem), draw: Draw::new(seed), next: Some(bottom) }
    }

    /// The policy with the axis of most distinct values raised by one level, if an axis can rise.
    fn generalize(&mut self, policy: &Policy) -> Option<Policy> {
        let Problem { lattice, qis, .. } = &**self.ledger.problem();
        let rising = || {
            (lattice.axes().iter()).filter(|axis| axis.level(policy) < axis.range().max).map(|axis| {
                let values = axis.members().iter();
                let values = values.map(|&qi| qis[qi].n_groups(axis.level(policy)));
                (values.max().unwrap_or(0), axis)
            })
        };
        let most = rising().map(|(values, _)| values).max()?;
        let tied: Vec<&Axis> = rising().filter(|(values, _)| *values == most).map(|(_, axis)| axis).collect();
        let place = match tied.len() {
            1 => 0,
            several => self.draw.below(several as u64) as usize,
        };
        let mut levels = policy.levels().to_vec();
        tied[place].set(&mut levels, tied[place].level(policy) + 1);
        Some(Policy::new(levels))
    }
}

impl Search for Datafly {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while let Some(policy) = &self.next {
            if monitor.interrupted() {
                return Status::Running;
            }
            let policy = policy.clone();
            let evaluation = self.ledger.check(&policy);
            if self.ledger.trail.n_checked() == 1 {
                self.ledger.raise(evaluation.bound);
            }
            self.next = if evaluation.valid {
                self.ledger.offer(&policy, evaluation);
                None
            } else {
                self.generalize(&policy)
            };
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
