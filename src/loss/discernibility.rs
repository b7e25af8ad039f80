//! The discernibility metric and its monotone form (Bayardo and Agrawal 2005; El Emam et al. 2009, "Information Loss
//! Metrics").

use super::{Form, Measure, Sizes, records};
use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::lattice::Policy;

/// DM: every record costs the size of its class, a suppressed one the size of the table: Σ over classes ≥ k of size²
/// + Σ over classes < k of n · size. Not monotone; DM* is its lower bound.
#[derive(Debug, Clone)]
pub struct Discernibility {
    records: u64,
}

impl Discernibility {
    /// The measure for the table of these quasi-identifiers.
    pub fn new(qis: &[QuasiIdentifier]) -> Self {
        Self { records: records(qis) }
    }
}

impl Measure for Discernibility {
    fn is_monotone(&self) -> bool {
        false
    }

    fn loss(&self, classes: &Classes, kept: &Kept) -> f64 {
        self.exact(classes, kept) as f64
    }

    fn exact(&self, classes: &Classes, kept: &Kept) -> u128 {
        let suppressed = u128::from(self.records) * u128::from(kept.suppressed());
        squares(kept.counts_of(classes)) + suppressed
    }

    fn bound_of_levels(&self, _policy: &Policy) -> f64 {
        0.0
    }

    /// Generalization never shrinks a class, and n ≥ size.
    fn bound(&self, classes: &Classes) -> f64 {
        squares(classes.counts().iter().copied()) as f64
    }

    fn by_qi(&self, _classes: &Classes, _kept: &Kept) -> Option<Vec<f64>> {
        None
    }

    fn form(&self) -> Form {
        Form::Sizes(Sizes::Discernibility)
    }
}

/// DM*: Σ over all classes of size², ignoring suppression. Monotone.
#[derive(Debug, Clone, Copy)]
pub struct MonotoneDiscernibility;

impl Measure for MonotoneDiscernibility {
    fn is_monotone(&self) -> bool {
        true
    }

    fn loss(&self, classes: &Classes, _kept: &Kept) -> f64 {
        self.bound(classes)
    }

    fn exact(&self, classes: &Classes, _kept: &Kept) -> u128 {
        squares(classes.counts().iter().copied())
    }

    fn bound_of_levels(&self, _policy: &Policy) -> f64 {
        0.0
    }

    fn bound(&self, classes: &Classes) -> f64 {
        squares(classes.counts().iter().copied()) as f64
    }

    fn by_qi(&self, _classes: &Classes, _kept: &Kept) -> Option<Vec<f64>> {
        None
    }

    fn form(&self) -> Form {
        Form::Sizes(Sizes::MonotoneDiscernibility)
    }
}

fn squares(counts: impl Iterator<Item = u64>) -> u128 {
    counts.map(|count| u128::from(count) * u128::from(count)).sum()
}
