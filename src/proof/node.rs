//! The rows of a table in the classes of a policy.

use super::axes::{ProofAxes, Step};
use super::keys::{Keys, Tallies};
use crate::classes::K;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The rows that the policies below one policy, `hi`, may keep, in the classes of that policy.
///
/// Classes that no policy of the box can break are left out, and so are the records that `hi` suppresses: of these it
/// is known how many they are and what they cost at each step of each axis.
#[derive(Default)]
pub(super) struct Node {
    pub(super) hi: Vec<Step>,
    /// The codes of each row: `words[word][row]`.
    pub(super) words: Vec<Vec<u64>>,
    pub(super) weights: Vec<u32>,
    pub(super) starts: Vec<u32>,
    /// M less what a record of the class costs at `hi`, for each sum of each class.
    pub(super) prices: Vec<u64>,
    /// S: the records that `hi` suppresses.
    pub(super) suppressed: u64,
    /// What they cost, for each sum of each step of each axis.
    pub(super) costs: Vec<u64>,
    /// The steps at which equal rows are one.
    pub(super) merged: Vec<Step>,
}

/// What a policy suppresses: S and P.
#[derive(Debug, Clone)]
pub(super) struct Price {
    pub(super) suppressed: u64,
    pub(super) price: Vec<u64>,
}

impl Node {
    /// All rows in the classes of the top policy.
    pub(super) fn top(all: &ProofAxes, k: K) -> Self {
        let hi: Vec<Step> = all.axes.iter().map(|axis| axis.n_steps() - 1).collect();
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut classes: Vec<(u64, Vec<usize>)> = Vec::new();
        for (row, &weight) in all.weights.iter().enumerate() {
            let codes = (all.axes.iter().zip(&hi))
                .map(|(axis, &step)| axis.up[step][axis.code(all.words[axis.word][row]) as usize])
                .collect();
            let class = *numbers.entry(codes).or_insert(classes.len());
            if class == classes.len() {
                classes.push((0, Vec::new()));
            }
            classes[class].0 += u64::from(weight);
            classes[class].1.push(row);
        }
        classes.sort_by_key(|class| class.0);
        let mut node = Self {
            merged: vec![0; hi.len()],
            costs: vec![0; all.n_slots],
            starts: vec![0],
            words: vec![Vec::new(); all.words.len()],
            hi,
            ..Self::default()
        };
        let mut histogram = vec![0; all.n_codes];
        for (records, rows) in classes {
            if !k.keeps(records) {
                node.suppressed += records;
                for row in rows {
                    all.count_codes(&all.words, row, all.weights[row], &mut histogram);
                }
                continue;
            }
            for row in rows {
                for (to, from) in node.words.iter_mut().zip(&all.words) {
                    to.push(from[row]);
                }
                node.weights.push(all.weights[row]);
            }
            node.starts.push(node.weights.len() as u32);
        }
        all.add_costs(&mut histogram, &mut node.costs);
        node.set_prices(all);
        node
    }

    /// Finds the prices of the classes.
    pub(super) fn set_prices(&mut self, all: &ProofAxes) {
        self.prices.clear();
        for class in 0..self.n_classes() {
            let (row, start) = (self.starts[class] as usize, self.prices.len());
            self.prices.extend_from_slice(&all.most);
            let own = &mut self.prices[start..];
            for (axis, &step) in all.axes.iter().zip(&self.hi) {
                let costs = axis.costs_of(step, axis.code(self.words[axis.word][row]));
                for (&sum, cost) in axis.sums.iter().zip(costs) {
                    own[sum] -= cost;
                }
            }
        }
    }

    pub(super) fn n_classes(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn class(&self, class: usize) -> Range<usize> {
        self.starts[class] as usize..self.starts[class + 1] as usize
    }

    /// What the records that this policy suppresses cost more than kept under one that it generalizes.
    fn price_of_suppressed(&self, all: &ProofAxes, steps: &[Step]) -> Vec<u64> {
        let mut price: Vec<u64> = (all.most.iter())
            .map(|most| most * self.suppressed)
            .collect();
        for (axis, &step) in all.axes.iter().zip(steps) {
            for (place, &sum) in axis.sums.iter().enumerate() {
                price[sum] -= self.costs[axis.slot + step * axis.sums.len() + place];
            }
        }
        price
    }

    /// Counts what the policy of these keys suppresses, smallest classes first, until that is enough: then there is no
    /// price. Also returns the rows read.
    pub(super) fn price(
        &self,
        all: &ProofAxes,
        k: K,
        keys: &Keys,
        tallies: &mut Tallies,
        enough: &mut impl FnMut(u64, &[u64]) -> bool,
    ) -> (Option<Price>, u64) {
        let mut price = self.price_of_suppressed(all, &keys.hi);
        let mut suppressed = self.suppressed;
        if enough(suppressed, &price) {
            return (None, 0);
        }
        if keys.is_empty() {
            return (Some(Price { suppressed, price }), 0);
        }
        tallies.begin(keys);
        let n_sums = all.most.len();
        for class in 0..self.n_classes() {
            let range = self.class(class);
            let end = range.end as u64;
            tallies.count(keys, &self.words, &self.weights, range);
            if let [part] = *tallies.parts.as_slice() {
                tallies.take(part);
                continue;
            }
            let mut has_more = false;
            for place in 0..tallies.parts.len() {
                let part = tallies.parts[place];
                let (records, _) = tallies.take(part);
                if k.keeps(records) {
                    continue;
                }
                has_more = true;
                suppressed += records;
                for (sum, own) in price.iter_mut().zip(&self.prices[class * n_sums..]) {
                    *sum += records * own;
                }
                keys.add_saved(&self.words, part.row, records, &mut price);
            }
            if has_more && enough(suppressed, &price) {
                return (None, end);
            }
        }
        let end = self.weights.len() as u64;
        (Some(Price { suppressed, price }), end)
    }
}
