//! The data that all boxes of a problem share.

use super::axis::PackedAxes;
use super::objective::{Objective, Terms};
use super::open_box::OpenBox;
use super::people::LeastPeople;
use super::steps::Steps;
use crate::classes::{K, capped_counts};
use crate::lattice::Policy;
use crate::loss::{Form, Sizes};
use crate::search::problem::Problem;
use std::sync::Arc;

/// The data that all boxes of a problem share: its axes and its costs.
pub(super) struct Subject {
    pub(super) encoded: PackedAxes,
    pub(super) objective: Objective,
    /// The least size of a kept class.
    pub(super) k: K,
    /// The requirement on people, if rows have people.
    pub(super) people: Option<LeastPeople>,
    /// The suppression limit.
    pub(super) limit: u64,
    pub(super) records: u64,
    /// Whether there are conditions that the rows cannot decide: a policy that may win is then checked by itself.
    pub(super) is_judged: bool,
    /// The most codes of an axis.
    pub(super) widest: usize,
    n_qis: usize,
}

/// All rows of a problem: their packed words, the records of each and, for a k-map, the people of each.
pub(super) struct AllRows {
    pub(super) words: Vec<u64>,
    pub(super) weights: Vec<u32>,
    pub(super) people: Vec<u64>,
}

impl Subject {
    /// With more records, sums of squared class sizes could overflow.
    const MOST_SQUARED: u64 = 1 << 30;
    /// The most that all records may cost on one column, so that a few of these sums can be added.
    const MOST_SUMMED: u128 = 1 << 62;

    /// The subject of a problem and all of its rows: the rows of its tuples, followed by those of the people that a
    /// k-map counts. `None` if there are too many of these, or too many levels on an axis.
    pub(super) fn new(problem: &Problem) -> Option<(Self, AllRows)> {
        let protection = problem.protection().map(Arc::as_ref);
        let (people, population) = protection.and_then(LeastPeople::of).unzip();
        let (mut qis, mut tables) = (problem.qis(), vec![problem.tuples()]);
        if let Some(population) = population {
            qis = population.qis();
            tables.push(population.tuples());
        }
        let (encoded, words) = PackedAxes::new(qis, &tables, problem.lattice())?;
        let records = problem.records();
        let form = problem.measure.form();
        if problem.floats_hide_losses() || !Self::can_sum(&form, records) {
            return None;
        }
        let objective = Objective::new(form, qis, &encoded, records);
        let counts = problem.tuples().counts();
        // A class without a record does not exist.
        let k = match people {
            Some(_) => problem.k().max(K::new(1)),
            None => problem.k(),
        };
        let mut weights = match objective.terms {
            // Sizes of kept classes are squared, so all records count.
            Terms::Sizes(Sizes::Discernibility | Sizes::MonotoneDiscernibility) => {
                let fits = records <= Self::MOST_SQUARED;
                fits.then(|| counts.iter().map(|&count| count as u32).collect())
            }
            _ => capped_counts(counts, K::new(enough_records(k, people))),
        }?;
        let mut people_of = Vec::new();
        if let (Some(least), Some(population)) = (people, population) {
            let counts = population.tuples().counts();
            people_of.resize(weights.len(), 0);
            people_of.extend(counts.iter().map(|&count| least.capped(count)));
            weights.resize(people_of.len(), 0);
        }
        let rows = AllRows { words, weights, people: people_of };
        let widest = encoded.axes.iter().map(|axis| axis.n_codes(0)).max();
        let widest = widest.unwrap_or(1);
        let subject = Self {
            objective,
            k,
            people,
            limit: problem.limit(),
            records,
            is_judged: protection
                .is_some_and(|asked| !asked.counts_alone() || asked.map().is_some() != people.is_some()),
            widest,
            n_qis: problem.lattice().n_qis(),
            encoded,
        };
        Some((subject, rows))
    }

    /// A class with this many records is kept, as far as the rows show.
    pub(super) fn enough_records(&self) -> u64 {
        enough_records(self.k, self.people)
    }

    /// Whether the total cost of the records can be summed here.
    fn can_sum(form: &Form, records: u64) -> bool {
        match form {
            Form::Cells { suppressed, .. } => {
                (suppressed.iter()).all(|&cost| u128::from(cost) * u128::from(records) <= Self::MOST_SUMMED)
            }
            Form::Levels { .. } | Form::Sizes(_) => true,
        }
    }

    /// The box of all policies.
    pub(super) fn all(&self) -> Vec<Steps> {
        let axes = self.encoded.axes.iter();
        axes.map(|axis| Steps::MAX >> (Steps::BITS as usize - axis.n_steps())).collect()
    }

    /// The box of these steps in its public form. Its policies cost at least `bound`.
    pub(super) fn open_box(&self, steps: &[Steps], bound: u64) -> OpenBox {
        OpenBox { steps: steps.to_vec(), bound: self.objective.loss(bound) }
    }

    /// The policy with this step for each axis.
    pub(super) fn policy(&self, step: impl Fn(usize) -> usize) -> Policy {
        self.encoded.policy(self.n_qis, step)
    }
}

fn enough_records(k: K, people: Option<LeastPeople>) -> u64 {
    k.get().max(people.map_or(0, |people| people.records))
}
