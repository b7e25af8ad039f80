//! Bounds: for each step of each axis, a lower bound for the cost of the box's policies with the axis at that step.

mod charge;

use super::incumbent::Incumbent;
use super::probe::ForcedRow;
use super::steps::{Steps, each, highest, lowest};
use super::subject::Subject;

/// Tables with an entry for each step of each axis. The least entries of all axes, joined, bound the whole box.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    /// The charge of the axis at this step.
    least: Vec<u64>,
    /// Records whose suppression is charged to this axis at this step.
    charged: Vec<u64>,
    /// Records forced at this step: suppressed at every choice of steps for the other axes.
    forced: Vec<u64>,
    /// The part of the cost that is not charged to any axis.
    common: u64,
    /// The tolls given back for the records that the limit still allows to suppress.
    refund: u64,
    /// As the three fields above, for ranks instead of costs. Used if costs are joined by their maximum, where many
    /// costs are equal.
    least_rank: Vec<u64>,
    refund_rank: u64,
    shares: Vec<Share>,
    /// Per row: the number of axes with a step at which it is forced, or [`BY_BOX`].
    n_forcing: Vec<u8>,
    /// The node's rows that the box forces.
    by_box: Vec<ForcedRow>,
    histogram: Vec<u64>,
    totals: Vec<u64>,
    cost: Vec<u64>,
    cost_highest: Vec<u64>,
    /// Per axis whose highest step is below the node's, and per code: how much less a record costs at the box's
    /// highest step than at the node's.
    saved: Vec<(usize, Vec<u64>)>,
}

/// As the number of axes: the row is forced by the box.
const BY_BOX: u8 = u8::MAX;

#[derive(Debug, Default, Clone, Copy)]
struct Share {
    records: u64,
    price: u64,
    /// How much less these records cost on the axis itself at the box's highest step than at the node's.
    saved: u64,
}

impl Bounds {
    /// The value of rank 1 in the tables of ranks, so that a toll is a small part of it.
    const RANK: u64 = 1 << 24;

    /// A lower bound for the cost of every policy of a box inside the one that the tables were filled for.
    pub(super) fn of(&self, subject: &Subject, steps: &[Steps]) -> u64 {
        let objective = &subject.objective;
        let axes = steps.iter().zip(&subject.encoded.axes);
        let sum = axes.fold(self.common, |sum, (&steps, axis)| objective.joined(sum, self.least_of(axis.slot, steps)));
        sum.saturating_sub(self.refund)
    }

    pub(super) fn least_of(&self, slot: usize, steps: Steps) -> u64 {
        let entries = each(steps).map(|step| self.least[slot + step]);
        entries.min().unwrap_or(0)
    }

    /// A lower bound for the rank of every valid policy of a box inside the one that the tables were filled for.
    fn rank(&self, subject: &Subject, steps: &[Steps]) -> u64 {
        if self.least_rank.is_empty() {
            return 0;
        }
        let axes = steps.iter().zip(&subject.encoded.axes);
        let sum: u64 = (axes.map(|(&steps, axis)| self.least_rank_of(axis.slot, steps))).sum();
        sum.saturating_sub(self.refund_rank)
    }

    /// Whether ranks are bounded as well.
    pub(super) fn has_ranks(&self) -> bool {
        !self.least_rank.is_empty()
    }

    /// The difference between the bound of ranks and the next rank above `rank`.
    pub(super) fn rank_gap(&self, subject: &Subject, steps: &[Steps], rank: u32) -> u64 {
        let above = (u64::from(rank) + 1) * Self::RANK;
        above.saturating_sub(self.rank(subject, steps))
    }

    pub(super) fn least_rank_of(&self, slot: usize, steps: Steps) -> u64 {
        let entries = each(steps).map(|step| self.least_rank[slot + step]);
        entries.min().unwrap_or(0)
    }

    /// Removes the steps of a box that contain no policy better than the incumbent. Returns the bound of the rest, or
    /// `None` if nothing is left.
    pub(super) fn filter(&self, subject: &Subject, incumbent: &Incumbent, steps: &mut [Steps]) -> Option<u64> {
        let objective = &subject.objective;
        loop {
            let bound = self.of(subject, steps);
            let low_corner = subject.policy(|axis| lowest(steps[axis]));
            if incumbent.beats_all_above(bound, &low_corner, objective) {
                return None;
            }
            let rank = low_corner.rank();
            let rank_bound = self.rank(subject, steps);
            let rounded = |rank: u64| rank.div_ceil(Self::RANK) as u32;
            if incumbent.beats(bound, rounded(rank_bound).max(rank)) {
                return None;
            }
            let mut changed = false;
            for (steps, axis) in steps.iter_mut().zip(&subject.encoded.axes) {
                if steps.count_ones() == 1 {
                    continue;
                }
                let least = self.least_of(axis.slot, *steps);
                let from = lowest(*steps);
                let least_rank = match self.least_rank.is_empty() {
                    true => 0,
                    false => self.least_rank_of(axis.slot, *steps),
                };
                let mut left = *steps;
                for step in each(*steps) {
                    let own = self.least[axis.slot + step];
                    if self.forced[axis.slot + step] > subject.limit && step < highest(*steps) {
                        left &= !(1 << step);
                        continue;
                    }
                    let cost = if objective.is_maximum { bound.max(own) } else { bound + (own - least) };
                    let mut rank = rank + ((step - from) * axis.members.len()) as u32;
                    if let Some(own) = self.least_rank.get(axis.slot + step) {
                        rank = rank.max(rounded(rank_bound + (own - least_rank)));
                    }
                    if incumbent.beats(cost, rank) {
                        left &= !(1 << step);
                    }
                }
                if left == 0 {
                    return None;
                }
                changed |= left != *steps;
                *steps = left;
            }
            if !changed {
                return Some(bound);
            }
        }
    }
}
