//! Whole pieces of work without input and output: from the bytes of a table and a recipe to a release, its report and
//! its verification.
//!
//! A host drives a job: it reads the files in chunks of any size, decodes them to UTF-8, writes what comes back, keeps
//! the clock, and may stop between two calls. The hosts are the program, the page's worker, the package and the tests.
//! The same bytes and the same recipe give the same release, whatever the size of the chunks.
//!
//! | job | takes | gives |
//! |---|---|---|
//! | [`EncodeJob`], [`Preparation`] | the original | the [`Original`], encoded |
//! | [`PolicyReleaseJob`] | the original again | the release of a policy, and its report |
//! | [`CellsReleaseJob`] | the original again | the table with suppressed cells, and its report |
//! | [`ReadReleaseJob`], [`CompareJob`] | the release; then both side by side | what a verification compares |
//! | [`VerifyJob`], [`VerifyComparison`] | the same | the verification of the release of a policy |
//!
//! [`anonymize`] does all of it for a table in memory.

mod anonymize;
mod cells_release;
mod compare;
mod encode;
mod policy_release;
mod read_release;
mod rewriting;
#[cfg(test)]
mod tests;
mod verify;

pub use anonymize::{Anonymization, Anonymized, anonymize};
pub use cells_release::CellsReleaseJob;
pub use compare::{CompareJob, Compared, SideBySide};
pub use encode::{EncodeJob, Original, Preparation, ReadTable, dialect_and_names};
pub use policy_release::PolicyReleaseJob;
pub use read_release::{ReadRelease, ReadReleaseJob};
pub use rewriting::{Rewrite, Rewritten};
pub use verify::{Claimed, VerifyComparison, VerifyJob};
