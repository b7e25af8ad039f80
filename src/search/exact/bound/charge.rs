//! The charge of each step of each axis. The proof that the sum of charges is a lower bound is in
//! [`exact`](super::super).

use super::{BY_BOX, Bounds, Share};
use crate::search::exact::node::Node;
use crate::search::exact::objective::{Component, Terms};
use crate::search::exact::probe::{ForcedRow, Probe};
use crate::search::exact::sizes::Raised;
use crate::search::exact::steps::{Steps, each, highest, lowest};
use crate::search::exact::subject::Subject;

impl Bounds {
    /// Fills the tables for a box inside a node's. Returns whether it may contain a valid policy. Time: linear in the
    /// rows that are forced at some step.
    ///
    /// If the box's high corner is below the node's, the box is taken to force the records that the lowering of a
    /// single axis suppresses. Records that only several lowered axes suppress together are not detected.
    pub(in super::super) fn fill(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) -> bool {
        let objective = &subject.objective;
        self.least.clear();
        self.least.resize(subject.encoded.n_slots, 0);
        self.charged.clear();
        self.charged.resize(subject.encoded.n_slots, 0);
        self.forced.clone_from(&probe.forced);
        self.cost.clone_from(&probe.cost);
        self.cost_highest.clone_from(&probe.cost_highest);
        self.totals.clone_from(&node.totals);
        self.refund = 0;
        self.n_forcing.clear();
        self.n_forcing.resize(node.rows.weights.len(), 0);
        self.by_box.clear();
        self.find_forced_by_box(subject, node, probe, steps);
        let by_box = self.by_box.iter().map(|row| u64::from(row.weight));
        let forced = node.forced + by_box.sum::<u64>();
        let valid = forced <= subject.limit;
        if valid {
            if !self.by_box.is_empty() {
                self.remove_forced_by_box(subject, node, probe, steps);
            }
            self.common = match &objective.terms {
                Terms::Cells => {
                    let suppressed = objective.components.iter().map(|c| c.suppressed);
                    forced * suppressed.sum::<u64>()
                }
                Terms::Sizes(_) => {
                    node.raised.common(subject, node.forced) + self.by_box.iter().map(|row| row.price).sum::<u64>()
                }
                _ => 0,
            };
            self.fill_least(subject, &node.raised, forced, steps);
            self.share(subject, node, probe, steps);
            let left = subject.limit - forced;
            self.least_rank.clear();
            if objective.is_maximum {
                self.fill_ranks(subject, steps);
                self.refund_rank = charge_limit(subject, steps, left, &mut self.least_rank, &self.charged);
            } else {
                self.refund = charge_limit(subject, steps, left, &mut self.least, &self.charged);
            }
            self.forced.iter_mut().for_each(|records| *records += forced);
        }
        valid
    }

    /// Finds the rows that are forced at the highest step of an axis, and therefore by the box.
    fn find_forced_by_box(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        for (axis, (&steps, &of_node)) in steps.iter().zip(&node.steps).enumerate() {
            let high = highest(steps);
            if high == highest(of_node) {
                continue;
            }
            let slot = subject.encoded.axes[axis].slot;
            for row in probe.forced_rows[slot + high..=slot + highest(of_node)].iter().flatten() {
                let n_forcing = &mut self.n_forcing[row.row as usize];
                if *n_forcing == 0 {
                    *n_forcing = BY_BOX;
                    self.by_box.push(*row);
                }
            }
        }
    }

