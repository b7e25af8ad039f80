//! The fewest cells, or the cheapest, such that the table is k-anonymous for whoever takes a suppressed cell for any
//! value.
//!
//! Two records may be taken for each other when in every quasi-identifier their values are equal, or one of the two is
//! suppressed (or missing, where missing values are ignored). A record is safe when it may be taken for at least k
//! records, itself included. Asked for is a suppression after which **every** record of the table is safe, those among
//! them that lost nothing, and that costs least: the sum over all suppressed cells of what a cell of the column costs,
//! times the records that the row stands for. All cells may be suppressed at once, so that there is one wherever the
//! table has k records, which is asked for before.
//!
//! More suppressed cells never make a record unsafe. So each record's own fewest cells
//! ([`PerRecord`](super::PerRecord)) are such a suppression, and every [strict](super::Strict) one is. And so is that
//! of k − 1 whole records: all others may be taken for these. Where each row is one record, the least cost is therefore
//! never above that of k − 1 records, however large the table is. This is what the definition says, not an error; it is
//! also why this reading alone is a weak promise ([`Readings`](super::Readings)).
//!
//! The search begins with each of these and with a greedy choice by gain per cost, takes the best, and improves it
//! ([`descent`]). Then it divides the table into [`components`], proves a bound for each ([`cover`]), and searches
//! those whole that are small and not yet proven ([`exact`]). Everything is counted in whole numbers, and every tie has
//! an order.

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

/// Lacking tuples above which it is tried first to prove what the search begins with.
const MANY: usize = 1000;

/// The search for a wildcard suppression and its bound, which can be interrupted and continued.
#[derive(Debug)]
pub struct Wildcard {
    problem: Problem,
    /// Suppressions to begin with.
    starts: Vec<Blanks>,
    phase: Phase,
    best: Blanks,
    cost: u64,
    bound: u64,
    /// The share that was reached.
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
    /// A search at its start; `records` says how many records a row stands for, and `starts` are suppressions after
    /// which every record is safe, which cost no less than what will be found.
    ///
    /// # Errors
    /// k below 2.
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

    /// Goes on until it is done or the monitor, asked before each step, interrupts. Returns whether it is done.
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

    /// The share that is done, 0 to 1; the phases count by what they usually take.
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

    /// What the best suppression so far costs, in units of the weights; 0 as long as there is none.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// What every such suppression costs at least, in units of the weights; 0 as long as nothing is proven.
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
