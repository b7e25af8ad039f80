//! What lowered policies suppress besides, added up until it is enough.

use super::axes::{Lowered, ProofAxes};
use super::keys::{Keys, Tallies};
use super::node::Node;
use super::order::Goal;
use super::price::Price;
use crate::classes::K;

/// So many words of sets are read while a row is counted.
const ROW: u64 = 3;

/// Records of a node that fall below k under a policy with axes lowered.
pub(super) struct Fall<'b, 'a> {
    pub(super) all: &'b ProofAxes,
    pub(super) node: &'b Node,
    /// The axes that are lower than in the node.
    pub(super) lowered: &'b [Lowered],
    /// What is suppressed so far.
    pub(super) sum: &'b mut Price,
    /// What is enough; nothing, if there is none.
    pub(super) goal: Option<&'b mut Goal<'a>>,
    /// The row of each record that fell.
    pub(super) rows: &'b mut Vec<u32>,
    /// Words and rows that were read.
    pub(super) read: &'b mut u64,
}

impl Fall<'_, '_> {
    /// Adds records of a class that are equal under the policy, of which this is a row.
    #[inline(always)]
    pub(super) fn add(&mut self, class: usize, row: u32, records: u64) {
        self.sum.suppressed += records;
        let price = self.sum.price.as_mut_slice();
        if let [sum] = price {
            let mut own = self.node.prices[class];
            for &(axis, high, low) in self.lowered {
                let axis = &self.all.axes[axis];
                let code = axis.code(self.node.words[axis.word][row as usize]) as usize;
                own += axis.costs[high][code] - axis.costs[low][code];
            }
            *sum += records * own;
            return;
        }
        let prices = &self.node.prices[class * price.len()..];
        for (sum, own) in price.iter_mut().zip(prices) {
            *sum += records * own;
        }
        for &(axis, high, low) in self.lowered {
            let axis = &self.all.axes[axis];
            let code = axis.code(self.node.words[axis.word][row as usize]);
            let costs = axis
                .costs_of(high, code)
                .iter()
                .zip(axis.costs_of(low, code));
            for (&to, (high, low)) in axis.sums.iter().zip(costs) {
                price[to] += records * (high - low);
            }
        }
    }

    #[inline(always)]
    pub(super) fn is_enough(&mut self) -> bool {
        match &mut self.goal {
            Some(goal) => goal.is_reached(self.sum),
            None => false,
        }
    }

    /// Lets fall what the policy of these keys, added to those of another, suppresses in some classes, and keeps the
    /// keys. Returns whether so many fall that it is enough, and then not all were looked at.
    pub(super) fn count(
        &mut self,
        k: K,
        keys: &Keys,
        classes: &[u32],
        (before, after): (&[u32], &mut Vec<u32>),
        tallies: &mut Tallies,
    ) -> bool {
        tallies.begin(keys);
        after.clear();
        after.reserve(before.len());
        for &class in classes {
            let class = class as usize;
            let rows = self.node.class(class);
            let start = after.len();
            match before {
                [] => after.resize(start + rows.len(), 0),
                _ => after.extend_from_slice(&before[start..start + rows.len()]),
            }
            let own = &mut after[start..];
            keys.add_to(&self.node.words, rows.clone(), own);
            *self.read += ROW * rows.len() as u64;
            tallies.count_keyed(own, &self.node.weights, rows);
            let mut is_less = false;
            for place in 0..tallies.parts.len() {
                let part = tallies.parts[place];
                let (records, _) = tallies.take(part);
                if !k.keeps(records) {
                    is_less = true;
                    self.add(class, part.row, records);
                }
            }
            if is_less && self.is_enough() {
                return true;
            }
        }
        false
    }
}
