//! Local suppression: single cells instead of whole records or columns.
//!
//! | what | guarantees |
//! |---|---|
//! | [`PerRecord`] | the proven cheapest cells of each record by itself, counted against the original; the table is k-anonymous only if a suppressed cell may be any value |
//! | [`Wildcard`] | as cheap as can be found, all records together, and k-anonymous if a suppressed cell may be any value; a proven bound for the least cost |
//! | [`Strict`] | k-anonymous under every reading of a suppressed cell; a proven bound for the least cost |
//! | [`Readings`] | how many records are still unsafe after any of them, under four readings |
//!
//! Costs are whole numbers of [`CellWeights`] units, so that they do not depend on the order of sums.

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
