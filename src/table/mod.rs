//! The table of a recipe, encoded: its quasi-identifiers in classes, its sensitive columns, and how it was read.

mod disclosure;
mod encoded_study;
mod hierarchy_summary;
mod protected;
mod read_report;
mod sensitive;
mod study_builder;
mod unnamed_signs;

pub use disclosure::{policy_warnings, sorted_by};
pub use encoded_study::EncodedStudy;
pub use hierarchy_summary::{HierarchySummary, LevelSummary};
pub use read_report::{NoCode, OddCount, ReadReport, ReadValue};
pub use study_builder::StudyBuilder;
pub use unnamed_signs::{told_unnamed, unnamed_signs};

pub(crate) use protected::not_at_hand;
pub(crate) use sensitive::Sensitive;
