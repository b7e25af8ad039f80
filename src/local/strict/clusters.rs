//! Clusters of at least k records, built from scratch.

use super::candidates::Candidates;
use super::cluster::Cluster;
use super::pool::Pattern;
use super::space::{PARTS, Space};
use crate::uniques::ColumnSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The clusters, and the records that are in none.
#[derive(Debug)]
pub(super) struct Clusters {
    pub(super) all: Vec<Cluster>,
    /// The records of each tuple that are still to be placed, or that a larger class can spare.
    pub(super) free: Vec<u64>,
    k: u64,
    can_spare: bool,
}

impl Clusters {
    /// No record is placed yet. If rows of one tuple may be treated differently, classes of more than k records can
    /// spare the records beyond k.
    pub(super) fn new(space: &Space, k: u64, can_spare: bool) -> Self {
        let free = (0..space.len() as u32)
            .map(|tuple| match space.count(tuple) {
                count if count < k => count,
                count if can_spare => count - k,
                _ => 0,
            })
            .collect();
        Self { all: Vec::new(), free, k, can_spare }
    }

    /// Whether a tuple has fewer than k records and is in no cluster.
    pub(super) fn is_open(&self, space: &Space, tuple: u32) -> bool {
        space.count(tuple) < self.k && self.free[tuple as usize] > 0
    }

    /// Places records that fit patterns. The tuples of each pattern are sorted by price. Patterns whose prices are
    /// nearest to what they keep come first. A pattern is skipped if its prices exceed that by more than `most` in
    /// total.
    pub(super) fn seed(&mut self, space: &Space, patterns: &[&Pattern], prices: &[i64], most: i64) {
        let offer = |clusters: &Self, place: usize| {
            let (mut members, mut records, mut above) = (Vec::new(), 0, 0);
            let kept = PARTS * space.weight(patterns[place].set);
            for &tuple in &patterns[place].tuples {
                let more = prices[tuple as usize] - kept;
                if records >= clusters.k && more >= 0 {
                    break;
                }
                let free = clusters.free[tuple as usize];
                let taken =
                    if space.count(tuple) < clusters.k { free } else { free.min(clusters.k.saturating_sub(records)) };
                if taken > 0 {
                    members.push((tuple, taken));
                    records += taken;
                    above += more * taken as i64;
                }
            }
            let any_open = members.iter().any(|&(tuple, _)| space.count(tuple) < clusters.k);
            (records >= clusters.k && any_open && above <= most).then_some((above, members))
        };
        let mut queue: BinaryHeap<_> =
            (0..patterns.len()).filter_map(|place| Some(Reverse((offer(self, place)?.0, place)))).collect();
        while let Some(Reverse((above, place))) = queue.pop() {
            let Some((now, members)) = offer(self, place) else {
                continue;
            };
            if now == above {
                self.add(Cluster::new(space, members));
            }
            if let Some((now, _)) = offer(self, place) {
                queue.push(Reverse((now, place)));
            }
        }
    }

    /// Places open tuples with their candidates, cheapest first, as long as enough candidates are free. `candidates`
    /// are those of the tuples `places`.
    pub(super) fn place(&mut self, space: &Space, places: &[u32], candidates: &Candidates) {
        let mut queue = BinaryHeap::new();
        let offer = |clusters: &Self, own: usize| {
            let candidates: Vec<u32> = (candidates.of(own).iter())
                .map(|&candidate| places[candidate as usize])
                .filter(|&candidate| clusters.free[candidate as usize] > 0)
                .collect();
            (clusters.is_open(space, places[own])).then(|| clusters.best(space, places[own], &candidates)).flatten()
        };
        for own in 0..places.len() {
            if let Some((cost, _)) = offer(self, own) {
                queue.push(Reverse((cost, own)));
            }
        }
        while let Some(Reverse((cost, own))) = queue.pop() {
            let Some((now, members)) = offer(self, own) else {
                continue;
            };
            if now > cost {
                queue.push(Reverse((now, own)));
            } else {
                self.add(Cluster::new(space, members));
            }
        }
    }

    /// The cluster of a tuple with its free candidates, adding the next best one at a time, and its cost.
    fn best(&self, space: &Space, tuple: u32, candidates: &[u32]) -> Option<(i64, Vec<(u32, u64)>)> {
        let mut members = vec![(tuple, space.count(tuple))];
        let mut records = space.count(tuple);
        let mut kept = space.values(tuple);
        while records < self.k {
            let mut best: Option<(i64, u32, ColumnSet)> = None;
            for &other in candidates {
                if members.iter().all(|&(member, _)| member != other) {
                    let kept = kept & space.agreement(tuple, other);
                    let weight = space.weight(kept);
                    if best.is_none_or(|(most, _, _)| weight > most) {
                        best = Some((weight, other, kept));
                    }
                }
                if self.k == 2 && best.is_some() {
                    break;
                }
            }
            let (_, other, shared) = best?;
            let taken = if space.count(other) < self.k {
                space.count(other)
            } else {
                self.free[other as usize].min(self.k - records)
            };
            members.push((other, taken));
            kept = shared;
            records += taken;
        }
        let cost = (members.iter())
            .map(|&(member, records)| records as i64 * space.weight(space.values(member) & !kept))
            .sum();
        Some((cost, members))
    }

    fn add(&mut self, cluster: Cluster) {
        for member in &cluster.members {
            self.free[member.tuple as usize] -= member.records;
        }
        self.all.push(cluster);
    }

    /// All clusters. A class of k or more records is a cluster without the records that it gave away. The remaining
    /// records, fewer than k, join the clusters where they cost least.
    pub(super) fn complete(mut self, space: &Space) -> Vec<Cluster> {
        for tuple in 0..space.len() as u32 {
            let count = space.count(tuple);
            if count >= self.k {
                let records = if self.can_spare { self.k + self.free[tuple as usize] } else { count };
                self.all.push(Cluster::new(space, [(tuple, records)]));
            }
        }
        for tuple in 0..space.len() as u32 {
            if !self.is_open(space, tuple) {
                continue;
            }
            let records = self.free[tuple as usize];
            let most = (self.all.iter().enumerate()).max_by_key(|(place, cluster)| {
                let gained = cluster.value_with(space, tuple, records) - cluster.value(space);
                (gained, Reverse(*place))
            });
            if let Some((place, _)) = most {
                self.all[place].put(space, tuple, records);
            }
        }
        self.all
    }
}
