//! The rows of classes that are too large for sets.

use super::axes::{ProofAxes, Step};
use super::node::Node;
use super::suppressed_sum::{LoweredAxis, SuppressedSum};
use crate::classes::K;
use std::cell::OnceCell;

/// The rows of a node's classes that are too large for sets, one class after the other.
#[derive(Default)]
pub(super) struct LargeClasses {
    /// The number of each class in the node, and the end of its rows.
    classes: Vec<(u32, u32)>,
    weights: Vec<u32>,
    /// For each cut, the code of each row below it, computed on first use.
    codes: Vec<OnceCell<Vec<u16>>>,
}

/// A number for each row, by its codes under a policy: its key. Empty if the keys are not known.
#[derive(Default)]
pub(super) struct RowKeys {
    of: Vec<u16>,
    /// The number of keys.
    size: usize,
    /// By axis. An axis that was lowered twice has the later digit.
    digits: Vec<Digit>,
}

/// The part of a key for an axis: one of `codes` codes, times `unit`.
#[derive(Clone, Copy)]
struct Digit {
    unit: usize,
    codes: usize,
}

/// The source of a policy's keys: known keys, and the axes whose codes are added.
pub(super) struct Added<'a> {
    before: Option<&'a RowKeys>,
    axes: Vec<usize>,
}

/// The records of each key. Adjacent rows are counted in separate tables: they often have the same key, and one sum
/// would have to wait for the other.
pub(super) struct RowTallies {
    first: Box<[u32; MOST]>,
    second: Box<[u32; MOST]>,
}

impl Default for RowTallies {
    fn default() -> Self {
        Self { first: Box::new([0; MOST]), second: Box::new([0; MOST]) }
    }
}

impl RowTallies {
    /// The number of records of each key. The caller must reset the counts to zero afterwards.
    #[inline(always)]
    fn count(&mut self, keys: &[u16], weights: &[u32], size: usize) -> &mut [u32] {
        let (first, second) = (self.first.as_mut_slice(), self.second.as_mut_slice());
        let (pairs, last) = keys.as_chunks::<2>();
        let (weight_pairs, last_weight) = weights.as_chunks::<2>();
        for (pair, weights) in pairs.iter().zip(weight_pairs) {
            first[usize::from(pair[0])] += weights[0];
            second[usize::from(pair[1])] += weights[1];
        }
        for (&key, weight) in last.iter().zip(last_weight) {
            first[usize::from(key)] += weight;
        }
        if size < keys.len() {
            for (first, second) in first[..size].iter_mut().zip(&mut second[..size]) {
                *first += std::mem::take(second);
            }
        } else {
            for &key in keys {
                first[usize::from(key)] += std::mem::take(&mut second[usize::from(key)]);
            }
        }
        first
    }
}

/// About this many words of sets are read in the time of counting a row.
const ROW: u64 = 3;

/// Up to this number of keys, the counters stay in the processor's cache.
const MOST: usize = 1 << 16;

impl RowKeys {
    /// Adds a digit for the codes of an axis to the keys.
    fn put(&mut self, all: &ProofAxes, axis: usize, hi: &[Step]) -> Digit {
        let codes = all.axes[axis].n_codes[hi[axis]];
        let digit = Digit { unit: self.size, codes };
        self.digits[axis] = digit;
        self.size *= codes;
        digit
    }

    /// The first code of step 0 of the rows of a key.
    #[inline(always)]
    fn code(&self, key: usize, lower: &LoweredAxis) -> usize {
        let Digit { unit, codes } = self.digits[lower.number];
        lower.firsts[key / unit % codes] as usize
    }

    /// The source of a policy's keys, if these may be the keys of the policy with one axis higher; `None` if there
    /// would be too many.
    pub(super) fn added(&self, all: &ProofAxes, (top, hi): (&[Step], &[Step]), axis: usize) -> Option<Added<'_>> {
        let fit = |size: usize, axis: usize| Some(size * all.axes[axis].n_codes[hi[axis]]).filter(|&size| size <= MOST);
        if !self.of.is_empty() && fit(self.size, axis).is_some() {
            return Some(Added { before: Some(self), axes: vec![axis] });
        }
        let axes: Vec<usize> = (0..hi.len()).filter(|&axis| hi[axis] < top[axis]).collect();
        axes.iter().try_fold(1, |size, &axis| fit(size, axis))?;
        Some(Added { before: None, axes })
    }
}

