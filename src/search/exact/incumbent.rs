//! The incumbent: the best valid policy so far. The costs of boxes are compared with it.

use super::objective::Objective;
use crate::lattice::Policy;
use crate::search::progress::Candidate;

/// The best valid policy so far, and the costs that still win against it.
///
/// Among equal losses the smaller rank wins, then the lexicographically smaller policy. In that order the low corner
/// is the first policy of a box. So a box whose bound equals the best loss can be closed if its low corner comes
/// after the best policy.
#[derive(Debug, Clone)]
pub(super) struct Incumbent {
    best: Option<Candidate>,
    /// Every cost below this wins. A cost from here on ties or loses.
    wins_below: u64,
    /// Every cost from this on loses.
    loses_from: u64,
    /// Every cost from this on is ignored for now.
    target: u64,
}

impl Incumbent {
    /// No policy: every cost wins.
    pub(super) const NONE: Self = Self { best: None, wins_below: u64::MAX, loses_from: u64::MAX, target: u64::MAX };

    /// The best policy.
    pub(super) fn best(&self) -> Option<&Candidate> {
        self.best.as_ref()
    }

    /// Takes a valid policy if it is better. Returns whether it is.
    pub(super) fn offer(&mut self, candidate: Candidate, objective: &Objective) -> bool {
        let better = self.best.as_ref().is_none_or(|best| candidate < *best);
        if better {
            self.wins_below = objective.cost_from(candidate.loss, false);
            self.loses_from = objective.cost_from(candidate.loss, true);
            self.best = Some(candidate);
        }
        better
    }

    /// Sets the target: a box whose policies cost as much is left as if it were closed.
    pub(super) fn set_target(&mut self, target: u64) {
        self.target = target;
    }

    /// Whether there is a target.
    pub(super) fn has_target(&self) -> bool {
        self.target < u64::MAX
    }

    /// The least cost that loses or is ignored.
    pub(super) fn loses_from(&self) -> u64 {
        self.loses_from.min(self.target)
    }

    /// Whether a policy of this cost at best ties with the incumbent.
    pub(super) fn ties(&self, cost: u64) -> bool {
        cost >= self.wins_below
    }

    /// Whether no policy of at least this cost and rank can win, or all of them are ignored.
    pub(super) fn beats(&self, cost: u64, rank: u32) -> bool {
        cost >= self.target || self.loses(cost, rank)
    }

    /// Whether no policy of at least this cost and rank can win.
    pub(super) fn loses(&self, cost: u64, rank: u32) -> bool {
        cost >= self.loses_from
            || cost >= self.wins_below && self.best.as_ref().is_some_and(|best| rank > best.policy.rank())
    }

    /// As [`beats`](Self::beats), for the policies of at least this cost that generalize the policy `lowest`.
    pub(super) fn beats_all_above(&self, cost: u64, lowest: &Policy, objective: &Objective) -> bool {
        if cost >= self.loses_from() {
            return true;
        }
        if cost < self.wins_below {
            return false;
        }
        self.best.as_ref().is_some_and(|best| {
            // If the loss is the rank, equal losses are equal ranks.
            let rank_ties = objective.is_rank || lowest.rank() == best.policy.rank();
            lowest.rank() > best.policy.rank() || rank_ties && *lowest >= best.policy
        })
    }
}
