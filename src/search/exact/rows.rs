//! Packed rows in classes, and the two loops that split and merge them.

use super::axis::{OfWords, PackedAxis, Step};
use super::steps::{Steps, lowest};
use super::subject::Subject;
use crate::classes::{BitField, hash};
use std::ops::Range;

/// Rows of codes, packed into words, class after class.
#[derive(Debug, Default, Clone)]
pub(super) struct PackedRows {
    /// The words of each row.
    pub(super) words: Vec<u64>,
    /// The number of records of each row, capped where more makes no difference: see
    /// [`capped_counts`](crate::classes::capped_counts).
    pub(super) weights: Vec<u32>,
    /// The people of each row, capped where more makes no difference; empty if no condition counts people.
    pub(super) people: Vec<u64>,
    /// The number of the first row of each class, and the number of rows.
    pub(super) starts: Vec<u32>,
}

impl PackedRows {
    /// Number of classes.
    pub(super) fn n_classes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The range of a class's rows.
    pub(super) fn class(&self, class: usize) -> Range<usize> {
        self.starts[class] as usize..self.starts[class + 1] as usize
    }

    /// Frees all memory, if it is large.
    pub(super) fn empty(&mut self) {
        if self.weights.capacity() > LARGE {
            *self = Self::default();
        }
    }

    /// Frees the memory of earlier rows, if it is large.
    pub(super) fn give_back(&mut self) {
        let n_rows = self.weights.len();
        if self.weights.capacity() > LARGE.max(2 * n_rows) {
            self.words.shrink_to_fit();
            self.weights.shrink_to_fit();
            self.people.shrink_to_fit();
            self.starts.shrink_to_fit();
        }
    }
}

/// Memory for up to this many rows is kept for reuse. Larger memory is freed: otherwise each node of a path, and each
/// thread, would end up with room for the whole table.
const LARGE: usize = 1 << 20;

/// Working memory for building nodes.
#[derive(Debug, Default)]
pub(super) struct NodeMemory {
    pub(super) one: PackedRows,
    pub(super) other: PackedRows,
    slots: Vec<u32>,
    keys: Vec<u32>,
    /// Per key: the part of a class with this key.
    parts: Vec<Part>,
    /// Per key: the people of that part, if rows have people.
    people: Vec<u64>,
    touched: Vec<u32>,
    recoded: Vec<OfCodes>,
    keyed: Vec<OfCodes>,
    /// Per axis: the newly forced records by code.
    pub(super) histogram: Vec<u32>,
    /// Where the histogram of each axis begins.
    pub(super) histogram_of: Vec<usize>,
}

impl NodeMemory {
    /// Frees the memory that the merge of a whole table took: later merges need far less.
    pub(super) fn forget_slots(&mut self) {
        self.slots = Vec::new();
    }

    /// Frees the memory that building a large node took.
    pub(super) fn give_back(&mut self) {
        self.one.empty();
        self.other.empty();
        if self.keys.capacity() > LARGE {
            self.keys = Vec::new();
        }
    }

    /// Empties the histograms, for rows that are encoded at these steps.
    pub(super) fn clear_histogram(&mut self, subject: &Subject, coded: &[Step]) {
        let mut end = 0;
        self.histogram_of.clear();
        for (axis, &coded) in subject.encoded.axes.iter().zip(coded) {
            self.histogram_of.push(end);
            end += axis.n_codes(coded);
        }
        self.histogram.clear();
        self.histogram.resize(end, 0);
    }
}

/// A part of a class: its rows with one key. First the number of its rows in the upper half and of its records in the
/// lower half; then the place of its next row in the new rows, or [`FORCED`].
type Part = u64;

/// One in the upper half of a part.
const ONE_ROW: Part = 1 << 32;

/// The part is too small: its rows are forced and left out.
const FORCED: Part = Part::MAX;

/// The records of a part, before it has a place.
#[inline(always)]
fn records_of(part: Part) -> u64 {
    part & u64::from(u32::MAX)
}

/// A number for each code of an axis.
#[derive(Debug, Default)]
struct OfCodes {
    field: BitField,
    numbers: Vec<u64>,
}

impl OfCodes {
    /// Adds one to the first `used` entries of a list, whose memory is reused.
    fn next<'a>(list: &'a mut Vec<Self>, used: usize, axis: &PackedAxis) -> &'a mut Self {
        if used == list.len() {
            list.push(Self::default());
        }
        let next = &mut list[used];
        next.field = axis.field;
        next.numbers.clear();
        next
    }

    /// The number of a row's code.
    #[inline(always)]
    fn of<const WORDS: usize>(&self, row: &[u64; WORDS]) -> u64 {
        self.numbers.as_slice()[self.field.get_in(row) as usize]
    }
}

