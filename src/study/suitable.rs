//! Which algorithm suits a problem.

use crate::error::Error;
use crate::search::{Algorithm, Problem};
use std::sync::Arc;

/// An algorithm, and what it can do for one problem.
#[derive(Debug)]
pub struct Suitable {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether the policy that it ends with is the best one for the problem's measure.
    pub optimal: bool,
    /// Why it cannot be run with the measure; `None` where it can.
    pub refusal: Option<Error>,
}

impl Suitable {
    /// Every algorithm, in the order in which they are offered.
    pub fn all(problem: &Arc<Problem>) -> Vec<Self> {
        let is_monotone = problem.is_monotone();
        (Algorithm::ALL.into_iter())
            .map(|algorithm| Self {
                algorithm,
                optimal: algorithm.is_optimal_for(is_monotone),
                refusal: if algorithm.serves(problem) { None } else { algorithm.search(Arc::clone(problem), 0).err() },
            })
            .collect()
    }
}
