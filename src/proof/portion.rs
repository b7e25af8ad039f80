//! What passes between a proof and those who make parts of it.

use super::axes::Step;
use crate::lattice::Level;
use serde::{Deserialize, Serialize};

/// The policies between two, of each axis the steps of its lowest and its highest policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofBox {
    lo: Vec<Level>,
    hi: Vec<Level>,
}

impl ProofBox {
    pub(super) fn new(lo: &[Step], hi: &[Step]) -> Self {
        let levels = |steps: &[Step]| steps.iter().map(|&step| step as Level).collect();
        let (lo, hi) = (levels(lo), levels(hi));
        Self { lo, hi }
    }

    /// The steps of its lowest and its highest policy.
    pub(super) fn steps(&self) -> (Vec<Step>, Vec<Step>) {
        let steps = |levels: &[Level]| levels.iter().map(|&level| level.into()).collect();
        (steps(&self.lo), steps(&self.hi))
    }

    /// How many policies it has.
    pub(super) fn size(&self) -> f64 {
        let axes = self.lo.iter().zip(&self.hi);
        axes.map(|(lo, hi)| f64::from(hi - lo) + 1.0).product()
    }
}

/// A box whose part of the tree somebody is to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofTask {
    /// The box.
    pub open: ProofBox,
    /// After so many boxes inside, the one that comes last is left to others.
    pub boxes: u64,
}

/// A portion of a proof's tree: made, or still to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Portion {
    /// Nodes of the tree.
    Tree(Vec<u8>),
    /// The part of the tree that belongs to this box.
    Open(ProofBox),
}

/// What has become of a box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// Its part of the tree, in preorder.
    pub portions: Vec<Portion>,
    /// The levels of a valid policy that comes before the claimed one, where one was found.
    pub better: Option<Vec<Level>>,
}
