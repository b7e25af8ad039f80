//! The browser's face of the core.
//!
//! [`Session`] holds the file that is open, and its quasi-identifiers in memory. What is begun over these is an object of its
//! own, made by the session and dropped by the page; so is a pass over a file, which takes chunks until it is finished
//! ([`Review`], [`ReviewPass`], [`PublishedStudy`]; the other kinds of work are still the session's). Typed messages go in
//! and out ([`messages`]), bytes as typed arrays, errors as objects with
//! a code, a message, advice and a place. It is synchronous and lives in a worker, which reads the files and keeps the
//! event loop.
//!
//! **Invariant:** no logic: what this module decides is only which part of the core is asked next.

mod crew;
mod disclosed;
mod error;
mod frontier;
mod json;
mod lattice;
pub mod messages;
mod release;
mod released;
mod review;
mod search;
mod session;
mod studies;
mod sweep;
mod uniques;

pub use crew::Crew;
pub use disclosed::{Disclosed, Disclosures, FinishedDisclosed};
pub use error::Thrown;
pub use frontier::FrontierPoints;
pub use released::{ReleasedHead, ReleasedRow};
pub use review::{Review, ReviewPass};
pub use session::Session;
pub use studies::PublishedStudy;
