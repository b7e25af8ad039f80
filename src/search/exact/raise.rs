//! The raisings of a box's low corner, for measures of class sizes: a lower bound for the sizes of classes, and an
//! upper bound for their number.
//!
//! A *raising* is the low corner with one axis at a higher step. Every policy of the box with that axis at that step
//! generalizes it.
//!
//! # Squares
//!
//! Let s(x) be Σ size² over the classes of a policy x, L the low corner, and L(a, l) its raising of axis a to step l.
//! Then s(x) ≥ s(L) + Σ over the axes a of s(L(a, xₐ)) − s(L), for each policy x of the box.
//!
//! *Proof.* s(x) counts the ordered pairs of records that x puts into one class: the pairs that agree on every axis
//! at the step of x. A pair that agrees in L agrees in all of these policies. A pair that agrees in L(a, xₐ), but not
//! in L, agrees in L on every axis except a. So only one axis counts it, and it agrees in x. ∎
//!
//! The records that the high corner suppresses share no class with the others, so all this holds for the others
//! alone. Under DM* a suppressed record is in a class like any other. Under discernibility it costs n, and the
//! squares here count the size of its class for it, k − 1 at most. So suppression costs at least n − k + 1 for each
//! record, in addition to the squares.
//!
//! Pairs may be left out. So only the raisings of rows with many records are computed. These are few and make up most
//! of the squares. Each row takes a hash lookup for each axis. For the other rows, s(L) alone counts.
//!
//! # Number
//!
//! A kept class of x is a union of classes of L, or of a raising. Either one of these has k records or more: there
//! are at most as many such unions as classes of that size. Or all of these are smaller, and have k records together:
//! there are at most as many such unions as the records of the smaller classes, divided by k. This holds within each
//! class of the high corner.

use super::axis::{OfWords, Step};
use super::node::Node;
use super::objective::{Objective, Terms};
use super::rows::PackedRows;
use super::steps::{Steps, each, lowest};
use super::subject::Subject;
use crate::classes::{BitField, K, hash};
use crate::loss::Sizes;

/// Makes the tables.
#[derive(Debug, Default)]
pub(super) struct Raises {
    axes: Vec<RaisedAxis>,
    raised: Vec<u32>,
    groups: Groups,
    /// The rows with many records.
    large: PackedRows,
}

/// An axis with steps above the low corner.
#[derive(Debug, Clone, Copy)]
struct RaisedAxis {
    field: BitField,
    /// The start of its steps in tables.
    slot: usize,
    /// The steps above that of the low corner.
    steps: Steps,
    n_codes: usize,
    /// The start of its raised codes, for each of these steps.
    raised: usize,
}

/// Rows of a class that differ on one axis only.
#[derive(Debug, Default)]
struct Groups {
    slots: Vec<u32>,
    /// Per row of the class: the row before it in its group, plus one; 0 for none.
    before: Vec<u32>,
    /// Per row that is the first of a group: the last row of the group, plus one.
    last: Vec<u32>,
    /// The first rows of the groups that have several rows.
    several: Vec<u32>,
    list: Vec<(u32, u32)>,
    sums: Vec<u32>,
    /// Per step: the change in the number of classes of k records or more, and the decrease in the records of smaller
    /// ones.
    changes: Vec<(i64, u64)>,
}

impl Raises {
    /// Makes the tables of a node whose rows are merged in its low corner, unless it already has those of a box
    /// around it with the same low corner; for the number of classes, those of any box around it are enough. Expected
    /// time: rows × axes with more than one step, plus the rows that only one such axis distinguishes × its steps.
    pub(super) fn fill(&mut self, subject: &Subject, node: &mut Node) {
        let Terms::Sizes(sizes) = subject.objective.terms else {
            return;
        };
        let is_same = |(&low, &steps): (&Step, &Steps)| low == lowest(steps);
        let mut made = std::mem::take(&mut node.raised);
        // For the number of classes, raisings are too weak to be counted again: they only order the axes of sifts and
        // cuts.
        let is_enough = sizes == Sizes::Average || made.low.iter().zip(&node.steps).all(is_same);
        if !made.low.is_empty() && is_enough {
            node.raised = made;
            return;
        }
        made.low.clear();
        made.low.extend(node.steps.iter().map(|&steps| lowest(steps)));
        made.forced = node.forced;
        self.axes.clear();
        self.raised.clear();
        for (axis, &steps) in subject.encoded.axes.iter().zip(&node.steps) {
            let low = lowest(steps);
            let steps = steps & (steps - 1);
            if steps == 0 {
                continue;
            }
            let n_codes = axis.n_codes(low);
            self.axes.push(RaisedAxis {
                field: axis.field,
                slot: axis.slot,
                steps,
                n_codes,
                raised: self.raised.len(),
            });
            for step in each(steps) {
                (self.raised).extend((0..n_codes).map(|code| axis.raised(low, code, step)));
            }
        }
        made.charge.clear();
        made.charge.resize(subject.encoded.n_slots, 0);
        self.groups.sums.resize(subject.widest, 0);
        let of_number = sizes == Sizes::Average;
        let (rows, of_small) = match of_number {
            true => (&node.rows, 0),
            false => {
                let of_small = (self.large).take_large(&node.rows, subject.encoded.words);
                (&self.large, of_small)
            }
        };
        let mut raising = Raising {
            k: subject.k,
            of_number,
            rows,
            axes: &self.axes,
            raised: &self.raised,
            charge: &mut made.charge,
            groups: &mut self.groups,
            common: 0,
        };
        subject.encoded.with_words(&mut raising);
        made.common = raising.common;
        match sizes {
            Sizes::Average => {
                // So far the number of classes in the low corner, and how many fewer there are in each raising.
                let most = made.common;
                made.common = Objective::cost_of_classes(most, true);
                for (axis, &steps) in subject.encoded.axes.iter().zip(&node.steps) {
                    for step in each(steps) {
                        let charge = &mut made.charge[axis.slot + step];
                        *charge = Objective::cost_of_classes(most - *charge, true);
                    }
                }
            }
            _ => made.common += of_small + node.forced_cost(sizes, subject),
        }
        node.raised = made;
    }
}

