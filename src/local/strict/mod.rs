//! Near-minimal suppression after which the released table is k-anonymous under every reading of a suppressed cell.
//!
//! Records are grouped into clusters of at least k that keep the same columns: those on which they all agree. Where a
//! member loses a cell, so do those whose value is missing, at no cost. So the rows of a cluster are alike, cell by
//! cell, and under every reading a record has at least its cluster as matches.
//!
//! Finding the cheapest clusters is hard for k ≥ 3.
//! So the search computes [`prices`], one for the weight that each record can keep. They prove a [lower
//! bound](Strict::bound) and show which patterns of values are useful. Clusters are built from these patterns; the
//! remaining records are clustered with their most similar records, cheapest first. Other constructions are tried as
//! well. Chains of exchanges ([`exchange`]) improve the results, and the best one is taken.
//!
//! The order of the rows changes neither cost nor bound: tuples are processed in a canonical [`order`]. Work is
//! counted and limited, so results are the same on every machine. Memory: at most 200,000 patterns of up to 2k + 6
//! tuples each at a time.

mod bound;
mod candidates;
mod cluster;
mod clusters;
mod exchange;
mod order;
mod pool;
mod prices;
mod pricing;
mod smoothing;
mod space;

use super::suppression::Suppression;
use super::weights::CellWeights;
use crate::monitor::Monitor;
use crate::uniques::{ColumnSet, Tuples};
use bound::Bound;
use candidates::Candidates;
use cluster::Cluster;
use clusters::Clusters;
use exchange::{Exchange, Guide};
use order::order;
use pool::{Pattern, Pool};
use prices::Prices;
use space::{PARTS, Space};
use std::sync::Arc;

/// Candidates of each record beyond the k − 1 that it needs.
const MORE_CANDIDATES: usize = 14;
/// The number of tuples near each record that come from patterns.
const FROM_PATTERNS: usize = 12;
/// The maximum number of rounds that try to improve all records.
const MOST_ROUNDS: u32 = 30;
/// The maximum number of chain links to look at, for each start.
const MOST_LINKS: u64 = 60_000_000;
/// Up to this number of tuples, clusters built without prices are improved as well.
const FEW: usize = 2000;
/// How far the prices of a cluster's records may exceed what they keep, in cells for each record: `NARROW` if the
/// remaining records form their own clusters, `WIDE` if they join others.
const NARROW: i64 = 1;
const WIDE: i64 = 9;
/// The maximum of remaining records × clusters for joining records to clusters.
const MOST_JOINS: u64 = 100_000_000;

/// The search for clusters and their bound, which can be interrupted and continued.
#[derive(Debug)]
pub struct Strict {
    /// The tuples of the table.
    original: Arc<Tuples>,
    /// The index of each of these tuples in the canonical order, which everything else uses.
    places: Vec<u32>,
    tuples: Tuples,
    weights: CellWeights,
    space: Space,
    k: u64,
    can_split: bool,
    /// The columns that each tuple keeps on its own.
    kept: Vec<ColumnSet>,
    phase: Phase,
    /// The candidates of the first round, by tuple.
    candidates: Vec<Vec<u32>>,
    guide: Guide,
    /// Clusters that are still to be improved.
    starts: Vec<Vec<Cluster>>,
    best: Vec<Cluster>,
    bound: u64,
    /// The share done so far.
    share: f64,
}

#[derive(Debug)]
enum Phase {
    /// Finds candidates among the tuples that have free records. Holds the prices to be searched next, if they are
    /// not yet.
    Candidates {
        clusters: Clusters,
        places: Vec<u32>,
        subset: Tuples,
        found: Candidates,
        is_priced: bool,
    },
    Prices(Box<Prices>),
    /// The bound if there are too many patterns.
    Bound(Bound, Pool),
    Improve {
        exchange: Exchange,
        round: u32,
        next: u32,
        improved: bool,
        links: u64,
    },
    Done,
}

