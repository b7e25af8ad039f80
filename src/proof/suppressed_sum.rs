//! What lowered policies additionally suppress, added up until it is enough.

use super::axes::{ProofAxes, ProofAxis, Step};
use super::node::Node;
use super::order::Goal;
use super::price::Price;
use crate::classes::BitField;

/// The records of a node that fall below k under a policy with axes lowered.
pub(super) struct SuppressedSum<'b, 'a> {
    pub(super) all: &'b ProofAxes,
    pub(super) node: &'b Node,
    /// The axes that are lower than in the node.
    pub(super) lowered: &'b [LoweredAxis<'b>],
    /// What is suppressed so far.
    pub(super) sum: &'b mut Price,
    /// The goal at which to stop, if there is one.
    pub(super) goal: Option<&'b mut Goal<'a>>,
    /// Suppressed parts of small classes that are neither listed nor priced yet.
    pub(super) parts: &'b mut Vec<Part>,
    /// The row of each other suppressed record.
    pub(super) rows: &'b mut Vec<u32>,
    /// The number of words and rows read.
    pub(super) read: &'b mut u64,
}

/// The common records of a set of a small class and one of its cells, by their numbers.
pub(super) struct Part {
    pub(super) class: u32,
    pub(super) set: u32,
    pub(super) cell: u32,
    pub(super) records: u32,
}

/// An axis at a lower step than in a node, with the cost of each of its codes at both steps.
pub(super) struct LoweredAxis<'b> {
    pub(super) number: usize,
    axis: &'b ProofAxis,
    /// The first code of step 0 of each code at the lower step.
    pub(super) firsts: &'b [u32],
    field: BitField,
    words: &'b [u64],
    high: &'b [u64],
    low: &'b [u64],
}

impl<'b> LoweredAxis<'b> {
    /// The axes of a policy that are lower than in a node above it.
    pub(super) fn all(all: &'b ProofAxes, node: &'b Node, hi: &[Step]) -> Vec<Self> {
        let axes = all.axes.iter().zip(node.hi.iter().zip(hi));
        axes.enumerate()
            .filter(|(_, (_, (high, low)))| low < high)
            .map(|(number, (axis, (&high, &low)))| Self {
                number,
                axis,
                firsts: &axis.firsts[low],
                field: axis.field,
                words: &node.words[axis.word],
                high: &axis.costs[high],
                low: &axis.costs[low],
            })
            .collect()
    }
}

impl SuppressedSum<'_, '_> {
    /// Adds records of a class that are equal under the policy. `codes` gives, for each lowered axis, a code of step
    /// 0 that is equal to theirs under the policy.
    #[inline(always)]
    pub(super) fn add(&mut self, class: usize, codes: impl Iterator<Item = usize>, records: u64) {
        self.sum.suppressed += records;
        self.add_price_by(class, codes, records);
    }

    /// Adds a part of a small class. Its price is added later.
    #[inline(always)]
    pub(super) fn add_part(&mut self, part: Part) {
        self.sum.suppressed += u64::from(part.records);
        self.parts.push(part);
    }

    /// Adds the price of suppressing records of a class that are equal under the policy. `row` is the row of one of
    /// them.
    #[inline(always)]
    pub(super) fn add_price(&mut self, class: usize, row: u32, records: u64) {
        let code = |lower: &LoweredAxis| lower.field.get_of(lower.words[row as usize]) as usize;
        self.add_price_by(class, self.lowered.iter().map(code), records);
    }

    #[inline(always)]
    fn add_price_by(&mut self, class: usize, codes: impl Iterator<Item = usize>, records: u64) {
        let price = self.sum.price.as_mut_slice();
        if let [sum] = price {
            let mut own = self.node.prices[class];
            for (lower, code) in self.lowered.iter().zip(codes) {
                own += lower.high[code] - lower.low[code];
            }
            *sum += records * own;
            return;
        }
        let prices = &self.node.prices[class * price.len()..];
        for (sum, own) in price.iter_mut().zip(prices) {
            *sum += records * own;
        }
        for (lower, code) in self.lowered.iter().zip(codes) {
            let sums = lower.axis.sums.as_slice();
            let first = code * sums.len();
            let costs = lower.high[first..].iter().zip(&lower.low[first..]);
            for (&to, (high, low)) in sums.iter().zip(costs) {
                price[to] += records * (high - low);
            }
        }
    }

    /// Whether more is suppressed than allowed, whatever it costs.
    #[inline(always)]
    pub(super) fn is_over_limit(&self) -> bool {
        (self.goal.as_ref()).is_some_and(|goal| goal.is_over_limit(self.sum.suppressed))
    }

    #[inline(always)]
    pub(super) fn is_enough(&mut self) -> bool {
        match &mut self.goal {
            Some(goal) => goal.is_reached(self.sum),
            None => false,
        }
    }
}
