//! A box of the lattice with the records that its policies may keep or suppress.

use super::axis::{Axis, OfWords, Step};
use super::objective::{Component, Objective, Terms};
use super::subject::Subject;
use crate::loss::Sizes;
use std::ops::Range;

/// The steps that a policy of a box may take on each axis: bit s for step s. A box is the product of these sets.
pub(super) type Steps = u32;

/// The highest step of a set.
pub(super) fn highest(steps: Steps) -> Step {
    (Steps::BITS - 1 - steps.leading_zeros()) as Step
}

/// The lowest step of a set.
pub(super) fn lowest(steps: Steps) -> Step {
    steps.trailing_zeros() as Step
}

/// The steps of a set, in order.
pub(super) fn each(steps: Steps) -> impl Iterator<Item = Step> {
    (0..Steps::BITS as Step).filter(move |step| steps >> step & 1 == 1)
}

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

/// A box with its data: the table's rows, partitioned into the classes of the box's highest policy.
///
/// Every policy of the box is generalized by the highest one, so its classes are parts of these, and what is suppressed
/// by the highest policy is suppressed by all: such classes are left out, their records counted as `dead`. Rows that the
/// lowest policy makes equal all policies make equal, so they may be merged.
#[derive(Debug, Default, Clone)]
pub(super) struct Node {
    /// The box.
    pub(super) steps: Vec<Steps>,
    /// The step of each axis at which the rows' codes are: at or below the lowest of the box.
    pub(super) low: Vec<Step>,
    pub(super) rows: Rows,
    /// Records that every policy of the box suppresses.
    pub(super) dead: u64,
    /// Classes of the highest policy that no policy of the box suppresses a record of, and which are left out of the rows.
    pub(super) settled: u64,
    /// For each step of each component: what the records cost that are not dead.
    pub(super) totals: Vec<u64>,
    /// Σ size² over the classes of dead records at the time of their death.
    pub(super) dead_squares: u64,
}

/// Working memory for the making of nodes.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    one: Rows,
    other: Rows,
    slots: Vec<u32>,
    keys: Vec<u32>,
    parts: Vec<Part>,
    touched: Vec<u32>,
    key_of: Vec<u32>,
    recoded: Vec<Recoded>,
    histogram: Vec<u64>,
}

/// The part of a class that has one value on an axis.
#[derive(Debug, Default, Clone, Copy)]
struct Part {
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

impl Node {
    /// All rows of a table as one class, as under a policy above the lattice.
    pub(super) fn base(
        words: Vec<u64>,
        weights: Vec<u32>,
        totals: Vec<u64>,
        n_axes: usize,
    ) -> Self {
        Self {
            steps: vec![0; n_axes],
            low: vec![0; n_axes],
            rows: Rows {
                words,
                starts: vec![0, weights.len() as u32],
                weights,
            },
            totals,
            ..Self::default()
        }
    }

    fn is_base(&self) -> bool {
        self.steps.first().is_none_or(|&steps| steps == 0)
    }

    /// Makes this the node of a box inside that of `parent`, from the rows of `parent`.
    ///
    /// Returns whether the box has a valid policy, so far as that is known; if not, the node is left unfinished. Time in
    /// rows × axes whose highest step fell.
    pub(super) fn build(
        &mut self,
        subject: &Subject,
        parent: &Self,
        steps: &[Steps],
        scratch: &mut Scratch,
    ) -> bool {
        let axes = &subject.encoded.axes;
        self.steps.clear();
        self.steps.extend_from_slice(steps);
        self.low.clone_from(&parent.low);
        self.dead = parent.dead;
        self.settled = parent.settled;
        self.dead_squares = parent.dead_squares;
        self.totals.clone_from(&parent.totals);
        scratch.histogram.clear();
        let widest = subject.widest;
        scratch.histogram.resize(axes.len() * widest, 0);
        if scratch.parts.len() < widest {
            scratch.parts.resize(widest, Part::default());
        }

        let mut from = std::mem::take(&mut scratch.one);
        let mut to = std::mem::take(&mut scratch.other);
        let mut has_moved = false;
        if parent.is_base() {
            // All boxes come from there, so what they merge is merged before anything else.
            let recoded = recode(subject, &mut self.low, steps, scratch);
            subject.encoded.with_words(&mut Merge {
                recoded,
                from: &parent.rows,
                to: &mut from,
                scratch,
            });
            has_moved = true;
        }
        for (number, axis) in axes.iter().enumerate() {
            let high = highest(steps[number]);
            if !parent.is_base() && highest(parent.steps[number]) == high {
                continue;
            }
            scratch.key_of.clear();
            let low = self.low[number];
            let codes = 0..axis.n_codes(low);
            scratch
                .key_of
                .extend(codes.map(|code| axis.raised(low, code, high)));
            let source = if has_moved { &from } else { &parent.rows };
            subject.encoded.with_words(&mut Split {
                subject,
                axis,
                node: self,
                from: source,
                to: &mut to,
                scratch,
            });
            std::mem::swap(&mut from, &mut to);
            has_moved = true;
            if self.dead > subject.limit {
                break;
            }
        }
        if has_moved {
            std::mem::swap(&mut self.rows, &mut from);
        } else {
            self.rows.clone_from(&parent.rows);
        }
        scratch.one = from;
        scratch.other = to;
        if self.dead > parent.dead {
            self.forget_dead(subject, scratch);
        }
        self.dead <= subject.limit
    }