impl LargeClasses {
    pub(super) fn new(all: &ProofAxes) -> Self {
        Self { codes: (0..all.n_cuts).map(|_| OnceCell::new()).collect(), ..Self::default() }
    }

    /// Adds a class of a node.
    pub(super) fn add(&mut self, node: &Node, class: usize) {
        (self.weights).extend_from_slice(&node.weights[node.class(class)]);
        self.classes.push((class as u32, self.weights.len() as u32));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The code of each row at a step of an axis, whose number of codes is at most that of keys.
    fn codes(&self, all: &ProofAxes, node: &Node, (axis, step): (usize, Step)) -> &[u16] {
        let own = &all.axes[axis];
        self.codes[own.first_cut + step].get_or_init(|| {
            let (words, up) = (node.words[own.word].as_slice(), own.up[step].as_slice());
            let mut codes = Vec::with_capacity(self.weights.len());
            for &(class, _) in &self.classes {
                let words = words[node.class(class as usize)].iter();
                codes.extend(words.map(|&word| up[own.code(word) as usize] as u16));
            }
            codes
        })
    }

    /// The keys of a policy by the codes of some axes.
    fn keys(&self, all: &ProofAxes, node: &Node, axes: &[usize], hi: &[Step]) -> RowKeys {
        let mut keys =
            RowKeys { of: vec![0; self.weights.len()], size: 1, digits: vec![Digit { unit: 1, codes: 1 }; hi.len()] };
        for &axis in axes {
            let digit = keys.put(all, axis, hi);
            let codes = self.codes(all, node, (axis, hi[axis]));
            for (key, &code) in keys.of.iter_mut().zip(codes) {
                *key += code * digit.unit as u16;
            }
        }
        keys
    }

    /// Adds to `suppressed` what a policy with these keys suppresses. Returns the keys, or `None` if that is enough;
    /// then not all rows were looked at.
    pub(super) fn lower(
        &self,
        k: K,
        added: Added,
        hi: &[Step],
        tallies: &mut RowTallies,
        suppressed: &mut SuppressedSum,
    ) -> Option<RowKeys> {
        let (all, node) = (suppressed.all, suppressed.node);
        let Some((&last, others)) = added.axes.split_last() else {
            return Some(RowKeys::default());
        };
        let first;
        let before = match added.before {
            Some(before) => before,
            None => {
                first = self.keys(all, node, others, hi);
                &first
            }
        };
        let codes = self.codes(all, node, (last, hi[last]));
        let mut keys =
            RowKeys { of: Vec::with_capacity(before.of.len()), size: before.size, digits: before.digits.clone() };
        let unit = keys.put(all, last, hi).unit as u16;
        let lowered = suppressed.lowered;
        // No class has more records than fit in 32 bits (`ProofSubject::new`), and none is empty.
        let k = K::new(k.get().clamp(1, u32::MAX.into()));
        let mut begin = 0;
        for &(class, end) in &self.classes {
            let rows = begin..end as usize;
            begin = rows.end;
            *suppressed.read += ROW * rows.len() as u64;
            let codes = before.of[rows.clone()].iter().zip(&codes[rows.clone()]);
            (keys.of).extend(codes.map(|(&key, &code)| key + code * unit));
            let own = &keys.of[rows.clone()];
            let records = tallies.count(own, &self.weights[rows], keys.size);
            let mut is_less = false;
            let mut add = |key: usize, records: u32| {
                is_less = true;
                let codes = lowered.iter().map(|lower| keys.code(key, lower));
                suppressed.add(class as usize, codes, records.into());
            };
            if keys.size < own.len() {
                let records = &mut records[..keys.size];
                for (key, &records) in records.iter().enumerate() {
                    if k.suppresses_some(records) {
                        add(key, records);
                    }
                }
                records.fill(0);
            } else {
                for &key in own {
                    let records = std::mem::take(&mut records[usize::from(key)]);
                    if k.suppresses_some(records) {
                        add(key.into(), records);
                    }
                }
            }
            if is_less && suppressed.is_enough() {
                return None;
            }
        }
        Some(keys)
    }
}
