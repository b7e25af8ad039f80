//! Re-identification risk of the records of a table.

mod attackers;
mod downcoding;
mod exposure;
mod journalist;
mod marketer;
mod population;
mod prosecutor;
mod uniqueness;

pub use attackers::{AttackedClass, Attackers};
pub use downcoding::slack;
pub use exposure::Exposure;
pub use journalist::journalist;
pub use marketer::Marketer;
pub use population::{PopulationRisk, expected_matches};
pub use prosecutor::Prosecutor;
pub use uniqueness::{Estimator, Uniqueness};
