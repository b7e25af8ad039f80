//! The frontier of good trade-offs between risk and loss.
//!
//! A [`Run`] searches the partition policies of a table and keeps those that no other found policy dominates: a
//! [`Staircase`] from the top, with the least risk, to the bottom, without loss. Risk is the risk in a population, or
//! in the table alone if no population is known. Loss is the Kullback–Leibler divergence. Along a chain from the
//! bottom to the top, risk never rises and loss never falls (Xia et al. 2013).
//!
//! **Invariant:** a search sees the table only through its [`Explorer`]; a frontier is called exact only if every
//! policy was looked at.
//!
//! # Example
//!
//! ```
//! use kanon::data::Dialect;
//! use kanon::monitor::Unlimited;
//! use kanon::people::FivePeople;
//! use kanon::run::Tradeoffs;
//!
//! let FivePeople { recipe, prepared } = FivePeople::new()?;
//! let tradeoffs = Tradeoffs::new(&recipe, &Dialect::default(), prepared.table(), None)?;
//! let mut run = tradeoffs.run(&recipe, None)?;
//! run.advance(&mut Unlimited);
//!
//! // Five ages and two sexes have 4 + 1 boundaries, so 2⁵ policies were looked at.
//! assert!(run.is_exact());
//! assert_eq!(run.explorer().staircase().len(), 3);
//! # Ok::<(), kanon::Error>(())
//! ```

mod best;
mod bisecting;
mod budget;
#[cfg(test)]
mod drawn;
pub mod engine;
mod exhaustive;
mod explorer;
mod intervals;
mod method;
mod pareto;
mod point;
mod random_chain;
mod run;
mod safe_harbor;
mod snl;
mod staircase;
mod strategy;
mod sublattice;

pub use budget::{Budget, PUBLISHED_POLICIES};
pub use engine::Engine;
pub use exhaustive::MOST_EXHAUSTIVE_BITS;
pub use explorer::Explorer;
pub use method::Method;
pub use pareto::Pareto;
pub use point::Point;
pub use run::{Run, Settings};
pub use safe_harbor::{
    Described, Handling, IDENTIFIERS, Published, SafeHarbor, SafeHarborColumn, SafeHarborRow, SafeHarborRule,
    SafeHarborTable,
};
pub use staircase::Staircase;
pub use sublattice::predicted_and_found;
