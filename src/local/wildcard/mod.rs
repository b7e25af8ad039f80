//! Near-minimal suppression, by number or cost of cells, after which the table is k-anonymous if a suppressed cell
//! may be any value.
//!
//! A record *matches* another one if in every quasi-identifier in which it has a value, the other one has the same, or
//! one of the two is suppressed. An ignored missing value is no value, and no other one is equal to it. A record is
//! safe if it matches at least k records, itself included.
//!
//! The goal is a suppression after which **every** record of the table is safe, including those that lost nothing, at
//! least cost. The cost is the sum over all suppressed cells of the cost of a cell of the column, times the number of
//! records that the row represents. Suppressing all cells is a solution if the table has k records, which is checked
//! before.
//!
//! More suppressed cells never make a record unsafe. So each record's own fewest cells
//! ([`PerRecord`](super::PerRecord)) are such a suppression, and so is every [strict](super::Strict) one. So is the
//! suppression of k − 1 whole records without missing values, which all others match. If each row is one record, and
//! there are such records, the least cost is at most that of k − 1 records, however large the table is. This follows
//! from the definition and is not an error; it is also why this reading alone is a weak promise
//! ([`Readings`](super::Readings)).
//!
//! The search begins with each of these and with a greedy choice by gain per cost. It takes the best and improves it
//! ([`descent`]). Then it divides the table into [`components`], proves a bound for each ([`cover`]), and searches
//! the small ones that are not yet proven completely ([`exact`]). All counts are integers, and all ties are broken by
//! a fixed order.

mod components;
mod cover;
mod descent;
mod exact;
mod greedy;
mod neighbours;
mod problem;
mod proof;
mod state;

use super::suppression::Suppression;
use super::weights::CellWeights;
use crate::error::{Result, UniquesError};
use crate::monitor::Monitor;
use crate::uniques::Tuples;
use descent::Descent;
use problem::{Blanks, Problem};
use proof::Proof;
use std::sync::Arc;

/// With more lacking tuples, it first tries to prove the initial suppression optimal.
const MANY: usize = 1000;

/// The search for a wildcard suppression and its bound, which can be interrupted and continued.
#[derive(Debug)]
pub struct Wildcard {
    problem: Problem,
    /// Initial suppressions.
    starts: Vec<Blanks>,
    phase: Phase,
    best: Blanks,
    cost: u64,
    bound: u64,
    /// The share done so far.
    share: f64,
}

#[derive(Debug)]
enum Phase {
    Count,
    Descend { descent: Box<Descent>, is_short: bool },
    Prove { proof: Box<Proof>, is_short: bool },
    Done,
}

impl Wildcard {
    /// A new search. `records` is the number of records that a row represents. `starts` are suppressions after which
    /// every record is safe; they cost no less than the one that will be found.
    ///
    /// # Errors
    /// If k is less than 2.
    pub fn new(
        tuples: Arc<Tuples>,
        weights: CellWeights,
        k: u64,
        records: &dyn Fn(usize) -> u64,
        starts: &[Suppression],
    ) -> Result<Self> {
        if k < 2 {
            return Err(UniquesError::KTooSmall { k }.into());
        }
        let problem = Problem::new(tuples, weights, k, records);
        let starts: Vec<Blanks> = (starts.iter().rev())
            .map(|start| {
                (0..start.n_rows())
                    .map(|row| {
                        let lost = !start.kept(row) & problem.values(problem.tuple_of(row as u32));
                        (row as u32, lost)
                    })
                    .filter(|&(_, lost)| lost != 0)
                    .collect()
            })
            .collect();
        let costs = starts.iter().map(|start| problem.cost_of(start));
        let (cost, best) =
            (costs.zip(&starts).min()).map_or_else(Default::default, |(cost, start)| (cost, start.clone()));
        Ok(Self { problem, starts, phase: Phase::Count, best, cost, bound: 0, share: 0.0 })
    }

    /// Continues until the search is done or the monitor interrupts it. The monitor is asked before each step.
    /// Returns whether the search is done.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        while !matches!(self.phase, Phase::Done) {
            if monitor.interrupted() {
                return false;
            }
            let phase = std::mem::replace(&mut self.phase, Phase::Done);
            self.phase = self.step(phase);
            self.share = self.share.max(self.phase_share());
        }
        true
    }

    fn step(&mut self, phase: Phase) -> Phase {
        match phase {
            Phase::Count if self.problem.counted() < self.problem.tuples.len() => {
                self.problem.count_next();
                Phase::Count
            }
            Phase::Count => {
                let starts = std::mem::take(&mut self.starts);
                self.descend(starts, self.problem.lacking.len() > MANY)
            }
            Phase::Descend { mut descent, is_short } => {
                if !descent.step(&self.problem) {
                    return Phase::Descend { descent, is_short };
                }
                let found = descent.best();
                if self.bound > 0 && found.cost() >= self.cost {
                    return Phase::Done;
                }
                self.cost = found.cost();
                self.best = found.blanks().clone();
                let proof = Proof::new(&self.problem, found.blanks());
                Phase::Prove { proof: Box::new(proof), is_short }
            }
            Phase::Prove { mut proof, is_short } => {
                if !proof.step(&self.problem) {
                    return Phase::Prove { proof, is_short };
                }
                self.best.clone_from(proof.blanks());
                self.cost = proof.cost();
                self.bound = self.bound.max(proof.bound());
                if is_short && self.bound < self.cost {
                    self.descend(vec![self.best.clone()], false)
                } else {
                    Phase::Done
                }
            }
            Phase::Done => Phase::Done,
        }
    }

    fn descend(&self, starts: Vec<Blanks>, is_short: bool) -> Phase {
        let descent = Box::new(Descent::new(&self.problem, starts, is_short));
        Phase::Descend { descent, is_short }
    }

    /// The share that is done, 0 to 1. Phases count by their usual duration.
    pub fn share(&self) -> f64 {
        self.share
    }

    fn phase_share(&self) -> f64 {
        let n = self.problem.tuples.len().max(1) as f64;
        match &self.phase {
            Phase::Count => 0.1 * (self.problem.counted() as f64 / n),
            Phase::Descend { descent, is_short } => {
                let start = if self.bound > 0 { 0.6 } else { 0.1 };
                let length = if *is_short { 0.1 } else { 0.3 };
                start + length * descent.share()
            }
            Phase::Prove { proof, is_short } => {
                let start = if *is_short { 0.2 } else { 0.4 };
                start + (if *is_short { 0.4 } else { 0.6 }) * proof.share()
            }
            Phase::Done => 1.0,
        }
    }

    /// The cost of the best suppression so far, in units of the weights; 0 while there is none.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// A lower bound for the cost of every such suppression, in units of the weights; 0 while nothing is proven.
    pub fn bound(&self) -> u64 {
        match &self.phase {
            Phase::Prove { proof, .. } => self.bound.max(proof.bound()),
            _ => self.bound,
        }
    }

    /// The cells of the best suppression so far.
    pub fn suppression(&self) -> Suppression {
        let mut kept = vec![self.problem.tuples.all(); self.problem.tuples.of_rows().len()];
        for (&row, &lost) in &self.best {
            kept[row as usize] &= !lost;
        }
        Suppression::of_rows(kept)
    }
}
