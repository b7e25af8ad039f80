//! The rows of classes that are too large for sets.

use super::axes::{ProofAxes, Step};
use super::fall::Fall;
use super::node::Node;
use crate::classes::K;
use std::cell::OnceCell;

/// The rows of a node's classes that are too large for sets, one behind the other.
#[derive(Default)]
pub(super) struct Rest {
    /// The number of each class in the node, and where its rows end.
    classes: Vec<(u32, u32)>,
    weights: Vec<u32>,
    /// For each cut the code of each row below it, once it was asked for.
    codes: Vec<OnceCell<Vec<u16>>>,
}

/// A number for each row by what it becomes under a policy: its key. None where they are not known.
#[derive(Default)]
pub(super) struct RowKeys {
    of: Vec<u16>,
    /// Keys in all.
    size: usize,
}

/// What makes keys of a policy: known ones, none or of so many, and the axes whose codes are added.
pub(super) struct Added<'a> {
    before: &'a [u16],
    size: usize,
    axes: Vec<usize>,
}

/// Records of each key.
pub(super) struct RowTallies(Box<[u32; MOST]>);

impl Default for RowTallies {
    fn default() -> Self {
        Self(Box::new([0; MOST]))
    }
}

/// So many words of sets are read while a row is counted.
const ROW: u64 = 3;

/// What is counted at once stays in the processor's cache up to so many keys.
const MOST: usize = 1 << 16;

impl RowKeys {
    /// What makes keys of a policy, where these may be those of the policy with an axis higher; `None` where they would
    /// be too many.
    pub(super) fn added(
        &self,
        all: &ProofAxes,
        (top, hi): (&[Step], &[Step]),
        axis: usize,
    ) -> Option<Added<'_>> {
        let fit = |size: usize, axis: usize| {
            Some(size * all.axes[axis].n_codes[hi[axis]]).filter(|&size| size <= MOST)
        };
        if !self.of.is_empty() && fit(self.size, axis).is_some() {
            return Some(Added {
                before: &self.of,
                size: self.size,
                axes: vec![axis],
            });
        }
        let axes: Vec<usize> = (0..hi.len()).filter(|&axis| hi[axis] < top[axis]).collect();
        axes.iter().try_fold(1, |size, &axis| fit(size, axis))?;
        Some(Added {
            before: &[],
            size: 1,
            axes,
        })
    }
}

impl Rest {
    pub(super) fn new(all: &ProofAxes) -> Self {
        Self {
            codes: (0..all.n_cuts).map(|_| OnceCell::new()).collect(),
            ..Self::default()
        }
    }

    /// Takes up a class of a node.
    pub(super) fn add(&mut self, node: &Node, class: usize) {
        (self.weights).extend_from_slice(&node.weights[node.class(class)]);
        self.classes.push((class as u32, self.weights.len() as u32));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The code of each row at a step of an axis, which has no more codes than there may be keys.
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

    /// Lets fall what a policy suppresses, whose keys are made so. Returns these keys, or `None` where so many fall
    /// that it is enough, and then not all rows were looked at.
    pub(super) fn lower(
        &self,
        k: K,
        added: Added,
        hi: &[Step],
        tallies: &mut RowTallies,
        fall: &mut Fall,
    ) -> Option<RowKeys> {
        let (all, node) = (fall.all, fall.node);
        let [others @ .., last] = added.axes.as_slice() else {
            return Some(RowKeys::default());
        };
        let last = *last;
        let first;
        let (mut before, mut size) = (added.before, added.size);
        if before.is_empty() {
            let mut keys = vec![0; self.weights.len()];
            for &axis in others {
                let codes = self.codes(all, node, (axis, hi[axis]));
                for (key, &code) in keys.iter_mut().zip(codes) {
                    *key += code * size as u16;
                }
                size *= all.axes[axis].n_codes[hi[axis]];
            }
            first = keys;
            before = &first;
        }
        let codes = self.codes(all, node, (last, hi[last]));
        let mut keys = RowKeys {
            of: Vec::with_capacity(before.len()),
            size: size * all.axes[last].n_codes[hi[last]],
        };
        // No class has more records than 32 bits hold (`ProofSubject::new`), and none has less than one.
        let k = K::new(k.get().clamp(1, u32::MAX.into()));
        let mut begin = 0;
        for &(class, end) in &self.classes {
            let rows = begin..end as usize;
            begin = rows.end;
            *fall.read += ROW * rows.len() as u64;
            let codes = before[rows.clone()].iter().zip(&codes[rows.clone()]);
            (keys.of).extend(codes.map(|(&key, &code)| key + code * size as u16));
            let own = &keys.of[rows.clone()];
            let records = &mut *tallies.0;
            for (&key, &weight) in own.iter().zip(&self.weights[rows]) {
                records[usize::from(key)] += weight;
            }
            let start = node.class(class as usize).start as u32;
            let mut is_less = false;
            for (row, &key) in (start..).zip(own) {
                let records = &mut records[usize::from(key)];
                if k.suppresses_some(*records) {
                    is_less = true;
                    fall.add(class as usize, row, std::mem::take(records).into());
                }
            }
            match keys.size < own.len() {
                true => records[..keys.size].fill(0),
                false => own.iter().for_each(|&key| records[usize::from(key)] = 0),
            }
            if is_less && fall.is_enough() {
                return None;
            }
        }
        Some(keys)
    }
}
