//! From a policy to a released file, and back: every claim recomputed from that file.
//!
//! **Invariant:** verification ([`verify`], [`Expected`], [`PlainConditions`], [`Comparison`] and every file here but
//! the writer's) recomputes the release with code of its own. It names no search, no measure, no transformation and no
//! writer, which `tests/tidy/verification.rs` keeps. It reads the release as text, groups it by text, takes groups and
//! their sizes from the rows of the hierarchies, and assembles and orders lines itself.
//!
//! It does share some code with the writer: the reader of files, the settings of columns ([`Treatments`]), and the
//! scan for disclosure ([`DisclosureScan`](disclosure::DisclosureScan)), to which it gives the cells and classes that
//! it expects. A fault in one of these affects both sides in the same way, so verification cannot find it.

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
