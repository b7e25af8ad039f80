//! Manual edits of a hierarchy.
//!
//! **Invariant:** after any edit every value has its row, in the same order as before, each level coarsens the one
//! below, and a top of one group is still one group. An edit that cannot preserve this is rejected with the reason.

use super::hierarchy::Hierarchy;
use super::tree::Tree;
use crate::data::Dictionary;
use crate::error::{Error, HierarchyError, Result};
use std::collections::BTreeSet;

mod asked;

pub use asked::{AddLevel, Edit, Join, Move, NameLevel, Rename, Split};

/// The maximum length, in characters, of a name made of the joined groups.
const LONGEST_NAME: usize = 60;

/// The suffix of the name of a level that was edited.
const BY_HAND: &str = ", changed by hand";

impl Tree {
    /// The tree after an edit. Levels whose groups it changes state this in their names. Time: linear in the rows and
    /// their levels.
    ///
    /// # Errors
    /// If the tree does not have the level or group, a name is empty or taken by another group of the level, or the
    /// edit would split the top. Also as [`Hierarchy::from_rows`].
    pub fn edited(&self, edit: &Edit) -> Result<Self> {
        let height = Hierarchy::from_rows(&self.rows)?.height();
        let mut editing = Editing { rows: self.rows.clone(), names: self.levels.clone(), height };
        editing.names.resize(height - 1, String::new());
        editing.apply(edit)?;
        let Editing { rows, names, .. } = editing;
        Hierarchy::from_rows(&rows)?;
        Ok(Self { levels: names, rows })
    }
}

/// A tree during an edit.
struct Editing {
    rows: Vec<Vec<String>>,
    /// The name of each level except the lowest; empty if none was given.
    names: Vec<String>,
    height: usize,
}

impl Editing {
    fn apply(&mut self, edit: &Edit) -> Result<()> {
        match edit {
            Edit::Join(join) => self.join(join),
            Edit::Rename(rename) => self.rename(rename),
            Edit::Split(split) => self.split(split),
            Edit::Move(moved) => self.move_groups(moved),
            Edit::AddLevel(added) => self.add_level(added),
            Edit::RemoveLevel(level) => self.remove_level(*level),
            Edit::NameLevel(named) => {
                self.expect_level(named.level, 1, self.height - 1)?;
                named.name.trim().clone_into(&mut self.names[named.level - 1]);
                Ok(())
            }
        }
    }

    fn join(&mut self, join: &Join) -> Result<()> {
        self.expect_level(join.level, 0, self.height - 1)?;
        let groups = self.chosen(join.level, &join.groups)?;
        if groups.len() < 2 {
            return refuse("one group cannot be joined", "Choose two or more groups of one level.");
        }
        let name = match join.name.as_deref().map(str::trim) {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => self.free_name(join.level.max(1), &joined_name(&groups), &groups),
        };
        if join.level == 0 {
            if self.height == 2 && self.has_one_top() {
                self.insert_level(0, "");
            }
            let moved = Move { level: 0, groups, to: name };
            self.expect_new(1, &moved)?;
            return self.move_groups(&moved);
        }
        self.expect_free(join.level, &name, &groups)?;
        self.join_from(join.level, groups, &name);
        Ok(())
    }

    /// Joins groups, and on each level above the groups that contain them, under a name made of theirs, so that each
    /// label still describes its group.
    fn join_from(&mut self, level: usize, mut groups: Vec<String>, name: &str) {
        let mut name = name.to_owned();
        for level in level..self.height {
            let chosen: BTreeSet<&str> = groups.iter().map(String::as_str).collect();
            let is_chosen = |row: &[String]| chosen.contains(row[level].as_str());
            let mut holders = Dictionary::new();
            if level + 1 < self.height {
                for row in self.rows.iter().filter(|row| is_chosen(row)) {
                    holders.intern(&row[level + 1], 0);
                }
            }
            self.relabel(level, |row| is_chosen(row).then(|| vec![name.clone()]));
            if holders.len() < 2 {
                return;
            }
            groups = (holders.iter()).map(|(holder, _)| holder.to_owned()).collect();
            name = self.free_name(level + 1, &joined_name(&groups), &groups);
        }
    }

    fn rename(&mut self, rename: &Rename) -> Result<()> {
        let Rename { level, group, name } = rename;
        let (level, name) = (*level, name.trim());
        self.expect_level(level, 1, self.height - 1)?;
        let groups = self.chosen(level, std::slice::from_ref(group))?;
        if name.is_empty() {
            return refuse("a group needs a name", "Give it one, for example North.");
        }
        self.expect_free(level, name, &groups)?;
        for row in &mut self.rows {
            if row[level] == *group {
                name.clone_into(&mut row[level]);
            }
        }
        Ok(())
    }

