//! Clusters of at least k records that keep the same columns.

use super::candidates::Candidates;
use crate::local::weights::CellWeights;
use crate::uniques::{ColumnSet, Tuples};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Records of some tuples that are made the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Cluster {
    /// Tuples and the records of each.
    pub(super) members: Vec<(u32, u64)>,
    /// Columns on which all have the same value.
    pub(super) kept: ColumnSet,
}

/// The clusters, and the records that are in none.
#[derive(Debug)]
pub(super) struct Clusters {
    pub(super) all: Vec<Cluster>,
    /// Records of each tuple that are to be placed, or that a larger class can spare.
    pub(super) free: Vec<u64>,
    /// The cluster of each tuple that was placed as a whole.
    of: Vec<u32>,
    k: u64,
    can_spare: bool,
}

/// A tuple that is in no cluster of its own.
const NONE: u32 = u32::MAX;

impl Clusters {
    /// Nothing placed as yet. Classes of more than k records spare the others where rows may be told apart.
    pub(super) fn new(tuples: &Tuples, k: u64, can_spare: bool) -> Self {
        let free = (0..tuples.len())
            .map(|tuple| match tuples.count(tuple) {
                count if count < k => count,
                count if can_spare => count - k,
                _ => 0,
            })
            .collect();
        Self {
            all: Vec::new(),
            free,
            of: vec![NONE; tuples.len()],
            k,
            can_spare,
        }
    }

    /// Whether a tuple has fewer than k records and is in no cluster.
    pub(super) fn is_open(&self, tuples: &Tuples, tuple: usize) -> bool {
        tuples.is_rare(tuple, self.k) && self.free[tuple] > 0
    }

    /// Places open tuples with their candidates, cheapest first, as long as they have enough that are free. `tuples`
    /// and `candidates` are of the tuples `places`.
    pub(super) fn place(
        &mut self,
        tuples: &Tuples,
        weights: &CellWeights,
        places: &[u32],
        candidates: &Candidates,
    ) {
        let mut queue = BinaryHeap::new();
        let offer = |clusters: &Self, own: usize| {
            let tuple = places[own] as usize;
            (clusters.is_open(tuples, tuple))
                .then(|| {
                    clusters.best(
                        tuples,
                        weights,
                        tuple,
                        candidates.of(own).iter().map(|&c| places[c as usize]),
                    )
                })
                .flatten()
        };
        for own in 0..places.len() {
            if let Some(cluster) = offer(self, own) {
                queue.push(Reverse((cluster.cost(tuples, weights), own)));
            }
        }
        while let Some(Reverse((cost, own))) = queue.pop() {
            let Some(cluster) = offer(self, own) else {
                continue;
            };
            let now = cluster.cost(tuples, weights);
            if now > cost {
                queue.push(Reverse((now, own)));
            } else {
                self.add(tuples, cluster);
            }
        }
    }

    /// The cluster that a tuple makes with its free candidates, the next best one at a time.
    fn best(
        &self,
        tuples: &Tuples,
        weights: &CellWeights,
        tuple: usize,
        candidates: impl Iterator<Item = u32> + Clone,
    ) -> Option<Cluster> {
        let own = tuples.count(tuple);
        let mut cluster = Cluster {
            members: vec![(tuple as u32, own)],
            kept: tuples.all() & !tuples.missing(tuple),
        };
        let mut records = own;
        while records < self.k {
            let mut best: Option<(u32, u32, ColumnSet)> = None;
            for other in candidates.clone() {
                let is_free = self.free[other as usize] > 0
                    && cluster.members.iter().all(|&(member, _)| member != other);
                if is_free {
                    let kept = cluster.kept & tuples.agreement(tuple, other as usize);
                    let weight = weights.sum(kept);
                    if best.is_none_or(|(most, _, _)| weight > most) {
                        best = Some((weight, other, kept));
                    }
                }
                if self.k == 2 && best.is_some() {
                    break;
                }
            }
            let (_, other, kept) = best?;
            let is_spare = !tuples.is_rare(other as usize, self.k);
            let taken = if is_spare {
                self.free[other as usize].min(self.k - records)
            } else {
                tuples.count(other as usize)
            };
            cluster.members.push((other, taken));
            cluster.kept = kept;
            records += taken;
        }
        Some(cluster)
    }

    fn add(&mut self, tuples: &Tuples, cluster: Cluster) {
        for &(member, records) in &cluster.members {
            self.free[member as usize] -= records;
            if tuples.is_rare(member as usize, self.k) {
                self.of[member as usize] = self.all.len() as u32;
            }
        }
        self.all.push(cluster);
    }