    /// Merges the rows that the lowest policy of a box inside this one makes equal, for the nodes of boxes inside that box.
    /// One hash look-up for each row.
    ///
    /// Leaves out the classes each of whose rows is then large enough by itself: none of it can ever die.
    pub(super) fn merge(&mut self, subject: &Subject, steps: &[Steps], scratch: &mut Scratch) {
        let recoded = recode(subject, &mut self.low, steps, scratch);
        let mut to = std::mem::take(&mut scratch.one);
        if recoded > 0 {
            subject.encoded.with_words(&mut Merge {
                recoded,
                from: &self.rows,
                to: &mut to,
                scratch,
            });
            std::mem::swap(&mut self.rows, &mut to);
        }
        scratch.one = to;
        if !matches!(subject.objective.terms, Terms::Sizes(_)) {
            if false {
                self.settle(subject);
            }
        }
    }

    fn settle(&mut self, subject: &Subject) {
        let words = subject.encoded.words;
        let (mut rows, mut classes) = (0, 0);
        for class in 0..self.rows.n_classes() {
            let range = self.rows.class(class);
            let weights = &self.rows.weights[range.clone()];
            if weights.iter().all(|&weight| u64::from(weight) >= subject.k) {
                self.settled += 1;
                continue;
            }
            let n_rows = range.len();
            if rows < range.start {
                self.rows
                    .words
                    .copy_within(range.start * words..range.end * words, rows * words);
                self.rows.weights.copy_within(range, rows);
            }
            self.rows.starts[classes] = rows as u32;
            rows += n_rows;
            classes += 1;
        }
        self.rows.starts[classes] = rows as u32;
        self.rows.starts.truncate(classes + 1);
        self.rows.weights.truncate(rows);
        self.rows.words.truncate(rows * words);
    }

    /// Takes off the totals what the records cost that died, by their histogram on each axis.
    fn forget_dead(&mut self, subject: &Subject, scratch: &Scratch) {
        for component in &subject.objective.components {
            if component.costs.is_empty() {
                continue;
            }
            let axis = &subject.encoded.axes[component.axis];
            let low = self.low[component.axis];
            let histogram =
                &scratch.histogram[component.axis * subject.widest..][..axis.n_codes(low)];
            for (code, &weight) in histogram
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight > 0)
            {
                for step in each(self.steps[component.axis]) {
                    let raised = axis.raised(low, code, step) as usize;
                    self.totals[component.slot + step] -= weight * component.costs[step][raised];
                }
            }
        }
    }

    /// What the highest policy of the box costs; where sizes of classes count, no more than that.
    pub(super) fn cost_of_highest(&self, subject: &Subject) -> u64 {
        let objective = &subject.objective;
        let weights = |class| self.rows.weights[self.rows.class(class)].iter();
        let sizes =
            (0..self.rows.n_classes()).map(|class| weights(class).map(|&w| u64::from(w)).sum());
        match &objective.terms {
            Terms::Sizes(Sizes::Average) => self.cost_of_classes(self.rows.n_classes() as u64),
            Terms::Sizes(sizes_of) => {
                self.dead_cost(*sizes_of, subject) + sizes.map(|size: u64| size * size).sum::<u64>()
            }
            _ => self.joined_costs(objective, self.dead, |axis| highest(self.steps[axis])),
        }
    }

    /// No more than what every policy of the box costs, for measures of the sizes of classes.
    pub(super) fn cost_of_sizes(&self, subject: &Subject, sizes: Sizes) -> u64 {
        match sizes {
            Sizes::Average => {
                let most = |class| {
                    let weights = &self.rows.weights[self.rows.class(class)];
                    let records: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
                    (weights.len() as u64).min(records / subject.k)
                };
                self.cost_of_classes((0..self.rows.n_classes()).map(most).sum())
            }
            _ => {
                let squares = self
                    .rows
                    .weights
                    .iter()
                    .map(|&weight| u64::from(weight).pow(2));
                self.dead_cost(sizes, subject) + squares.sum::<u64>()
            }
        }
    }

    fn cost_of_classes(&self, classes: u64) -> u64 {
        // One more for what is suppressed.
        Objective::MOST_CLASSES - classes - 1
    }

    fn dead_cost(&self, sizes: Sizes, subject: &Subject) -> u64 {
        match sizes {
            Sizes::Discernibility => self.dead * subject.records,
            _ => self.dead_squares,
        }
    }

    /// The costs of the components at one step of each axis, with so many records dead.
    pub(super) fn joined_costs(
        &self,
        objective: &Objective,
        dead: u64,
        step: impl Fn(usize) -> Step,
    ) -> u64 {
        let of = |component: &Component| {
            let total = self.totals[component.slot + step(component.axis)];
            let numerator = dead * component.suppressed + total;
            objective.separate(component, numerator)
        };
        (objective.components.iter().map(of)).fold(0, |sum, cost| objective.joined(sum, cost))
    }
}

/// Prepares what the codes of axes become whose lowest step in the box is above that of the rows; `low` follows. Returns
/// the number of these axes.
fn recode(subject: &Subject, low: &mut [Step], steps: &[Steps], scratch: &mut Scratch) -> usize {
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
struct Split<'a> {
    subject: &'a Subject,
    axis: &'a Axis,
    node: &'a mut Node,
    from: &'a Rows,
    to: &'a mut Rows,
    scratch: &'a mut Scratch,
}

impl OfWords for Split<'_> {
    fn run<const WORDS: usize>(&mut self) {
        let Self {
            subject,
            axis,
            node,
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
                    node.dead += u64::from(part.weight);
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
                    node.dead_squares += u64::from(weight) * u64::from(weight);
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
struct Merge<'a> {
    /// How many axes are recoded.
    recoded: usize,
    from: &'a Rows,
    to: &'a mut Rows,
    scratch: &'a mut Scratch,
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
