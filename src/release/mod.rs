//! Floor 5: from a policy to a released file, and back: every claim recomputed from that file.
//!
//! **Invariant:** [`verify`] shares no code with the search, the measures and the transformation that it checks. It
//! reads the release as text, groups it by text, and takes group sizes from the rows of the hierarchies.

pub mod cells;
pub mod plain;
pub mod review;
mod transformation;
pub mod verify;
mod writer;

pub use transformation::Transformation;
pub use writer::ReleaseWriter;
