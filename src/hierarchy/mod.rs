//! Floor 1: generalization hierarchies.
//!
//! A [`Hierarchy`] has levels 0 … h−1. Level 0 is the value itself; each level coarsens the one below.
//!
//! **Invariant:** a group of one level lies inside exactly one group of the level above; [`Hierarchy::from_rows`] is
//! the only constructor and checks it.

#[allow(clippy::module_inception)]
mod hierarchy;

pub use hierarchy::{GroupCode, Hierarchy, LevelMaps, MAX_LEVELS};
