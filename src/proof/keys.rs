//! Numbers for what the rows of a class become where some axes are lowered.

use super::axes::{ProofAxes, ProofAxis, Step};
use std::ops::Range;

/// Axes that are lowered, and a number for each combination of their codes: its key.
pub(super) struct Keys<'a> {
    lowered: Vec<Lowered<'a>>,
    /// The policy that has these axes lowered, and no others.
    pub(super) hi: Vec<Step>,
    /// Keys in all.
    pub(super) size: usize,
}

/// An axis at a lower step.
struct Lowered<'a> {
    axis: &'a ProofAxis,
    /// What a code of step 0 adds to the key.
    adds: Vec<u32>,
}

/// Rows of a class with one key.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) key: u32,
    /// The first of them.
    pub(super) row: u32,
}

/// Records and rows for each key.
#[derive(Default)]
pub(super) struct Tallies {
    /// Rows in the upper half, records in the lower.
    of: Vec<u64>,
    /// The parts of the class that was counted.
    pub(super) parts: Vec<Part>,
    /// The keys of some rows, from `start` on.
    keys: Vec<u32>,
    start: usize,
}

const ONE_ROW: u64 = 1 << 32;

impl<'a> Lowered<'a> {
    /// Adds to so many keys.
    fn new(axis: &'a ProofAxis, low: Step, size: usize) -> Self {
        let add = |&code: &u32| code * size as u32;
        Self {
            axis,
            adds: axis.up[low].iter().map(add).collect(),
        }
    }
}

impl<'a> Keys<'a> {
    /// What is counted at once stays in the processor's cache up to here.
    const MOST: usize = 1 << 16;

    /// The keys for axes that lie at `from` and are lowered to `to`: the first of them, as many as have not too many
    /// keys together, and at least one.
    pub(super) fn new(all: &'a ProofAxes, from: &[Step], to: &[Step]) -> Self {
        let mut keys = Self {
            lowered: Vec::new(),
            hi: from.to_vec(),
            size: 1,
        };
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

    /// The keys that one axis of a policy, at this step, adds to so many others.
    pub(super) fn besides(size: usize, all: &'a ProofAxes, hi: &[Step], axis: usize) -> Self {
        let (own, low) = (&all.axes[axis], hi[axis]);
        Self {
            lowered: vec![Lowered::new(own, low, size)],
            hi: hi.to_vec(),
            size: size * own.n_codes[low],
        }
    }

    /// Whether they tell all classes of a policy apart, and are not too many for one count.
    pub(super) fn fit(&self, hi: &[Step]) -> bool {
        self.hi == hi && self.size <= Self::MOST
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
    /// Keys are found for so many rows at once.
    const BLOCK: usize = 1 << 10;

    /// Begins with other keys.
    pub(super) fn begin(&mut self, keys: &Keys) {
        self.of.resize(self.of.len().max(keys.size), 0);
        self.keys.clear();
    }

    /// The keys of the rows of a class. The classes must be taken in order.
    #[inline(always)]
    pub(super) fn keys_of(
        &mut self,
        keys: &Keys,
        words: &[Vec<u64>],
        range: Range<usize>,
    ) -> &[u32] {
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
    pub(super) fn count(
        &mut self,
        keys: &Keys,
        words: &[Vec<u64>],
        weights: &[u32],
        range: Range<usize>,
    ) {
        self.keys_of(keys, words, range.clone());
        let own = &self.keys[range.start - self.start..range.end - self.start];
        tally(&mut self.of, &mut self.parts, own, weights, range);
    }

    /// Counts the parts of a class whose rows have these keys.
    #[inline(always)]
    pub(super) fn count_keyed(&mut self, keys: &[u32], weights: &[u32], range: Range<usize>) {
        tally(&mut self.of, &mut self.parts, keys, weights, range);
    }

    /// Records and rows of a part, which is forgotten.
    #[inline(always)]
    pub(super) fn take(&mut self, part: Part) -> (u64, u32) {
        let tally = std::mem::take(&mut self.of[part.key as usize]);
        (tally & (ONE_ROW - 1), (tally >> 32) as u32)
    }
}

#[inline(always)]
fn tally(
    of: &mut [u64],
    parts: &mut Vec<Part>,
    keys: &[u32],
    weights: &[u32],
    range: Range<usize>,
) {
    parts.clear();
    for ((row, &key), &weight) in (range.start as u32..).zip(keys).zip(&weights[range]) {
        let tally = &mut of[key as usize];
        if *tally == 0 {
            parts.push(Part { key, row });
        }
        *tally += ONE_ROW | u64::from(weight);
    }
}
