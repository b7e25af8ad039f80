//! The fewest cells after which the released table is k-anonymous, however a suppressed cell is read.
//!
//! Records are put into clusters of at least k that keep the same columns: those on which they all agree. Every reading
//! then counts at least the cluster. To find the cheapest clusters is hard for k ≥ 3; here they are grown, cheapest
//! first, from the most similar records, and improved by moves and exchanges. How far they can be from the optimum, a
//! [lower bound](Strict::bound) tells.

mod bound;
mod candidates;
mod clusters;

use super::suppression::Suppression;
use super::weights::CellWeights;
use crate::monitor::Monitor;
use crate::uniques::{ColumnSet, Tuples};
use bound::Bound;
use candidates::Candidates;
use clusters::Clusters;
use std::sync::Arc;

/// Candidates of each record beside the k − 1 that it needs.
const MORE_CANDIDATES: usize = 14;
/// How often all records are tried for an improvement.
const MOST_ROUNDS: usize = 30;

/// The search for clusters and their bound, which can be interrupted and continued.
#[derive(Debug)]
pub struct Strict {
    tuples: Arc<Tuples>,
    weights: CellWeights,
    k: u64,
    clusters: Clusters,
    phase: Phase,
    /// The candidates of the first round, by tuple.
    candidates: Vec<Vec<u32>>,
    bound: Bound,
    /// The share that was reached.
    share: f64,
}

#[derive(Debug)]
enum Phase {
    /// Candidates among the tuples that have free records.
    Candidates {
        places: Vec<u32>,
        subset: Tuples,
        found: Candidates,
    },
    Improve {
        round: usize,
        next: usize,
        improved: bool,
    },
    Bound,
}

impl Strict {
    /// A search at its start; `kept` is what each tuple keeps on its own ([`PerRecord`](super::PerRecord)), and
    /// `can_split` says that records of one tuple may be treated differently, as each has a row of its own.
    pub fn new(
        tuples: Arc<Tuples>,
        weights: CellWeights,
        k: u64,
        kept: &[ColumnSet],
        can_split: bool,
    ) -> Self {
        let clusters = Clusters::new(&tuples, k, can_split);
        let bound = Bound::new(&tuples, &weights, k, kept);
        let mut strict = Self {
            candidates: vec![Vec::new(); tuples.len()],
            tuples,
            weights,
            k,
            clusters,
            phase: Phase::Bound,
            bound,
            share: 0.0,
        };
        strict.phase = strict.next_round();
        strict
    }

