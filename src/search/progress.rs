//! The progress of a search between two steps.

use super::evaluator::Evaluation;
use crate::lattice::antichain::Antichain;
use crate::lattice::{Policy, PredictiveProperty};
use serde::Serialize;
use std::cmp::Ordering;

/// Whether a search has more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The search was interrupted and can continue.
    Running,
    /// The search is done. The bound shows whether its best policy is proven optimal.
    Done,
}

/// A policy with the number that a search ranks it by: its loss, or a bound for the losses of a set of policies.
///
/// Candidates are ordered by that number, then rank, then lexicographically: the order of ties. With very many
/// records, different losses may round to one float; the rounded part then decides before ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The loss or bound.
    pub loss: f64,
    /// Orders losses that round to one float. 0 for a bound, which thus comes before them.
    exact: u128,
    rank: u32,
    /// The policy.
    pub policy: Policy,
}

impl Candidate {
    /// A policy with its loss or bound.
    pub fn new(loss: f64, policy: Policy) -> Self {
        Self { loss, exact: 0, rank: policy.rank(), policy }
    }

    /// A checked policy.
    pub fn checked(evaluation: &Evaluation, policy: Policy) -> Self {
        Self { exact: evaluation.exact, ..Self::new(evaluation.loss, policy) }
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.loss.total_cmp(&other.loss))
            .then_with(|| self.exact.cmp(&other.exact))
            .then_with(|| self.rank.cmp(&other.rank))
            .then_with(|| self.policy.cmp(&other.policy))
    }
}

/// A loss or bound ordered as a number, so that it can be a key.
#[derive(Debug, Clone, Copy)]
pub(super) struct LossOrder(pub(super) f64);

impl PartialEq for LossOrder {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for LossOrder {}

impl PartialOrd for LossOrder {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LossOrder {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The amount of work of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Work {
    /// A search of policies.
    Policies {
        /// Policies checked: their classes were computed.
        checked: u64,
        /// Policies met and excluded without a check.
        pruned: u64,
    },
    /// A search of boxes of policies.
    Boxes {
        /// Boxes looked at.
        looked_at: u64,
        /// Policies whose suppression, and for most measures loss, was computed: several for each box.
        evaluated: u64,
    },
}

impl Work {
    /// Policies checked, or boxes looked at: the unit of a budget of checks.
    pub fn steps(self) -> u64 {
        match self {
            Self::Policies { checked, .. } => checked,
            Self::Boxes { looked_at, .. } => looked_at,
        }
    }

    /// Policies met and excluded without a check; 0 if boxes are counted.
    pub fn pruned(self) -> u64 {
        match self {
            Self::Policies { pruned, .. } => pruned,
            Self::Boxes { .. } => 0,
        }
    }
}

impl Default for Work {
    fn default() -> Self {
        Self::Policies { checked: 0, pruned: 0 }
    }
}

/// The work that a search has done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counters {
    /// The policies or boxes that it processed.
    #[serde(flatten)]
    pub work: Work,
    /// Policies or boxes that are not finished yet.
    pub open: u64,
    /// The node score of El Emam et al. 2009: for each check, the quasi-identifiers generalized × the classes
    /// generalized from, plus the classes of the result, which are scanned.
    pub node_score: u64,
    /// Valid policies compared on their loss.
    pub compared: u64,
    /// The store of policies that suppress too much. Specializations inherit this.
    pub insufficient_protection: PropertyCounters,
    /// The store of policies that cannot beat the best one. Generalizations inherit this.
    pub insufficient_quality: PropertyCounters,
}

/// The progress of a search over boxes, beyond the progress of every search.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Boxes {
    /// Boxes looked at.
    pub looked_at: u64,
    /// Policies whose suppression, and for most measures loss, was computed: several for each box.
    pub evaluated: u64,
    /// Boxes that are still to be looked at.
    pub open: u64,
    /// The share of the lattice's policies that are proven not to win against the best one, from 0 to 1. It never
    /// falls, and is 1 at the end.
    pub closed: f64,
}

/// The work of a store of a predictive property so far (Prasser et al. 2016, tables 2 and 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PropertyCounters {
    /// Policies inserted.
    pub inserts: u64,
    /// Questions asked.
    pub queries: u64,
    /// Questions answered with yes.
    pub hits: u64,
    /// Policies in the store now.
    pub antichain: u64,
}

impl PropertyCounters {
    /// The counters of a property.
    pub(super) fn of<S: Antichain>(property: &PredictiveProperty<S>) -> Self {
        Self {
            inserts: property.inserts(),
            queries: property.queries(),
            hits: property.hits(),
            antichain: property.antichain_size() as u64,
        }
    }
}

/// The best policy so far, and the proven bound for all others.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// The valid policy of least loss so far.
    pub best: Option<Candidate>,
    /// The result of its check.
    pub evaluation: Option<Evaluation>,
    /// No valid policy has a loss below this; the best one found may equal it.
    pub bound: f64,
    /// The work done.
    pub counters: Counters,
}

impl Progress {
    /// How far the best loss may be above the optimum, as a share of the best loss; `None` without a best policy.
    pub fn gap(&self) -> Option<f64> {
        let best = self.best.as_ref()?.loss;
        Some(if best <= self.bound { 0.0 } else { (best - self.bound) / best })
    }
}
