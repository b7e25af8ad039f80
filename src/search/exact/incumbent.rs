//! The best policy so far, as the costs of boxes are compared with it.

use super::objective::Objective;
use crate::lattice::Policy;
use crate::search::progress::Candidate;

/// The best policy so far, and which costs can still win against it.
///
/// Of equal losses the smaller rank wins, then the lexicographically smaller policy. In a box no policy comes before the
/// lowest one in that order, so a box whose bound equals the best loss can be closed when its lowest policy comes after
/// the best one.
#[derive(Debug, Clone)]
pub(super) struct Incumbent {
    best: Option<Candidate>,
    /// The least cost of which it is not sure that it wins.
    ties: u64,
    /// The least cost that loses.
    loses: u64,
}

impl Incumbent {
    /// No policy: every cost wins.
    pub(super) const NONE: Self = Self {
        best: None,
        ties: u64::MAX,
        loses: u64::MAX,
    };

    /// The best policy.
    pub(super) fn best(&self) -> Option<&Candidate> {
        self.best.as_ref()
    }

    /// Takes a valid policy if it is better. Returns whether it is.
    pub(super) fn offer(&mut self, candidate: Candidate, objective: &Objective) -> bool {
        let better = self.best.as_ref().is_none_or(|best| candidate < *best);
        if better {
            self.ties = objective.cost_from(candidate.loss, false);
            self.loses = objective.cost_from(candidate.loss, true);
            self.best = Some(candidate);
        }
        better
    }

    /// The least cost that loses.
    pub(super) fn loses_from(&self) -> u64 {
        self.loses
    }

    /// Whether no policy of this cost or above, and of this rank or above, can win.
    pub(super) fn beats(&self, cost: u64, rank: u32) -> bool {
        cost >= self.loses
            || cost >= self.ties
                && self
                    .best
                    .as_ref()
                    .is_some_and(|best| rank > best.policy.rank())
    }

    /// Whether no policy can win that costs this or more and generalizes this one.
    pub(super) fn beats_all_above(
        &self,
        cost: u64,
        lowest: &Policy,
        objective: &Objective,
    ) -> bool {
        if cost < self.ties {
            return false;
        }
        if cost >= self.loses {
            return true;
        }
        self.best.as_ref().is_some_and(|best| {
            // Where the loss is the rank, equal losses are equal ranks.
            let rank_ties = objective.is_rank || lowest.rank() == best.policy.rank();
            lowest.rank() > best.policy.rank() || rank_ties && *lowest >= best.policy
        })
    }
}
