//! The rows of a table in the classes of a policy.

use super::axes::{ProofAxes, Step};
use crate::classes::K;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The rows that the policies below one policy, `hi`, may keep, in the classes of that policy.
///
/// It leaves out classes that no policy of the box can split, and the records that `hi` suppresses. For the latter it
/// stores their number and their cost at each step of each axis.
#[derive(Default)]
pub(super) struct Node {
    pub(super) hi: Vec<Step>,
    /// The codes of each row: `words[word][row]`.
    pub(super) words: Vec<Vec<u64>>,
    pub(super) weights: Vec<u32>,
    pub(super) starts: Vec<u32>,
    /// M minus the cost of a record of the class at `hi`, for each sum of each class.
    pub(super) prices: Vec<u64>,
    /// S: the records that `hi` suppresses.
    pub(super) suppressed: u64,
    /// The number of these with each code of step 0 of each axis.
    pub(super) fallen: Vec<u32>,
    /// The steps at which equal rows are merged.
    pub(super) merged: Vec<Step>,
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
            fallen: vec![0; all.n_codes],
            starts: vec![0],
            words: vec![Vec::new(); all.words.len()],
            hi,
            ..Self::default()
        };
        for (records, rows) in classes {
            if !k.keeps(records) {
                node.suppressed += records;
                for row in rows {
                    all.count_codes(&all.words, row, all.weights[row], &mut node.fallen);
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
        node.set_prices(all);
        node
    }

    /// Computes the prices of the classes.
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
}
