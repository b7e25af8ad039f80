//! Improves clusters by chains of exchanges.
//!
//! A record leaves its cluster for a second one, from which a record leaves for a third one, and so on, until one
//! takes the place of the first, or joins a cluster from which no record has to leave (Thompson, Psaraftis, Cyclic
//! transfer algorithms for multivehicle routing and scheduling problems, 1993). With the prices of its records
//! included, each link of a chain shows how much closer it brings a cluster to what these records could keep. So only
//! few links need to be followed. The records of a tuple in a cluster leave together, or one of them does; from a
//! class of k or more, they leave one at a time.

use super::cluster::Cluster;
use super::space::{PARTS, Space};
use std::cmp::Reverse;

/// The number of best links that are followed, by the position in the chain. A chain has at most one link more than
/// entries.
const FOLLOWED: [usize; 2] = [8, 5];
/// The number of clusters to look at for each tuple near a record.
const HOMES: usize = 4;
/// The number of a tuple's clusters that it may try to leave.
const OWN_HOMES: usize = 8;

/// The clusters, and the clusters of each tuple.
#[derive(Debug)]
pub(super) struct Exchange {
    k: u64,
    can_split: bool,
    clusters: Vec<Cluster>,
    /// The clusters of each tuple.
    homes: Vec<Vec<u32>>,
    /// The round in which each cluster was last changed.
    changed: Vec<u32>,
}

/// The data that guides the search for chains.
#[derive(Debug, Default)]
pub(super) struct Guide {
    /// The weight that a record of each tuple could keep, in parts.
    pub(super) prices: Vec<i64>,
    /// The tuples whose clusters a record of each tuple may join.
    pub(super) near: Vec<Vec<u32>>,
}

/// Records of one tuple in a cluster.
#[derive(Debug, Clone, Copy)]
struct Part {
    cluster: u32,
    place: usize,
    tuple: u32,
    records: u64,
}

/// Parts that leave their clusters, each for the cluster of the next part, and the last one for `last`.
#[derive(Debug, Default)]
struct Chain {
    gained: i64,
    parts: Vec<Part>,
    last: u32,
}

/// A link that may be followed.
struct Link {
    /// The gain of the chain up to this link, with the prices included, and without.
    nearer: i64,
    gained: i64,
    part: Part,
}

impl Exchange {
    /// Clusters that contain all records, each of at least k. `can_split` allows records of one tuple to be treated
    /// differently.
    pub(super) fn new(space: &Space, k: u64, can_split: bool, clusters: Vec<Cluster>) -> Self {
        let mut homes = vec![Vec::new(); space.len()];
        for (place, cluster) in clusters.iter().enumerate() {
            for member in &cluster.members {
                homes[member.tuple as usize].push(place as u32);
            }
        }
        Self { k, can_split, changed: vec![0; clusters.len()], clusters, homes }
    }

    /// The clusters. Some may be empty.
    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// Applies the best chain that begins with records of a tuple, in each of its clusters that changed in the last
    /// round or this one. Returns whether there was one, and how many links were looked at.
    pub(super) fn improve(&mut self, space: &Space, guide: &Guide, tuple: u32, round: u32) -> (bool, u64) {
        let (mut improved, mut work) = (false, 0);
        let homes: Vec<u32> = (self.homes[tuple as usize].iter().copied())
            .filter(|&home| self.changed[home as usize] + 1 >= round)
            .take(OWN_HOMES)
            .collect();
        for cluster in homes {
            let Some(place) = self.clusters[cluster as usize].place_of(tuple) else {
                continue;
            };
            let whole = self.leaving(cluster, place, 1);
            let one = (whole > 1 && self.can_split).then_some(1);
            let mut best = Chain::default();
            for records in [Some(whole), one].into_iter().flatten() {
                let part = Part { cluster, place, tuple, records };
                self.extend(space, guide, &mut vec![part], 0, 0, &mut best, &mut work);
            }
            if best.gained > 0 {
                self.follow(space, &best, round);
                improved = true;
            }
        }
        (improved, work)
    }

