//! Bottom-up best-first branch and bound with an antichain store (Prasser et al. 2016, "Effective pruning in large
//! search spaces").

use super::Search;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Counters, LossOrder, Progress, PropertyCounters, Status};
use super::recording::Exclusion;
use crate::lattice::antichain::{Antichain, StoreKind};
use crate::lattice::{Direction, Policy, PredictiveProperty};
use crate::monitor::Monitor;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

/// The search of the papers. Checked policies wait in a queue ordered by quality. The search takes the head, checks
/// its generalizations and puts them into the queue. A policy has *insufficient quality* when its lower bound shows
/// that neither it nor any of its generalizations can beat the best policy so far. All generalizations inherit this
/// property, so the store of such policies predicts it for others.
///
/// Three things are ours. The most general policy is checked first: this gives a result from the start and detects
/// impossible problems at once. Every second step takes the waiting policy with the least *bound* instead of the
/// least loss: ordering by loss finds good policies early, ordering by bound raises the proven bound. The bound from
/// the levels alone is compared before a check, so that a policy may be excluded without one.
///
/// Optimal for every measure, because bounds only exclude what cannot win, ties included. Checks: at most the size of
/// the lattice. Memory: linear in the number of policies checked.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{BestFirst, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Iyengar)?;
/// let mut search = BestFirst::new(problem);
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// assert_eq!(best.policy.levels(), [3, 0]);
/// assert_eq!(best.loss, progress.bound);
/// // Of the eight policies.
/// assert_eq!(progress.counters.work.steps(), 7);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct BestFirst {
    ledger: Ledger,
    /// The checked policies with their bounds, in the order of the checks.
    checked: IndexMap<Policy, Checked, FxBuildHasher>,
    by_loss: Queue,
    by_bound: Queue,
    by_bound_next: bool,
    n_open: u64,
    /// Generalizations of the last policy taken that are still to be looked at.
    pending: VecDeque<Policy>,
    /// The bound of that policy. It holds for all of them.
    pending_bound: f64,
    /// The next policy to check: looked at and not excluded.
    due: Option<Policy>,
    /// `None` without prediction.
    insufficient_quality: Option<PredictiveProperty<Box<dyn Antichain + Send>>>,
    n_pruned: u64,
}

/// Policies by their position in the order of checks, least number first. Closed policies stay until they reach the
/// head.
type Queue = BinaryHeap<Reverse<(LossOrder, usize)>>;

#[derive(Debug, Clone, Copy)]
struct Checked {
    bound: f64,
    open: bool,
}

impl BestFirst {
    /// A new search, with prediction by the papers' fastest store.
    pub fn new(problem: Arc<Problem>) -> Self {
        Self::with(problem, StoreKind::default(), true)
    }

    /// A new search with a store of this kind.
    ///
    /// Without prediction the store stays unused (Prasser et al. 2016, table 3): a policy is excluded by its own
    /// bound only, not by what is known about its specializations. The best policy is the same.
    pub fn with(problem: Arc<Problem>, kind: StoreKind, prediction: bool) -> Self {
        let bottom = problem.lattice.bottom();
        let top = problem.lattice.top();
        let mut pending = VecDeque::from([top.clone()]);
        pending.extend((bottom != top).then(|| bottom.clone()));
        let ledger = Ledger::new(problem);
        Self {
            pending_bound: ledger.bound(),
            ledger,
            checked: IndexMap::default(),
            by_loss: Queue::new(),
            by_bound: Queue::new(),
            by_bound_next: false,
            n_open: 0,
            pending,
            due: None,
            insufficient_quality: prediction.then(|| PredictiveProperty::new(kind.store(), Direction::Generalizations)),
            n_pruned: 0,
        }
    }

    /// Whether an unchecked policy is known to have insufficient quality.
    fn is_excluded(&mut self, policy: &Policy) -> bool {
        let predicted = (self.insufficient_quality.as_mut()).is_some_and(|property| property.predicts(policy));
        let excluded = predicted || self.ledger.cannot_win(self.ledger.evaluator.bound_of_levels(policy), policy);
        if excluded && !predicted {
            self.note_insufficient_quality(policy);
        }
        if excluded {
            self.n_pruned += 1;
            self.ledger.exclude(policy, Exclusion::CannotWin);
        }
        excluded
    }

