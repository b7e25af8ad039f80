//! Every policy of the lattice, one after the other: the gold standard for the other searches.

use super::Search;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::Status;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::sync::Arc;

/// Checks every policy in lexicographic order. Optimal for every measure.
///
/// Checks: the size of the lattice.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{BruteForce, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = BruteForce::new(problem);
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// // Ages become `*`, sexes stay as they are, and the one man is suppressed.
/// assert_eq!(best.policy.levels(), [3, 0]);
/// assert_eq!(progress.counters.work.steps(), 8);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct BruteForce {
    ledger: Ledger,
    next: Option<Policy>,
}

impl BruteForce {
    /// A new search.
    pub fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        Self { ledger: Ledger::new(problem), next: Some(bottom) }
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
                self.ledger.offer(policy, evaluation);
            }
            self.next = self.ledger.problem().lattice.next(policy);
        }
        self.ledger.settle();
        Status::Done
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