    /// The number of records of a member that leave if `coming` records arrive.
    fn leaving(&self, cluster: u32, place: usize, coming: u64) -> u64 {
        let records = self.clusters[cluster as usize].members[place].records;
        if records < self.k || !self.can_split { records } else { coming.min(records) }
    }

    #[allow(clippy::too_many_arguments)]
    fn extend(
        &self,
        space: &Space,
        guide: &Guide,
        parts: &mut Vec<Part>,
        gained: i64,
        nearer: i64,
        best: &mut Chain,
        work: &mut u64,
    ) {
        let (first, moving) = (parts[0], parts[parts.len() - 1]);
        let left = self.change(space, first, None);
        let price = |part: Part| guide.prices[part.tuple as usize] * part.records as i64;
        let mut links = Vec::new();
        let mut seen: Vec<u32> = parts.iter().map(|part| part.cluster).collect();
        let near = guide.near[moving.tuple as usize].iter();
        for &target in near.flat_map(|&other| self.homes[other as usize].iter().take(HOMES)) {
            if seen.contains(&target) {
                continue;
            }
            seen.push(target);
            let cluster = &self.clusters[target as usize];
            *work += 1 + cluster.members.len() as u64;
            if let Some(left) = left {
                let joined = cluster.value_with(space, moving.tuple, moving.records);
                best.offer(gained + left + joined - cluster.value(space), parts, None, target);
            }
            for (place, member) in cluster.members.iter().enumerate() {
                let part = Part {
                    cluster: target,
                    place,
                    tuple: member.tuple,
                    records: self.leaving(target, place, moving.records),
                };
                if part.tuple == moving.tuple {
                    continue;
                }
                let Some(change) = self.change(space, part, Some(moving)) else {
                    continue;
                };
                let gained = gained + change;
                if let Some(closed) = self.change(space, first, Some(part)) {
                    best.offer(gained + closed, parts, Some(part), first.cluster);
                }
                let nearer = nearer + PARTS * change - price(moving) + price(part);
                if nearer > 0 {
                    links.push(Link { nearer, gained, part });
                }
            }
        }
        if let Some(&followed) = FOLLOWED.get(parts.len() - 1) {
            links.sort_unstable_by_key(|link| (Reverse(link.nearer), link.part.cluster, link.part.place));
            for link in links.into_iter().take(followed) {
                parts.push(link.part);
                self.extend(space, guide, parts, link.gained, link.nearer, best, work);
                parts.pop();
            }
        }
    }

    /// The gain of a cluster if a part leaves and another arrives; `None` if too few records would remain.
    fn change(&self, space: &Space, leaving: Part, coming: Option<Part>) -> Option<i64> {
        let cluster = &self.clusters[leaving.cluster as usize];
        let coming = coming.map(|part| (part.tuple, part.records));
        let (records, kept) = cluster.changed(space, leaving.place, leaving.records, coming);
        let is_allowed = records >= self.k || records == 0;
        is_allowed.then(|| records as i64 * space.weight(kept) - cluster.value(space))
    }

    fn follow(&mut self, space: &Space, chain: &Chain, round: u32) {
        let targets = (chain.parts[1..].iter().map(|part| part.cluster)).chain([chain.last]);
        for part in &chain.parts {
            let cluster = &mut self.clusters[part.cluster as usize];
            cluster.take(space, part.tuple, part.records);
            if cluster.place_of(part.tuple).is_none() {
                self.homes[part.tuple as usize].retain(|&home| home != part.cluster);
            }
        }
        for (part, target) in chain.parts.iter().zip(targets) {
            self.clusters[target as usize].put(space, part.tuple, part.records);
            self.changed[part.cluster as usize] = round;
            self.changed[target as usize] = round;
            let homes = &mut self.homes[part.tuple as usize];
            if !homes.contains(&target) {
                homes.push(target);
            }
        }
    }
}

impl Chain {
    /// Becomes the offered chain if that gained more.
    fn offer(&mut self, gained: i64, parts: &[Part], more: Option<Part>, last: u32) {
        if gained > self.gained {
            *self = Self { gained, parts: parts.iter().copied().chain(more).collect(), last };
        }
    }
}
