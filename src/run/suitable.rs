//! Which algorithms suit a problem.

use crate::error::Error;
use crate::search::{Algorithm, Problem};
use std::sync::Arc;

/// An algorithm and its suitability for one problem.
#[derive(Debug)]
pub struct Suitable {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether it ends with the best policy under the problem's measure.
    pub optimal: bool,
    /// Why it cannot be used with the measure; `None` if it can.
    pub refusal: Option<Error>,
}

impl Suitable {
    /// Every algorithm, in display order.
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
