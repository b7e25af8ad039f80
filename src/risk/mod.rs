//! Floor 3: re-identification risk of the records of a table.

mod prosecutor;

pub use prosecutor::Prosecutor;
