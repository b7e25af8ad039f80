//! Floor 5: local suppression: single cells instead of whole records or columns.
//!
//! | what | guarantees |
//! |---|---|
//! | [`PerRecord`] | proven fewest cells for each record on its own; the table is k-anonymous only if a suppressed cell may be any value |
//! | [`Strict`] | k-anonymous under every reading of a suppressed cell; a proven bound for the fewest cells |
//! | [`Readings`] | how many records are still unsafe after either, under four readings |
//!
//! Costs are whole numbers of [`CellWeights`] units, so that they do not depend on the order of sums.

pub mod impact;
mod per_record;
mod readings;
mod strict;
mod suppression;
mod weights;

pub use per_record::PerRecord;
pub use readings::{Readings, UnsafeAfter};
pub use strict::Strict;
pub use suppression::Suppression;
pub use weights::CellWeights;
