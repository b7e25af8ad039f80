//! Re-identification risk of the records of a table.

mod population;
mod prosecutor;

pub use population::{PopulationRisk, expected_matches};
pub use prosecutor::Prosecutor;
