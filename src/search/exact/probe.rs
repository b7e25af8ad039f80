//! One pass over a node's rows: what becomes of them when the highest policy is lowered on one axis.

use super::axis::{OfWords, Step};
use super::node::Node;
use super::objective::Terms;
use super::rows::Field;
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
    /// For each step of each axis, the rows that die at it and at none above.
    pub(super) mortal: Vec<Vec<Mortal>>,
    counts: Vec<u32>,
    sums: Vec<u32>,
    list: Vec<(u32, u32)>,
    death: Vec<u8>,
    raised: Vec<u32>,
    dying: Vec<(u32, u8)>,
    free: Vec<FreeAxis>,
}

/// A row that dies when an axis is lowered far enough.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mortal {
    pub(super) row: u32,
    /// Its records.
    pub(super) weight: u32,
    /// Its records × the price of suppressing rather than keeping one of them under the highest policy.
    pub(super) price: u64,
}

/// An axis on which the box has more than one step.
#[derive(Debug, Clone, Copy)]
struct FreeAxis {
    axis: usize,
    /// Where the axis' steps begin in tables.
    slot: usize,
    field: Field,
    /// Where its counters begin.
    start: usize,
    n_codes: usize,
    /// Where what its codes become begins, for each step of the box below the highest.
    raised: usize,
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
        self.mortal.resize(encoded.n_slots, Vec::new());
        self.mortal.iter_mut().for_each(Vec::clear);
        self.free.clear();
        self.raised.clear();
        let mut start = 0;
        for (number, axis) in encoded.axes.iter().enumerate() {
            if node.steps[number].count_ones() > 1 {
                let n_codes = axis.n_codes(node.low[number]);
                self.free.push(FreeAxis {
                    axis: number,
                    slot: axis.slot,
                    field: Field::of(axis),
                    start,
                    n_codes,
                    raised: self.raised.len(),
                });
                let (low, high) = (node.low[number], highest(node.steps[number]));
                for step in each(node.steps[number]).take_while(|&step| step < high) {
                    let codes = 0..n_codes;
                    self.raised
                        .extend(codes.map(|code| axis.raised(low, code, step)));
                }
                start += n_codes;
            }
        }
        self.counts.clear();
        self.counts.resize(start, 0);
        self.sums.resize(subject.widest, 0);
        self.death.resize(subject.widest, 0);
        let free = std::mem::take(&mut self.free);
        encoded.with_words(&mut Classes {
            probe: self,
            free: &free,
            subject,
            node,
        });
        self.free = free;
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

    /// Finds for each code of the list the highest step at which its cell of the class is too small.
    fn deaths(&mut self, subject: &Subject, node: &Node, axis: &FreeAxis, price: u64, row: &[u64]) {
        let (raised, free) = (axis.raised, axis.axis);
        let n_codes = axis.n_codes;
        let axis = &subject.encoded.axes[free];
        let (low, high) = (node.low[free], highest(node.steps[free]));
        let components = subject.objective.of_axis(free);
        let high_code = axis.raised(low, axis.code(row), high) as usize;
        let below = each(node.steps[free]).take_while(|&step| step < high);
        // Slices, because the functions of a vector are calls where it is optimised for size.
        let (list, sums) = (self.list.as_slice(), self.sums.as_mut_slice());
        let death = self.death.as_mut_slice();
        for (step, raised) in below.zip((raised..).step_by(n_codes)) {
            let raised = &self.raised[raised..raised + n_codes];
            for &(code, count) in list {
                sums[raised[code as usize] as usize] += count;
            }
            let (mut died, mark) = (0, step as u8 + 1);
            for &(code, count) in list {
                if u64::from(sums[raised[code as usize] as usize]) < subject.k {
                    died += u64::from(count);
                    death[code as usize] = mark;
                }
            }
            for &(code, _) in list {
                sums[raised[code as usize] as usize] = 0;
            }
            if died == 0 {
                break;
            }
            for component in components {
                let costs = component.costs[step].as_slice();
                let mut cost = 0;
                for &(code, count) in list {
                    if death[code as usize] == mark {
                        cost += u64::from(count) * costs[raised[code as usize] as usize];
                    }
                }
                self.cost[component.slot + step] += cost;
                self.cost_highest[component.slot + step] += died * component.costs[high][high_code];
            }
        }
        let slots = axis.slot..axis.slot + axis.n_steps();
        let (dead, prices) = (&mut self.dead[slots.clone()], &mut self.price[slots]);
        for &(code, count) in list {
            if let Some(step) = death[code as usize].checked_sub(1) {
                dead[usize::from(step)] += u64::from(count);
                prices[usize::from(step)] += u64::from(count) * price;
            }
        }
    }
}

