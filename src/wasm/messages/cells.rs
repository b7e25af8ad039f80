//! Messages about a table with suppressed cells.

use crate::release::verify::Claim;
use serde::Serialize;
use tsify::Tsify;

message! {
    /// The claims of a report on suppressed cells, checked.
    pub struct SettledClaims {
        /// Whether none of them fails.
        holds: bool,
        /// The claims, one by one.
        claims: Vec<Claim>,
    }
}

impl From<Vec<Claim>> for SettledClaims {
    fn from(claims: Vec<Claim>) -> Self {
        Self { holds: claims.iter().all(|claim| claim.holds != Some(false)), claims }
    }
}
