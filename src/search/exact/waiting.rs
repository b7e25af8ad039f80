//! Boxes that wait for a dive.

use super::open_box::OpenBox;
use super::steps::Steps;
use crate::search::progress::LossOrder;

/// A box, ordered by when it is lent.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    pub(super) bound: LossOrder,
    number: u64,
    pub(super) steps: Vec<Steps>,
}

impl Waiting {
    pub(super) fn new(open: OpenBox, number: u64) -> Self {
        Self { bound: LossOrder(open.bound), number, steps: open.steps }
    }

    pub(super) fn open(&self) -> OpenBox {
        OpenBox { bound: self.bound.0, steps: self.steps.clone() }
    }
}
