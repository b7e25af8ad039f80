//! What a search does, step by step, where somebody has asked for it.

use super::evaluator::Evaluation;
use crate::lattice::Policy;

/// A step of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The policy that it is about.
    pub policy: Policy,
    /// Which quasi-identifiers counted, where not all did; the others stand at the lattice's lowest level.
    pub columns: Option<Vec<bool>>,
    /// What was done.
    pub step: Step,
}

/// What a search did with a policy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// It was checked.
    Checked(Evaluation),
    /// It was checked with some of the quasi-identifiers alone.
    CheckedInPart {
        /// Whether it suppresses no more than it may.
        valid: bool,
    },
    /// It was met and excluded without a check.
    Excluded(Exclusion),
    /// It is valid, and comes before every other one so far.
    Best,
}

/// Why a policy needs no check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exclusion {
    /// A specialization of it is valid, so that it is.
    Valid,
    /// A generalization of it is not valid, so that it is not.
    NotValid,
    /// It is not valid with one quasi-identifier less, so that it is not.
    NotValidInPart,
    /// It cannot come before the best policy so far.
    CannotWin,
}
