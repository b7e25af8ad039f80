//! Generalization hierarchies.
//!
//! A [`Hierarchy`] has levels 0 … h−1. Level 0 is the value itself; each level coarsens the one below. It comes from
//! rows (given or read from a file) or from a builder. A [`HierarchySpec`] describes either.
//!
//! **Invariant:** a group of one level is inside exactly one group of the level above. Every constructor ends in one
//! that checks this.

mod bands;
mod blocks;
mod build;
mod covered;
mod edit;
mod file;
#[allow(clippy::module_inception)]
mod hierarchy;
mod spec;
mod suggest;
mod tree;
mod zip_areas;

pub use blocks::{Blocks, LevelBlocks};
pub use build::{
    Ages, Codes, ColumnValues, Cut, DateUnit, Dates, Frequent, Groups, Intervals, Mask, Order, Prefixes, Side, Times,
    bounds, distinct_labels, place, with_unit,
};
pub use covered::{CoveredColumn, covered_columns};
pub use edit::{AddLevel, Edit, Join, Move, NameLevel, Rename, Split};
pub use file::{format_rows, parse_hierarchy};
pub use hierarchy::{GroupCode, Hierarchy, LevelMaps, MAX_LEVELS, SAYS_NOTHING};
pub use spec::HierarchySpec;
pub use suggest::{Proposal, suggest};
pub use tree::Tree;
pub use zip_areas::{Census, SMALL_ZIP_AREAS, ZIP_AREA_DIGITS};

#[cfg(test)]
mod tests;
