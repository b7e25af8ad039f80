//! What all boxes of a problem share.

use super::axis::PackedAxes;
use super::objective::{Objective, Terms};
use super::open_box::OpenBox;
use super::steps::Steps;
use crate::classes::{K, told_apart};
use crate::lattice::Policy;
use crate::loss::{Form, Sizes};
use crate::search::problem::Problem;

/// What all boxes of a problem share: its axes and its costs.
pub(super) struct Subject {
    pub(super) encoded: PackedAxes,
    pub(super) objective: Objective,
    /// The least size of a class that is kept.
    pub(super) k: K,
    /// Records that may be suppressed.
    pub(super) limit: u64,
    pub(super) records: u64,
    /// Whether classes are asked for more than their size.
    pub(super) is_protected: bool,
    /// The most codes of an axis.
    pub(super) widest: usize,
    n_qis: usize,
}

impl Subject {
    /// More records could make the sums of the squares of class sizes overflow.
    const MOST_SQUARED: u64 = 1 << 30;
    /// The most that all records may cost on one column, so that a few of these sums can be added.
    const MOST_SUMMED: u128 = 1 << 62;

    /// The subject of a problem, the packed rows of its tuples, and the records of each as they are counted here;
    /// `None` where there are too many of these, or too many levels on an axis.
    pub(super) fn new(problem: &Problem) -> Option<(Self, Vec<u64>, Vec<u32>)> {
        let (encoded, rows) = PackedAxes::new(problem.qis(), problem.tuples(), problem.lattice())?;
        let records = problem.records();
        let form = problem.measure.form();
        if problem.tells_losses_apart() || !Self::can_sum(&form, records) {
            return None;
        }
        let objective = Objective::new(form, problem.qis(), &encoded, records);
        let counts = problem.tuples().counts();
        let weights = match objective.terms {
            // The sizes of kept classes are squared, so all records count.
            Terms::Sizes(Sizes::Discernibility | Sizes::MonotoneDiscernibility) => {
                let fits = records <= Self::MOST_SQUARED;
                fits.then(|| counts.iter().map(|&count| count as u32).collect())
            }
            _ => told_apart(counts, problem.k()),
        }?;
        let widest = encoded.axes.iter().map(|axis| axis.n_codes(0)).max();
        let widest = widest.unwrap_or(1);
        let subject = Self {
            objective,
            k: problem.k(),
            limit: problem.limit(),
            records,
            is_protected: problem.protection().is_some(),
            widest,
            n_qis: problem.lattice().n_qis(),
            encoded,
        };
        Some((subject, rows, weights))
    }

    /// Whether what the records cost in all can be summed here.
    fn can_sum(form: &Form, records: u64) -> bool {
        match form {
            Form::Cells { suppressed, .. } => (suppressed.iter())
                .all(|&cost| u128::from(cost) * u128::from(records) <= Self::MOST_SUMMED),
            Form::Levels { .. } | Form::Sizes(_) => true,
        }
    }

    /// The box of all policies.
    pub(super) fn all(&self) -> Vec<Steps> {
        let axes = self.encoded.axes.iter();
        axes.map(|axis| Steps::MAX >> (Steps::BITS as usize - axis.n_steps()))
            .collect()
    }

    /// The box of these steps, as others are told of it, whose policies cost `bound` at least.
    pub(super) fn open_box(&self, steps: &[Steps], bound: u64) -> OpenBox {
        OpenBox {
            steps: steps.to_vec(),
            bound: self.objective.loss(bound),
        }
    }

    /// The policy of one step for each axis.
    pub(super) fn policy(&self, step: impl Fn(usize) -> usize) -> Policy {
        self.encoded.policy(self.n_qis, step)
    }
}
