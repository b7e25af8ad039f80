//! Builds the nodes of lower policies from those of higher ones.

use super::axes::{ProofAxes, Step};
use super::keys::{Keys, Tallies};
use super::node::Node;
use crate::classes::K;

/// The working memory for building a node.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) tallies: Tallies,
    /// The position of the next row of each key.
    places: Vec<u32>,
    slots: Vec<u32>,
}

/// A part of a class, by its key, and what happens to it.
struct Fate {
    key: u32,
    rows: u32,
    becomes: Becomes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    /// A class, with the bit length of its number of records.
    Class(usize),
    /// Smaller than k.
    Suppressed,
    /// One row that no policy can split.
    Kept,
}

/// The destination of rows that are in no class.
const SUPPRESSED: u32 = u32::MAX;
const KEPT: u32 = u32::MAX - 1;

/// An odd number whose multiples are spread over all words.
const HASH: u64 = 0x9e37_79b9_7f4a_7c15;

/// Classes of up to this number of rows are merged by comparing all pairs.
const FEW: usize = 8;

impl Node {
    /// The node of the policy of these keys, for boxes that begin at or above `lo`.
    ///
    /// Time: linear in the rows; if rows may become equal, one lookup for each.
    pub(super) fn lowered(&self, all: &ProofAxes, k: K, keys: &Keys, lo: &[Step], scratch: &mut Scratch) -> Self {
        let mut node = Self {
            hi: keys.hi.clone(),
            suppressed: self.suppressed,
            fallen: self.fallen.clone(),
            merged: lo.to_vec(),
            ..Self::default()
        };
        let (fates, mut ends) = self.fates(k, keys, scratch, &mut node.suppressed);
        let mut end = 0;
        for place in &mut ends {
            end += *place;
            *place = end - *place;
        }
        node.words = vec![vec![0; end as usize]; self.words.len()];
        node.weights = vec![0; end as usize];
        node.starts = self.move_rows(all, keys, (&fates, ends), &mut node, scratch);
        node.starts.push(end);
        if node.merged != self.merged {
            node.recode(all, &self.merged);
            node.merge(k, scratch);
        }
        node.set_prices(all);
        node
    }

    /// The fates of the parts of each class, and the number of rows in classes of each size.
    fn fates(
        &self,
        k: K,
        keys: &Keys,
        scratch: &mut Scratch,
        suppressed: &mut u64,
    ) -> (Vec<(usize, Fate)>, [u32; u64::BITS as usize + 1]) {
        let mut fates = Vec::new();
        let mut ends = [0_u32; u64::BITS as usize + 1];
        let tallies = &mut scratch.tallies;
        tallies.begin(keys);
        for class in 0..self.n_classes() {
            tallies.count(keys, &self.words, &self.weights, self.class(class));
            for place in 0..tallies.parts.len() {
                let key = tallies.parts[place];
                let (records, rows) = tallies.take(key);
                let becomes = match k.keeps(records) {
                    false => Becomes::Suppressed,
                    true if rows == 1 => Becomes::Kept,
                    true => Becomes::Class((u64::BITS - records.leading_zeros()) as usize),
                };
                match becomes {
                    Becomes::Suppressed => *suppressed += records,
                    Becomes::Class(size) => ends[size] += rows,
                    Becomes::Kept => {}
                }
                let fate = Fate { key, rows, becomes };
                fates.push((class, fate));
            }
        }
        (fates, ends)
    }

