//! The beginning of a release, as a message.

use super::disclosed::Disclosed;
use super::messages::AttackersBeforeAfter;
use serde::Serialize;
use tsify::Tsify;

/// A record as released.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
pub struct ReleasedRow {
    /// Whether it is suppressed.
    pub suppressed: bool,
    /// The cells of the record; where suppressed records are removed, none of a suppressed one is released.
    pub cells: Vec<String>,
}

/// The first records as released.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ReleasedHead {
    /// The released columns.
    pub columns: Vec<String>,
    /// The records.
    pub rows: Vec<ReleasedRow>,
    /// What attackers find before and after.
    pub attackers: AttackersBeforeAfter,
    /// What the release may disclose, as far as it is known before it is written.
    pub disclosure: Vec<Disclosed>,
    /// What the release may disclose where suppressed records are removed.
    pub disclosure_removed: Vec<Disclosed>,
}
