//! A node of the branch and bound: a box of the lattice, with the records that its policies may keep.

use super::axis::Step;
use super::objective::{Component, Objective, Terms};
use super::rows::{Keys, NodeMemory, PackedRows, Split, merge, recode};
use super::sizes::{Raised, SizesLowered};
use super::steps::{Steps, each, highest};
use super::subject::{AllRows, Subject};
use crate::loss::Sizes;
use crate::search::problem::Problem;

/// A box with its data: the rows of the table, in the classes of the box's high corner.
///
/// The high corner generalizes every policy of the box. So the classes of every policy are parts of these classes,
/// and all policies suppress the records that the high corner suppresses. These records are *forced*: counted but not
/// stored. Rows that are equal in the low corner are equal in every policy, so they may be merged.
#[derive(Debug, Default, Clone)]
pub(super) struct Node {
    /// The box.
    pub(super) steps: Vec<Steps>,
    /// The step of each axis at which the rows are encoded: at most the step of the low corner.
    pub(super) coded: Vec<Step>,
    pub(super) rows: PackedRows,
    /// Records that the box forces: every policy of it suppresses them.
    pub(super) forced: u64,
    /// For each step of each component: the cost of the rows, that is, of all records that are not forced.
    pub(super) totals: Vec<u64>,
    /// Σ weight² over the forced rows, with each row's weight when it was first known to be forced.
    pub(super) forced_squares: u64,
    /// For measures of class sizes: the tables of its low corner, or of a box around it.
    pub(super) raised: Raised,
}

impl Node {
    /// All rows of a problem as one class, as under a policy above the lattice. These are its tuples as the subject
    /// packs and counts them, merged if they are equal at the lowest levels.
    pub(super) fn base(subject: &Subject, problem: &Problem, rows: AllRows) -> Self {
        let counts = problem.tuples().counts();
        let encoded = &subject.encoded;
        let mut totals = Vec::with_capacity(subject.objective.n_slots);
        for component in &subject.objective.components {
            let axis = &encoded.axes[component.axis];
            totals.extend_from_slice(&component.fixed);
            if component.costs.is_empty() {
                continue;
            }
            let mut histogram = vec![0; axis.n_codes(0)];
            for (row, &count) in rows.words.chunks_exact(encoded.words).zip(counts) {
                histogram[axis.code(row)] += count;
            }
            for (step, costs) in component.costs.iter().enumerate() {
                let cost = |(code, weight): (usize, &u64)| weight * costs[axis.raised(0, code, step) as usize];
                totals[component.slot + step] += histogram.iter().enumerate().map(cost).sum::<u64>();
            }
        }
        let rows = PackedRows {
            words: rows.words,
            starts: vec![0, rows.weights.len() as u32],
            weights: rows.weights,
            people: rows.people,
        };
        // Tuples that differ only below the lowest levels are equal rows.
        let mut merged = PackedRows::default();
        merge(subject, 0, &rows, &mut merged, &mut NodeMemory::default());
        merged.give_back();
        Self {
            steps: vec![0; encoded.axes.len()],
            coded: vec![0; encoded.axes.len()],
            rows: merged,
            totals,
            ..Self::default()
        }
    }

    /// The node as memory for another node. Large memory is freed.
    pub(super) fn emptied(mut self) -> Self {
        self.rows.empty();
        self
    }

    fn is_base(&self) -> bool {
        self.steps.first().is_none_or(|&steps| steps == 0)
    }