    /// Puts what is left, fewer than k records, where it costs least: into a cluster, or to a class of k or more.
    pub(super) fn attach(&mut self, tuples: &Tuples, weights: &CellWeights) {
        for tuple in 0..tuples.len() {
            if !self.is_open(tuples, tuple) {
                continue;
            }
            let count = tuples.count(tuple);
            let mut best: Option<(u64, Result<usize, usize>)> = None;
            let mut offer = |cluster: &Cluster, place: Result<usize, usize>| {
                let before = cluster.cost(tuples, weights);
                let added = cluster.with(tuples, tuple, count).cost(tuples, weights) - before;
                if best.is_none_or(|(least, _)| added < least) {
                    best = Some((added, place));
                }
            };
            for (place, cluster) in self.all.iter().enumerate() {
                offer(cluster, Ok(place));
            }
            for class in 0..tuples.len() {
                if !tuples.is_rare(class, self.k) && self.of[class] == NONE {
                    offer(&self.class(tuples, class), Err(class));
                }
            }
            let place = match best {
                Some((_, Ok(place))) => place,
                Some((_, Err(class))) => {
                    // The class becomes a cluster as it is, and spares nothing any more.
                    let cluster = self.class(tuples, class);
                    self.free[class] = 0;
                    self.of[class] = self.all.len() as u32;
                    self.all.push(cluster);
                    self.all.len() - 1
                }
                None => continue,
            };
            self.all[place] = self.all[place].with(tuples, tuple, count);
            self.of[tuple] = place as u32;
            self.free[tuple] = 0;
        }
    }

    /// What a class of k or more has not given away, as a cluster.
    fn class(&self, tuples: &Tuples, class: usize) -> Cluster {
        let records = if self.can_spare {
            self.k + self.free[class]
        } else {
            tuples.count(class)
        };
        Cluster {
            members: vec![(class as u32, records)],
            kept: tuples.all() & !tuples.missing(class),
        }
    }

    /// Tries to move a tuple into the clusters of its candidates, alone or in exchange for one of theirs. Returns
    /// whether that saved anything.
    pub(super) fn improve(
        &mut self,
        tuples: &Tuples,
        weights: &CellWeights,
        tuple: usize,
        candidates: &[u32],
    ) -> bool {
        let mut improved = false;
        for &candidate in candidates {
            let (from, to) = (self.of[tuple], self.of[candidate as usize]);
            if from == NONE || to == NONE || from == to || !tuples.is_rare(tuple, self.k) {
                continue;
            }
            let (own, other) = (&self.all[from as usize], &self.all[to as usize]);
            let before = own.cost(tuples, weights) + other.cost(tuples, weights);
            let count = tuples.count(tuple);
            let mut best: Option<(u64, Cluster, Cluster, Option<u32>)> = None;
            let exchanges = (other.members.iter())
                .filter(|&&(member, _)| {
                    member != candidate && tuples.is_rare(member as usize, self.k)
                })
                .map(|&(member, records)| Some((member, records)));
            for exchange in exchanges.chain([None]) {
                let mut left = own.without(tuples, tuple as u32);
                let mut joined = other.clone();
                if let Some((member, records)) = exchange {
                    left = left.with(tuples, member as usize, records);
                    joined = joined.without(tuples, member);
                }
                let joined = joined.with(tuples, tuple, count);
                if left.records() < self.k || joined.records() < self.k {
                    continue;
                }
                let after = left.cost(tuples, weights) + joined.cost(tuples, weights);
                if after < best.as_ref().map_or(before, |best| best.0) {
                    best = Some((after, left, joined, exchange.map(|(member, _)| member)));
                }
            }
            if let Some((_, left, joined, exchanged)) = best {
                self.all[from as usize] = left;
                self.all[to as usize] = joined;
                self.of[tuple] = to;
                if let Some(member) = exchanged {
                    self.of[member as usize] = from;
                }
                improved = true;
            }
        }
        improved
    }
}

impl Cluster {
    fn records(&self) -> u64 {
        self.members.iter().map(|(_, records)| records).sum()
    }

    fn with(&self, tuples: &Tuples, tuple: usize, records: u64) -> Self {
        let mut larger = self.clone();
        larger.kept = match self.members.first() {
            Some(&(first, _)) => {
                self.kept & tuples.agreement(tuple, first as usize) & !tuples.missing(tuple)
            }
            None => tuples.all() & !tuples.missing(tuple),
        };
        larger.members.push((tuple as u32, records));
        larger
    }

    fn without(&self, tuples: &Tuples, tuple: u32) -> Self {
        (self.members.iter())
            .filter(|&&(member, _)| member != tuple)
            .fold(Self::default(), |smaller, &(member, records)| {
                smaller.with(tuples, member as usize, records)
            })
    }

    /// What it costs to keep only what all have in common, in units of the weights.
    pub(super) fn cost(&self, tuples: &Tuples, weights: &CellWeights) -> u64 {
        let kept = self.kept;
        (self.members.iter())
            .map(|&(member, records)| {
                let lost = tuples.all() & !kept & !tuples.missing(member as usize);
                records * u64::from(weights.sum(lost))
            })
            .sum()
    }
}
