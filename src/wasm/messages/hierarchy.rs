//! Hierarchies over a column, and what may be one.

use crate::data::{LinkSuggestion, ValueCount};
use crate::hierarchy::CoveredColumn;
use crate::table::LevelSummary;
use serde::Serialize;
use tsify::Tsify;

message! {
    /// A hierarchy over a column.
    pub struct HierarchyView {
        /// Levels.
        height: usize,
        /// Each level in words.
        names: Vec<String>,
        /// Rows.
        leaves: usize,
        /// The levels; empty if values are missing.
        levels: Vec<LevelSummary>,
        /// The first rows.
        rows: Vec<Vec<String>>,
        /// The first values of the data that no row has.
        missing: Vec<ValueCount>,
        /// All such values.
        missing_count: usize,
        /// Records with such a value.
        missing_records: u64,
    }
}

/// The columns for which a file may be a hierarchy, surest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct CoveredColumns(pub Vec<CoveredColumn>);

/// The links that a file may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LinkSuggestions(pub Vec<LinkSuggestion>);
