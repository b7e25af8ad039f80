//! What a policy has of conditions, as messages.

use serde::Serialize;
use tsify::Tsify;

message! {
    /// A condition, and how far a policy holds it.
    pub struct ConditionTold {
        /// What was asked for and what was found.
        sentence: String,
        /// The worst figure of a class that is kept, or that of the whole release; null where no class is kept.
        found: Option<f64>,
        /// The same of the table as it stands, every record of which is in a class of its own values.
        before: Option<f64>,
    }
}