    fn split(&mut self, split: &Split) -> Result<()> {
        let level = split.level;
        self.expect_level(level, 1, self.height - 1)?;
        let groups = self.chosen(level, &split.groups)?;
        if level == self.height - 1 && self.has_one_top() {
            return part_top();
        }
        let chosen: BTreeSet<&str> = groups.iter().map(String::as_str).collect();
        let is_chosen = |row: &[String]| chosen.contains(row[level].as_str());
        let mut parts = Dictionary::new();
        for row in self.rows.iter().filter(|row| is_chosen(row)) {
            parts.intern(&row[level - 1], 0);
        }
        if parts.len() == groups.len() {
            return refuse(
                "what is one group of the level below cannot be split",
                "Split groups that hold two or more groups of the level below.",
            );
        }
        let taken = (self.rows.iter()).filter(|row| !is_chosen(row));
        let mut names = Dictionary::new();
        for row in taken {
            names.intern(&row[level], 0);
        }
        let labels: Vec<String> = (parts.iter())
            .map(|(part, _)| {
                let label = free(part, |name| names.code(name).is_some());
                names.intern(&label, 0);
                label
            })
            .collect();
        self.relabel(level, |row| {
            if !is_chosen(row) {
                return None;
            }
            let part = parts.code(&row[level - 1])? as usize;
            Some([vec![labels[part].clone()], row[level + 1..].to_vec()].concat())
        });
        Ok(())
    }

    fn move_groups(&mut self, moved: &Move) -> Result<()> {
        let Move { level, groups, to } = moved;
        let (above, to) = (level + 1, to.trim());
        self.expect_level(*level, 0, self.height - 2)?;
        let groups = self.chosen(*level, groups)?;
        if to.is_empty() {
            return refuse(
                "the group to move to has no name",
                "Name a group of the level above, or give a new one a name.",
            );
        }
        let is_old = self.rows.iter().any(|row| row[above] == to);
        if !is_old && above == self.height - 1 && self.has_one_top() {
            return part_top();
        }
        let chosen: BTreeSet<&str> = groups.iter().map(String::as_str).collect();
        let is_chosen = |row: &[String]| chosen.contains(row[*level].as_str());
        if is_old {
            let labels = [vec![to.to_owned()], self.above(above, to)].concat();
            self.relabel(above, |row| is_chosen(row).then(|| labels.clone()));
            return Ok(());
        }
        self.relabel(above, |row| is_chosen(row).then(|| vec![to.to_owned()]));
        // The new group must be inside one group, so the groups that contain its parts are joined.
        if above + 1 < self.height {
            let mut holders = Dictionary::new();
            for row in self.rows.iter().filter(|row| row[above] == to) {
                holders.intern(&row[above + 1], 0);
            }
            let holders: Vec<String> = (holders.iter()).map(|(holder, _)| holder.to_owned()).collect();
            if holders.len() > 1 {
                let name = self.free_name(above + 1, &joined_name(&holders), &holders);
                self.join_from(above + 1, holders, &name);
            }
        }
        Ok(())
    }

    fn add_level(&mut self, added: &AddLevel) -> Result<()> {
        self.expect_level(added.above, 0, self.height - 1)?;
        if added.above < self.height - 1 {
            self.insert_level(added.above, added.name.trim());
            return Ok(());
        }
        if self.has_one_top() {
            return refuse("nothing lies above a level of one group", "Add the level below the top.");
        }
        for row in &mut self.rows {
            row.push("*".to_owned());
        }
        self.names.push(String::new());
        self.height += 1;
        Ok(())
    }

    fn remove_level(&mut self, level: usize) -> Result<()> {
        self.expect_level(level, 1, self.height - 1)?;
        if self.height == 2 || (level == self.height - 1 && self.has_one_top()) {
            return refuse(
                "the top level stays: it is where a column says nothing",
                "Remove a level between the values and the top.",
            );
        }
        for row in &mut self.rows {
            row.remove(level);
        }
        self.names.remove(level - 1);
        self.height -= 1;
        Ok(())
    }

    fn insert_level(&mut self, above: usize, name: &str) {
        for row in &mut self.rows {
            let copy = row[above].clone();
            row.insert(above + 1, copy);
        }
        self.names.insert(above, name.to_owned());
        self.height += 1;
    }

