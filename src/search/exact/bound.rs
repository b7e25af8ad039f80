//! Bounds: for each step of each axis, what the policies of a box at least cost that have it.

mod charge;

use super::incumbent::Incumbent;
use super::probe::{Mortal, Probe};
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

/// A cut of a box on one axis: the policies up to a step, and those above.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    pub(super) axis: usize,
    /// The steps of the lower part.
    pub(super) lower: Steps,
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

    fn least_of(&self, slot: usize, steps: Steps) -> u64 {
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

    /// Where to cut a box: where both parts gain much of what is missing to close them, and the lower one suppresses much.
    /// `None` for a box of one policy.
    pub(super) fn cut(
        &self,
        subject: &Subject,
        incumbent: &Incumbent,
        probe: &Probe,
        bound: u64,
        steps: &[Steps],
    ) -> Option<Cut> {
        const LEAST_GAIN: f64 = 0.01;
        const DEATH: f64 = 0.1;
        let gap = incumbent.loses_from().saturating_sub(bound).max(1) as f64;
        let mut best: Option<(f64, Cut)> = None;
        for (number, (&steps, axis)) in steps.iter().zip(&subject.encoded.axes).enumerate() {
            let least = self.least_of(axis.slot, steps);
            for step in each(steps).take_while(|&step| step < highest(steps)) {
                let lower = steps & (Steps::MAX >> (Steps::BITS as usize - 1 - step));
                let gain = |part: Steps| (self.least_of(axis.slot, part) - least) as f64;
                let gains = [gain(lower), gain(steps & !lower)]
                    .map(|gain| gain.min(gap) + LEAST_GAIN * gap);
                let dead = probe.dead[axis.slot + step] as f64 / subject.limit.max(1) as f64;
                let score = (gains[0] + DEATH * gap * dead) * gains[1];
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    let axis = number;
                    best = Some((score, Cut { axis, lower }));
                }
            }
        }
        best.map(|(_, cut)| cut)
    }
}
