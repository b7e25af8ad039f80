//! Local suppression: suppresses single cells instead of whole records or columns.
//!
//! | what | guarantees |
//! |---|---|
//! | [`PerRecord`] | the proven cheapest cells of each record by itself; k-anonymous only if a suppressed cell may be any value |
//! | [`Wildcard`] | near-minimal for all records, k-anonymous if a suppressed cell may be any value; a proven lower bound |
//! | [`Strict`] | k-anonymous under every reading of a suppressed cell; a proven lower bound |
//! | [`Readings`] | the number of records that are still unsafe after any of these, under four readings |
//!
//! Costs are integers in units of [`CellWeights`], so they do not depend on the order of sums.

pub mod impact;
mod per_record;
mod readings;
mod strict;
mod suppression;
mod weights;
mod wildcard;

pub use per_record::PerRecord;
pub use readings::{Few, Readings, TakenFor, UnsafeAfter};
pub use strict::Strict;
pub use suppression::Suppression;
pub use weights::CellWeights;
pub(crate) use weights::decimal;
pub use wildcard::Wildcard;
