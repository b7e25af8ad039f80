//! What suppressed records do not save.
//!
//! The cost of a choice of a sift is summed up as if all records were kept: at the steps of the axes that have some,
//! and at the lowest steps of the others. The price of a suppressed record is by how much it costs more than it would
//! at the steps that the axes had when it was seen to be suppressed, and at the highest steps of the others. So for each
//! axis that gets a step later, or never, what its cell would save there against the highest step was counted, though a
//! suppressed record saves nothing. That is added here.

use super::node::Node;
use super::objective::Terms;
use super::sets::Free;
use super::steps::{each, highest, lowest};
use super::subject::Subject;

/// What a cell saves at least at each step of each free axis of a box, where suppressed records have a price each.
///
/// The records of a class of the high corner have one code on each axis there. A record saves what the cell of that
/// code costs more than the record's own cell at the step: no less than it costs more than the dearest cell at the
/// step that is a part of it.
#[derive(Debug, Default)]
pub(super) struct Savings {
    free: Vec<Free>,
    /// For each free axis, where its codes at the highest step begin, when those of all are counted.
    starts: Vec<usize>,
    /// For each step of each axis, by its place in tables: what each code saves.
    saved: Vec<Vec<u64>>,
    /// Per code of a free axis at the highest step: suppressed records that are not added yet.
    records: Vec<u64>,
}

impl Savings {
    /// Fills the table for the free axes of a node's box, in the order in which they get their steps. Leaves it empty
    /// where suppressed records have no price each.
    pub(super) fn fill(&mut self, subject: &Subject, node: &Node, free: &[Free]) {
        self.free.clear();
        self.starts.clear();
        if !matches!(subject.objective.terms, Terms::Cells) {
            return;
        }
        self.free.extend(free);
        self.saved.resize_with(subject.encoded.n_slots, Vec::new);
        let mut start = 0;
        for free in free {
            let axis = &subject.encoded.axes[free.axis];
            let costs = &subject.objective.components[free.axis].costs;
            let (coded, high) = (node.coded[free.axis], highest(free.steps));
            for step in each(free.steps).take_while(|&step| step < high) {
                let saved = &mut self.saved[axis.slot + step];
                saved.clone_from(&costs[high]);
                for code in 0..axis.n_codes(coded) {
                    let [of_high, of_step] =
                        [high, step].map(|to| axis.raised(coded, code, to) as usize);
                    let own = costs[high][of_high] - costs[step][of_step];
                    saved[of_high] = saved[of_high].min(own);
                }
            }
            self.starts.push(start);
            start += axis.n_codes(high);
        }
        self.records.clear();
        self.records.resize(start, 0);
    }

    /// The codes of a class on the free axes, as their places among all; and for each number of axes that have their
    /// steps, what a record of it saves at the lowest steps of the others.
    pub(super) fn of_class(
        &self,
        subject: &Subject,
        node: &Node,
        row: &[u64],
        codes: &mut Vec<u32>,
        at_lowest: &mut Vec<u64>,
    ) {
        let first = codes.len();
        for (free, start) in self.free.iter().zip(&self.starts) {
            let axis = &subject.encoded.axes[free.axis];
            let code = axis.code(row);
            let of_high = axis.raised(node.coded[free.axis], code, highest(free.steps));
            codes.push(*start as u32 + of_high);
        }
        let (mut saved, own) = (0, at_lowest.len());
        at_lowest.push(saved);
        for (number, free) in self.free.iter().enumerate().rev() {
            let slot = subject.encoded.axes[free.axis].slot + lowest(free.steps);
            saved += self.saved[slot][codes[first + number] as usize - self.starts[number]];
            at_lowest.push(saved);
        }
        at_lowest[own..].reverse();
    }

    /// Counts suppressed records of a class by its codes on the axes that have no steps, after so many that have.
    #[inline(always)]
    pub(super) fn count(&mut self, codes: &[u32], chosen: usize, records: u64) {
        for &code in &codes[chosen..] {
            self.records[code as usize] += records;
        }
    }

    /// Adds to a table what the counted records do not save at each step of the axes that have none, after so many that
    /// have, and counts anew. Returns the sum of what they do not save at the lowest steps.
    pub(super) fn add_unsaved(
        &mut self,
        subject: &Subject,
        chosen: usize,
        unsaved: &mut [u64],
    ) -> u64 {
        let mut at_lowest = 0;
        for (free, &start) in self.free.iter().zip(&self.starts).skip(chosen) {
            let slot = subject.encoded.axes[free.axis].slot;
            let high = highest(free.steps);
            for step in each(free.steps).take_while(|&step| step < high) {
                let saved = &self.saved[slot + step];
                let of_codes = self.records[start..].iter().zip(saved);
                let own: u64 = of_codes.map(|(records, saved)| records * saved).sum();
                unsaved[slot + step] += own;
                if step == lowest(free.steps) {
                    at_lowest += own;
                }
            }
        }
        if let Some(&first) = self.starts.get(chosen) {
            self.records[first..].fill(0);
        }
        at_lowest
    }

    /// Whether suppressed records have no price each, so that there is nothing to add.
    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}