    /// Removes the rows forced by the box from the tables of the records that it may keep.
    fn remove_forced_by_box(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        let axes = &subject.encoded.axes;
        let n_words = subject.encoded.words;
        let row_of = |row: &ForcedRow| &node.rows.words[row.row as usize * n_words..][..n_words];
        for component in objective_costs(subject) {
            let (axis, coded) = (&axes[component.axis], node.coded[component.axis]);
            self.histogram.clear();
            self.histogram.resize(axis.n_codes(coded), 0);
            for row in &self.by_box {
                self.histogram[axis.code(row_of(row))] += u64::from(row.weight);
            }
            for (code, &weight) in self.histogram.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                for step in each(steps[component.axis]) {
                    let raised = axis.raised(coded, code, step) as usize;
                    self.totals[component.slot + step] -= weight * component.costs[step][raised];
                }
            }
            let high = highest(node.steps[component.axis]);
            for (forced_at, rows) in forced_rows(subject, probe, steps, component.axis) {
                for row in rows.iter().filter(|row| self.n_forcing[row.row as usize] == BY_BOX) {
                    let code = axis.code(row_of(row));
                    let weight = u64::from(row.weight);
                    let of_highest = component.costs[high][axis.raised(coded, code, high) as usize];
                    for step in each(steps[component.axis]).take_while(|&step| step <= forced_at) {
                        let raised = axis.raised(coded, code, step) as usize;
                        self.cost[component.slot + step] -= weight * component.costs[step][raised];
                        self.cost_highest[component.slot + step] -= weight * of_highest;
                    }
                }
            }
        }
        for (number, axis) in axes.iter().enumerate() {
            for (forced_at, rows) in forced_rows(subject, probe, steps, number) {
                let by_box = rows.iter().filter(|row| self.n_forcing[row.row as usize] == BY_BOX);
                let weight: u64 = by_box.map(|row| u64::from(row.weight)).sum();
                for step in each(steps[number]).take_while(|&step| step <= forced_at) {
                    self.forced[axis.slot + step] -= weight;
                }
            }
        }
    }

    fn fill_least(&mut self, subject: &Subject, raised: &Raised, forced: u64, steps: &[Steps]) {
        let objective = &subject.objective;
        for component in &objective.components {
            let axis = &subject.encoded.axes[component.axis];
            // A single step is the highest one. It forces no further record.
            let is_free = steps[component.axis].count_ones() > 1;
            for step in each(steps[component.axis]) {
                let slot = component.slot + step;
                let (cost, of_highest, at_step) = if is_free {
                    (self.cost[slot], self.cost_highest[slot], self.forced[axis.slot + step])
                } else {
                    (0, 0, 0)
                };
                let kept = self.totals[slot] - cost;
                let cost = match &objective.terms {
                    Terms::Cells => kept + of_highest,
                    Terms::Separate(_) => {
                        objective.separate(component, kept + (forced + at_step) * component.suppressed)
                    }
                    Terms::Levels => kept,
                    Terms::Sizes(_) => raised.charge(axis.slot + step),
                };
                let least = &mut self.least[axis.slot + step];
                *least = objective.joined(*least, cost);
            }
        }
    }

    /// Charges the price of each row in equal shares to the axes that have a step at which it is forced.
    fn share(&mut self, subject: &Subject, node: &Node, probe: &Probe, steps: &[Steps]) {
        self.save(subject, node, steps);
        let axes = &subject.encoded.axes;
        let n_words = subject.encoded.words;
        // Slices, because the methods of `Vec` are not inlined when optimised for size.
        let n_forcing = self.n_forcing.as_mut_slice();
        for axis in 0..steps.len() {
            for (_, rows) in forced_rows(subject, probe, steps, axis) {
                for row in rows {
                    let n_forcing = &mut n_forcing[row.row as usize];
                    *n_forcing += u8::from(*n_forcing != BY_BOX);
                }
            }
        }
        // By the number of axes that share, to save divisions.
        let most = steps.len() + 1;
        let (n_forcing, saved) = (&*n_forcing, self.saved.as_slice());
        let (words, axes) = (node.rows.words.as_slice(), axes.as_slice());
        for (number, axis) in axes.iter().enumerate() {
            self.shares.clear();
            self.shares.resize(axis.n_steps() * most, Share::default());
            for (forced_at, rows) in forced_rows(subject, probe, steps, number) {
                let shares = &mut self.shares[forced_at * most..(forced_at + 1) * most];
                for row in rows {
                    let n_forcing = n_forcing[row.row as usize];
                    if n_forcing == BY_BOX {
                        continue;
                    }
                    let share = &mut shares[usize::from(n_forcing)];
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
                for (n_forcing, share) in (0..).zip(shares).skip(1) {
                    if share.records > 0 {
                        above.records += share.records / n_forcing;
                        above.price += share.price / n_forcing;
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

    /// Computes how much less the box's high corner costs than the node's, for each code of each axis that differs.
    /// The prices of suppression are higher by this amount than in the probe of the node.
    fn save(&mut self, subject: &Subject, node: &Node, steps: &[Steps]) {
        self.saved.clear();
        if !matches!(subject.objective.terms, Terms::Cells) {
            return;
        }
        for component in objective_costs(subject) {
            let axis = &subject.encoded.axes[component.axis];
            let (coded, from) = (node.coded[component.axis], highest(node.steps[component.axis]));
            let to = highest(steps[component.axis]);
            if from == to {
                continue;
            }
            let cost = |code: usize, step: usize| component.costs[step][axis.raised(coded, code, step) as usize];
            let saved = (0..axis.n_codes(coded)).map(|code| cost(code, from) - cost(code, to));
            self.saved.push((component.axis, saved.collect()));
        }
    }

    /// Fills the table of ranks with those of the levels.
    fn fill_ranks(&mut self, subject: &Subject, steps: &[Steps]) {
        self.least_rank.resize(subject.encoded.n_slots, 0);
        for (axis, &steps) in subject.encoded.axes.iter().zip(steps) {
            for step in each(steps) {
                let rank = usize::from(axis.level(step)) * axis.members.len();
                self.least_rank[axis.slot + step] = rank as u64 * Self::RANK;
            }
        }
    }
}

/// Charges a toll for every suppressed record, and returns the tolls of the records that may be suppressed, which are
/// given back: Lagrange's multiplier of the limit. The bound holds for every toll. It is concave in the toll, so
/// bisection on the slope finds the best toll.
fn charge_limit(subject: &Subject, steps: &[Steps], left: u64, least: &mut [u64], charged: &[u64]) -> u64 {
    let slots = |axis: usize| {
        let slot = subject.encoded.axes[axis].slot;
        each(steps[axis]).map(move |step| slot + step)
    };
    // Whether the steps of least charge exceed the suppression limit.
    let is_steep = |least: &[u64], toll: u64| {
        let of_axis = |axis| {
            let entry = |slot: usize| (least[slot] + toll * charged[slot], charged[slot]);
            slots(axis).map(entry).min().unwrap_or_default().1
        };
        (0..steps.len()).map(of_axis).sum::<u64>() > left
    };
    if !is_steep(least, 0) {
        return 0;
    }
    let most = (1 << 60) / subject.records.max(1);
    let (mut low, mut high) = (0, 1);
    while high < most && is_steep(least, high) {
        (low, high) = (high, (high * 4).min(most));
    }
    while high - low > (high / 32).max(1) {
        let middle = low + (high - low) / 2;
        if is_steep(least, middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (least, charged) in least.iter_mut().zip(charged) {
        *least += low * charged;
    }
    low * left
}

/// The rows that are forced at some step of an axis in a box, by the highest such step.
fn forced_rows<'a>(
    subject: &Subject,
    probe: &'a Probe,
    steps: &[Steps],
    axis: usize,
) -> impl Iterator<Item = (usize, &'a [ForcedRow])> {
    let slot = subject.encoded.axes[axis].slot;
    let (low, high) = (lowest(steps[axis]), highest(steps[axis]));
    // If there is only one step, it is the highest one, and no row is forced.
    let to = if low == high { low } else { subject.encoded.axes[axis].n_steps() };
    (low..to).map(move |step| (step, probe.forced_rows[slot + step].as_slice()))
}

/// The components with a cost for each record.
fn objective_costs(subject: &Subject) -> impl Iterator<Item = &Component> {
    let components = subject.objective.components.iter();
    components.filter(|component| !component.costs.is_empty())
}
