//! From a policy to a released file, and back: every claim recomputed from that file.
//!
//! **Invariant:** [`verify`], [`Expected`], [`PlainConditions`] and [`Comparison`] share no code with the search, the
//! measures, the transformation and the writer that they check. They read the release as text, group it by text, take
//! groups and their sizes from the rows of the hierarchies, and put lines together by themselves.

pub mod cells;
mod comparison;
mod difference;
pub mod disclosure;
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
pub use expected::Expected;
pub use plain_conditions::{PlainConditions, PlainSensitive, rows_of_classes};
pub use plain_people::PlainPeople;
pub use shuffled::drawn_order;
pub use suppressed_records::SuppressedRecords;
pub use transformation::Transformation;
pub(crate) use treatment::HIDDEN;
pub use treatment::{Key, KeyedHash, PartialMask, Pseudonym, Treatment, Treatments, preview};
pub(crate) use verify::SUPPRESSED;
pub use writer::ReleaseWriter;