impl Strict {
    /// A new search. `kept` is what each tuple keeps on its own ([`PerRecord`](super::PerRecord)). `can_split` allows
    /// records of one tuple to be treated differently, as each has a row of its own.
    pub fn new(tuples: Arc<Tuples>, weights: CellWeights, k: u64, kept: &[ColumnSet], can_split: bool) -> Self {
        let order = order(&Space::new(&tuples, &weights));
        let mut places = vec![0; order.len()];
        for (place, &tuple) in (0..).zip(&order) {
            places[tuple as usize] = place;
        }
        let own = tuples.subset(&order);
        let space = Space::new(&own, &weights);
        let clusters = Clusters::new(&space, k, can_split);
        let mut strict = Self {
            candidates: vec![Vec::new(); own.len()],
            kept: order.iter().map(|&tuple| kept[tuple as usize]).collect(),
            original: tuples,
            places,
            tuples: own,
            weights,
            space,
            k,
            can_split,
            phase: Phase::Done,
            guide: Guide::default(),
            starts: Vec::new(),
            best: Vec::new(),
            bound: 0,
            share: 0.0,
        };
        strict.bound = strict.prices().bound();
        strict.phase = strict.next_round(clusters, false);
        strict
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

    /// The share that is done, 0 to 1. Phases count by their usual duration.
    pub fn share(&self) -> f64 {
        self.share
    }

    fn phase_share(&self) -> f64 {
        let n = self.tuples.len().max(1) as f64;
        match &self.phase {
            Phase::Candidates { subset, found, is_priced, .. } => {
                let left = (subset.len() - found.len()) as f64 / n;
                let before = if *is_priced { 0.8 } else { 0.0 };
                before + 0.1 * (1.0 - left)
            }
            Phase::Prices(prices) => 0.1 + 0.65 * prices.share(),
            Phase::Bound(bound, _) => 0.75 + 0.05 * bound.done() as f64 / n,
            Phase::Improve { round, next, .. } => {
                let rounds = f64::from(*round) + f64::from(*next) / n;
                let before = if self.starts.is_empty() { 0.95 } else { 0.9 };
                before + 0.05 * rounds / (rounds + 1.0)
            }
            Phase::Done => 1.0,
        }
    }

    /// Does a little work, and returns the next phase.
    fn step(&mut self, phase: Phase) -> Phase {
        match phase {
            Phase::Candidates { clusters, places, subset, mut found, is_priced } => {
                if found.len() == subset.len() {
                    return self.place(clusters, &places, &found, is_priced);
                }
                found.find_next(&subset, &self.weights);
                Phase::Candidates { clusters, places, subset, found, is_priced }
            }
            Phase::Prices(mut prices) => {
                let done = prices.step(&self.space);
                self.bound = self.bound.max(prices.bound());
                if !done {
                    return Phase::Prices(prices);
                }
                let is_proven = prices.is_proven();
                let (best, pool) = prices.into_parts();
                self.guide.prices = best;
                if is_proven {
                    return self.seed(pool);
                }
                let bound = Bound::new(&self.tuples, &self.weights, self.k, &self.kept);
                Phase::Bound(bound, pool)
            }
            Phase::Bound(mut bound, pool) => {
                if bound.done() == self.tuples.len() {
                    return self.seed(pool);
                }
                bound.lower_next(&self.tuples, &self.weights);
                self.bound = self.bound.max(bound.total(&self.tuples, &self.weights));
                Phase::Bound(bound, pool)
            }
            Phase::Improve { mut exchange, mut round, mut next, mut improved, mut links } => {
                if next < self.space.len() as u32 {
                    let (better, looked_at) = exchange.improve(&self.space, &self.guide, next, round);
                    improved |= better;
                    links += looked_at;
                    next += 1;
                } else if improved && round < MOST_ROUNDS && links < MOST_LINKS {
                    (round, next, improved) = (round + 1, 0, false);
                } else {
                    self.offer(exchange.clusters().to_vec());
                    return self.next_start();
                }
                Phase::Improve { exchange, round, next, improved, links }
            }
            Phase::Done => Phase::Done,
        }
    }

    /// A lower bound for the cost of every strict suppression, in units of the weights. It rises until the search is
    /// done.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Keeps the improvements so far, for a search that will not continue. Between two steps all clusters are
    /// complete.
    pub fn take_improved(&mut self) {
        if let Phase::Improve { exchange, .. } = &self.phase {
            self.offer(exchange.clusters().to_vec());
        }
    }

    /// Whether there are clusters of all records.
    pub fn has_any(&self) -> bool {
        !self.best.is_empty()
    }

    /// The cost of the best clusters so far, in units of the weights; 0 before there are any.
    pub fn cost(&self) -> u64 {
        if !self.has_any() {
            return 0;
        }
        let values: i64 = (0..self.space.len() as u32)
            .map(|tuple| self.space.count(tuple) as i64 * self.space.weight(self.space.values(tuple)))
            .sum();
        u64::try_from(values - self.value(&self.best)).unwrap_or(0)
    }

    fn value(&self, clusters: &[Cluster]) -> i64 {
        clusters.iter().map(|cluster| cluster.value(&self.space)).sum()
    }

    fn offer(&mut self, clusters: Vec<Cluster>) {
        if self.best.is_empty() || self.value(&clusters) > self.value(&self.best) {
            self.best = clusters;
        }
    }

    fn prices(&self) -> Prices {
        let own = (self.kept.iter().zip(0..)).map(|(&kept, tuple)| self.space.weight(kept & self.space.values(tuple)));
        Prices::new(&self.space, self.k, own)
    }

    /// The cells of the clusters. If a tuple's records are in several clusters, its first rows keep the most.
    pub fn suppression(&self) -> Suppression {
        let mut parts: Vec<Vec<(ColumnSet, ColumnSet, u64)>> = vec![Vec::new(); self.space.len()];
        for cluster in &self.best {
            let values = (cluster.members.iter()).fold(0, |all, member| all | self.space.values(member.tuple));
            // A column in which all values are missing shows no suppressed cell.
            let shown = cluster.kept | self.space.all() & !values;
            for member in &cluster.members {
                parts[member.tuple as usize].push((cluster.kept, shown, member.records));
            }
        }
        for parts in &mut parts {
            parts.sort_by_key(|&(kept, shown, _)| std::cmp::Reverse((self.space.weight(kept), kept, shown)));
            // The next part is the last.
            parts.reverse();
        }
        let rows = (self.original.of_rows().iter()).map(|&tuple| {
            let parts = &mut parts[self.places[tuple as usize] as usize];
            let Some((_, shown, records)) = parts.last_mut() else {
                return self.original.all();
            };
            let kept = *shown;
            *records -= 1;
            if *records == 0 {
                parts.pop();
            }
            kept
        });
        Suppression::of_rows(rows.collect())
    }

    /// The tuples that are still open or can spare records, so that their candidates can be found; or the phase after
    /// the last round.
    fn next_round(&mut self, clusters: Clusters, is_priced: bool) -> Phase {
        let places: Vec<u32> =
            (0..self.space.len() as u32).filter(|&tuple| clusters.free[tuple as usize] > 0).collect();
        let records: u64 = (places.iter()).map(|&tuple| clusters.free[tuple as usize]).sum();
        let any_open = (places.iter()).any(|&tuple| clusters.is_open(&self.space, tuple));
        if records >= self.k && any_open {
            let width = MORE_CANDIDATES + usize::try_from(self.k).unwrap_or(usize::MAX / 2) - 1;
            return Phase::Candidates {
                clusters,
                subset: self.tuples.subset(&places),
                places,
                found: Candidates::new(width),
                is_priced,
            };
        }
        self.after_last_round(clusters, is_priced)
    }

    fn place(&mut self, mut clusters: Clusters, places: &[u32], found: &Candidates, is_priced: bool) -> Phase {
        let before = clusters.all.len();
        clusters.place(&self.space, places, found);
        for (own, &tuple) in places.iter().enumerate() {
            let list = &mut self.candidates[tuple as usize];
            if list.is_empty() && self.space.count(tuple) < self.k {
                list.extend(found.of(own).iter().map(|&other| places[other as usize]));
            }
        }
        if clusters.all.len() > before {
            self.next_round(clusters, is_priced)
        } else {
            self.after_last_round(clusters, is_priced)
        }
    }

    fn after_last_round(&mut self, clusters: Clusters, is_priced: bool) -> Phase {
        let clusters = clusters.complete(&self.space);
        self.offer(clusters.clone());
        if is_priced || self.space.len() <= FEW {
            self.starts.push(clusters);
        }
        if is_priced { self.next_start() } else { Phase::Prices(Box::new(self.prices())) }
    }

    /// Builds clusters from the patterns of a pool, in two ways.
    fn seed(&mut self, pool: Pool) -> Phase {
        let prices = &self.guide.prices;
        let patterns = pool.into_sorted(&self.space, prices);
        let cell = self.space.weight(self.space.all()) / self.space.n_columns().max(1) as i64;
        let seeded = |cells: i64, with_extra: bool| {
            let mut clusters = Clusters::new(&self.space, self.k, self.can_split);
            let most = cells * PARTS * cell * self.k as i64;
            let patterns: Vec<&Pattern> = (patterns.iter()).filter(|pattern| with_extra || !pattern.is_extra).collect();
            clusters.seed(&self.space, &patterns, prices, most);
            clusters
        };
        let (wide, narrow) = (seeded(WIDE, false), seeded(NARROW, true));
        self.guide.near = near(&self.candidates, &patterns);
        let open: Vec<u32> = (0..self.space.len() as u32).filter(|&tuple| wide.is_open(&self.space, tuple)).collect();
        let joins = open.len() as u64 * (wide.all.len() + self.space.len()) as u64;
        if joins <= MOST_JOINS {
            self.starts.push(wide.complete(&self.space));
        }
        self.next_round(narrow, true)
    }

    fn next_start(&mut self) -> Phase {
        match self.starts.pop() {
            Some(clusters) => Phase::Improve {
                exchange: Exchange::new(&self.space, self.k, self.can_split, clusters),
                round: 0,
                next: 0,
                improved: false,
                links: 0,
            },
            None => Phase::Done,
        }
    }
}

/// The candidates of each tuple, and some tuples that share one of the first patterns with it.
fn near(candidates: &[Vec<u32>], patterns: &[Pattern]) -> Vec<Vec<u32>> {
    let mut near = candidates.to_vec();
    for pattern in patterns {
        for &tuple in &pattern.tuples {
            let most = candidates[tuple as usize].len() + FROM_PATTERNS;
            let near = &mut near[tuple as usize];
            for other in &pattern.tuples {
                if near.len() >= most {
                    break;
                }
                if *other != tuple && !near.contains(other) {
                    near.push(*other);
                }
            }
        }
    }
    near
}