/// The loop over the classes.
struct Raising<'a> {
    k: K,
    /// Whether the number of classes counts, instead of their squares.
    of_number: bool,
    rows: &'a PackedRows,
    axes: &'a [RaisedAxis],
    raised: &'a [u32],
    charge: &'a mut [u64],
    groups: &'a mut Groups,
    common: u64,
}

impl OfWords for Raising<'_> {
    fn run<const WORDS: usize>(&mut self) {
        let (all, _) = self.rows.words.as_chunks::<WORDS>();
        for class in 0..self.rows.n_classes() {
            let range = self.rows.class(class);
            let (rows, weights) = (&all[range.clone()], &self.rows.weights[range]);
            let (large, small, squares) = tally(self.k, weights.iter().copied());
            let most = large + small / self.k.get().max(1);
            self.common += if self.of_number { most } else { squares };
            if rows.len() < 2 {
                continue;
            }
            for axis in self.axes {
                self.groups.find(rows, axis.field);
                self.groups.changes.clear();
                self.groups.changes.resize(axis.steps.count_ones() as usize, (0, 0));
                let several = std::mem::take(&mut self.groups.several);
                for &first in &several {
                    self.groups.gather(rows, weights, axis.field, first);
                    self.raise(axis);
                }
                self.groups.several = several;
                if self.of_number {
                    for (step, &(more, fewer)) in each(axis.steps).zip(&self.groups.changes) {
                        let large = large.saturating_add_signed(more);
                        self.charge[axis.slot + step] += most - (large + (small - fewer) / self.k.get().max(1));
                    }
                }
            }
        }
    }
}

/// For groups of these sizes: how many are kept, the records of the others, and the squares of all.
#[inline(always)]
fn tally(k: K, weights: impl Iterator<Item = u32>) -> (u64, u64, u64) {
    let (mut large, mut small, mut squares) = (0, 0, 0);
    for weight in weights.map(u64::from) {
        squares += weight * weight;
        if weight > 0 && k.keeps(weight) {
            large += 1;
        } else {
            small += weight;
        }
    }
    (large, small, squares)
}

impl Raising<'_> {
    /// Adds the effect of each step of an axis on a group of rows that differ on this axis only.
    fn raise(&mut self, axis: &RaisedAxis) {
        let Groups { list, sums, changes, .. } = &mut *self.groups;
        let (list, sums, changes) = (list.as_slice(), sums.as_mut_slice(), changes.as_mut_slice());
        let (large, small, squares) = tally(self.k, list.iter().map(|&(_, weight)| weight));
        let raised = (axis.raised..).step_by(axis.n_codes);
        for ((step, raised), change) in each(axis.steps).zip(raised).zip(changes) {
            let raised = &self.raised[raised..raised + axis.n_codes];
            for &(code, weight) in list {
                sums[raised[code as usize] as usize] += weight;
            }
            // Each sum is taken once, at its first code. The later codes find 0.
            let sums = (list.iter()).map(|&(code, _)| std::mem::take(&mut sums[raised[code as usize] as usize]));
            let (larger, still_small, more) = tally(self.k, sums);
            if self.of_number {
                change.0 += larger.cast_signed() - large.cast_signed();
                change.1 += small - still_small;
            } else {
                self.charge[axis.slot + step] += more - squares;
            }
        }
    }
}

impl Groups {
    /// Finds the rows of a class that differ on one axis only. One hash lookup for each row.
    fn find<const WORDS: usize>(&mut self, rows: &[[u64; WORDS]], field: BitField) {
        let size = (rows.len() * 2).next_power_of_two();
        self.slots.clear();
        self.slots.resize(size, 0);
        self.before.resize(self.before.len().max(rows.len()), 0);
        self.last.resize(self.last.len().max(rows.len()), 0);
        self.several.clear();
        let (slots, before, last) = (self.slots.as_mut_slice(), self.before.as_mut_slice(), self.last.as_mut_slice());
        for (number, row) in (1..).zip(rows) {
            let own = field.without(row);
            let mut slot = hash(&own) as usize & (size - 1);
            loop {
                let first = slots[slot] as usize;
                if first == 0 {
                    slots[slot] = number;
                    before[number as usize - 1] = 0;
                    last[number as usize - 1] = number;
                    break;
                }
                if field.without(&rows[first - 1]) == own {
                    let end = &mut last[first - 1];
                    if *end as usize == first {
                        self.several.push(first as u32);
                    }
                    before[number as usize - 1] = *end;
                    *end = number;
                    break;
                }
                slot = (slot + 1) & (size - 1);
            }
        }
    }

    /// Lists the codes and records of the rows of a group.
    fn gather<const WORDS: usize>(&mut self, rows: &[[u64; WORDS]], weights: &[u32], field: BitField, first: u32) {
        self.list.clear();
        let mut row = self.last[first as usize - 1] as usize;
        while row > 0 {
            self.list.push((field.get_in(&rows[row - 1]) as u32, weights[row - 1]));
            row = self.before[row - 1] as usize;
        }
    }
}
