//! One pass over a node's rows: what becomes of them when the highest policy is lowered on one axis.

use super::axis::{OfWords, Step};
use super::node::Node;
use super::objective::Terms;
use super::steps::{each, highest};
use super::subject::Subject;
use crate::loss::Sizes;

/// For each step of each axis, what the policy suppresses that is the highest one of the box but for that axis, which is
/// at that step.
///
/// These records are suppressed by every policy of the box that has the axis at that step.
#[derive(Debug, Default)]
pub(super) struct Probe {
    /// For each step of each axis: records that die.
    pub(super) dead: Vec<u64>,
    /// Σ over them of the price of suppressing rather than keeping them under the highest policy.
    pub(super) price: Vec<u64>,
    /// For each step of each component: what they would cost at that step.
    pub(super) cost: Vec<u64>,
    /// What they would cost at the highest step.
    pub(super) cost_highest: Vec<u64>,
    /// For each axis, the rows that may die.
    pub(super) mortal: Vec<Vec<Mortal>>,
    counts: Vec<u32>,
    sums: Vec<u32>,
    list: Vec<(u32, u32)>,
    death: Vec<u8>,
    fields: Vec<Field>,
}

/// A row that dies when an axis is lowered far enough.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mortal {
    pub(super) row: u32,
    /// The highest step at which it dies.
    pub(super) step: u32,
    /// Its records.
    pub(super) weight: u64,
    /// Its records × the price of suppressing rather than keeping one of them under the highest policy.
    pub(super) price: u64,
}

/// An axis on which the box has more than one step.
#[derive(Debug, Clone, Copy)]
struct Field {
    axis: usize,
    word: usize,
    shift: u32,
    mask: u64,
    /// Where its counters begin.
    start: usize,
    n_codes: usize,
}

impl Field {
    #[inline]
    fn code(&self, row: &[u64]) -> usize {
        ((row[self.word] >> self.shift) & self.mask) as usize
    }
}

impl Probe {
    /// Looks at every lowering of one axis from the highest policy of a node. Time in rows × axes with more than one step.
    pub(super) fn run(&mut self, subject: &Subject, node: &Node) {
        let encoded = &subject.encoded;
        for table in [&mut self.dead, &mut self.price] {
            table.clear();
            table.resize(encoded.n_slots, 0);
        }
        for table in [&mut self.cost, &mut self.cost_highest] {
            table.clear();
            table.resize(subject.objective.n_slots, 0);
        }
        self.mortal.resize(encoded.axes.len(), Vec::new());
        self.mortal.iter_mut().for_each(Vec::clear);
        self.fields.clear();
        let mut start = 0;
        for (number, axis) in encoded.axes.iter().enumerate() {
            if node.steps[number].count_ones() > 1 {
                let n_codes = axis.n_codes(node.low[number]);
                self.fields.push(Field {
                    axis: number,
                    word: axis.word,
                    shift: axis.shift,
                    mask: axis.mask,
                    start,
                    n_codes,
                });
                start += n_codes;
            }
        }
        self.counts.clear();
        self.counts.resize(start, 0);
        self.sums.resize(subject.widest, 0);
        self.death.resize(subject.widest, 0);
        let fields = std::mem::take(&mut self.fields);
        encoded.with_words(&mut Classes {
            probe: self,
            fields: &fields,
            subject,
            node,
        });
        self.fields = fields;
        // So far a step has what dies at it and at none above; all that dies above dies here as well.
        for (axis, &steps) in encoded.axes.iter().zip(&node.steps) {
            let mut above = (0, 0);
            for step in each(steps).collect::<Vec<_>>().into_iter().rev() {
                let slot = axis.slot + step;
                above = (above.0 + self.dead[slot], above.1 + self.price[slot]);
                (self.dead[slot], self.price[slot]) = above;
            }
        }
    }

    /// Clears the counters of one axis, and makes a list of them if one is below k. Returns whether one is.
    fn drain(&mut self, field: &Field, k: u64) -> bool {
        let counts = &mut self.counts[field.start..field.start + field.n_codes];
        // 0 is no code of the class.
        let most = (k as u32).wrapping_sub(1);
        let dies = counts
            .iter()
            .fold(false, |dies, count| dies | (count.wrapping_sub(1) < most));
        if dies {
            self.list.clear();
            let found = (0..).zip(counts.iter()).filter(|(_, count)| **count > 0);
            self.list.extend(found.map(|(code, &count)| (code, count)));
        }
        counts.fill(0);
        dies
    }

