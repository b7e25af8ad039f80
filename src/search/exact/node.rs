//! A box of the lattice with the records that its policies may keep or suppress.

use super::axis::Step;
use super::objective::{Component, Objective, Terms};
use super::rows::{Keys, Merge, Rows, Scratch, Split, recode};
use super::steps::{Steps, each, highest};
use super::subject::Subject;
use crate::loss::Sizes;

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
    /// For each step of each component: what the records cost that are not dead.
    pub(super) totals: Vec<u64>,
    /// Σ size² over the classes of dead records at the time of their death.
    pub(super) dead_squares: u64,
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
        self.dead_squares = parent.dead_squares;
        self.totals.clone_from(&parent.totals);

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
        scratch.clear_histogram(subject, &self.low);
        let fell = |&axis: &usize| {
            let high = highest(steps[axis]);
            if parent.is_base() {
                // One axis at least, for there may be too few records in all.
                return axis == 0 || axes[axis].n_codes(high) > 1;
            }
            highest(parent.steps[axis]) != high
        };
        let mut fallen = (0..axes.len()).filter(fell).peekable();
        loop {
            let mut keys = Keys::default();
            while let Some(&axis) = fallen.peek() {
                let (low, high) = (self.low[axis], highest(steps[axis]));
                if !keys.add(&axes[axis], low, high, scratch) {
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
                dead: 0,
                dead_squares: 0,
                from: source,
                to: &mut to,
                scratch,
            };
            subject.encoded.with_words(&mut split);
            self.dead += split.dead;
            self.dead_squares += split.dead_squares;
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
    }

    /// Takes off the totals what the records cost that died, by their histogram on each axis.
    fn forget_dead(&mut self, subject: &Subject, scratch: &Scratch) {
        for component in &subject.objective.components {
            if component.costs.is_empty() {
                continue;
            }
            let axis = &subject.encoded.axes[component.axis];
            let low = self.low[component.axis];
            let start = scratch.histogram_of[component.axis];
            let histogram = &scratch.histogram[start..start + axis.n_codes(low)];
            for (code, &weight) in histogram
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight > 0)
            {
                let weight = u64::from(weight);
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
