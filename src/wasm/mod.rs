//! The browser's face of the core.
//!
//! One handle class, [`Session`]: typed messages in and out ([`messages`]), bytes as typed arrays, errors as objects with
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
pub use disclosed::{Disclosed, Disclosures};
pub use error::Thrown;
pub use frontier::FrontierPoints;
pub use released::{ReleasedHead, ReleasedRow};
pub use session::Session;
