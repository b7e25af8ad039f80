//! What is known about class sizes, for the measures that use them.

use super::axis::Step;
use super::objective::Terms;
use super::subject::Subject;
use crate::loss::Sizes;

/// How the class sizes of a lowering differ from those of the high corner. Its classes are parts of the high
/// corner's.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SizesLowered {
    /// The change in the number of kept classes.
    pub(super) classes: i64,
    /// The decrease in the sum of squared class sizes, including the newly forced records.
    pub(super) squares: u64,
    /// The sum of squared sizes of the classes of the newly forced records.
    pub(super) forced_squares: u64,
}

/// The tables of a low corner. They hold for every box above it, inside the box of the node that they were made for.
#[derive(Debug, Default, Clone)]
pub(super) struct Raised {
    /// The low corner; empty for none.
    pub(super) low: Vec<Step>,
    /// The records that the node forces.
    pub(super) forced: u64,
    /// A lower bound for the cost of every policy above the low corner.
    pub(super) common: u64,
    /// For each step of each axis: the extra cost; for the number of classes, the total cost.
    pub(super) charge: Vec<u64>,
}

impl Raised {
    /// A lower bound for the cost of every policy of a box that forces this many records.
    pub(super) fn common(&self, subject: &Subject, forced: u64) -> u64 {
        let price = price_of_sizes(subject);
        self.common + (forced - self.forced) * price
    }

    /// The charge of an axis at a step, by the slot of the step in tables.
    pub(super) fn charge(&self, slot: usize) -> u64 {
        self.charge.get(slot).copied().unwrap_or(0)
    }
}

/// The price of suppressing a record, for measures of class sizes.
pub(super) fn price_of_sizes(subject: &Subject) -> u64 {
    match subject.objective.terms {
        Terms::Sizes(Sizes::Discernibility) => (subject.records + 1).saturating_sub(subject.enough_records()),
        _ => 0,
    }
}
