//! The steps of a search, recorded on request.

use super::evaluator::Evaluation;
use super::exact::OpenBox;
use crate::lattice::Policy;

/// A step of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The policy of the step; for a box, its high corner.
    pub policy: Policy,
    /// The quasi-identifiers that counted, if not all did. The others are at the lattice's lowest level.
    pub columns: Option<Vec<bool>>,
    /// The kind of step.
    pub step: Step,
}

/// What a search did with a policy or a box.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// It was checked.
    Checked(Evaluation),
    /// It was checked on some of the quasi-identifiers alone.
    CheckedInPart {
        /// Whether the suppression limit holds.
        valid: bool,
    },
    /// It was met and excluded without a check.
    Excluded(Exclusion),
    /// It is valid, and comes before every other valid policy so far.
    Best {
        /// The loss.
        loss: f64,
    },
    /// A box of policies was looked at, or closed.
    Boxed(OpenBox, Finding),
}

/// What a search found about a box; [`exact`](super::exact) defines the terms.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A walk looked at its high corner on the way to a good policy. The box stays open.
    Walked {
        /// Whether the high corner is valid.
        valid: bool,
    },
    /// The high corner was evaluated, and is not valid: the box is closed.
    NotValid,
    /// The high corner was evaluated, and is valid.
    Valid {
        /// Records that the high corner suppresses.
        suppressed: u64,
    },
    /// A sift closed all of it except these boxes inside. If there are more than two, each has one policy.
    Sifted(Vec<OpenBox>),
    /// A probe evaluated the lowerings of its high corner.
    Probed {
        /// How many of them are valid.
        valid: u64,
    },
    /// The bounds closed all of it except these boxes inside.
    Bounded(Vec<OpenBox>),
    /// It was open, and its bound closes it, because a better policy was found since.
    Beaten,
}

/// Why a policy needs no check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exclusion {
    /// A specialization of it is valid, so it is valid too.
    Valid,
    /// A generalization of it is not valid, so it is not valid either.
    NotValid,
    /// It is not valid with one quasi-identifier less, so it is not valid.
    NotValidInPart,
    /// It cannot come before the best policy so far.
    CannotWin,
}
