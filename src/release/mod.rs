//! From a policy to a released file, and back: every claim recomputed from that file.
//!
//! **Invariant:** [`verify`], [`Expected`], [`PlainConditions`] and [`Comparison`] recompute the release with code of
//! their own. They share none with the search, the measures and the transformation. They read the release as text,
//! group it by text, take groups and their sizes from the rows of the hierarchies, and assemble lines themselves.
//!
//! They do share some code with the writer: the reader of files, the settings of columns ([`Treatments`]), and the
//! search for disclosure risks ([`DisclosureScan`](disclosure::DisclosureScan)). A fault in one of these affects both
//! sides in the same way, so verification cannot find it.

pub mod cells;
mod comparison;
mod difference;
pub mod disclosure;
mod drawn_order;
mod expected;
mod expected_cells;
mod form;
mod line;
pub mod plain;
mod plain_conditions;
mod plain_people;
pub mod review;
mod shuffled;
mod suppressed_records;
mod transformation;
mod treatment;
pub mod verify;
mod waiting;
mod writer;

pub use comparison::{Cell, Comparison, Group, LeftOut};
pub use difference::Difference;
pub use drawn_order::drawn_order;
pub use expected::Expected;
pub use plain_conditions::{PlainConditions, PlainSensitive, rows_of_classes};
pub use plain_people::PlainPeople;
pub use suppressed_records::SuppressedRecords;
pub use transformation::Transformation;
pub(crate) use treatment::HIDDEN;
pub use treatment::{Key, KeyedHash, PartialMask, Pseudonym, Treatment, Treatments, preview};
pub(crate) use verify::SUPPRESSED;
pub use writer::ReleaseWriter;
