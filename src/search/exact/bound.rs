//! Bounds: for each step of each axis, what the policies of a box at least cost that have it.

mod charge;

use super::incumbent::Incumbent;
use super::probe::Mortal;
use super::steps::{Steps, each, highest, lowest};
use super::subject::Subject;

/// Tables with an entry for each step of each axis; the least entries, one for each axis, are joined to a bound for the
/// whole box.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    /// What the axis costs at least at this step.
    least: Vec<u64>,
    /// Records whose suppression is charged to this axis at this step.
    charged: Vec<u64>,
    /// Records that are suppressed at this step, whatever the other axes' steps.
    dead: Vec<u64>,
    /// What is charged to no axis.
    common: u64,
    /// What is taken off the sum because the limit allows so much suppression.
    refund: u64,
    shares: Vec<Share>,
    /// Per row: how many axes can kill it, or [`CERTAIN`].
    killers: Vec<u8>,
    certain: Vec<Mortal>,
    histogram: Vec<u64>,
    totals: Vec<u64>,
    cost: Vec<u64>,
    cost_highest: Vec<u64>,
    /// Per lowered axis and code: by how much less a record costs at the box's highest step than at the node's.
    saved: Vec<(usize, Vec<u64>)>,
}

/// A row that every policy of the box suppresses.
const CERTAIN: u8 = u8::MAX;

#[derive(Debug, Default, Clone, Copy)]
struct Share {
    records: u64,
    price: u64,
    /// What the axis itself costs less when these records are suppressed than the node's probe says.
    saved: u64,
}

impl Bounds {
    /// No more than what each policy costs of a box inside the one that the tables were filled for.
    pub(super) fn of(&self, subject: &Subject, steps: &[Steps]) -> u64 {
        let objective = &subject.objective;
        let axes = steps.iter().zip(&subject.encoded.axes);
        let sum = axes.fold(self.common, |sum, (&steps, axis)| {
            objective.joined(sum, self.least_of(axis.slot, steps))
        });
        sum.saturating_sub(self.refund)
    }

    pub(super) fn least_of(&self, slot: usize, steps: Steps) -> u64 {
        let entries = each(steps).map(|step| self.least[slot + step]);
        entries.min().unwrap_or(0)
    }

    /// Takes the steps out of a box that no winning policy has. Returns the bound of what is left, or `None` where nothing is.
    pub(super) fn filter(
        &self,
        subject: &Subject,
        incumbent: &Incumbent,
        steps: &mut [Steps],
    ) -> Option<u64> {
        let objective = &subject.objective;
        loop {
            let bound = self.of(subject, steps);
            let bottom = subject.policy(|axis| lowest(steps[axis]));
            if incumbent.beats_all_above(bound, &bottom, objective) {
                return None;
            }
            let rank = bottom.rank();
            let mut changed = false;
            for (steps, axis) in steps.iter_mut().zip(&subject.encoded.axes) {
                if steps.count_ones() == 1 {
                    continue;
                }
                let least = self.least_of(axis.slot, *steps);
                let from = lowest(*steps);
                let mut left = *steps;
                for step in each(*steps) {
                    let own = self.least[axis.slot + step];
                    if self.dead[axis.slot + step] > subject.limit && step < highest(*steps) {
                        left &= !(1 << step);
                        continue;
                    }
                    let cost = if objective.is_maximum {
                        bound.max(own)
                    } else {
                        bound + (own - least)
                    };
                    let rank = rank + ((step - from) * axis.members.len()) as u32;
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