/// Counts that are gone through in about the time in which one is looked up by a row's code.
const COUNTS_FOR_A_ROW: usize = 8;

/// The loop over the classes of a node.
struct Classes<'a> {
    probe: &'a mut Probe,
    free: &'a [FreeAxis],
    subject: &'a Subject,
    node: &'a Node,
}

impl OfWords for Classes<'_> {
    fn run<const WORDS: usize>(&mut self) {
        let (subject, node, free) = (self.subject, self.node, self.free);
        let probe = &mut *self.probe;
        let (all, _) = node.rows.words.as_chunks::<WORDS>();
        // 0 is no code of the class.
        let most = (subject.k as u32).wrapping_sub(1);
        for class in 0..node.rows.n_classes() {
            let range = node.rows.class(class);
            let (rows, weights) = (&all[range.clone()], &node.rows.weights[range.clone()]);
            count(rows, weights, free, &mut probe.counts);
            let mut price = None;
            for axis in free {
                let counts = &mut probe.counts[axis.start..axis.start + axis.n_codes];
                let is_small = |count: u32| count.wrapping_sub(1) < most;
                // By the counts where they are not many more than the rows: they lie side by side.
                let by_counts = axis.n_codes / COUNTS_FOR_A_ROW <= rows.len();
                let dies = if by_counts {
                    counts
                        .iter()
                        .fold(false, |dies, &count| dies | is_small(count))
                } else {
                    rows.iter()
                        .any(|row| is_small(counts[axis.field.code(row)]))
                };
                if !dies {
                    if by_counts {
                        counts.fill(0);
                    } else {
                        rows.iter().for_each(|row| counts[axis.field.code(row)] = 0);
                    }
                    continue;
                }
                probe.list.clear();
                let mut take = |code: usize| {
                    let count = std::mem::take(&mut counts[code]);
                    if count > 0 {
                        probe.list.push((code as u32, count));
                    }
                };
                if rows.len() < axis.n_codes {
                    rows.iter().for_each(|row| take(axis.field.code(row)));
                } else {
                    (0..axis.n_codes).for_each(take);
                }
                let price = *price.get_or_insert_with(|| price_of(subject, node, &rows[0]));
                probe.deaths(subject, node, axis, price, &rows[0]);
                let death = probe.death.as_slice();
                // Every row is written, and only those that die are counted: nobody can guess which they are.
                let mut n_dying = 0;
                if probe.dying.len() < rows.len() {
                    probe.dying.resize(rows.len(), (0, 0));
                }
                let dying = &mut probe.dying[..rows.len()];
                for (number, row) in (0..).zip(rows) {
                    let step = death[axis.field.code(row)];
                    dying[n_dying] = (number, step);
                    n_dying += usize::from(step > 0);
                }
                let mortal = probe.mortal.as_mut_slice();
                for &(number, step) in &dying[..n_dying] {
                    let weight = weights[number as usize];
                    let price = match subject.objective.terms {
                        Terms::Sizes(Sizes::Discernibility) => subject.records - u64::from(weight),
                        _ => price,
                    };
                    mortal[axis.slot + usize::from(step) - 1].push(Mortal {
                        row: range.start as u32 + number,
                        weight,
                        price: u64::from(weight) * price,
                    });
                }
                for &(code, _) in &probe.list {
                    probe.death[code as usize] = 0;
                }
            }
        }
    }
}

/// Counts the records of each code on each axis. The axes go in threes, so that what says where a code is stays in registers.
fn count<const WORDS: usize>(
    rows: &[[u64; WORDS]],
    weights: &[u32],
    free: &[FreeAxis],
    counts: &mut [u32],
) {
    let (threes, rest) = free.as_chunks::<3>();
    for [one, two, three] in threes {
        for (row, &weight) in rows.iter().zip(weights) {
            counts[one.start + one.field.code(row)] += weight;
            counts[two.start + two.field.code(row)] += weight;
            counts[three.start + three.field.code(row)] += weight;
        }
    }
    for axis in rest {
        for (row, &weight) in rows.iter().zip(weights) {
            counts[axis.start + axis.field.code(row)] += weight;
        }
    }
}

/// By how much more a suppressed record costs than one that is kept under the highest policy, in the class of this row.
pub(super) fn price_of(subject: &Subject, node: &Node, row: &[u64]) -> u64 {
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
