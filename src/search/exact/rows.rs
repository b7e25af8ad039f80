//! Packed rows in classes, and the two loops that move them.

use super::axis::{Axis, OfWords, Step};
use super::steps::{Steps, lowest};
use super::subject::Subject;
use std::ops::Range;

/// Rows of codes, class after class.
#[derive(Debug, Default, Clone)]
pub(super) struct Rows {
    /// The words of each row.
    pub(super) words: Vec<u64>,
    /// Records of each row.
    pub(super) weights: Vec<u32>,
    /// The number of the first row of each class, and the number of rows.
    pub(super) starts: Vec<u32>,
}

impl Rows {
    fn clear(&mut self) {
        self.words.clear();
        self.weights.clear();
        self.starts.clear();
    }

    /// Number of classes.
    pub(super) fn n_classes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The numbers of a class's rows.
    pub(super) fn class(&self, class: usize) -> Range<usize> {
        self.starts[class] as usize..self.starts[class + 1] as usize
    }
}

/// Working memory for the making of nodes.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) one: Rows,
    pub(super) other: Rows,
    slots: Vec<u32>,
    keys: Vec<u32>,
    pub(super) parts: Vec<Part>,
    touched: Vec<u32>,
    /// Per code of the axis that is split by: the value at its highest step.
    pub(super) key_of: Vec<u32>,
    recoded: Vec<Recoded>,
    /// Per axis: dead records by code.
    pub(super) histogram: Vec<u64>,
}

/// The part of a class that has one value on an axis.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Part {
    weight: u32,
    rows: u32,
    /// Where its next row goes, or [`Part::DEAD`].
    next: u32,
}

impl Part {
    const DEAD: u32 = u32::MAX;
}

/// What the codes of an axis become at a higher step.
#[derive(Debug, Default)]
struct Recoded {
    word: usize,
    shift: u32,
    mask: u64,
    codes: Vec<u64>,
}

/// Prepares what the codes of axes become whose lowest step in the box is above that of the rows; `low` follows. Returns
/// the number of these axes.
pub(super) fn recode(
    subject: &Subject,
    low: &mut [Step],
    steps: &[Steps],
    scratch: &mut Scratch,
) -> usize {
    let mut used = 0;
    for (number, axis) in subject.encoded.axes.iter().enumerate() {
        let (from, to) = (low[number], lowest(steps[number]));
        if from == to {
            continue;
        }
        low[number] = to;
        if used == scratch.recoded.len() {
            scratch.recoded.push(Recoded::default());
        }
        let recoded = &mut scratch.recoded[used];
        (recoded.word, recoded.shift, recoded.mask) = (axis.word, axis.shift, axis.mask);
        recoded.codes.clear();
        let codes = 0..axis.n_codes(from);
        (recoded.codes)
            .extend(codes.map(|code| u64::from(axis.raised(from, code, to)) << axis.shift));
        used += 1;
    }
    used
}

/// Splits every class by the value of one axis at its highest step, and leaves out the parts that are too small.
pub(super) struct Split<'a> {
    pub(super) subject: &'a Subject,
    pub(super) axis: &'a Axis,
    /// Records of the parts left out, and Σ size² over their rows.
    pub(super) dead: u64,
    pub(super) dead_squares: u64,
    pub(super) from: &'a Rows,
    pub(super) to: &'a mut Rows,
    pub(super) scratch: &'a mut Scratch,
}

