//! Bounds for measures of class sizes in a box, from the classes of its lowest policy.

use crate::loss::Sizes;

/// A measure of class sizes.
pub(super) struct ClassSizes {
    pub(super) measure: Sizes,
    pub(super) records: u64,
    pub(super) k: u64,
}

impl ClassSizes {
    /// A bound for the losses of a box. `totals` are those of its lowest policy (see `lowest.rs`), and `suppressed`
    /// is the number of records that its highest policy suppresses. For a single policy it is the exact loss.
    pub(super) fn bound(&self, totals: &[u64], suppressed: u64, is_single: bool) -> f64 {
        let &[squares, small_squares, large, small] = totals else {
            return 0.0;
        };
        let all = u128::from(self.records);
        match self.measure {
            Sizes::MonotoneDiscernibility => squares as f64,
            Sizes::Discernibility if is_single => {
                (u128::from(squares - small_squares) + u128::from(small) * all) as f64
            }
            Sizes::Discernibility => {
                let dearer = (all + 1).saturating_sub(self.k.into());
                (u128::from(squares) + u128::from(suppressed) * dearer) as f64
            }
            Sizes::Average => {
                let more =
                    if is_single { u64::from(small > 0) } else { 1 + small.saturating_sub(suppressed) / self.k.max(1) };
                self.records as f64 / (large + more).max(1) as f64
            }
        }
    }
}
