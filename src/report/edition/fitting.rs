//! The counts that a hidden one may be, as far as what is shown tells.

/// The most counts that are tried. There are more only where k is above this.
const MOST: u64 = 4096;

/// The numbers below the threshold that fit all that is shown. A figure is shown only while at least two are left, so
/// that nothing below the threshold is determined.
#[derive(Debug)]
pub(super) struct Fitting {
    left: Vec<u64>,
}

impl Fitting {
    /// The numbers from 1 up to `below` around a hidden one.
    pub(super) fn of(hidden: u64, below: u64) -> Self {
        let first = hidden.saturating_sub(MOST / 2).max(1);
        let end = below.min(first.saturating_add(MOST));
        Self { left: (first..end).collect() }
    }

    /// Whether a figure may be shown that only numbers with `fits` give. If so, it is from then on among what is shown.
    pub(super) fn admits(&mut self, fits: impl Fn(u64) -> bool) -> bool {
        let left: Vec<u64> = (self.left.iter().copied()).filter(|&number| fits(number)).collect();
        let may = left.len() > 1;
        if may {
            self.left = left;
        }
        may
    }
}
