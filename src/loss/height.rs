//! Lattice height (Samarati 2001).

use super::{Aggregate, Form, Measure};
use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::lattice::Policy;

/// The rank of the policy: Σ of its levels. Monotone.
#[derive(Debug, Clone)]
pub struct Height {
    /// `levels[qi][level]`: the level.
    levels: Vec<Vec<u64>>,
}

impl Height {
    /// The measure for these quasi-identifiers.
    pub fn new(qis: &[QuasiIdentifier]) -> Self {
        let levels = qis.iter().map(|qi| (0..qi.height() as u64).collect());
        Self { levels: levels.collect() }
    }
}

impl Measure for Height {
    fn is_monotone(&self) -> bool {
        true
    }

    fn loss(&self, classes: &Classes, _kept: &Kept) -> f64 {
        self.bound_of_levels(classes.policy())
    }

    fn bound_of_levels(&self, policy: &Policy) -> f64 {
        policy.rank().into()
    }

    fn by_qi(&self, classes: &Classes, _kept: &Kept) -> Option<Vec<f64>> {
        Some(classes.policy().levels().iter().map(|&level| level.into()).collect())
    }

    fn form(&self) -> Form {
        let as_terms = |levels: &Vec<u64>| levels.iter().map(|&level| level as f64).collect();
        Form::Levels {
            terms: self.levels.iter().map(as_terms).collect(),
            join: Aggregate::ArithmeticMean,
            integers: Some((self.levels.clone(), 1.0)),
        }
    }
}
