//! What is charged to each step of each axis; the proof that it is no more than the loss opens [`exact`](super::super).

use super::{Bounds, CERTAIN, Share};
use crate::search::exact::node::Node;
use crate::search::exact::objective::{Component, Terms};
use crate::search::exact::probe::{Mortal, Probe};
use crate::search::exact::steps::{Steps, each, highest, lowest};
use crate::search::exact::subject::Subject;

impl Bounds {
    /// Fills the tables for a box inside a node's. Returns whether it may hold a valid policy. Time in rows that may die.
    ///
    /// Where the box's highest policy is below the node's, what dies of one axis alone is taken to be dead; what only several
    /// lowered axes kill together is not known.
    pub(in super::super) fn fill(
        &mut self,
        subject: &Subject,
        node: &Node,
        probe: &Probe,
        steps: &[Steps],
    ) -> bool {
        let objective = &subject.objective;
        self.least.clear();
        self.least.resize(subject.encoded.n_slots, 0);
        self.charged.clear();
        self.charged.resize(subject.encoded.n_slots, 0);
        self.dead.clone_from(&probe.dead);
        self.cost.clone_from(&probe.cost);
        self.cost_highest.clone_from(&probe.cost_highest);
        self.totals.clone_from(&node.totals);
        self.refund = 0;
        self.killers.clear();
        self.killers.resize(node.rows.weights.len(), 0);
        self.certain.clear();
        self.find_certain(subject, node, probe, steps);
        let certain = self.certain.iter().map(|row| u64::from(row.weight));
        let dead = node.dead + certain.sum::<u64>();
        let valid = dead <= subject.limit;
        if valid {
            if !self.certain.is_empty() {
                self.bury_certain(subject, node, probe, steps);
            }
            self.common = match &objective.terms {
                Terms::Cells => {
                    let suppressed = objective.components.iter().map(|c| c.suppressed);
                    dead * suppressed.sum::<u64>()
                }
                Terms::Sizes(sizes) => {
                    node.cost_of_sizes(subject, *sizes)
                        + self.certain.iter().map(|row| row.price).sum::<u64>()
                }
                _ => 0,
            };
            self.fill_least(subject, dead, steps);
            if !objective.is_maximum {
                self.share(subject, node, probe, steps);
                self.charge_limit(subject, steps, subject.limit - dead);
            }
            self.dead.iter_mut().for_each(|records| *records += dead);
        }
        valid
    }

    /// Finds the rows that die at the highest step of an axis.
    fn find_certain(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        for (axis, (&steps, &of_node)) in steps.iter().zip(&node.steps).enumerate() {
            let high = highest(steps);
            if high == highest(of_node) {
                continue;
            }
            let slot = subject.encoded.axes[axis].slot;
            for row in probe.mortal[slot + high..=slot + highest(of_node)]
                .iter()
                .flatten()
            {
                let killers = &mut self.killers[row.row as usize];
                if *killers == 0 {
                    *killers = CERTAIN;
                    self.certain.push(*row);
                }
            }
        }
    }

