//! A report, field by field, against what was recomputed.
//!
//! **Invariant:** every field of a report is settled: compared with what was found, or said to be *not checked* with the
//! reason. [`Audit::finish`] fails every field that nobody asked for, so that a new field cannot go unchecked.

mod fields;

pub use fields::Audit;
