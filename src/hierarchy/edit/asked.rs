//! The edits of a hierarchy.

use serde::{Deserialize, Serialize};

/// An edit of a hierarchy. Groups are named by their labels; those of level 0 are the values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Joins groups of one level. The groups that contain them are joined, too, so that every label still describes
    /// its group. Values become a group on level 1; if only the top is above them, a level is inserted.
    Join(Join),
    /// Renames a group.
    Rename(Rename),
    /// Replaces each group by the groups of the level below.
    Split(Split),
    /// Moves groups into another group of the level above: an existing one, whose own groups above then contain them,
    /// or a new one.
    Move(Move),
    /// Inserts a level above another, with the same groups.
    AddLevel(AddLevel),
    /// Removes a level.
    RemoveLevel(usize),
    /// Names a level.
    NameLevel(NameLevel),
}

/// See [`Edit::Join`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The level of the groups.
    pub level: usize,
    /// The groups.
    pub groups: Vec<String>,
    /// The name of the joined group; by default it is made of theirs.
    pub name: Option<String>,
}

/// See [`Edit::Rename`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The level of the group, at least 1.
    pub level: usize,
    /// The current name of the group.
    pub group: String,
    /// The new name.
    pub name: String,
}

/// See [`Edit::Split`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// The level of the groups, at least 1.
    pub level: usize,
    /// The groups.
    pub groups: Vec<String>,
}

/// See [`Edit::Move`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The level of the groups that move.
    pub level: usize,
    /// The groups.
    pub groups: Vec<String>,
    /// The group of the level above.
    pub to: String,
}

/// See [`Edit::AddLevel`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AddLevel {
    /// The level below the new one.
    pub above: usize,
    /// The name of the new level; may be empty.
    pub name: String,
}

/// See [`Edit::NameLevel`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NameLevel {
    /// The level, at least 1.
    pub level: usize,
    /// The new name; an empty one removes the old name.
    pub name: String,
}
