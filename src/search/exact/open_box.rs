//! Boxes that are still open, and what passes between a coordinator and its divers.

use super::steps::Steps;
use crate::lattice::Level;
use serde::{Deserialize, Serialize};

/// A box of the lattice whose policies may still win.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenBox {
    /// For each axis of the lattice, the levels that its policies may take: bit s stands for the axis' lowest level + s.
    pub steps: Vec<Steps>,
    /// None of its policies has a loss below this.
    #[serde(with = "bits")]
    pub bound: f64,
}

/// A valid policy and its loss.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// One level for each quasi-identifier.
    pub levels: Vec<Level>,
    /// Its loss.
    #[serde(with = "bits")]
    pub loss: f64,
}

/// What a diver is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dive {
    /// The box to close.
    pub open: OpenBox,
    /// The best policy so far.
    pub best: Option<Found>,
    /// Whether to look for a good policy of the lattice first: from the most general one downwards, or around the best one.
    pub walk: bool,
    /// No valid policy has a loss below this. A policy of this loss ends the dive.
    pub floor: Option<f64>,
    /// Rows to go through, about, before the boxes that are still open are given back.
    pub rows: u64,
}

/// What has come of a dive.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The best policy that the diver knows, its own or the one that it was given.
    pub best: Option<Found>,
    /// What is still open of the box. All else of it is closed: no policy there wins against `best`.
    pub open: Vec<OpenBox>,
    /// Boxes looked at.
    pub boxes: u64,
    /// Policies whose loss or suppression was computed.
    pub evaluated: u64,
}

/// A number as its bits: decimal digits may be read as the number beside it, and infinity has none.
mod bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        number.to_bits().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}
