//! The improved greedy heuristic (Babu et al., Achieving k-Anonymity Using Improved Greedy Heuristics for Very Large
//! Relational Databases, 2013), with which Prasser et al. 2016 compare their search.
//!
//! **Precondition:** none; it is a heuristic for every measure.

use super::Search;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Candidate, LossOrder, Status};
use crate::lattice::Policy;
use crate::monitor::Monitor;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;

/// A greedy walk from the most specific policy up that checks every direct generalization before each step.
///
/// Prasser et al. 2016 say that it stores nothing about the lattice, predicts nothing and skips large parts; they do
/// not give its steps. Our reading: while no direct generalization is valid, the walk takes the one that frees most
/// records from suppression per unit of cost. The cost is the rise of the measure's bound, which is the loss by
/// generalization. Among equal ones it takes the one that suppresses fewest records, then the one of least loss, then
/// the first in the order of ties. Once some are valid, the one of least loss among them is the result. So, unlike
/// Datafly, it considers the effect of a step on all quasi-identifiers together, and uses no randomness.
///
/// It proves only two things: the bound of the most specific policy, and that no policy is valid if even the most
/// general one is not.
///
/// Checks: at most 1 + axes × the height of the lattice.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{Igreedy, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = Igreedy::new(problem);
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// // The optimum is [3, 0].
/// assert_eq!(best.policy.levels(), [1, 1]);
/// assert!(best.loss > progress.bound);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Igreedy {
    ledger: Ledger,
    /// Policies of this step that are still to be checked.
    pending: VecDeque<Policy>,
    /// The policy of the previous step: the records that it suppresses, and its bound.
    from: (u64, f64),
    /// The best of the policies of this step so far.
    step: Option<Step>,
}

/// A step to a policy that is not valid. The least step is taken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    /// Records freed per unit of the bound's rise; infinite if the bound does not rise.
    freed: Reverse<LossOrder>,
    suppressed: u64,
    to: Candidate,
    bound: LossOrder,
}

impl Igreedy {
    /// A new search.
    pub fn new(problem: Arc<Problem>) -> Self {
        let bottom = problem.lattice.bottom();
        let ledger = Ledger::new(problem);
        Self { pending: VecDeque::from([bottom]), from: (0, ledger.bound()), step: None, ledger }
    }

    fn check(&mut self, policy: Policy) {
        let evaluation = self.ledger.check(&policy);
        if self.ledger.trail.n_checked() == 1 {
            self.ledger.raise(evaluation.bound);
        }
        if evaluation.valid {
            self.ledger.offer(&policy, evaluation);
            return;
        }
        let (suppressed, bound) = self.from;
        let freed = suppressed.saturating_sub(evaluation.suppressed) as f64;
        let rise = evaluation.bound - bound;
        let step = Step {
            freed: Reverse(LossOrder(if freed > 0.0 && rise > 0.0 {
                freed / rise
            } else if freed > 0.0 {
                f64::INFINITY
            } else {
                0.0
            })),
            suppressed: evaluation.suppressed,
            to: Candidate::checked(&evaluation, policy),
            bound: LossOrder(evaluation.bound),
        };
        if self.step.as_ref().is_none_or(|best| step < *best) {
            self.step = Some(step);
        }
    }

    /// Takes the best step, unless a valid policy was found.
    fn go_on(&mut self) {
        let step = self.step.take();
        if let (Some(step), None) = (step, self.ledger.best()) {
            self.from = (step.suppressed, step.bound.0);
            let lattice = &self.ledger.problem().lattice;
            self.pending.extend(lattice.successors(&step.to.policy));
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
                self.go_on();
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
