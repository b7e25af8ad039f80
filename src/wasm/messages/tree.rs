//! Hierarchies made by hand: their rows, how they are changed, and how they are drawn.

use crate::{data, hierarchy};
use serde::Serialize;
use tsify::Tsify;

/// Rows with names for their levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Tree {
    /// What levels 1, 2, … are; an empty name says nothing.
    pub levels: Vec<String>,
    /// Value, group on level 1, …, group on the top.
    pub rows: Vec<Vec<String>>,
}

/// A change of a hierarchy. Groups are named by their labels; those of level 0 are the values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum HierarchyEdit {
    /// Makes groups of one level one group.
    Join {
        /// The level of the groups.
        level: usize,
        /// The groups.
        groups: Vec<String>,
        /// The name of the joined group; without one, it is made of theirs.
        name: Option<String>,
    },
    /// Gives a group another name.
    Rename {
        /// The level of the group.
        level: usize,
        /// Its name.
        group: String,
        /// Its new name.
        name: String,
    },
    /// Makes of each group the groups of the level below.
    Split {
        /// The level of the groups.
        level: usize,
        /// The groups.
        groups: Vec<String>,
    },
    /// Puts groups into another one of the level above.
    Move {
        /// The level of the groups that move.
        level: usize,
        /// The groups.
        groups: Vec<String>,
        /// The group of the level above.
        to: String,
    },
    /// Puts a level above another.
    AddLevel {
        /// The level below the new one.
        above: usize,
        /// What the new level is; may be empty.
        name: String,
    },
    /// Takes a level out.
    RemoveLevel(usize),
    /// Says what a level is.
    NameLevel {
        /// The level.
        level: usize,
        /// What it is.
        name: String,
    },
}

/// A hierarchy as it is drawn, from the values to the top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Blocks {
    /// The levels.
    pub levels: Vec<LevelBlocks>,
}

/// The groups of one level in the order in which they are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LevelBlocks {
    /// What the level is, in words.
    pub name: String,
    /// The label of each group.
    pub labels: Vec<String>,
    /// Values of the hierarchy in each group.
    pub leaves: Vec<u32>,
    /// Records of the column in each group.
    pub records: Vec<u64>,
}

/// Columns that tell each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LinkSuggestion {
    /// The columns, in the order of the file.
    pub columns: Vec<String>,
    /// What tells what.
    pub reason: String,
}

/// The links that a file may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LinkSuggestions(pub Vec<LinkSuggestion>);

impl From<data::LinkSuggestion> for LinkSuggestion {
    fn from(link: data::LinkSuggestion) -> Self {
        let data::LinkSuggestion { columns, reason } = link;
        Self { columns, reason }
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