    /// Finds for each code of the list the highest step at which its cell of the class is too small.
    fn deaths(&mut self, subject: &Subject, node: &Node, field: &Field, price: u64, row: &[u64]) {
        let axis = &subject.encoded.axes[field.axis];
        let (low, high) = (node.low[field.axis], highest(node.steps[field.axis]));
        let components = subject.objective.components.iter();
        let with_costs = components.filter(|c| c.axis == field.axis && !c.costs.is_empty());
        let high_code = axis.raised(low, axis.code(row), high) as usize;
        for step in each(node.steps[field.axis]).take_while(|&step| step < high) {
            for &(code, count) in &self.list {
                self.sums[axis.raised(low, code as usize, step) as usize] += count;
            }
            let mut died = 0;
            for &(code, count) in &self.list {
                let raised = axis.raised(low, code as usize, step) as usize;
                if u64::from(self.sums[raised]) < subject.k {
                    died += u64::from(count);
                    self.death[code as usize] = step as u8 + 1;
                    for component in with_costs.clone() {
                        self.cost[component.slot + step] +=
                            u64::from(count) * component.costs[step][raised];
                    }
                }
            }
            for &(code, _) in &self.list {
                self.sums[axis.raised(low, code as usize, step) as usize] = 0;
            }
            if died == 0 {
                break;
            }
            for component in with_costs.clone() {
                self.cost_highest[component.slot + step] += died * component.costs[high][high_code];
            }
        }
        for &(code, count) in &self.list {
            if let Some(step) = self.death[code as usize].checked_sub(1) {
                let slot = axis.slot + usize::from(step);
                self.dead[slot] += u64::from(count);
                self.price[slot] += u64::from(count) * price;
            }
        }
    }
}

/// The loop over the classes of a node.
struct Classes<'a> {
    probe: &'a mut Probe,
    fields: &'a [Field],
    subject: &'a Subject,
    node: &'a Node,
}

impl OfWords for Classes<'_> {
    fn run<const WORDS: usize>(&mut self) {
        let Self {
            probe,
            fields,
            subject,
            node,
        } = self;
        let (all, _) = node.rows.words.as_chunks::<WORDS>();
        for class in 0..node.rows.n_classes() {
            let range = node.rows.class(class);
            let (rows, weights) = (&all[range.clone()], &node.rows.weights[range.clone()]);
            for (row, &weight) in rows.iter().zip(weights) {
                for field in fields.iter() {
                    probe.counts[field.start + field.code(row)] += weight;
                }
            }
            let mut price = None;
            for field in fields.iter() {
                if !probe.drain(field, subject.k) {
                    continue;
                }
                let price = *price.get_or_insert_with(|| price_of(subject, node, &rows[0]));
                probe.deaths(subject, node, field, price, &rows[0]);
                for ((row, &weight), number) in rows.iter().zip(weights).zip(range.start as u32..) {
                    if let Some(step) = probe.death[field.code(row)].checked_sub(1) {
                        let weight = u64::from(weight);
                        let price = match subject.objective.terms {
                            Terms::Sizes(Sizes::Discernibility) => subject.records - weight,
                            _ => price,
                        };
                        probe.mortal[field.axis].push(Mortal {
                            row: number,
                            step: u32::from(step),
                            weight,
                            price: weight * price,
                        });
                    }
                }
                for &(code, _) in &probe.list {
                    probe.death[code as usize] = 0;
                }
            }
        }
    }
}

/// By how much more a suppressed record costs than one that is kept under the highest policy, in the class of this row.
fn price_of(subject: &Subject, node: &Node, row: &[u64]) -> u64 {
    if !matches!(subject.objective.terms, Terms::Cells) {
        return 0;
    }
    let price = |component: &super::objective::Component| {
        let axis = &subject.encoded.axes[component.axis];
        let (low, high): (Step, Step) = (
            node.low[component.axis],
            highest(node.steps[component.axis]),
        );
        let code = axis.raised(low, axis.code(row), high) as usize;
        component.suppressed - component.costs[high][code]
    };
    subject.objective.components.iter().map(price).sum()
}
