//! Lattice height (Samarati 2001).

use super::Measure;
use crate::classes::Classes;
use crate::lattice::Policy;

/// The rank of the policy: Σ of its levels. Monotone.
#[derive(Debug, Clone, Copy)]
pub struct Height;

impl Measure for Height {
    fn is_monotone(&self) -> bool {
        true
    }

    fn loss(&self, classes: &Classes, _k: u64) -> f64 {
        self.bound_of_levels(classes.policy())
    }

    fn bound_of_levels(&self, policy: &Policy) -> f64 {
        policy.rank().into()
    }

    fn by_qi(&self, classes: &Classes, _k: u64) -> Option<Vec<f64>> {
        Some(
            classes
                .policy()
                .levels()
                .iter()
                .map(|&level| level.into())
                .collect(),
        )
    }
}