    /// Moves the rows of the parts that stay classes into a node, and counts the codes of those that are suppressed.
    /// Returns where the classes begin.
    fn move_rows(
        &self,
        all: &ProofAxes,
        keys: &Keys,
        (fates, mut ends): (&[(usize, Fate)], [u32; u64::BITS as usize + 1]),
        node: &mut Self,
        scratch: &mut Scratch,
    ) -> Vec<u32> {
        let Scratch { tallies, places, .. } = scratch;
        places.resize(places.len().max(keys.size), 0);
        tallies.begin(keys);
        let mut starts = Vec::with_capacity(fates.len() + 1);
        for parts in fates.chunk_by(|one, other| one.0 == other.0) {
            for (_, fate) in parts {
                places[fate.key as usize] = match fate.becomes {
                    Becomes::Class(size) => {
                        let place = ends[size];
                        ends[size] += fate.rows;
                        starts.push(place);
                        place
                    }
                    Becomes::Suppressed => SUPPRESSED,
                    Becomes::Kept => KEPT,
                };
            }
            let range = self.class(parts[0].0);
            let own = tallies.keys_of(keys, &self.words, range.clone());
            for (row, &key) in range.zip(own) {
                let next = &mut places[key as usize];
                if *next < KEPT {
                    let to = *next as usize;
                    *next += 1;
                    for (words, own) in node.words.iter_mut().zip(&self.words) {
                        words[to] = own[row];
                    }
                    node.weights[to] = self.weights[row];
                } else if *next == SUPPRESSED {
                    all.count_codes(&self.words, row, self.weights[row], &mut node.fallen);
                }
            }
        }
        starts.sort_unstable();
        starts
    }

    /// Gives rows that are equal from the lowest policy on the same codes.
    fn recode(&mut self, all: &ProofAxes, before: &[Step]) {
        for (axis, own) in all.axes.iter().enumerate() {
            if self.merged[axis] == before[axis] {
                continue;
            }
            let changes = own.changes(self.merged[axis]);
            for word in &mut self.words[own.word] {
                *word ^= changes[own.code(*word) as usize];
            }
        }
    }

    /// Merges equal rows of a class, and leaves out classes that no policy can split.
    fn merge(&mut self, k: K, scratch: &mut Scratch) {
        let (mut end, mut classes) = (0, 0);
        let mut next_start = self.starts[0] as usize;
        for class in 0..self.n_classes() {
            let range = next_start..self.starts[class + 1] as usize;
            next_start = range.end;
            let first = end;
            let size = match range.len() > FEW {
                true => (range.len() * 2).next_power_of_two(),
                false => 0,
            };
            scratch.slots.clear();
            scratch.slots.resize(size, 0);
            for place in range {
                let equal = match size {
                    0 => (first..end).find(|&own| self.is_equal(own, place)),
                    _ => self.find(place, (first, end), &mut scratch.slots),
                };
                if let Some(equal) = equal {
                    self.weights[equal] += self.weights[place];
                    continue;
                }
                for words in &mut self.words {
                    words[end] = words[place];
                }
                self.weights[end] = self.weights[place];
                end += 1;
            }
            let is_heavy = |&weight: &u32| k.keeps(weight.into());
            if end - first < 2 || self.weights[first..end].iter().all(is_heavy) {
                end = first;
                continue;
            }
            self.starts[classes] = first as u32;
            classes += 1;
        }
        self.words.iter_mut().for_each(|words| words.truncate(end));
        self.weights.truncate(end);
        self.starts.truncate(classes);
        self.starts.push(end as u32);
    }

    #[inline]
    fn is_equal(&self, one: usize, other: usize) -> bool {
        self.words.iter().all(|words| words[one] == words[other])
    }

    /// The row from `first` on that equals `row`; otherwise notes the place `end` for it.
    #[inline]
    fn find(&self, row: usize, (first, end): (usize, usize), slots: &mut [u32]) -> Option<usize> {
        let hash =
            (self.words.iter()).fold(0, |hash: u64, words| (hash.rotate_left(5) ^ words[row]).wrapping_mul(HASH));
        let last = slots.len() - 1;
        let mut slot = (hash >> 32) as usize & last;
        loop {
            match slots[slot] {
                0 => {
                    slots[slot] = (end - first + 1) as u32;
                    return None;
                }
                own => {
                    let own = first + own as usize - 1;
                    if self.is_equal(own, row) {
                        return Some(own);
                    }
                }
            }
            slot = (slot + 1) & last;
        }
    }
}
