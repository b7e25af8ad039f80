//! The patterns that are relevant to prices and clusters.

use super::space::{PARTS, Space};
use crate::uniques::{ColumnSet, columns_of};
use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::Hasher;

/// The maximum number of patterns.
const MOST_PATTERNS: usize = 200_000;

/// A set of columns with a value in each, and records with these values.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The columns.
    pub(super) set: ColumnSet,
    /// Tuples that fit, including those with the lowest prices when they were found.
    pub(super) tuples: Vec<u32>,
    /// Whether the pattern is only close to the best ones, and proves nothing.
    pub(super) is_extra: bool,
}

/// Patterns with records whose prices are close to, or below, what they keep together.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) patterns: Vec<Pattern>,
    /// The index of each pattern, by a hash of its values.
    known: HashMap<u64, u32, FxBuildHasher>,
    k: u64,
    /// Whether added patterns are marked as extra.
    pub(super) takes_extra: bool,
}

impl Pool {
    /// An empty pool, for clusters of k records.
    pub(super) fn new(k: u64) -> Self {
        Self { patterns: Vec::new(), known: HashMap::default(), k, takes_extra: false }
    }

    /// Adds a pattern with the first tuples that fit, or adds these to the existing pattern.
    pub(super) fn add(&mut self, space: &Space, set: ColumnSet, tuples: &[u32]) {
        let Some(&first) = tuples.first() else {
            return;
        };
        let mut hasher = FxHasher::default();
        hasher.write_u64(set);
        for column in columns_of(set) {
            hasher.write_u32(space.code(column, first));
        }
        let hash = hasher.finish();
        // Leaves room for the lowest prices to change.
        let width = usize::try_from(2 * self.k + 6).unwrap_or(usize::MAX);
        let tuples = &tuples[..tuples.len().min(width)];
        if let Some(&place) = self.known.get(&hash) {
            if self.takes_extra {
                return;
            }
            let own = &mut self.patterns[place as usize].tuples;
            let old = own.len();
            for tuple in tuples {
                if !own[..old].contains(tuple) {
                    own.push(*tuple);
                }
            }
        } else if self.patterns.len() < MOST_PATTERNS {
            self.known.insert(hash, self.patterns.len() as u32);
            self.patterns.push(Pattern { set, tuples: tuples.to_vec(), is_extra: self.takes_extra });
        }
    }

    /// The patterns by how far the k lowest prices exceed what they keep, nearest first; the tuples of each by price.
    pub(super) fn into_sorted(self, space: &Space, prices: &[i64]) -> Vec<Pattern> {
        let price = |tuple: u32| prices[tuple as usize];
        let mut sorted: Vec<(i64, Pattern)> = (self.patterns.into_iter())
            .map(|mut pattern| {
                pattern.tuples.sort_unstable_by_key(|&tuple| (price(tuple), tuple));
                let kept = PARTS * space.weight(pattern.set);
                let (mut need, mut above) = (self.k, 0);
                for &tuple in &pattern.tuples {
                    let taken = space.count(tuple).min(need);
                    above += (price(tuple) - kept) * taken as i64;
                    need -= taken;
                }
                (above, pattern)
            })
            .collect();
        sorted.sort_by_key(|&(above, _)| above);
        sorted.into_iter().map(|(_, pattern)| pattern).collect()
    }
}
