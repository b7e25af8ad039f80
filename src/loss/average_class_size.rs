//! Average equivalence class size (LeFevre et al. 2006, without the division by k).

use super::{Form, Measure, Sizes, records};
use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::lattice::Policy;

/// AECS: n / (kept classes + 1 if any record is suppressed).
///
/// Not monotone: a generalization may save classes from suppression. Generalizing merges classes and never creates
/// any, so n / (all classes of x, including small ones) is a lower bound for every generalization of x.
#[derive(Debug, Clone)]
pub struct AverageClassSize {
    records: u64,
}

impl AverageClassSize {
    /// The measure for the table of these quasi-identifiers.
    pub fn new(qis: &[QuasiIdentifier]) -> Self {
        Self { records: records(qis) }
    }
}

impl Measure for AverageClassSize {
    fn is_monotone(&self) -> bool {
        false
    }

    fn loss(&self, _classes: &Classes, kept: &Kept) -> f64 {
        let n_classes = kept.n_classes() + usize::from(kept.suppressed() > 0);
        self.records as f64 / n_classes.max(1) as f64
    }

    fn bound_of_levels(&self, _policy: &Policy) -> f64 {
        0.0
    }

    fn bound(&self, classes: &Classes) -> f64 {
        self.records as f64 / classes.len().max(1) as f64
    }

    fn by_qi(&self, _classes: &Classes, _kept: &Kept) -> Option<Vec<f64>> {
        None
    }

    fn form(&self) -> Form {
        Form::Sizes(Sizes::Average)
    }
}
