//! Conditions of a policy, as messages.

use serde::Serialize;
use tsify::Tsify;

message! {
    /// A condition, and the figure that a policy reaches.
    pub struct ConditionTold {
        /// The condition and the figure found, in one sentence.
        sentence: String,
        /// The worst figure of a kept class, or the figure of the whole release; null if no class is kept.
        found: Option<f64>,
        /// The figure of the original table, in which records with equal values form a class.
        before: Option<f64>,
    }
}
