//! Whole pieces of work without input and output: from the bytes of a table and a recipe to a release, its report and
//! its verification.
//!
//! A host drives a job: it reads the files in chunks of any size, decodes them to UTF-8, writes what comes back, keeps
//! the clock, and may stop between two calls. The hosts are the program, the page's worker, the package and the tests.
//! The same bytes and the same recipe give the same release, whatever the size of the chunks.
//!
//! | job | takes | gives |
//! |---|---|---|
//! | [`OpenJob`] | a table that no recipe describes, as often as asked | its columns, and a first recipe |
//! | [`EncodeJob`], [`Preparation`] | the original | the [`Original`], encoded |
//! | [`ReleaseJob`] | the original again | the release of a policy or with suppressed cells, and its report |
//! | [`ReadReleaseJob`], [`CompareJob`] | the release; then both side by side | what a verification compares |
//! | [`VerifyJob`], [`VerifyComparison`] | the same | the verification of the release of a policy |
//! | [`VerifyCellsJob`], [`VerifyCellsComparison`] | the same | that of suppressed cells |
//!
//! Between them stands [`Work`] that takes turns: a search, a sweep, a frontier, a proof, the suppression of cells, a
//! review. What [`Lend`]s parts of itself can be shared between threads or workers.
//!
//! [`propose`] and [`anonymize`] do all of it for a table in memory.

mod anonymize;
mod compare;
mod encode;
mod lending;
mod open;
mod read_release;
mod release;
#[cfg(test)]
mod tests;
mod verify;
mod verify_cells;
mod work;

pub use anonymize::{Anonymization, Anonymized, anonymize};
pub use compare::{CompareJob, Compared, SideBySide};
pub use encode::{EncodeJob, Original, Preparation, ReadTable, dialect_and_names};
pub use lending::{Found, Helper, Lend, Part};
pub use open::{OpenJob, OpenedTable, propose};
pub use read_release::{ReadRelease, ReadReleaseJob};
pub use release::{ReleaseJob, Rewritten};
pub use verify::{Claimed, VerifyComparison, VerifyJob};
pub use verify_cells::{VerifyCellsComparison, VerifyCellsJob};
pub use work::{SuppressJob, Turn, Work};
