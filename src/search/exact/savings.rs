//! The savings that suppressed records do not make.
//!
//! The cost of a choice in a sift is summed up as if all records were kept: at the steps of the axes that have one,
//! and at the lowest steps of the others. The price of a suppressed record is the difference to its cost at the steps
//! that the axes had when it was found to be suppressed, and at the highest steps of the others. So for each axis
//! that gets its step later or never, the sum subtracts what the record's cell would save there compared to the
//! highest step, although a suppressed record saves nothing. This module adds that amount back.

use super::axis::PackedAxis;
use super::node::Node;
use super::objective::Terms;
use super::steps::{Free, each, highest, lowest};
use super::subject::Subject;

const MOST_STEPS: usize = PackedAxis::MOST_STEPS;

/// A lower bound for what a cell saves at each step of each free axis of a box, if suppressed records have a price.
///
/// All records of a class of the high corner have the same code on each axis there. At a lower step, a record saves
/// the difference between the costs of that code and of its own cell. This is at least the difference to the most
/// expensive cell at the step that is a part of that code.
#[derive(Debug, Default)]
pub(super) struct Savings {
    free: Vec<Free>,
    /// For each step of each axis, by its slot in tables: what each code of the highest step saves.
    saved: Vec<Vec<u64>>,
    /// Per code of an axis at the highest step: the number of suppressed records.
    records: Vec<u64>,
}

/// For each class of a store, if suppressed records have a price.
#[derive(Debug, Default)]
pub(super) struct ClassSavings {
    /// For each free axis: the code of each class at the highest step.
    pub(super) codes: Vec<Vec<u32>>,
    /// Per number of axes that have their steps: what a record of each class saves at the lowest steps of the others.
    pub(super) at_lowest: Vec<Vec<u64>>,
}

impl Savings {
    /// The savings of suppressed records are computed if they may be at least one in this many parts of the gap.
    const LEAST: u128 = 16;

    /// Fills the table for the free axes of a node's box, in the order in which they get their steps.
    ///
    /// Leaves it empty if suppressed records have no price. Also leaves it empty if this many of them save too little
    /// compared to what is missing to close the box, as it would cost more time than it saves.
    pub(super) fn fill(&mut self, subject: &Subject, node: &Node, free: &[Free], (records, missing): (u64, u64)) {
        self.free.clear();
        if !matches!(subject.objective.terms, Terms::Cells) {
            return;
        }
        self.free.extend(free);
        self.saved.resize_with(subject.encoded.n_slots, Vec::new);
        self.records.resize(subject.widest, 0);
        let mut most = 0;
        for free in free {
            let axis = &subject.encoded.axes[free.axis];
            let costs = &subject.objective.components[free.axis].costs;
            let (coded, high) = (node.coded[free.axis], highest(free.steps));
            for step in each(free.steps).take_while(|&step| step < high) {
                let saved = &mut self.saved[axis.slot + step];
                saved.clone_from(&costs[high]);
                for code in 0..axis.n_codes(coded) {
                    let [of_high, of_step] = [high, step].map(|to| axis.raised(coded, code, to) as usize);
                    let own = costs[high][of_high] - costs[step][of_step];
                    saved[of_high] = saved[of_high].min(own);
                }
            }
            let at_lowest = &self.saved[axis.slot + lowest(free.steps)];
            most += at_lowest.iter().max().copied().unwrap_or(0);
        }
        let all = u128::from(records) * u128::from(most);
        if all * Self::LEAST < u128::from(missing) {
            self.free.clear();
        }
    }

    /// Whether the table is empty, so that nothing is added.
    pub(super) fn is_empty(&self) -> bool {
        self.free.is_empty()
    }

    /// Counts suppressed records of one code of an axis.
    #[inline(always)]
    pub(super) fn count(&mut self, code: u32, records: u64) {
        self.records[code as usize] += records;
    }

    /// The savings that the counted records do not make at each step of a free axis. Resets the count.
    pub(super) fn of_counted(&mut self, subject: &Subject, free: Free) -> [u64; MOST_STEPS] {
        let mut unsaved = [0; MOST_STEPS];
        let axis = &subject.encoded.axes[free.axis];
        let high = highest(free.steps);
        for step in each(free.steps).take_while(|&step| step < high) {
            let of_codes = self.records.iter().zip(&self.saved[axis.slot + step]);
            unsaved[step] = of_codes.map(|(records, saved)| records * saved).sum();
        }
        self.records[..axis.n_codes(high)].fill(0);
        unsaved
    }
}

impl ClassSavings {
    /// Starts again for this many free axes.
    pub(super) fn begin(&mut self, n_free: usize) {
        self.codes.resize_with(n_free, Vec::new);
        self.codes.iter_mut().for_each(Vec::clear);
        self.at_lowest.resize_with(n_free + 1, Vec::new);
        self.at_lowest.iter_mut().for_each(Vec::clear);
    }

    /// Adds a class of a node, given one of its rows.
    pub(super) fn add(&mut self, subject: &Subject, node: &Node, savings: &Savings, row: &[u64]) {
        let mut saved = 0;
        for (number, free) in savings.free.iter().enumerate().rev() {
            self.at_lowest[number + 1].push(saved);
            let axis = &subject.encoded.axes[free.axis];
            let coded = node.coded[free.axis];
            let code = axis.raised(coded, axis.code(row), highest(free.steps));
            self.codes[number].push(code);
            saved += savings.saved[axis.slot + lowest(free.steps)][code as usize];
        }
    }
}
