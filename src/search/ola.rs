//! Optimal Lattice Anonymization (El Emam et al. 2009, A Globally Optimal k-Anonymity Method for the
//! De-Identification of Health Data, 2009).
//!
//! **Precondition:** the loss never falls when a policy is generalized. Then the best policy is *k-minimal*: valid,
//! with no valid specialization.

use super::evaluator::Evaluation;
use super::ledger::Ledger;
use super::problem::Problem;
use super::progress::{Candidate, Counters, Progress, PropertyCounters, Status};
use super::recording::Exclusion;
use super::{Algorithm, Search};
use crate::error::Result;
use crate::lattice::antichain::RankedTrie;
use crate::lattice::{Direction, Policy, PredictiveProperty, Sublattice};
use crate::monitor::Monitor;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A binary search on sub-lattices that finds the k-minimal policies.
///
/// The row at half the height of the lattice is walked from left to right. Before it takes the next policy of the
/// row, the search continues in a sub-lattice: below a valid policy, or above a policy that is not valid, in the same
/// way, down to sub-lattices of two policies. Two tags are predicted: all generalizations of a policy inherit
/// *valid*, all its specializations inherit *not valid*. Only policies without a tag are checked. A policy found
/// valid replaces its generalizations in the k-minimal list. At the end the policies of the list are compared on
/// loss.
///
/// Our reading, where the paper leaves it open: left to right is the lexicographic order, as in its figures. A step
/// is one step of an axis, so linked quasi-identifiers move together. A sub-lattice met again is not walked again;
/// this saves no check, as all its policies are tagged. The most general policy is checked when the search reaches
/// it, while the paper assumes that it is valid.
///
/// Checks: at most the size of the lattice. Memory: linear in the number of sub-lattices met.
///
/// # Example
/// ```
/// use kanon::loss::MeasureName;
/// use kanon::monitor::Unlimited;
/// use kanon::search::{Ola, Search};
/// use kanon::people::FivePeople;
///
/// let problem = FivePeople::problem(MeasureName::Precision)?;
/// let mut search = Ola::new(problem)?;
/// search.advance(&mut Unlimited);
/// let progress = search.progress();
/// let best = progress.best.unwrap();
/// assert_eq!(best.policy.levels(), [3, 0]);
/// assert_eq!(best.loss, progress.bound);
/// # Ok::<(), kanon::Error>(())
/// ```
pub struct Ola {
    ledger: Ledger,
    /// The current sub-lattices, the innermost last.
    stack: Vec<Walk>,
    entered: FxHashSet<Sublattice>,
    /// The next policy to check: looked at and not predicted.
    due: Option<Policy>,
    /// Whether a policy that was met is valid.
    tags: FxHashMap<Policy, bool>,
    valid: PredictiveProperty<RankedTrie>,
    not_valid: PredictiveProperty<RankedTrie>,
    /// Policies that a check found valid, none of them a generalization of another.
    k_minimal: Vec<(Candidate, Evaluation)>,
    n_predicted: u64,
}

/// The position of the search in a sub-lattice.
struct Walk {
    part: Sublattice,
    /// A sub-lattice of one or two policies, with nothing between the bottom and the top.
    is_edge: bool,
    next: Option<Policy>,
}

impl Ola {
    /// A new search.
    ///
    /// # Errors
    /// If the measure is not monotone.
    pub fn new(problem: Arc<Problem>) -> Result<Self> {
        Algorithm::Ola.demand_monotone(&problem)?;
        let whole = Sublattice::whole(&problem.lattice);
        let property = |direction| PredictiveProperty::new(RankedTrie::new(), direction);
        let mut search = Self {
            ledger: Ledger::new(problem),
            stack: Vec::new(),
            entered: FxHashSet::default(),
            due: None,
            tags: FxHashMap::default(),
            valid: property(Direction::Generalizations),
            not_valid: property(Direction::Specializations),
            k_minimal: Vec::new(),
            n_predicted: 0,
        };
        search.enter(whole);
        Ok(search)
    }

    fn enter(&mut self, part: Sublattice) {
        if !self.entered.insert(part.clone()) {
            return;
        }
        let lattice = &self.ledger.problem().lattice;
        let height = part.height(lattice);
        let is_edge = height <= 1;
        let row = if is_edge { 0 } else { height / 2 };
        let next = Some(part.first_of_row(lattice, row));
        self.stack.push(Walk { part, is_edge, next });
    }

    /// Whether a policy is valid, as far as known without a check.
    fn tag(&mut self, policy: &Policy) -> Option<bool> {
        if let Some(&valid) = self.tags.get(policy) {
            return Some(valid);
        }
        let valid = if self.valid.predicts(policy) {
            true
        } else if self.not_valid.predicts(policy) {
            false
        } else {
            return None;
        };
        self.n_predicted += 1;
        let why = if valid { Exclusion::Valid } else { Exclusion::NotValid };
        self.ledger.exclude(policy, why);
        self.tags.insert(policy.clone(), valid);
        Some(valid)
    }

    fn check(&mut self, policy: Policy) {
        let evaluation = self.ledger.check(&policy);
        self.tags.insert(policy.clone(), evaluation.valid);
        if evaluation.valid {
            self.valid.insert(&policy);
            self.k_minimal.retain(|(other, _)| !other.policy.generalizes(&policy));
            self.k_minimal.push((Candidate::checked(&evaluation, policy), evaluation));
        } else {
            self.not_valid.insert(&policy);
        }
    }

    /// Continues from a policy of the innermost walk whose tag is known.
    fn go_on(&mut self, policy: &Policy, valid: bool) {
        let Some(walk) = self.stack.last_mut() else {
            return;
        };
        if walk.is_edge {
            // The bottom of an edge was found invalid before, unless it is the lattice's own bottom. So its top is
            // known as well.
            let top = walk.part.top();
            walk.next = (!valid && policy != top).then(|| top.clone());
            return;
        }
        walk.next = (walk.part).next_of_row(&self.ledger.problem().lattice, policy);
        let (bottom, top) = (walk.part.bottom().clone(), walk.part.top().clone());
        self.enter(if valid { Sublattice::new(bottom, policy.clone()) } else { Sublattice::new(policy.clone(), top) });
    }

    fn compare(&mut self) {
        for (candidate, evaluation) in std::mem::take(&mut self.k_minimal) {
            self.ledger.offer(&candidate.policy, evaluation);
        }
        self.ledger.settle();
    }
}

impl Search for Ola {
    fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        loop {
            if let Some(policy) = self.due.take() {
                if monitor.interrupted() {
                    self.due = Some(policy);
                    return Status::Running;
                }
                self.check(policy);
            }
            let Some(walk) = self.stack.last() else {
                self.compare();
                return Status::Done;
            };
            let Some(policy) = walk.next.clone() else {
                self.stack.pop();
                continue;
            };
            match self.tag(&policy) {
                Some(valid) => self.go_on(&policy, valid),
                None => self.due = Some(policy),
            }
        }
    }

    fn progress(&self) -> Progress {
        let settled = self.ledger.progress();
        let found = (self.k_minimal.iter()).min_by(|(one, _), (other, _)| one.cmp(other));
        let (best, evaluation) = found.cloned().unzip();
        Progress {
            best: best.or(settled.best),
            evaluation: evaluation.or(settled.evaluation),
            bound: settled.bound,
            counters: Counters {
                work: self.ledger.work(self.n_predicted),
                insufficient_protection: PropertyCounters::of(&self.not_valid),
                ..self.ledger.counters()
            },
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}
