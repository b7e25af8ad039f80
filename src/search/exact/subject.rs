//! What all boxes of a problem share.

use super::axis::PackedTable;
use super::node::Node;
use super::objective::Objective;
use super::steps::Steps;
use crate::lattice::Policy;
use crate::search::problem::Problem;

/// What all boxes of a problem share: its axes, its costs, and the table.
pub(super) struct Subject {
    pub(super) encoded: PackedTable,
    pub(super) objective: Objective,
    /// Every row of the table, in one class.
    pub(super) base: Node,
    /// The least size of a class that is kept.
    pub(super) k: u64,
    /// Records that may be suppressed.
    pub(super) limit: u64,
    pub(super) records: u64,
    /// The most codes of an axis.
    pub(super) widest: usize,
    n_qis: usize,
}

impl Subject {
    /// More records could make sums overflow.
    const MOST_RECORDS: u64 = 1 << 30;

    /// The subject of a problem; `None` where it has too many records, or too many levels on an axis.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        if problem.records() > Self::MOST_RECORDS {
            return None;
        }
        let mut encoded = PackedTable::new(problem.qis(), problem.tuples(), problem.lattice())?;
        let records = problem.records();
        let objective = Objective::new(problem.measure.form(), problem.qis(), &encoded, records);
        let rows = std::mem::take(&mut encoded.rows);
        let weights: Vec<u32> = (problem.tuples().counts().iter())
            .map(|&count| count as u32)
            .collect();
        let widest = encoded.axes.iter().map(|axis| axis.n_codes(0)).max();
        let widest = widest.unwrap_or(1);
        let mut totals = Vec::with_capacity(objective.n_slots);
        for component in &objective.components {
            let axis = &encoded.axes[component.axis];
            totals.extend_from_slice(&component.fixed);
            if component.costs.is_empty() {
                continue;
            }
            let mut histogram = vec![0; axis.n_codes(0)];
            for (row, &weight) in rows.chunks_exact(encoded.words).zip(&weights) {
                histogram[axis.code(row)] += u64::from(weight);
            }
            for (step, costs) in component.costs.iter().enumerate() {
                let cost = |(code, weight): (usize, &u64)| {
                    weight * costs[axis.raised(0, code, step) as usize]
                };
                totals[component.slot + step] +=
                    histogram.iter().enumerate().map(cost).sum::<u64>();
            }
        }
        Some(Self {
            base: Node::base(rows, weights, totals, encoded.axes.len()),
            objective,
            k: problem.k().get(),
            limit: problem.limit(),
            records,
            widest,
            n_qis: problem.lattice().n_qis(),
            encoded,
        })
    }

    /// The box of all policies.
    pub(super) fn all(&self) -> Vec<Steps> {
        let axes = self.encoded.axes.iter();
        axes.map(|axis| Steps::MAX >> (Steps::BITS as usize - axis.n_steps()))
            .collect()
    }

    /// The policy of one step for each axis.
    pub(super) fn policy(&self, step: impl Fn(usize) -> usize) -> Policy {
        self.encoded.policy(self.n_qis, step)
    }
}
