//! What a check of a report comes to, and what of it only a search can show.

use crate::error::Result;
use crate::lattice::Level;
use crate::release::verify::Claim;
use crate::search::Problem;
use crate::study::Reproof;
use std::sync::Arc;

/// What was found of a report, and what only a search can show.
pub struct Audited {
    /// The claims, field by field.
    pub claims: Vec<Claim>,
    /// The claims that policies are the best ones, for [`Optimum::reproof`].
    pub optima: Vec<Optimum>,
}

/// The claim that no valid policy loses less; that none is valid, where the loss is infinite.
#[derive(Clone)]
pub struct Optimum {
    /// Which claim, in words.
    pub claim: String,
    /// The best policy; `None` where only the loss is claimed.
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

    /// The second search for it, by another algorithm.
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
