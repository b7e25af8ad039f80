//! The result of checking a report, and the claims that only a search can check.

use super::reproof::Reproof;
use crate::error::Result;
use crate::lattice::Level;
use crate::release::verify::Claim;
use crate::search::Problem;
use std::sync::Arc;

/// The result of checking a report, and the claims that only a search can check.
pub struct Audited {
    /// The claims, field by field.
    pub claims: Vec<Claim>,
    /// The claims that policies are optimal, for [`Optimum::reproof`].
    pub optima: Vec<Optimum>,
}

/// The claim that no valid policy loses less. An infinite loss claims that no policy is valid.
#[derive(Clone)]
pub struct Optimum {
    /// The claim in words.
    pub claim: String,
    /// The best policy; `None` if only its loss is claimed.
    pub levels: Option<Vec<Level>>,
    /// The least loss.
    pub loss: f64,
    problem: Arc<Problem>,
}

impl Optimum {
    pub(super) fn new(claim: String, problem: &Arc<Problem>, levels: Option<Vec<Level>>, loss: f64) -> Self {
        Self { claim, levels, loss, problem: Arc::clone(problem) }
    }

    /// The claim that no policy is valid.
    pub(super) fn none(claim: String, problem: &Arc<Problem>) -> Self {
        Self::new(claim, problem, None, f64::INFINITY)
    }

    /// A second search for the optimum, with a different algorithm.
    ///
    /// # Errors
    /// A problem that the second search does not take.
    pub fn reproof(&self) -> Result<Reproof> {
        Reproof::of_best(Arc::clone(&self.problem), self.levels.as_deref(), self.loss)
    }
}

impl From<Vec<Claim>> for Audited {
    fn from(claims: Vec<Claim>) -> Self {
        Self { claims, optima: Vec::new() }
    }
}