    fn note_insufficient_quality(&mut self, policy: &Policy) {
        if let Some(property) = &mut self.insufficient_quality {
            property.insert(policy);
        }
    }

    fn check(&mut self, policy: Policy) {
        let evaluation = self.ledger.check(&policy);
        if evaluation.valid {
            self.ledger.offer(&policy, evaluation);
        } else if self.checked.is_empty() && self.ledger.problem().validity_is_monotone() {
            // The most general policy suppresses least: if it is not valid, no policy is.
            self.pending.clear();
        }
        let open = !self.ledger.cannot_win(evaluation.bound, &policy);
        if open {
            let place = self.checked.len();
            self.by_loss.push(Reverse((LossOrder(evaluation.loss), place)));
            self.by_bound.push(Reverse((LossOrder(evaluation.bound), place)));
            self.n_open += 1;
        } else {
            self.note_insufficient_quality(&policy);
        }
        self.checked.insert(policy, Checked { bound: evaluation.bound, open });
    }

    /// Takes a waiting policy and adds its generalizations to the list of policies to look at.
    ///
    /// Returns whether a policy was waiting.
    fn expand(&mut self) -> bool {
        self.drop_closed();
        self.close_what_cannot_win();
        let queue = if self.by_bound_next { &mut self.by_bound } else { &mut self.by_loss };
        self.by_bound_next = !self.by_bound_next;
        let Some(Reverse((_, place))) = queue.pop() else {
            return false;
        };
        let Some((policy, checked)) = self.checked.get_index_mut(place) else {
            return false;
        };
        checked.open = false;
        self.n_open -= 1;
        let (policy, bound) = (policy.clone(), checked.bound);
        if self.ledger.cannot_win(bound, &policy) {
            self.note_insufficient_quality(&policy);
            return true;
        }
        let lattice = &self.ledger.problem().lattice;
        self.pending.extend(lattice.successors(&policy).filter(|successor| !self.checked.contains_key(successor)));
        self.pending_bound = bound;
        true
    }

    /// Closes everything once even the least bound cannot win.
    fn close_what_cannot_win(&mut self) {
        let best = self.ledger.bound_when_done();
        if self.by_bound.peek().is_some_and(|Reverse((bound, _))| bound.0 > best) {
            self.by_bound.clear();
            self.by_loss.clear();
            self.n_open = 0;
        }
    }

    /// Removes closed policies from the heads of both queues. This does not change the course of the search, so it
    /// may happen at an interruption.
    fn drop_closed(&mut self) {
        for queue in [&mut self.by_loss, &mut self.by_bound] {
            while queue.peek().is_some_and(|Reverse((_, place))| !self.checked[*place].open) {
                queue.pop();
            }
        }
    }
}

impl Search for BestFirst {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if let Some(policy) = self.due.take() {
                if monitor.interrupted() {
                    self.due = Some(policy);
                    self.drop_closed();
                    return Status::Running;
                }
                self.check(policy);
            }
            match self.pending.pop_front() {
                Some(policy) => self.due = (!self.is_excluded(&policy)).then_some(policy),
                None if self.expand() => {}
                None => return Status::Done,
            }
        }
    }

    fn progress(&self) -> Progress {
        let open = self.by_bound.peek().map(|Reverse((bound, _))| bound.0);
        let pending = (!self.pending.is_empty() || self.due.is_some()).then_some(self.pending_bound);
        let best = self.ledger.best().map(|best| best.loss);
        let bound = [open, pending, best].into_iter().flatten().fold(f64::INFINITY, f64::min);
        let counters = Counters {
            work: self.ledger.work(self.n_pruned),
            open: self.n_open,
            insufficient_quality: self
                .insufficient_quality
                .as_ref()
                .map_or_else(PropertyCounters::default, PropertyCounters::of),
            ..self.ledger.counters()
        };
        Progress { bound, counters, ..self.ledger.progress() }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
