//! Hierarchies made by hand: their rows, their edits, and their drawing.

use crate::{data, hierarchy};
use serde::Serialize;
use tsify::Tsify;

/// Rows with names for their levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Tree {
    /// The names of levels 1, 2, …; may be empty.
    pub levels: Vec<String>,
    /// Value, group on level 1, …, group on the top.
    pub rows: Vec<Vec<String>>,
}

/// A change of a hierarchy. Groups are named by their labels; those of level 0 are the values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum HierarchyEdit {
    /// Joins groups of one level into one.
    Join {
        /// The level of the groups.
        level: usize,
        /// The groups.
        groups: Vec<String>,
        /// The name of the joined group. Without one, it is made from theirs.
        name: Option<String>,
    },
    /// Renames a group.
    Rename {
        /// The level of the group.
        level: usize,
        /// The name.
        group: String,
        /// The new name.
        name: String,
    },
    /// Splits each group into the groups of the level below.
    Split {
        /// The level of the groups.
        level: usize,
        /// The groups.
        groups: Vec<String>,
    },
    /// Moves groups into a different group of the level above.
    Move {
        /// The level of the groups that move.
        level: usize,
        /// The groups.
        groups: Vec<String>,
        /// The group of the level above.
        to: String,
    },
    /// Inserts a level above another one.
    AddLevel {
        /// The level below the new one.
        above: usize,
        /// The name of the new level; may be empty.
        name: String,
    },
    /// Removes a level.
    RemoveLevel(usize),
    /// Names a level.
    NameLevel {
        /// The level.
        level: usize,
        /// The name.
        name: String,
    },
}

/// The drawing of a hierarchy, from the values to the top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Blocks {
    /// The levels.
    pub levels: Vec<LevelBlocks>,
}

/// The groups of one level in drawing order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LevelBlocks {
    /// The name of the level.
    pub name: String,
    /// The label of each group.
    pub labels: Vec<String>,
    /// Values of the hierarchy in each group.
    pub leaves: Vec<u32>,
    /// Records of the column in each group.
    pub records: Vec<u64>,
}

/// A column for which a file may be the hierarchy or the code book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct CoveredColumn {
    /// The column.
    pub column: String,
    /// The number of its values that have a row in the file.
    pub covered: usize,
    /// The number of its values.
    pub values: usize,
}

/// The columns for which a file may be a hierarchy, surest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct CoveredColumns(pub Vec<CoveredColumn>);

impl From<hierarchy::CoveredColumn> for CoveredColumn {
    fn from(one: hierarchy::CoveredColumn) -> Self {
        let hierarchy::CoveredColumn { column, covered, values } = one;
        Self { column, covered, values }
    }
}

/// Columns of which one determines another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LinkSuggestion {
    /// The columns, in the order of the file.
    pub columns: Vec<String>,
    /// Which column determines which.
    pub reason: String,
    /// Whether they are one thing in several codings, which the loss should count once.
    pub is_one_thing: bool,
}

/// The links that a file may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LinkSuggestions(pub Vec<LinkSuggestion>);

impl From<data::LinkSuggestion> for LinkSuggestion {
    fn from(link: data::LinkSuggestion) -> Self {
        let data::LinkSuggestion { columns, reason, is_one_thing } = link;
        Self { columns, reason, is_one_thing }
    }
}

impl From<hierarchy::Tree> for Tree {
    fn from(tree: hierarchy::Tree) -> Self {
        let hierarchy::Tree { levels, rows } = tree;
        Self { levels, rows }
    }
}

impl From<hierarchy::Edit> for HierarchyEdit {
    fn from(edit: hierarchy::Edit) -> Self {
        match edit {
            hierarchy::Edit::Join(hierarchy::Join { level, groups, name }) => Self::Join { level, groups, name },
            hierarchy::Edit::Rename(hierarchy::Rename { level, group, name }) => Self::Rename { level, group, name },
            hierarchy::Edit::Split(hierarchy::Split { level, groups }) => Self::Split { level, groups },
            hierarchy::Edit::Move(hierarchy::Move { level, groups, to }) => Self::Move { level, groups, to },
            hierarchy::Edit::AddLevel(hierarchy::AddLevel { above, name }) => Self::AddLevel { above, name },
            hierarchy::Edit::RemoveLevel(level) => Self::RemoveLevel(level),
            hierarchy::Edit::NameLevel(hierarchy::NameLevel { level, name }) => Self::NameLevel { level, name },
        }
    }
}

impl From<hierarchy::Blocks> for Blocks {
    fn from(blocks: hierarchy::Blocks) -> Self {
        let levels = blocks.levels.into_iter().map(|level| {
            let hierarchy::LevelBlocks { name, labels, leaves, records } = level;
            LevelBlocks { name, labels, leaves, records }
        });
        Self { levels: levels.collect() }
    }
}
