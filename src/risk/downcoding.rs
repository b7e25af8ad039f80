//! How much finer a release could be, as a measure of the attack by downcoding.
//!
//! Downcoding (Cohen 2022) undoes generalization if a release is *minimal*: if no finer table of the same hierarchies
//! is k-anonymous. Then the fact that a cell is coarse reveals that its class could not be finer, and with knowledge
//! of the distribution, values can be guessed.
//!
//! The slack of a column is the largest number of its cells that could be finer at once, with all other cells
//! unchanged, so that every record still shares its quasi-identifiers with at least k − 1 others. A cell becomes
//! finer by the next lower level on which its group splits into several. Take one class with one group, whose records
//! split into *parts* of p₁, p₂, … records there. So many records of each part may become finer that
//!
//! - of each part either none does, or at least k do, and
//! - of the class either none is left, or at least k are.
//!
//! **The slack of every column is 0 exactly if the release is minimal.** A finer table that is k-anonymous has a
//! class with a column in which it is finer. Two records that are equal in it are also equal in the release: on one
//! level equal labels mean equal groups, and a suppressed record that equals a kept one would be in its class. So the
//! records of the class that are finer in that column form, part by part, groups of k or more, and so do those that
//! are not. Undoing all other changes leaves a table that is k-anonymous and finer in that one column. Conversely,
//! such a table is finer itself.

use crate::classes::{Classes, K, QuasiIdentifier, RollupMemory, rollup};
use crate::hierarchy::GroupCode;
use crate::lattice::{Level, Policy};
use rustc_hash::FxHashMap;

/// The class of the suppressed records. All others are numbered from 1.
const SUPPRESSED: u32 = 0;

/// The slack of each quasi-identifier under the policy of `levels`, from the tuples grouped on level 0. The
/// suppressed records are a class of their own, with all cells `*`. They do not count for a release without them
/// (`are_removed`).
///
/// Time: tuples × quasi-identifiers × log tuples.
pub fn slack(tuples: &Classes, qis: &[QuasiIdentifier], levels: &[Level], k: K, are_removed: bool) -> Vec<u64> {
    let classes = classes_of(tuples, qis, levels, k);
    (qis.iter().zip(levels).enumerate())
        .map(|(place, (qi, &level))| {
            let finer = Finer::new(qi, level);
            let mut parts: FxHashMap<(u32, u32), u64> = FxHashMap::default();
            for (tuple, &class) in tuples.iter().zip(&classes) {
                if class == SUPPRESSED && are_removed {
                    continue;
                }
                let value = tuple.group(place);
                let part = match class {
                    SUPPRESSED => finer.of_all[value as usize],
                    _ => finer.of_group[value as usize],
                };
                if let Some(part) = part {
                    *parts.entry((class, part)).or_default() += tuple.count;
                }
            }
            let mut parts: Vec<(u32, u64)> =
                (parts.into_iter()).map(|((class, _), records)| (class, records)).collect();
            parts.sort_unstable();
            (parts.chunk_by(|(one, _), (other, _)| one == other))
                .map(|parts| most(parts.iter().map(|&(_, records)| records), k))
                .sum()
        })
        .collect()
}

/// The class of each tuple.
fn classes_of(tuples: &Classes, qis: &[QuasiIdentifier], levels: &[Level], k: K) -> Vec<u32> {
    let mut classes = Classes::like(tuples);
    let mut memory = RollupMemory::default();
    let policy = Policy::new(levels);
    rollup(tuples, &policy, qis, &mut memory, &mut classes);
    (classes.places_of_tuples(tuples, qis).into_iter())
        .map(|place| match k.keeps(classes.counts()[place as usize]) {
            true => place + 1,
            false => SUPPRESSED,
        })
        .collect()
}

/// The value of a quasi-identifier after making its cell finer; `None` if it is already as fine as possible.
struct Finer {
    /// In a class: the group below the one on the policy's level.
    of_group: Vec<Option<GroupCode>>,
    /// In a suppressed record: the group below `*`.
    of_all: Vec<Option<GroupCode>>,
}

impl Finer {
    fn new(qi: &QuasiIdentifier, level: Level) -> Self {
        let values = || 0..qi.n_groups(0) as u32;
        let below = |value, leaves, levels: std::ops::Range<Level>| {
            (levels.rev())
                .map(|level| (level, qi.group(level, value)))
                .find(|&(level, group)| qi.group_size(level, group) < leaves)
                .map(|(_, group)| group)
        };
        let height = qi.height() as Level;
        Self {
            of_group: values()
                .map(|value| below(value, qi.group_size(level, qi.group(level, value)), 0..level))
                .collect(),
            of_all: values().map(|value| below(value, qi.n_leaves(), 0..height)).collect(),
        }
    }
}

/// The largest number of records of a class that may become finer, given the sizes of its parts.
fn most(parts: impl Iterator<Item = u64> + Clone, k: K) -> u64 {
    let large = parts.clone().filter(|&part| k.keeps(part));
    let of_large: u64 = large.clone().sum();
    let left: u64 = parts.sum::<u64>() - of_large;
    if left == 0 || k.keeps(left) {
        return of_large;
    }
    // Too few would be left. Others stay with them, from parts that can spare them, or else a whole part stays.
    let wanted = k.get() - left;
    let spare: u64 = large.clone().map(|part| part - k.get()).sum();
    match spare >= wanted {
        true => of_large - wanted,
        false => of_large - large.min().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::most;
    use crate::classes::K;

    /// By the definition: tries, for every part, every number that is 0 or at least k.
    fn every_way(parts: &[u64], k: u64) -> u64 {
        let mut best = 0;
        let mut ways = vec![(0, 0)];
        for &part in parts {
            ways = (ways.iter())
                .flat_map(|&(finer, left)| {
                    (0..=part)
                        .filter(|&some| some == 0 || some >= k)
                        .map(move |some| (finer + some, left + part - some))
                })
                .collect();
        }
        for (finer, left) in ways {
            if left == 0 || left >= k {
                best = best.max(finer);
            }
        }
        best
    }

    #[test]
    fn the_most_is_that_of_every_way() {
        let sizes = || 0..8_u64;
        for k in 1..6 {
            for (one, two) in sizes().flat_map(|one| sizes().map(move |two| (one, two))) {
                for (three, four) in sizes().flat_map(|one| sizes().map(move |two| (one, two))) {
                    let parts = [one, two, three, four];
                    let found = most(parts.iter().copied(), K::new(k));
                    assert_eq!(found, every_way(&parts, k), "{parts:?} at k = {k}");
                }
            }
        }
    }
}
