//! Bounds: for each step of each axis, what the policies of a box at least cost that have it.

use super::incumbent::Incumbent;
use super::node::Node;
use super::objective::Terms;
use super::probe::Probe;
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
    /// What is charged to no axis.
    common: u64,
    /// What is taken off the sum because the limit allows so much suppression.
    refund: u64,
    shares: Vec<Share>,
    killers: Vec<u8>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Share {
    records: u64,
    price: u64,
}

/// A cut of a box on one axis: the policies up to a step, and those above.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    pub(super) axis: usize,
    /// The steps of the lower part.
    pub(super) lower: Steps,
}

impl Bounds {
    /// Fills the tables for a box inside a node's that has the same highest policy. Time in rows that may die.
    pub(super) fn fill(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        let (axes, objective) = (&subject.encoded.axes, &subject.objective);
        self.least.clear();
        self.least.resize(subject.encoded.n_slots, 0);
        self.charged.clear();
        self.charged.resize(subject.encoded.n_slots, 0);
        self.refund = 0;
        self.common = match &objective.terms {
            Terms::Cells => {
                let suppressed = objective.components.iter().map(|c| c.suppressed);
                node.dead * suppressed.sum::<u64>()
            }
            Terms::Sizes(sizes) => node.cost_of_sizes(subject, *sizes),
            _ => 0,
        };
        for component in &objective.components {
            let axis = &axes[component.axis];
            for step in each(steps[component.axis]) {
                let slot = component.slot + step;
                let kept = node.totals[slot] - probe.cost[slot];
                let cost = match &objective.terms {
                    Terms::Cells => kept + probe.cost_highest[slot],
                    Terms::Separate(_) => {
                        let dead = node.dead + probe.dead[axis.slot + step];
                        objective.separate(component, kept + dead * component.suppressed)
                    }
                    Terms::Levels | Terms::Sizes(_) => kept,
                };
                let least = &mut self.least[axis.slot + step];
                *least = objective.joined(*least, cost);
            }
        }
        if !objective.is_maximum {
            self.share(subject, probe, steps, node.rows.weights.len());
            self.charge_limit(subject, steps, subject.limit - node.dead);
        }
    }

    /// Charges the price of each row that may die in equal shares to the axes that can kill it.
    fn share(&mut self, subject: &Subject, probe: &Probe, steps: &[Steps], n_rows: usize) {
        if self.killers.len() < n_rows {
            self.killers.resize(n_rows, 0);
        }
        let mortal = |axis: usize| {
            let lowest = lowest(steps[axis]) as u32;
            let is_fixed = steps[axis].count_ones() == 1;
            let rows = if is_fixed {
                &[][..]
            } else {
                &probe.mortal[axis]
            };
            rows.iter().filter(move |mortal| mortal.step >= lowest)
        };
        for axis in 0..steps.len() {
            for row in mortal(axis) {
                self.killers[row.row as usize] += 1;
            }
        }
        // By the number of axes that share, so that there are few divisions.
        let most = steps.len() + 1;
        for (number, axis) in subject.encoded.axes.iter().enumerate() {
            self.shares.clear();
            self.shares.resize(axis.n_steps() * most, Share::default());
            for row in mortal(number) {
                let killers = self.killers[row.row as usize];
                let share = &mut self.shares[row.step as usize * most + usize::from(killers)];
                share.records += row.weight;
                share.price += row.price;
            }
            let mut above = Share::default();
            let shares = self.shares.chunks_exact(most).enumerate();
            for (step, shares) in shares.skip(lowest(steps[number])).rev() {
                for (killers, share) in (0..).zip(shares).skip(1) {
                    if share.records > 0 {
                        above.records += share.records / killers;
                        above.price += share.price / killers;
                    }
                }
                self.charged[axis.slot + step] = above.records;
                self.least[axis.slot + step] += above.price;
            }
        }
        for axis in 0..steps.len() {
            for row in mortal(axis) {
                self.killers[row.row as usize] = 0;
            }
        }
    }

    /// Charges every suppressed record with a toll and takes it off for as many as may be suppressed (Lagrange's multiplier
    /// of the limit): no more than the cost of a valid policy, whatever the toll. The bound is concave in it; the best one
    /// is found by bisection on the slope.
    fn charge_limit(&mut self, subject: &Subject, steps: &[Steps], left: u64) {
        let slots = |axis: usize| {
            let slot = subject.encoded.axes[axis].slot;
            each(steps[axis]).map(move |step| slot + step)
        };
        // What suppression at the least entries exceeds the limit by.
        let is_steep = |bounds: &Self, toll: u64| {
            let charged = (0..steps.len()).map(|axis| {
                let entry = |slot: usize| {
                    (
                        bounds.least[slot] + toll * bounds.charged[slot],
                        bounds.charged[slot],
                    )
                };
                slots(axis).map(entry).min().unwrap_or_default().1
            });
            charged.sum::<u64>() > left
        };
        if !is_steep(self, 0) {
            return;
        }
        let most = (1 << 60) / subject.records.max(1);
        let (mut low, mut high) = (0, 1);
        while high < most && is_steep(self, high) {
            (low, high) = (high, (high * 4).min(most));
        }
        while high - low > (high / 32).max(1) {
            let middle = low + (high - low) / 2;
            if is_steep(self, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        for (least, charged) in self.least.iter_mut().zip(&self.charged) {
            *least += low * charged;
        }
        self.refund = low * left;
    }

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
