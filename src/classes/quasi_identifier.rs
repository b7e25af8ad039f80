//! A quasi-identifier for the search: numbers only.

use crate::data::{Dictionary, ValueCode};
use crate::error::Result;
use crate::hierarchy::{GroupCode, Hierarchy};
use crate::lattice::Level;

/// A quasi-identifier: for each level, the group of each value of the data.
///
/// Groups are renumbered on each level, by first appearance in the order of the value codes, so only groups that
/// occur in the data have a number. On level 0 the group of a value is its code.
#[derive(Debug, Clone, PartialEq)]
pub struct QuasiIdentifier {
    name: String,
    levels: Vec<LevelGroups>,
    /// Records of each value.
    counts: Vec<u64>,
    n_leaves: u32,
}

#[derive(Debug, Clone, PartialEq)]
struct LevelGroups {
    group_of_value: Vec<GroupCode>,
    /// A value of each group.
    representative: Vec<ValueCode>,
    /// The hierarchy's number for each group.
    hierarchy_group: Vec<GroupCode>,
    /// The number of leaves of the hierarchy in each group.
    sizes: Vec<u32>,
}

impl QuasiIdentifier {
    /// The quasi-identifier of a column with this dictionary and hierarchy.
    ///
    /// # Errors
    /// If the hierarchy lacks values of the data.
    pub fn new(dictionary: &Dictionary, hierarchy: &Hierarchy) -> Result<Self> {
        let maps = hierarchy.encode(dictionary)?;
        let levels = (maps.groups.into_iter().enumerate())
            .map(|(level, mut group_of_value)| {
                let mut own = vec![GroupCode::MAX; hierarchy.n_groups(level)];
                let mut representative = Vec::new();
                let mut hierarchy_group = Vec::new();
                for (group, value) in group_of_value.iter_mut().zip(0..) {
                    let own = &mut own[*group as usize];
                    if *own == GroupCode::MAX {
                        *own = representative.len() as GroupCode;
                        representative.push(value);
                        hierarchy_group.push(*group);
                    }
                    *group = *own;
                }
                representative.shrink_to_fit();
                hierarchy_group.shrink_to_fit();
                let sizes = hierarchy_group.iter().map(|&group| hierarchy.group_size(level, group)).collect();
                LevelGroups { group_of_value, representative, hierarchy_group, sizes }
            })
            .collect();
        let counts = dictionary.iter().map(|(_, count)| count).collect();
        Ok(Self { name: String::new(), levels, counts, n_leaves: hierarchy.n_leaves() as u32 })
    }

    /// This quasi-identifier with the name of its column, for messages.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let name = name.to_owned();
        Self { name, ..self }
    }

    /// This quasi-identifier with further values after its own, which no record has. Each is given by the lowest
    /// level on which it is in one of the groups, and that group; `None` if it is in none on any level. Below that
    /// level it is in a group of its own. No two may be equal, and none may have level 0.
    ///
    /// Time: levels × values.
    #[must_use]
    pub fn with_others(&self, others: &[Option<(Level, GroupCode)>]) -> Self {
        let mut extended = self.clone();
        extended.counts.resize(self.counts.len() + others.len(), 0);
        for (level, groups) in (0..).zip(&mut extended.levels) {
            for (value, other) in (self.counts.len() as ValueCode..).zip(others) {
                let group = match *other {
                    Some((from, group)) if from <= level => self.parent(from, group, level),
                    Some(_) | None => {
                        groups.representative.push(value);
                        groups.hierarchy_group.push(0);
                        groups.sizes.push(0);
                        groups.representative.len() as GroupCode - 1
                    }
                };
                groups.group_of_value.push(group);
            }
        }
        extended
    }

    /// The name of its column; empty if none was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of levels of the hierarchy.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// The number of leaves of the hierarchy.
    pub fn n_leaves(&self) -> u32 {
        self.n_leaves
    }

    /// The number of groups on a level that occur in the data.
    pub fn n_groups(&self, level: Level) -> usize {
        self.level(level).representative.len()
    }

    /// The group of a value on a level.
    pub fn group(&self, level: Level, value: ValueCode) -> GroupCode {
        self.level(level).group_of_value[value as usize]
    }

    /// The group on a higher level that contains a group of a lower level.
    pub fn parent(&self, from: Level, group: GroupCode, to: Level) -> GroupCode {
        self.group(to, self.level(from).representative[group as usize])
    }

    /// The number of leaves of the hierarchy in a group.
    pub fn group_size(&self, level: Level, group: GroupCode) -> u32 {
        self.level(level).sizes[group as usize]
    }

    /// The hierarchy's number for a group, which gives its label.
    pub fn hierarchy_group(&self, level: Level, group: GroupCode) -> GroupCode {
        self.level(level).hierarchy_group[group as usize]
    }

    /// Records of each value, by value code.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Records of each group on a level.
    pub fn group_counts(&self, level: Level) -> Vec<u64> {
        let mut counts = vec![0; self.n_groups(level)];
        for (&group, &count) in self.level(level).group_of_value.iter().zip(&self.counts) {
            counts[group as usize] += count;
        }
        counts
    }

    fn level(&self, level: Level) -> &LevelGroups {
        &self.levels[usize::from(level)]
    }
}
