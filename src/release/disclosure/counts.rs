//! Records of each of many values, which are told by their hashes.

use crate::data::rare;
use rustc_hash::FxHashMap;

/// The values that are counted in a map, which then stays in a processor's cache.
const FEW: usize = 1 << 12;

/// The least number of entries that are sorted at once.
const LEAST_SORTED: usize = 1 << 16;

/// The records of each value.
///
/// The first values are counted in a map. All others are appended, and sorted and added up from time to time: a map of
/// all would miss the cache with nearly every row. Time: that of sorting. Memory: 16 bytes for each value, and as much
/// for entries that are not added up.
#[derive(Debug, Default)]
pub(super) struct Counts {
    few: FxHashMap<u64, u64>,
    /// By their hashes, each once.
    many: Vec<(u64, u64)>,
    pending: Vec<(u64, u64)>,
}

impl Counts {
    /// Adds records of a value.
    pub(super) fn add(&mut self, hash: u64, records: u64) {
        if let Some(count) = self.few.get_mut(&hash) {
            *count += records;
        } else if self.few.len() < FEW {
            self.few.insert(hash, records);
        } else {
            self.pending.push((hash, records));
            if self.pending.len() >= LEAST_SORTED.max(self.many.len()) {
                self.settle();
            }
        }
    }

    /// Adds up what is pending. What is added later is pending again.
    pub(super) fn settle(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        self.pending.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::with_capacity(self.many.len() + self.pending.len());
        let mut put = |(hash, records): (u64, u64)| match merged.last_mut() {
            Some((last, count)) if *last == hash => *count += records,
            _ => merged.push((hash, records)),
        };
        let mut many = self.many.drain(..).peekable();
        for entry in self.pending.drain(..) {
            while let Some(earlier) = many.next_if(|earlier| earlier.0 <= entry.0) {
                put(earlier);
            }
            put(entry);
        }
        many.for_each(put);
        self.many = merged;
    }

    /// The records of each value, once all is settled.
    pub(super) fn values(&self) -> impl Iterator<Item = u64> {
        debug_assert!(self.pending.is_empty(), "pending entries are not counted");
        self.few.values().copied().chain(self.many.iter().map(|&(_, records)| records))
    }

    /// The records whose value fewer than `k` records have, and those among them whose value is unique.
    pub(super) fn rare(&self, k: u64) -> (u64, u64) {
        rare(self.values(), k)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn values_are_counted_as_a_map_counts_them() {
        // Few values, more than the map takes, and more than are sorted at once; each often, twice or once.
        for (values, rows) in [(3, 1_000), (FEW as u64, 9_000), (9_000, 30_000), (150_000, 400_000), (500_000, 300_000)]
        {
            let (mut counts, mut map) = (Counts::default(), BTreeMap::<u64, u64>::new());
            for row in 0..rows {
                let value = (row * row + 7 * row) % values;
                let hash = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                counts.add(hash, 1 + row % 2);
                *map.entry(hash).or_default() += 1 + row % 2;
            }
            counts.settle();
            let (mut found, mut expected): (Vec<u64>, Vec<u64>) =
                (counts.values().collect(), map.into_values().collect());
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{values} values in {rows} rows");
            let rare = expected.iter().filter(|&&records| records < 3);
            let alone = expected.iter().filter(|&&records| records == 1).count() as u64;
            assert_eq!(counts.rare(3), (rare.sum(), alone));
        }
    }
}
