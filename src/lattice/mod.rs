//! Order theory.
//!
//! A [`Policy`] is one level for each quasi-identifier. The policies that a recipe allows form a [`Lattice`]. An
//! [`antichain`] store records which of them have a predictive property.
//!
//! **Invariant:** this module knows no data: it never sees a value, a group or a count of records.

pub mod antichain;
mod places;
mod policy;
mod property;
mod shape;
mod sublattice;

pub use places::Places;
pub use policy::{Level, Policy};
pub use property::{Direction, PredictiveProperty};
pub use shape::{Axis, Lattice, LevelRange, NoCommonLevel, TOO_MANY_POLICIES, size_in_words};
pub use sublattice::Sublattice;
