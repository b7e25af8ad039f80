//! The browser's face of the core.
//!
//! One class a kind of work. [`Opened`] is a file that was profiled, [`Encoded`] its quasi-identifiers in memory; what
//! is asked of a table is begun there, as an object of its own that shares it: [`PolicySearch`], [`PolicySweep`],
//! [`PartitionFrontier`], [`OwnLook`], [`FullDomainFrontier`], [`UniquesSearch`], [`Proving`], [`Review`],
//! [`PublishedStudy`]. A pass over a file is an object, too: it takes chunks until it is finished, and is no more from
//! then on, so that it cannot be ended twice or as another one. Whoever drops an object has forgotten what it held;
//! there is nothing else to reset. A recipe is read once ([`RecipeHandle`]). Typed messages go in and out
//! ([`messages`]), bytes as typed arrays, errors as objects with a code, a message, advice and a place. It is
//! synchronous and lives in a worker, which reads the files and keeps the event loop.
//!
//! **Invariant:** no logic: what this module decides is only which part of the core is asked next.

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
mod own;
mod population;
mod proof;
mod recipe;
mod release;
mod released;
mod review;
mod rewriting;
mod search;
mod sql;
mod studied;
mod studies;
mod suppressing;
mod sweep;
mod uniques;
mod uniques_crew;
mod verification;

pub use compare::{SensitiveColumns, SensitivePass};
pub use crew::{Crew, GroupedTable, ProofCrew};
pub use disclosed::{Disclosed, Disclosures, FinishedDisclosed};
pub use document::{document, document_fields, glossary};
pub use encoding::{EncodePass, Encoded, Preparation};
pub use error::Thrown;
pub use frontier::{FrontierPoints, FullDomainFrontier, PartitionFrontier};
pub use lattice::Trail;
pub use opening::{Opened, ProfilePass, parse_hierarchy, sample, sniffed};
pub use own::OwnLook;
pub use population::{Population, PopulationPass};
pub use proof::{ProofCheck, Proving, check_part, passport};
pub use recipe::RecipeHandle;
pub use release::{ReleasePass, Released};
pub use released::{ReleasedHead, ReleasedRow};
pub use review::{ConditionsPass, DigestPass, Review, ReviewPass, dossier, verdict, verdict_told};
pub use search::PolicySearch;
pub use sql::sql_scripts;
pub use studied::StudiedCheck;
pub use studies::PublishedStudy;
pub use suppressing::{CellSuppression, CellsPass, ImpactNumbers, ImpactPass, SuppressedCells, WrittenTable};
pub use sweep::PolicySweep;
pub use uniques::{FoundUniques, UniquesSearch};
pub use uniques_crew::UniquesCrew;
pub use verification::{AlonePass, ComparePass, VerifyPass};