    /// Takes the certain rows out of all that is said of the living.
    fn bury_certain(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        let axes = &subject.encoded.axes;
        let n_words = subject.encoded.words;
        let row_of = |row: &Mortal| &node.rows.words[row.row as usize * n_words..][..n_words];
        for component in objective_costs(subject) {
            let (axis, low) = (&axes[component.axis], node.low[component.axis]);
            self.histogram.clear();
            self.histogram.resize(axis.n_codes(low), 0);
            for row in &self.certain {
                self.histogram[axis.code(row_of(row))] += u64::from(row.weight);
            }
            for (code, &weight) in self
                .histogram
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight > 0)
            {
                for step in each(steps[component.axis]) {
                    let raised = axis.raised(low, code, step) as usize;
                    self.totals[component.slot + step] -= weight * component.costs[step][raised];
                }
            }
            let high = highest(node.steps[component.axis]);
            for (death, rows) in mortal(subject, probe, steps, component.axis) {
                for row in rows
                    .iter()
                    .filter(|row| self.killers[row.row as usize] == CERTAIN)
                {
                    let code = axis.code(row_of(row));
                    let weight = u64::from(row.weight);
                    let of_highest = component.costs[high][axis.raised(low, code, high) as usize];
                    for step in each(steps[component.axis]).take_while(|&step| step <= death) {
                        let raised = axis.raised(low, code, step) as usize;
                        self.cost[component.slot + step] -= weight * component.costs[step][raised];
                        self.cost_highest[component.slot + step] -= weight * of_highest;
                    }
                }
            }
        }
        for (number, axis) in axes.iter().enumerate() {
            for (death, rows) in mortal(subject, probe, steps, number) {
                let certain = rows
                    .iter()
                    .filter(|row| self.killers[row.row as usize] == CERTAIN);
                let weight: u64 = certain.map(|row| u64::from(row.weight)).sum();
                for step in each(steps[number]).take_while(|&step| step <= death) {
                    self.dead[axis.slot + step] -= weight;
                }
            }
        }
    }

    fn fill_least(&mut self, subject: &Subject, dead: u64, steps: &[Steps]) {
        let objective = &subject.objective;
        for component in &objective.components {
            let axis = &subject.encoded.axes[component.axis];
            // A single step is the highest, at which nothing of the living dies.
            let is_free = steps[component.axis].count_ones() > 1;
            for step in each(steps[component.axis]) {
                let slot = component.slot + step;
                let (cost, of_highest, dying) = if is_free {
                    (
                        self.cost[slot],
                        self.cost_highest[slot],
                        self.dead[axis.slot + step],
                    )
                } else {
                    (0, 0, 0)
                };
                let kept = self.totals[slot] - cost;
                let cost = match &objective.terms {
                    Terms::Cells => kept + of_highest,
                    Terms::Separate(_) => {
                        objective.separate(component, kept + (dead + dying) * component.suppressed)
                    }
                    Terms::Levels | Terms::Sizes(_) => kept,
                };
                let least = &mut self.least[axis.slot + step];
                *least = objective.joined(*least, cost);
            }
        }
    }

    /// Charges the price of each row that may die in equal shares to the axes that can kill it.
    fn share(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        self.save(subject, node, steps);
        let axes = &subject.encoded.axes;
        let n_words = subject.encoded.words;
        // Slices, because the functions of a vector are calls where it is optimised for size.
        let killers = self.killers.as_mut_slice();
        for axis in 0..steps.len() {
            for (_, rows) in mortal(subject, probe, steps, axis) {
                for row in rows {
                    let killers = &mut killers[row.row as usize];
                    *killers += u8::from(*killers != CERTAIN);
                }
            }
        }
        // By the number of axes that share, so that there are few divisions.
        let most = steps.len() + 1;
        let (killers, saved) = (&*killers, self.saved.as_slice());
        let (words, axes) = (node.rows.words.as_slice(), axes.as_slice());
        for (number, axis) in axes.iter().enumerate() {
            self.shares.clear();
            self.shares.resize(axis.n_steps() * most, Share::default());
            for (death, rows) in mortal(subject, probe, steps, number) {
                let shares = &mut self.shares[death * most..(death + 1) * most];
                for row in rows {
                    let killers = killers[row.row as usize];
                    if killers == CERTAIN {
                        continue;
                    }
                    let share = &mut shares[usize::from(killers)];
                    let weight = u64::from(row.weight);
                    share.records += weight;
                    share.price += row.price;
                    for (lowered, saved) in saved {
                        let words = &words[row.row as usize * n_words..][..n_words];
                        let saved = weight * saved.as_slice()[axes[*lowered].code(words)];
                        share.price += saved;
                        if *lowered == number {
                            share.saved += saved;
                        }
                    }
                }
            }
            let mut above = Share::default();
            let shares = self.shares.chunks_exact(most).enumerate();
            for (step, shares) in shares.skip(lowest(steps[number])).rev() {
                for (killers, share) in (0..).zip(shares).skip(1) {
                    if share.records > 0 {
                        above.records += share.records / killers;
                        above.price += share.price / killers;
                        above.saved += share.saved;
                    }
                }
                if steps[number] >> step & 1 == 1 {
                    self.charged[axis.slot + step] = above.records;
                    let least = &mut self.least[axis.slot + step];
                    *least = *least + above.price - above.saved;
                }
            }
        }
    }

    /// By how much more the living cost when suppressed than the node's probe says, because the box's highest policy keeps
    /// them for less.
    fn save(&mut self, subject: &Subject, node: &Node, steps: &[Steps]) {
        self.saved.clear();
        if !matches!(subject.objective.terms, Terms::Cells) {
            return;
        }
        for component in objective_costs(subject) {
            let axis = &subject.encoded.axes[component.axis];
            let (low, from) = (
                node.low[component.axis],
                highest(node.steps[component.axis]),
            );
            let to = highest(steps[component.axis]);
            if from == to {
                continue;
            }
            let cost = |code: usize, step: usize| {
                component.costs[step][axis.raised(low, code, step) as usize]
            };
            let saved = (0..axis.n_codes(low)).map(|code| cost(code, from) - cost(code, to));
            self.saved.push((component.axis, saved.collect()));
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
}

/// The rows that may die of an axis in a box, by the highest step at which they do.
fn mortal<'a>(
    subject: &Subject,
    probe: &'a Probe,
    steps: &[Steps],
    axis: usize,
) -> impl Iterator<Item = (usize, &'a [Mortal])> {
    let slot = subject.encoded.axes[axis].slot;
    let (low, high) = (lowest(steps[axis]), highest(steps[axis]));
    // A single step is none at which one dies.
    let to = if low == high {
        low
    } else {
        subject.encoded.axes[axis].n_steps()
    };
    (low..to).map(move |step| (step, probe.mortal[slot + step].as_slice()))
}

/// What records cost.
fn objective_costs(subject: &Subject) -> impl Iterator<Item = &Component> {
    let components = subject.objective.components.iter();
    components.filter(|component| !component.costs.is_empty())
}
