//! What is asked of a hierarchy that is changed by hand.

use serde::{Deserialize, Serialize};

/// A change of a hierarchy. Groups are named by their labels; those of level 0 are the values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Makes groups of one level one group; the groups that hold them are joined, too, so that every label goes on
    /// saying what is in its group. Values become a group on level 1; where only the top is above them, a level for it
    /// is put in.
    Join(Join),
    /// Gives a group another name.
    Rename(Rename),
    /// Makes of each group the groups of the level below.
    Split(Split),
    /// Puts groups into another one of the level above: an old one, and then those that hold it hold them, or a new
    /// one.
    Move(Move),
    /// Puts a level above another, with the same groups.
    AddLevel(AddLevel),
    /// Takes a level out.
    RemoveLevel(usize),
    /// Says what a level is.
    NameLevel(NameLevel),
}

/// See [`Edit::Join`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The level of the groups.
    pub level: usize,
    /// The groups.
    pub groups: Vec<String>,
    /// The name of the joined group; without one, it is made of theirs.
    pub name: Option<String>,
}

/// See [`Edit::Rename`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The level of the group, at least 1.
    pub level: usize,
    /// Its name.
    pub group: String,
    /// Its new name.
    pub name: String,
}

/// See [`Edit::Split`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// The level of the groups, at least 1.
    pub level: usize,
    /// The groups.
    pub groups: Vec<String>,
}

/// See [`Edit::Move`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct AddLevel {
    /// The level below the new one.
    pub above: usize,
    /// What the new level is; may be empty.
    pub name: String,
}

/// See [`Edit::NameLevel`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameLevel {
    /// The level, at least 1.
    pub level: usize,
    /// What it is; an empty name takes the old one away.
    pub name: String,
}