/// Prepares the recoding of each axis whose lowest step in the box is above the step of the rows, and sets `coded` to
/// that lowest step. Returns the number of these axes.
pub(super) fn recode(subject: &Subject, coded: &mut [Step], steps: &[Steps], scratch: &mut NodeMemory) -> usize {
    let mut used = 0;
    for (number, axis) in subject.encoded.axes.iter().enumerate() {
        let (from, to) = (coded[number], lowest(steps[number]));
        if from == to {
            continue;
        }
        coded[number] = to;
        let recoded = OfCodes::next(&mut scratch.recoded, used, axis);
        let codes = 0..axis.n_codes(from);
        // The bits of the row that change.
        let change = |code: usize| {
            let changed = code as u64 ^ u64::from(axis.raised(from, code, to));
            axis.field.at_its_place(changed)
        };
        recoded.numbers.extend(codes.map(change));
        used += 1;
    }
    used
}

/// Keys for the combinations of the values of some axes: the number of axes and the number of keys.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Keys {
    axes: usize,
    keys: usize,
}

impl Keys {
    /// The counts of more keys than these would not stay in the processor's cache.
    const MOST: usize = 1 << 12;

    /// Adds the values of an axis at step `to`, from rows encoded at step `from`, unless that gives too many keys.
    /// Returns whether the axis was added.
    pub(super) fn add(&mut self, axis: &PackedAxis, from: Step, to: Step, scratch: &mut NodeMemory) -> bool {
        let (values, keys) = (axis.n_codes(to), self.keys.max(1));
        if self.axes > 0 && values * keys > Self::MOST {
            return false;
        }
        let keyed = OfCodes::next(&mut scratch.keyed, self.axes, axis);
        let codes = 0..axis.n_codes(from);
        let key = |code| u64::from(axis.raised(from, code, to)) * keys as u64;
        keyed.numbers.extend(codes.map(key));
        self.axes += 1;
        self.keys = values * keys;
        true
    }

    /// Whether no axis was added.
    pub(super) fn is_empty(self) -> bool {
        self.axes == 0
    }
}

/// Splits every class by keys, and leaves out the parts that are too small: their records are forced.
pub(super) struct Split<'a> {
    pub(super) subject: &'a Subject,
    pub(super) keys: Keys,
    /// Records of the parts left out, and Σ size² over their rows.
    pub(super) forced: u64,
    pub(super) forced_squares: u64,
    /// Once more records than this are forced, the remaining classes are left out.
    pub(super) most_forced: u64,
    pub(super) from: &'a PackedRows,
    pub(super) to: &'a mut PackedRows,
    pub(super) scratch: &'a mut NodeMemory,
}

impl OfWords for Split<'_> {
    fn run<const WORDS: usize>(&mut self) {
        match self.subject.people {
            Some(least) => {
                self.split::<WORDS, true>(|people, records| least.keeps(records, people));
            }
            None => self.split::<WORDS, false>(|_, _| true),
        }
    }
}

impl Split<'_> {
    /// Splits rows, which have people if `PEOPLE`. `has_people` decides whether the people and records of a part are
    /// enough.
    #[inline(always)]
    fn split<const WORDS: usize, const PEOPLE: bool>(&mut self, has_people: impl Fn(u64, u64) -> bool) {
        let (subject, k) = (self.subject, self.subject.k);
        let is_kept = |part: Part, people: u64| {
            let records = records_of(part);
            k.keeps(records) && has_people(people, records)
        };
        let NodeMemory { keys, parts, people, touched, keyed, histogram, histogram_of, .. } = &mut *self.scratch;
        if parts.len() < self.keys.keys {
            parts.resize(self.keys.keys, 0);
        }
        if PEOPLE {
            people.resize(parts.len(), 0);
        }
        let (parts, people) = (parts.as_mut_slice(), people.as_mut_slice());
        touched.resize(parts.len() + 1, 0);
        let Some((last, others)) = keyed[..self.keys.axes].split_last() else {
            return;
        };
        let to = &mut *self.to;
        to.starts.clear();
        // Old contents are overwritten.
        to.words.resize(self.from.words.len(), 0);
        to.weights.resize(self.from.weights.len(), 0);
        to.people.resize(self.from.people.len(), 0);
        keys.resize(keys.len().max(self.from.weights.len()), 0);
        let (all, _) = self.from.words.as_chunks::<WORDS>();
        let (into, _) = to.words.as_chunks_mut::<WORDS>();
        let mut end = 0u64;
        for class in self.from.starts.windows(2) {
            if self.forced > self.most_forced {
                break;
            }
            let range = class[0] as usize..class[1] as usize;
            let (rows, weights) = (&all[range.clone()], &self.from.weights[range.clone()]);
            let keys = &mut keys[..rows.len()];
            keys.fill(0);
            for axis in others {
                for (key, row) in keys.iter_mut().zip(rows) {
                    *key += axis.of(row) as u32;
                }
            }
            let mut n_touched = 0;
            for ((row, &weight), key) in rows.iter().zip(weights).zip(keys.iter_mut()) {
                *key += last.of(row) as u32;
                let part = &mut parts[*key as usize];
                // Branch-free, because a branch would be unpredictable: the key is always written, and counted only
                // if it is new.
                touched[n_touched] = *key;
                n_touched += usize::from(*part == 0);
                *part += ONE_ROW | u64::from(weight);
            }
            let touched = &mut touched[..n_touched];
            let own_people = match PEOPLE {
                true => &self.from.people[range],
                false => &[],
            };
            for (&own, &key) in own_people.iter().zip(keys.iter()) {
                people[key as usize] += own;
            }
            if let &mut [key] = touched
                && (!PEOPLE || is_kept(parts[key as usize], people[key as usize]))
            {
                // The class stays in one piece.
                let place = end as usize..end as usize + rows.len();
                into[place.clone()].copy_from_slice(rows);
                to.weights[place.clone()].copy_from_slice(weights);
                if PEOPLE {
                    to.people[place].copy_from_slice(own_people);
                    people[key as usize] = 0;
                }
                to.starts.push(end as u32);
                end += rows.len() as u64;
                parts[key as usize] = 0;
                continue;
            }
            for &key in touched.iter() {
                let part = &mut parts[key as usize];
                let own = match PEOPLE {
                    true => std::mem::take(&mut people[key as usize]),
                    false => 0,
                };
                let rows = *part >> 32;
                if !is_kept(*part, own) {
                    self.forced += records_of(*part);
                    *part = FORCED;
                } else {
                    to.starts.push(end as u32);
                    *part = end;
                    end += rows;
                }
            }
            for (number, ((row, &weight), &key)) in rows.iter().zip(weights).zip(keys.iter()).enumerate() {
                let next = &mut parts[key as usize];
                if *next == FORCED {
                    self.forced_squares += u64::from(weight) * u64::from(weight);
                    for (axis, &start) in subject.encoded.axes.iter().zip(histogram_of.iter()) {
                        histogram[start + axis.code(row)] += weight;
                    }
                    continue;
                }
                let place = *next as usize;
                *next += 1;
                to.weights[place] = weight;
                if PEOPLE {
                    to.people[place] = own_people[number];
                }
                into[place] = *row;
            }
            for &mut key in touched {
                parts[key as usize] = 0;
            }
        }
        to.words.truncate(end as usize * WORDS);
        to.weights.truncate(end as usize);
        to.people.truncate(end as usize);
        to.starts.push(end as u32);
    }
}