    /// Makes this the node of a box inside the box of `parent`, from the rows of `parent`.
    ///
    /// Returns whether the high corner is valid. If not, no policy of the box is, and the node stays unfinished.
    /// Time: rows × axes whose highest step is lower than the parent's.
    pub(super) fn build(
        &mut self,
        subject: &Subject,
        parent: &Self,
        steps: &[Steps],
        scratch: &mut NodeMemory,
    ) -> bool {
        let axes = &subject.encoded.axes;
        self.steps.clear();
        self.steps.extend_from_slice(steps);
        self.coded.clone_from(&parent.coded);
        self.forced = parent.forced;
        self.forced_squares = parent.forced_squares;
        self.raised.clone_from(&parent.raised);
        self.totals.clone_from(&parent.totals);

        let mut from = std::mem::take(&mut scratch.one);
        let mut to = std::mem::take(&mut scratch.other);
        let mut has_moved = false;
        if parent.is_base() {
            // The base holds the whole table, so the rows that become equal in this box are merged first.
            let recoded = recode(subject, &mut self.coded, steps, scratch);
            if recoded > 0 {
                merge(subject, recoded, &parent.rows, &mut from, scratch);
                scratch.forget_slots();
                has_moved = true;
            }
        }
        scratch.clear_histogram(subject, &self.coded);
        let fell = |&axis: &usize| {
            let high = highest(steps[axis]);
            if parent.is_base() {
                // At least one axis, even if all of its records agree: the whole table may have fewer than k records.
                return axis == 0 || axes[axis].n_codes(high) > 1;
            }
            highest(parent.steps[axis]) != high
        };
        let mut fallen = (0..axes.len()).filter(fell).peekable();
        loop {
            let mut keys = Keys::default();
            while let Some(&axis) = fallen.peek() {
                let (coded, high) = (self.coded[axis], highest(steps[axis]));
                if !keys.add(&axes[axis], coded, high, scratch) {
                    break;
                }
                fallen.next();
            }
            if keys.is_empty() {
                break;
            }
            let source = if has_moved { &from } else { &parent.rows };
            let mut split = Split {
                subject,
                keys,
                forced: 0,
                forced_squares: 0,
                most_forced: subject.limit.saturating_sub(self.forced),
                from: source,
                to: &mut to,
                scratch,
            };
            subject.encoded.with_words(&mut split);
            self.forced += split.forced;
            self.forced_squares += split.forced_squares;
            std::mem::swap(&mut from, &mut to);
            has_moved = true;
            if self.forced > subject.limit {
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
        scratch.give_back();
        self.rows.give_back();
        if self.forced > parent.forced {
            self.subtract_forced(subject, scratch);
        }
        self.forced <= subject.limit
    }

    /// Merges the rows that are equal in the low corner of a box inside this one, for the nodes of boxes inside that
    /// box. One hash lookup for each row.
    pub(super) fn merge(&mut self, subject: &Subject, steps: &[Steps], scratch: &mut NodeMemory) {
        let recoded = recode(subject, &mut self.coded, steps, scratch);
        let mut to = std::mem::take(&mut scratch.one);
        if recoded > 0 {
            merge(subject, recoded, &self.rows, &mut to, scratch);
            std::mem::swap(&mut self.rows, &mut to);
            self.rows.give_back();
        }
        scratch.one = to;
        scratch.give_back();
    }

    /// Subtracts the cost of newly forced records from the totals, by their histogram on each axis.
    fn subtract_forced(&mut self, subject: &Subject, scratch: &NodeMemory) {
        for component in &subject.objective.components {
            if component.costs.is_empty() {
                continue;
            }
            let axis = &subject.encoded.axes[component.axis];
            let coded = self.coded[component.axis];
            let start = scratch.histogram_of[component.axis];
            let histogram = &scratch.histogram[start..start + axis.n_codes(coded)];
            for (code, &weight) in histogram.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                let weight = u64::from(weight);
                for step in each(self.steps[component.axis]) {
                    let raised = axis.raised(coded, code, step) as usize;
                    self.totals[component.slot + step] -= weight * component.costs[step][raised];
                }
            }
        }
    }

    /// The cost of the high corner; under DM*, a lower bound for it.
    pub(super) fn cost_of_high_corner(&self, subject: &Subject) -> u64 {
        let objective = &subject.objective;
        let weights = |class| self.rows.weights[self.rows.class(class)].iter();
        let sizes = (0..self.rows.n_classes()).map(|class| weights(class).map(|&w| u64::from(w)).sum());
        match &objective.terms {
            Terms::Sizes(Sizes::Average) => Objective::cost_of_classes(self.rows.n_classes() as u64, self.forced > 0),
            Terms::Sizes(sizes_of) => {
                self.forced_cost(*sizes_of, subject) + sizes.map(|size: u64| size * size).sum::<u64>()
            }
            _ => self.joined_costs(objective, self.forced, |axis| highest(self.steps[axis])),
        }
    }

    /// The cost of a lowering of the high corner, which has the cost `of_highest`, for measures of class sizes; under
    /// DM*, a lower bound for it.
    pub(super) fn cost_of_sizes_lowered(
        &self,
        subject: &Subject,
        sizes: Sizes,
        of_highest: u64,
        forced: u64,
        lowered: SizesLowered,
    ) -> u64 {
        match sizes {
            Sizes::Average => {
                let classes = (self.rows.n_classes() as u64).saturating_add_signed(lowered.classes);
                Objective::cost_of_classes(classes, self.forced + forced > 0)
            }
            Sizes::Discernibility => of_highest - lowered.squares - lowered.forced_squares + forced * subject.records,
            Sizes::MonotoneDiscernibility => of_highest - lowered.squares,
        }
    }

    /// A lower bound for the cost of every policy of the box, for measures of class sizes.
    pub(super) fn cost_of_sizes(&self, subject: &Subject, sizes: Sizes) -> u64 {
        match sizes {
            Sizes::Average => {
                let classes = 0..self.rows.n_classes();
                let most = classes.map(|class| self.most_classes(subject, class));
                Objective::cost_of_classes(most.sum(), true)
            }
            _ => self.forced_cost(sizes, subject) + self.rows.squares(),
        }
    }

    /// The largest number of classes that a policy of the box has inside a class of the high corner, by the rows of
    /// the low corner.
    pub(super) fn most_classes(&self, subject: &Subject, class: usize) -> u64 {
        let (mut large, mut small) = (0, 0);
        for &weight in &self.rows.weights[self.rows.class(class)] {
            let is_large = subject.k.keeps(u64::from(weight));
            large += u64::from(is_large);
            small += if is_large { 0 } else { u64::from(weight) };
        }
        large + small / subject.k.get().max(1)
    }

    /// A lower bound for the cost of the records that the box forces.
    pub(super) fn forced_cost(&self, sizes: Sizes, subject: &Subject) -> u64 {
        match sizes {
            Sizes::Discernibility => self.forced * subject.records,
            _ => self.forced_squares,
        }
    }

    /// The joined costs of the components at one step of each axis, if `forced` records are suppressed.
    pub(super) fn joined_costs(&self, objective: &Objective, forced: u64, step: impl Fn(usize) -> Step) -> u64 {
        let of = |component: &Component| {
            let total = self.totals[component.slot + step(component.axis)];
            let numerator = forced * component.suppressed + total;
            objective.separate(component, numerator)
        };
        (objective.components.iter().map(of)).fold(0, |sum, cost| objective.joined(sum, cost))
    }
}
