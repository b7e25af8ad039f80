//! Numbers for the combinations of codes that the rows of a class have after some axes are lowered.

use super::axes::{ProofAxes, ProofAxis, Step};
use std::ops::Range;

/// The lowered axes, with a number for each combination of their codes: its key.
pub(super) struct Keys<'a> {
    lowered: Vec<Lowered<'a>>,
    /// The policy in which exactly these axes are lowered.
    pub(super) hi: Vec<Step>,
    /// The number of keys.
    pub(super) size: usize,
}

/// An axis at a lower step.
struct Lowered<'a> {
    axis: &'a ProofAxis,
    /// The amount that a code of step 0 adds to the key.
    adds: Vec<u32>,
}

/// Records and rows for each key.
#[derive(Default)]
pub(super) struct Tallies {
    /// Rows in the upper half, records in the lower.
    of: Vec<u64>,
    /// The keys of the counted class: each has a part of its rows.
    pub(super) parts: Vec<u32>,
    /// The keys of some rows, from `start` on.
    keys: Vec<u32>,
    start: usize,
}

const ONE_ROW: u64 = 1 << 32;

impl<'a> Lowered<'a> {
    /// Adds an axis to keys of this number.
    fn new(axis: &'a ProofAxis, low: Step, size: usize) -> Self {
        let add = |&code: &u32| code * size as u32;
        Self { axis, adds: axis.up[low].iter().map(add).collect() }
    }
}

impl<'a> Keys<'a> {
    /// Up to this number, the counters stay in the processor's cache.
    const MOST: usize = 1 << 16;

    /// The keys for axes at `from` that are lowered to `to`: for the first of them, as many as do not have too many
    /// keys together, but at least one.
    pub(super) fn new(all: &'a ProofAxes, from: &[Step], to: &[Step]) -> Self {
        let mut keys = Self { lowered: Vec::new(), hi: from.to_vec(), size: 1 };
        for (number, axis) in all.axes.iter().enumerate() {
            let low = to[number];
            if low == from[number] {
                continue;
            }
            let size = keys.size * axis.n_codes[low];
            if size > Self::MOST && !keys.lowered.is_empty() {
                break;
            }
            keys.lowered.push(Lowered::new(axis, low, keys.size));
            (keys.hi[number], keys.size) = (low, size);
        }
        keys
    }

    /// Adds these keys to those of a range of rows.
    pub(super) fn add_to(&self, words: &[Vec<u64>], range: Range<usize>, keys: &mut [u32]) {
        for lowered in &self.lowered {
            let (axis, adds) = (lowered.axis, lowered.adds.as_slice());
            for (key, &word) in keys.iter_mut().zip(&words[axis.word][range.clone()]) {
                *key += adds[axis.code(word) as usize];
            }
        }
    }
}

impl Tallies {
    /// Keys are computed for this many rows at once.
    const BLOCK: usize = 1 << 10;

    /// Begins with new keys.
    pub(super) fn begin(&mut self, keys: &Keys) {
        self.of.resize(self.of.len().max(keys.size), 0);
        self.keys.clear();
    }

    /// The keys of the rows of a class. The classes must be taken in order.
    #[inline(always)]
    pub(super) fn keys_of(&mut self, keys: &Keys, words: &[Vec<u64>], range: Range<usize>) -> &[u32] {
        if self.keys.is_empty() || range.end > self.start + self.keys.len() {
            let end = range.end.max(range.start + Self::BLOCK);
            self.start = range.start;
            self.keys.clear();
            let range = range.start..end.min(words[0].len());
            self.keys.resize(range.len(), 0);
            keys.add_to(words, range, &mut self.keys);
        }
        &self.keys[range.start - self.start..range.end - self.start]
    }

    /// Counts the parts of a class. The classes must be taken in order.
    #[inline(always)]
    pub(super) fn count(&mut self, keys: &Keys, words: &[Vec<u64>], weights: &[u32], range: Range<usize>) {
        self.keys_of(keys, words, range.clone());
        let own = &self.keys[range.start - self.start..range.end - self.start];
        self.parts.clear();
        for (&key, &weight) in own.iter().zip(&weights[range]) {
            let tally = &mut self.of[key as usize];
            if *tally == 0 {
                self.parts.push(key);
            }
            *tally += ONE_ROW | u64::from(weight);
        }
    }

    /// The records and rows of the part with a key. Resets them.
    #[inline(always)]
    pub(super) fn take(&mut self, key: u32) -> (u64, u32) {
        let tally = std::mem::take(&mut self.of[key as usize]);
        (tally & (ONE_ROW - 1), (tally >> 32) as u32)
    }
}