/// Recodes this many axes of the rows, and merges the rows of a class that become equal. One hash lookup for each
/// row.
pub(super) fn merge(
    subject: &Subject,
    recoded: usize,
    from: &PackedRows,
    to: &mut PackedRows,
    scratch: &mut NodeMemory,
) {
    subject.encoded.with_words(&mut Merge { recoded, from, to, scratch });
}

/// The loop of [`merge`].
struct Merge<'a> {
    recoded: usize,
    from: &'a PackedRows,
    to: &'a mut PackedRows,
    scratch: &'a mut NodeMemory,
}

impl OfWords for Merge<'_> {
    fn run<const WORDS: usize>(&mut self) {
        match self.from.people.is_empty() {
            true => self.merge::<WORDS, false>(),
            false => self.merge::<WORDS, true>(),
        }
    }
}

impl Merge<'_> {
    #[inline(always)]
    fn merge<const WORDS: usize, const PEOPLE: bool>(&mut self) {
        let recoded = &self.scratch.recoded[..self.recoded];
        let slots = &mut self.scratch.slots;
        let to = &mut *self.to;
        to.starts.clear();
        to.starts.push(0);
        to.words.resize(self.from.words.len(), 0);
        to.weights.resize(self.from.weights.len(), 0);
        to.people.resize(self.from.people.len(), 0);
        let (all, _) = self.from.words.as_chunks::<WORDS>();
        let (into, _) = to.words.as_chunks_mut::<WORDS>();
        let mut end = 0;
        for class in self.from.starts.windows(2) {
            let range = class[0] as usize..class[1] as usize;
            let size = (range.len() * 2).next_power_of_two();
            slots.clear();
            slots.resize(size, 0);
            let slots = slots.as_mut_slice();
            let (into, sums) = (&mut into[end..], &mut to.weights[end..]);
            let mut found = 0;
            let rows = all[range.clone()].iter().zip(&self.from.weights[range.clone()]);
            let own_people = match PEOPLE {
                true => &self.from.people[range],
                false => &[],
            };
            for (number, (row, &weight)) in rows.enumerate() {
                let mut row = *row;
                for axis in recoded {
                    row[axis.field.word::<WORDS>()] ^= axis.of(&row);
                }
                let mut slot = hash(&row) as usize & (slots.len() - 1);
                loop {
                    let place = slots[slot] as usize;
                    if place == 0 {
                        into[found] = row;
                        sums[found] = weight;
                        if PEOPLE {
                            to.people[end + found] = own_people[number];
                        }
                        found += 1;
                        slots[slot] = found as u32;
                        break;
                    }
                    if into[place - 1] == row {
                        sums[place - 1] += weight;
                        if PEOPLE {
                            to.people[end + place - 1] += own_people[number];
                        }
                        break;
                    }
                    slot = (slot + 1) & (slots.len() - 1);
                }
            }
            end += found;
            to.starts.push(end as u32);
        }
        to.words.truncate(end * WORDS);
        to.weights.truncate(end);
        to.people.truncate(end);
    }
}
