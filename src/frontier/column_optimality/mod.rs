//! Whether a quasi-identifier's own intervals are the best ones, with the others cut as in a policy.
//!
//! A heuristic finds a frontier, but proves nothing about it. But with the other quasi-identifiers fixed, risk and
//! loss are [sums over the intervals](super::intervals) of the remaining one. Its partitions, 2^(m − 1) of them for m
//! values, are the paths from its first boundary to its last. So it can be decided whether one of them has at most
//! the risk and at most the loss of the policy's own partition, and less of one.
//!
//! First by [`weights`]: a shortest path has the least w · risk + (1 − w) · loss. If the policy's own sum is no
//! greater for some w between 0 and 1, no path is better. The weights go from one supported path to the next, towards
//! the policy (Aneja and Nair 1979). If the policy is above the hull of all paths, no weight proves anything. Then by
//! [`labels`]: the risk and loss of every path from the left that no other one dominates, and that the rest can still
//! bring below the policy (Martins 1984). The limit is a number of labels, not a time, so that a run is repeatable;
//! beyond it nothing is decided.
//!
//! **Invariant:** [`Verdict::Best`] is a claim up to 10⁻⁹: no partition has at most the same risk and loss, and less
//! of one by more than this share of the risk of the original or the loss of the top. Equally good partitions do not
//! contradict it.

mod labels;
mod scale;
#[cfg(test)]
mod tests;
mod weights;

use super::best::MOST_ATOMS;
use super::engine::Columns;
use super::intervals::{IntervalTable, Intervals};
use super::point::Point;
use crate::partition::{Frequencies, PartitionPolicy, Space};
use labels::Labels;
use scale::Scale;
use weights::{Hull, Step};

/// Work after which a step ends: about a millisecond.
const STEP: u64 = 1 << 18;
/// Beyond these limits nothing is decided. They are counted, not timed, so that a run is repeatable.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Work for a table: a few seconds.
    filled: u64,
    /// The maximum number of labels to process.
    labels: u64,
}

impl Limits {
    const USUAL: Self = Self { filled: 1 << 30, labels: 1 << 28 };
}

/// The verdict on a policy's own intervals of one quasi-identifier.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// No other intervals of this quasi-identifier alone are better.
    Best {
        /// Whether a weighted sum of risk and loss proves it, rather than labels.
        by_weight: bool,
    },
    /// This policy, which differs only in these intervals, has no more risk and no more loss, and less of one.
    Better(PartitionPolicy),
    /// Undecided: too many values, too many pairs of tuples in one cell of the others, or too many labels.
    Open,
}

/// Decides this for one quasi-identifier of one policy after the other, in steps. Memory is reused.
///
/// Time: the table of intervals, plus the square of the number of values for each of some twenty weights.
#[derive(Debug)]
pub struct ColumnOptimality {
    columns: Columns,
    top_loss: f64,
    axis: usize,
    base: PartitionPolicy,
    intervals: Intervals,
    stage: Stage,
    /// Work for the current table.
    filled: u64,
    limits: Limits,
}

#[derive(Debug)]
enum Stage {
    Fill,
    Weights(Scale, Hull),
    Labels(Scale, Labels),
    Done(Verdict),
}

impl ColumnOptimality {
    /// A decider for these tuples. `top_loss` is the loss of the most general policy. Time: tuples ×
    /// quasi-identifiers.
    pub fn new(space: &Space, tuples: &Frequencies, top_loss: f64) -> Self {
        Self {
            columns: Columns::new(space, tuples),
            top_loss,
            axis: 0,
            base: space.top(),
            intervals: Intervals::default(),
            stage: Stage::Done(Verdict::Open),
            filled: 0,
            limits: Limits::USUAL,
        }
    }

    /// Begins with a quasi-identifier of a policy.
    pub fn begin(&mut self, qi: usize, policy: &PartitionPolicy) {
        let axis = (self.columns.columns.iter()).position(|column| column.qi == qi);
        self.base.clone_from(policy);
        let is_small = |&axis: &usize| self.columns.columns[axis].size <= MOST_ATOMS;
        let Some(axis) = axis.filter(is_small) else {
            self.stage = Stage::Done(Verdict::Open);
            return;
        };
        self.axis = axis;
        self.intervals.begin(axis, &self.columns);
        self.stage = Stage::Fill;
        self.filled = 0;
    }

    /// Continues for about a millisecond. Returns the verdict once there is one.
    pub fn step(&mut self) -> Option<Verdict> {
        let mut work = 0;
        loop {
            if let Stage::Done(verdict) = &self.stage {
                return Some(verdict.clone());
            }
            if work >= STEP {
                return None;
            }
            work += self.go_on();
        }
    }

    fn go_on(&mut self) -> u64 {
        let column = &self.columns.columns[self.axis];
        let stage = std::mem::replace(&mut self.stage, Stage::Fill);
        let (work, next) = match stage {
            Stage::Fill => {
                let cuts = || (0..=column.size as u32).collect();
                match self.intervals.step(&self.base, &self.columns, cuts) {
                    Some(_) if self.filled > self.limits.filled => (1, Stage::Done(Verdict::Open)),
                    Some(work) => {
                        self.filled += work;
                        (work, Stage::Fill)
                    }
                    None => {
                        let table = self.intervals.table();
                        let scale = Scale::new(&self.columns, self.top_loss);
                        let own = own(&self.base, column.first_bit, column.size);
                        let hull = Hull::new(table, &scale, &own);
                        (1, Stage::Weights(scale, hull))
                    }
                }
            }
            Stage::Weights(scale, mut hull) => {
                let table = self.intervals.table();
                let next = match hull.step(table, &scale) {
                    Step::Open => Stage::Weights(scale, hull),
                    Step::Best => Stage::Done(Verdict::Best { by_weight: true }),
                    Step::Better(path) => Stage::Done(Verdict::Better(self.with(&path))),
                    Step::Above => {
                        let labels = Labels::new(table, &scale, hull, self.limits.labels);
                        Stage::Labels(scale, labels)
                    }
                };
                (table.n_intervals() as u64, next)
            }
            Stage::Labels(scale, mut labels) => {
                let (work, step) = labels.step(self.intervals.table(), &scale);
                let next = match step {
                    Some(Step::Best) => Stage::Done(Verdict::Best { by_weight: false }),
                    Some(Step::Better(path)) => Stage::Done(Verdict::Better(self.with(&path))),
                    Some(_) => Stage::Done(Verdict::Open),
                    None => Stage::Labels(scale, labels),
                };
                (work, next)
            }
            done @ Stage::Done(_) => (1, done),
        };
        self.stage = next;
        work
    }

    /// The policy with these boundaries of the current quasi-identifier.
    fn with(&self, path: &[usize]) -> PartitionPolicy {
        let column = &self.columns.columns[self.axis];
        let mut policy = self.base.clone();
        (1..column.size).for_each(|value| policy.set(column.first_bit + value - 1, false));
        for &value in path.iter().filter(|&&value| value > 0 && value < column.size) {
            policy.set(column.first_bit + value - 1, true);
        }
        policy
    }
}

/// The boundaries of a policy on a quasi-identifier, from 0 to its end.
fn own(policy: &PartitionPolicy, first_bit: usize, size: usize) -> Vec<usize> {
    let inner = (1..size).filter(|&value| policy.keeps(first_bit + value - 1));
    std::iter::once(0).chain(inner).chain([size]).collect()
}