impl OfWords for Split<'_> {
    fn run<const WORDS: usize>(&mut self) {
        let Self {
            subject,
            axis,
            dead,
            dead_squares,
            from,
            to,
            scratch,
        } = self;
        let Scratch {
            keys,
            parts,
            touched,
            key_of,
            histogram,
            ..
        } = scratch;
        to.starts.clear();
        // What is left in it from before is overwritten.
        to.words.resize(from.words.len(), 0);
        to.weights.resize(from.weights.len(), 0);
        let (all, _) = from.words.as_chunks::<WORDS>();
        let (into, _) = to.words.as_chunks_mut::<WORDS>();
        let mut end = 0u32;
        for class in from.starts.windows(2) {
            let range = class[0] as usize..class[1] as usize;
            let (rows, weights) = (&all[range.clone()], &from.weights[range]);
            keys.clear();
            keys.extend(rows.iter().map(|row| key_of[axis.code(row)]));
            for (&key, &weight) in keys.iter().zip(weights) {
                let part = &mut parts[key as usize];
                if part.rows == 0 {
                    touched.push(key);
                }
                part.rows += 1;
                part.weight += weight;
            }
            if let [key] = touched[..] {
                // All of it stays together.
                let place = end as usize..end as usize + rows.len();
                into[place.clone()].copy_from_slice(rows);
                to.weights[place].copy_from_slice(weights);
                to.starts.push(end);
                end += rows.len() as u32;
                parts[key as usize] = Part::default();
                touched.clear();
                continue;
            }
            for &key in touched.iter() {
                let part = &mut parts[key as usize];
                if u64::from(part.weight) < subject.k {
                    *dead += u64::from(part.weight);
                    part.next = Part::DEAD;
                } else {
                    to.starts.push(end);
                    part.next = end;
                    end += part.rows;
                }
            }
            for ((row, &weight), &key) in rows.iter().zip(weights).zip(keys.iter()) {
                let next = &mut parts[key as usize].next;
                if *next == Part::DEAD {
                    *dead_squares += u64::from(weight) * u64::from(weight);
                    let axes = subject.encoded.axes.iter();
                    for (histogram, axis) in histogram.chunks_exact_mut(subject.widest).zip(axes) {
                        histogram[axis.code(row)] += u64::from(weight);
                    }
                    continue;
                }
                let place = *next as usize;
                *next += 1;
                to.weights[place] = weight;
                into[place] = *row;
            }
            for key in touched.drain(..) {
                parts[key as usize] = Part::default();
            }
        }
        to.words.truncate(end as usize * WORDS);
        to.weights.truncate(end as usize);
        to.starts.push(end);
    }
}

/// Recodes rows, and merges those of a class that become equal.
pub(super) struct Merge<'a> {
    /// How many axes are recoded.
    pub(super) recoded: usize,
    pub(super) from: &'a Rows,
    pub(super) to: &'a mut Rows,
    pub(super) scratch: &'a mut Scratch,
}

impl OfWords for Merge<'_> {
    fn run<const WORDS: usize>(&mut self) {
        let Self { from, to, .. } = self;
        let recoded = &self.scratch.recoded[..self.recoded];
        let slots = &mut self.scratch.slots;
        to.clear();
        to.starts.push(0);
        let (all, _) = from.words.as_chunks::<WORDS>();
        for class in from.starts.windows(2) {
            let range = class[0] as usize..class[1] as usize;
            let size = (range.len() * 2).next_power_of_two();
            slots.clear();
            slots.resize(size, 0);
            let first = to.weights.len();
            for (row, &weight) in all[range.clone()].iter().zip(&from.weights[range]) {
                let mut row = *row;
                for axis in recoded {
                    let word = &mut row[axis.word];
                    let code = (*word >> axis.shift) & axis.mask;
                    *word = (*word & !(axis.mask << axis.shift)) | axis.codes[code as usize];
                }
                let mut slot = hash(&row) as usize & (size - 1);
                loop {
                    let found = slots[slot] as usize;
                    if found == 0 {
                        to.words.extend_from_slice(&row);
                        to.weights.push(weight);
                        slots[slot] = (to.weights.len() - first) as u32;
                        break;
                    }
                    let place = first + found - 1;
                    if to.words.as_chunks::<WORDS>().0[place] == row {
                        to.weights[place] += weight;
                        break;
                    }
                    slot = (slot + 1) & (size - 1);
                }
            }
            to.starts.push(to.weights.len() as u32);
        }
    }
}

/// A multiplicative hash whose high half is folded into the low one, from which the slot is taken.
#[inline]
fn hash(row: &[u64]) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = 0u64;
    for &word in row {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
        hash ^= hash >> 32;
    }
    hash
}
