//! Open boxes, and what a coordinator and its divers exchange.

use super::steps::Steps;
use crate::lattice::Level;
use serde::{Deserialize, Serialize};

/// A box of the lattice that may contain a policy better than the incumbent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenBox {
    /// For each axis of the lattice, the levels that its policies may take: bit s stands for the axis' lowest level +
    /// s.
    pub steps: Vec<Steps>,
    /// No policy of the box has a smaller loss.
    #[serde(with = "bits")]
    pub bound: f64,
}

/// A valid policy and its loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundPolicy {
    /// One level for each quasi-identifier.
    pub levels: Vec<Level>,
    /// The loss of the policy.
    #[serde(with = "bits")]
    pub loss: f64,
}

/// The task of a diver: a box, and what is already known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dive {
    /// The box to close.
    pub open: OpenBox,
    /// The best policy so far.
    pub best: Option<FoundPolicy>,
    /// Whether to begin with a local search of the whole lattice: from the most general policy down, or around the
    /// best one.
    pub walk: bool,
    /// The number of an additional local search around the best policy, in a large lattice.
    pub wander: Option<u64>,
    /// A lower bound for the loss of all valid policies. A policy with this loss ends the dive.
    pub floor: Option<f64>,
    /// Boxes are put aside, as if they were closed, if none of their policies loses less than this. Infinite for
    /// none.
    #[serde(with = "bits")]
    pub target: f64,
    /// The approximate number of rows to process before the open boxes are given back.
    pub rows: u64,
}

/// The result of a dive.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DiveResult {
    /// The best policy that the diver knows: found by it, or given to it.
    pub best: Option<FoundPolicy>,
    /// The boxes inside that are still open. No other policy of the box both wins against `best` and loses less than
    /// the target.
    pub open: Vec<OpenBox>,
    /// Boxes looked at.
    pub boxes: u64,
    /// Policies whose loss or suppression was computed.
    pub evaluated: u64,
}

/// A number as its bits: decimal digits may be read as a neighbouring number, and infinity has none.
mod bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        number.to_bits().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}