    /// Goes on until it is done or the monitor, asked before each tuple, interrupts. Returns whether it is done.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        while !monitor.interrupted() {
            let done = self.step();
            self.share = self.share.max(self.phase_share());
            if done {
                return true;
            }
        }
        false
    }

    /// The share that is done, 0 to 1; the phases count by what they usually take.
    pub fn share(&self) -> f64 {
        self.share
    }

    fn phase_share(&self) -> f64 {
        let n = self.tuples.len().max(1) as f64;
        match &self.phase {
            Phase::Candidates { subset, found, .. } => {
                let left = (subset.len() - found.len()) as f64 / n;
                0.6 * (1.0 - left)
            }
            Phase::Improve { round, next, .. } => {
                let rounds = *round as f64 + *next as f64 / n;
                0.6 + 0.1 * rounds / (rounds + 1.0)
            }
            Phase::Bound => 0.7 + 0.3 * self.bound.done() as f64 / n,
        }
    }

    /// Does a little, and returns whether all is done.
    fn step(&mut self) -> bool {
        match &mut self.phase {
            Phase::Candidates {
                places,
                subset,
                found,
            } => {
                if found.len() < subset.len() {
                    found.find_next(subset, &self.weights);
                } else {
                    let (places, found) = (std::mem::take(places), std::mem::take(found));
                    self.place(&places, &found);
                }
            }
            Phase::Improve {
                round,
                next,
                improved,
            } => {
                if let Some(candidates) = self.candidates.get(*next) {
                    *improved |=
                        (self.clusters).improve(&self.tuples, &self.weights, *next, candidates);
                    *next += 1;
                } else if *improved && *round < MOST_ROUNDS {
                    (*round, *next, *improved) = (*round + 1, 0, false);
                } else {
                    self.phase = Phase::Bound;
                }
            }
            Phase::Bound if self.bound.done() < self.tuples.len() => {
                self.bound.lower_next(&self.tuples, &self.weights);
            }
            Phase::Bound => return true,
        }
        false
    }

    /// What every strict suppression costs at least, in units of the weights; it rises until the search is done.
    pub fn bound(&self) -> u64 {
        self.bound.total(&self.tuples, &self.weights)
    }

    /// What the clusters cost, in units of the weights.
    pub fn cost(&self) -> u64 {
        (self.clusters.all.iter())
            .map(|cluster| cluster.cost(&self.tuples, &self.weights))
            .sum()
    }

    /// The cells of the clusters. Of a tuple whose records are in several, the last rows are those that were spared.
    pub fn suppression(&self) -> Suppression {
        let all = self.tuples.all();
        let mut parts: Vec<Vec<(ColumnSet, u64)>> = vec![Vec::new(); self.tuples.len()];
        for cluster in &self.clusters.all {
            for &(member, records) in &cluster.members {
                parts[member as usize].push((cluster.kept, records));
            }
        }
        let mut seen = vec![0; self.tuples.len()];
        let mut left: Vec<u64> = (parts.iter().enumerate())
            .map(|(tuple, parts)| {
                let placed: u64 = parts.iter().map(|(_, records)| records).sum();
                self.tuples.count(tuple) - placed
            })
            .collect();
        let rows = (self.tuples.of_rows().iter()).map(|&tuple| {
            let tuple = tuple as usize;
            if left[tuple] > 0 {
                left[tuple] -= 1;
                return all;
            }
            let Some((kept, records)) = parts[tuple].get_mut(seen[tuple]) else {
                return all;
            };
            *records -= 1;
            if *records == 0 {
                seen[tuple] += 1;
            }
            *kept | self.tuples.missing(tuple)
        });
        Suppression::of_rows(rows.collect())
    }

    /// The tuples that are still open and those that can spare records, with their candidates to be found; or what
    /// comes after the last round.
    fn next_round(&mut self) -> Phase {
        let tuples = &*self.tuples;
        let places: Vec<u32> = (0..tuples.len() as u32)
            .filter(|&tuple| self.clusters.free[tuple as usize] > 0)
            .collect();
        let records: u64 = places
            .iter()
            .map(|&tuple| self.clusters.free[tuple as usize])
            .sum();
        let any_open = (places.iter()).any(|&tuple| self.clusters.is_open(tuples, tuple as usize));
        if records >= self.k && any_open {
            let width = MORE_CANDIDATES + usize::try_from(self.k).unwrap_or(usize::MAX / 2) - 1;
            return Phase::Candidates {
                subset: tuples.subset(&places),
                places,
                found: Candidates::new(width),
            };
        }
        self.after_last_round()
    }

    fn after_last_round(&mut self) -> Phase {
        self.clusters.attach(&self.tuples, &self.weights);
        Phase::Improve {
            round: 0,
            next: 0,
            improved: false,
        }
    }

    fn place(&mut self, places: &[u32], found: &Candidates) {
        let before = self.clusters.all.len();
        (self.clusters).place(&self.tuples, &self.weights, places, found);
        for (own, &tuple) in places.iter().enumerate() {
            let list = &mut self.candidates[tuple as usize];
            if list.is_empty() && self.tuples.is_rare(tuple as usize, self.k) {
                list.extend(found.of(own).iter().map(|&other| places[other as usize]));
            }
        }
        self.phase = if self.clusters.all.len() > before {
            self.next_round()
        } else {
            self.after_last_round()
        };
    }
}
