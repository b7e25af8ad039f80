//! What is known of the sizes of classes, for measures of these.

use super::axis::Step;
use super::objective::Terms;
use super::subject::Subject;
use crate::loss::Sizes;

/// How the sizes of the classes of a lowering differ from those of the high corner, whose classes they are parts of.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SizesLowered {
    /// So many classes more are kept, or fewer.
    pub(super) classes: i64,
    /// By so much less the squares of the sizes of all classes sum up to, with those of the newly forced records.
    pub(super) squares: u64,
    /// The squares of the sizes of the classes of these.
    pub(super) forced_squares: u64,
}

/// The tables of a low corner. They hold for every box above it inside the node's that they were made for.
#[derive(Debug, Default, Clone)]
pub(super) struct Raised {
    /// The low corner; empty for none.
    pub(super) low: Vec<Step>,
    /// The records that the node forces.
    pub(super) forced: u64,
    /// No policy above the low corner costs less.
    pub(super) common: u64,
    /// For each step of each axis: what it costs more; for the number of classes, what it costs in all.
    pub(super) charge: Vec<u64>,
}

impl Raised {
    /// No policy costs less of a box with so many records that it forces.
    pub(super) fn common(&self, subject: &Subject, forced: u64) -> u64 {
        let price = price_of_sizes(subject);
        self.common + (forced - self.forced) * price
    }

    /// The charge of an axis at a step, by the place of the step in tables.
    pub(super) fn charge(&self, slot: usize) -> u64 {
        self.charge.get(slot).copied().unwrap_or(0)
    }
}

/// The price of suppression of a record for measures of the sizes of classes.
pub(super) fn price_of_sizes(subject: &Subject) -> u64 {
    match subject.objective.terms {
        Terms::Sizes(Sizes::Discernibility) => (subject.records + 1).saturating_sub(subject.enough_records()),
        _ => 0,
    }
}