    /// Gives rows new labels from a level on, and marks each level on which a label has changed.
    fn relabel(&mut self, from: usize, labels: impl Fn(&[String]) -> Option<Vec<String>>) {
        let mut changed = vec![false; self.height];
        for row in &mut self.rows {
            let Some(labels) = labels(row) else { continue };
            for (level, label) in (from..).zip(labels) {
                changed[level] |= row[level] != label;
                row[level] = label;
            }
        }
        for (name, _) in (self.names.iter_mut().zip(&changed[1..])).filter(|(_, changed)| **changed) {
            if !name.is_empty() && !name.ends_with(BY_HAND) {
                name.push_str(BY_HAND);
            }
        }
    }

    /// The labels above a group, level by level.
    fn above(&self, level: usize, group: &str) -> Vec<String> {
        let row = self.rows.iter().find(|row| row[level] == group);
        row.map(|row| row[level + 1..].to_vec()).unwrap_or_default()
    }

    /// The named groups, each once, in the order of the rows.
    fn chosen(&self, level: usize, groups: &[String]) -> Result<Vec<String>> {
        let mut wanted: BTreeSet<&str> = groups.iter().map(String::as_str).collect();
        if wanted.is_empty() {
            return refuse("no group is chosen", "Choose a group.");
        }
        let mut found = Vec::with_capacity(wanted.len());
        for row in &self.rows {
            if wanted.remove(row[level].as_str()) {
                found.push(row[level].clone());
            }
        }
        match wanted.first() {
            None => Ok(found),
            Some(absent) => {
                refuse(format!("level {level} has no group `{absent}`"), "Choose groups that the level has.")
            }
        }
    }

    fn has_one_top(&self) -> bool {
        let mut tops = self.rows.iter().map(|row| &row[self.height - 1]);
        let first = tops.next();
        tops.all(|top| Some(top) == first)
    }

    fn expect_level(&self, level: usize, least: usize, most: usize) -> Result<()> {
        if (least..=most).contains(&level) {
            return Ok(());
        }
        refuse(format!("level {level} cannot be changed like this"), format!("Choose a level from {least} to {most}."))
    }

    /// # Errors
    /// If a group of the level other than those in `may` has the name.
    fn expect_free(&self, level: usize, name: &str, may: &[String]) -> Result<()> {
        let is_taken = (self.rows.iter()).any(|row| row[level] == name && !may.contains(&row[level]));
        if !is_taken {
            return Ok(());
        }
        refuse(format!("level {level} has a group `{name}` already"), "Choose another name, or join the groups.")
    }

    /// # Errors
    /// If the target group exists and contains more than the moved groups.
    fn expect_new(&self, level: usize, moved: &Move) -> Result<()> {
        let values: BTreeSet<&str> = moved.groups.iter().map(String::as_str).collect();
        let is_taken =
            (self.rows.iter()).any(|row| row[level] == moved.to && !values.contains(row[level - 1].as_str()));
        if !is_taken {
            return Ok(());
        }
        refuse(
            format!("level {level} has a group `{}` already", moved.to),
            "Choose another name, or move the values to that group.",
        )
    }

    /// A name that no other group of the level has.
    fn free_name(&self, level: usize, name: &str, may: &[String]) -> String {
        if level >= self.height {
            return name.to_owned();
        }
        let taken: BTreeSet<&str> = (self.rows.iter())
            .map(|row| row[level].as_str())
            .filter(|label| !may.iter().any(|own| own == label))
            .collect();
        free(name, |name| taken.contains(name))
    }
}

/// `Graz, Linz`, or as many of the names as fit and the number of further ones.
fn joined_name(groups: &[String]) -> String {
    let mut name = String::new();
    for (at, group) in groups.iter().enumerate() {
        let length = name.chars().count() + group.chars().count();
        if at > 0 && length > LONGEST_NAME {
            return format!("{name} and {} more", groups.len() - at);
        }
        if at > 0 {
            name.push_str(", ");
        }
        name.push_str(group);
    }
    name
}

/// The name, with a number at its end if it is taken.
fn free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let numbered = (2_u64..).map(|number| format!("{name} ({number})"));
    let mut free = numbered.skip_while(|name| is_taken(name));
    free.next().unwrap_or_default()
}

fn part_top<T>() -> Result<T> {
    refuse("the top level is one group, and stays one", "Add a level below the top, and make the groups there.")
}

fn refuse<T>(problem: impl Into<String>, advice: impl Into<String>) -> Result<T> {
    Err(Error::new(HierarchyError::Parameter { problem: problem.into(), advice: advice.into() }))
}

#[cfg(test)]
mod tests;
