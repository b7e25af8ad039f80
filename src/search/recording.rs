//! What a search does, step by step, where somebody has asked for it.

use super::evaluator::Evaluation;
use super::exact::OpenBox;
use crate::lattice::Policy;

/// A step of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The policy that it is about; of a box, its high corner.
    pub policy: Policy,
    /// Which quasi-identifiers counted, where not all did; the others stand at the lattice's lowest level.
    pub columns: Option<Vec<bool>>,
    /// What was done.
    pub step: Step,
}

/// What a search did with a policy, or with a box of them.
#[derive(Debug, Clone, PartialEq)]
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
    Best {
        /// What it loses.
        loss: f64,
    },
    /// A box of policies was looked at, or closed.
    Boxed(OpenBox, Finding),
}

/// What a search of boxes has found of one of them; [`exact`](super::exact) says what the words mean.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A walk looks at its high corner, on the way to a good policy. The box stays open.
    Walked {
        /// Whether the high corner is valid.
        valid: bool,
    },
    /// Its high corner was evaluated, and is not valid: the box is closed.
    NotValid,
    /// Its high corner was evaluated, and is valid.
    Valid {
        /// Records that the high corner suppresses.
        suppressed: u64,
    },
    /// A sift has closed it but for these boxes inside, each of one policy where they are more than two.
    Sifted(Vec<OpenBox>),
    /// A probe has evaluated the lowerings of its high corner.
    Probed {
        /// How many of them are valid.
        valid: u64,
    },
    /// Its bounds have closed it but for these boxes inside.
    Bounded(Vec<OpenBox>),
    /// It was open, and its bound closes it, as a better policy was found since.
    Beaten,
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
