//! Figures as an edition may show them.

use crate::exhibit::figure::{NOT_SHOWN, grouped, loss, percent};
use crate::report::edition::{Edition, Shown};

/// The figures of a report, by their paths of keys. One that the edition does not show is said to be not shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures<'a>(pub(super) &'a Shown);

impl Figures<'_> {
    pub(super) fn edition(self) -> Edition {
        self.0.edition()
    }

    /// Counts from 1 up to this are not shown.
    pub(super) fn below(self) -> u64 {
        self.0.below()
    }

    /// Whether there is a figure at a path.
    pub(super) fn has(self, path: &[&str]) -> bool {
        self.0.has(path)
    }

    /// Whether the figure of a condition is shown, by its place in the list.
    pub(super) fn has_found(self, place: usize) -> bool {
        self.0.has_found(place)
    }

    /// The whole number at a path, if it is shown.
    pub(super) fn whole(self, path: &[&str]) -> Option<u64> {
        self.0.whole(path)
    }

    /// The number at a path, if it is shown.
    pub(super) fn number(self, path: &[&str]) -> Option<f64> {
        self.0.number(path)
    }

    /// A count.
    pub(super) fn count(self, path: &[&str]) -> String {
        self.whole(path).map_or_else(|| NOT_SHOWN.to_owned(), grouped)
    }

    /// A share or a risk.
    pub(super) fn percent(self, path: &[&str]) -> String {
        self.number(path).map_or_else(|| NOT_SHOWN.to_owned(), percent)
    }

    /// A loss.
    pub(super) fn loss(self, path: &[&str]) -> String {
        self.number(path).map_or_else(|| NOT_SHOWN.to_owned(), loss)
    }

    /// A number that is expected, in whole records.
    pub(super) fn expected(self, path: &[&str]) -> String {
        self.number(path).map_or_else(|| NOT_SHOWN.to_owned(), |expected| grouped(expected.round() as u64))
    }

    /// What is left out of the edition, in a sentence.
    pub(super) fn left_out(self) -> Option<String> {
        (self.edition() == Edition::External).then(|| {
            format!(
                "This edition shows no number of records, people or cells from 1 to {}, and no figure from which one \
                 follows: of the original's classes, and where so few records are suppressed also of losses, totals and \
                 limits.",
                grouped(self.below().saturating_sub(1))
            )
        })
    }
}
