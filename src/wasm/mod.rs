//! The core's interface for the browser.
//!
//! There is one class for each kind of work. [`Opened`] is a profiled file, and [`Encoded`] holds its quasi-identifiers
//! in memory. Work on a table starts from there, as an object of its own that shares the table: [`PolicySearch`],
//! [`PolicySweep`], [`PartitionFrontier`], [`ColumnCheck`], [`FullDomainFrontier`], [`UniquesSearch`], [`Proving`],
//! [`Review`]. A pass over a file is an object, too. It takes chunks until it is finished, which consumes it, so it
//! cannot be finished twice or in a different way. Dropping an object frees all its state; there is nothing else to
//! reset. A recipe is read once ([`RecipeHandle`]). Typed messages go in and out ([`messages`]), bytes as typed arrays,
//! errors as objects with a code, a message, advice and a place. All calls are synchronous and run in a worker, which
//! reads the files and keeps the event loop.
//!
//! **Invariant:** no logic. This module only decides which part of the core to call next.

mod cells;
mod clock;
mod compare;
mod crew;
mod disclosed;
mod document;
mod encoding;
mod error;
mod exhibit;
mod frontier;
mod json;
mod lattice;
pub mod messages;
mod opening;
mod population;
mod proof;
mod random;
mod recipe;
mod release;
mod released;
mod review;
mod search;
mod sql;
mod studied;
mod suppressing;
mod sweep;
mod uniques;
mod uniques_crew;
mod verification;

pub use compare::{SensitiveColumns, SensitivePass};
pub use crew::{Crew, GroupedTable};
pub use disclosed::{Disclosed, Disclosures, FinishedDisclosed};
pub use document::{document, document_fields, glossary};
pub use encoding::{EncodePass, Encoded, Preparation};
pub use error::Thrown;
pub use frontier::{FrontierPoints, FullDomainFrontier, PartitionFrontier};
pub use lattice::Trail;
pub use opening::{Opened, ProfilePass, decode_code_page, parse_hierarchy, sample, sniffed};
pub use population::{Population, PopulationPass};
pub use proof::{ProofCheck, Proving, check_part, passport};
pub use random::{draw_key, draw_seed};
pub use recipe::RecipeHandle;
pub use release::{ReleasePass, Released};
pub use released::{ReleasedHead, ReleasedRow};
pub use review::{ConditionsPass, DigestPass, Review, ReviewPass, review_files, verdict, verdict_told};
pub use search::PolicySearch;
pub use sql::sql_scripts;
pub use studied::StudiedCheck;
pub use suppressing::{CellSuppression, CellsPass, ImpactNumbers, ImpactPass, SuppressedCells, WrittenTable};
pub use sweep::PolicySweep;
pub use uniques::{FoundUniques, UniquesSearch};
pub use uniques_crew::UniquesCrew;
pub use verification::{AlonePass, ComparePass, VerifyPass};
