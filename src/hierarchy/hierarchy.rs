//! Level × value → group.

use crate::data::Dictionary;
use crate::error::{Error, HierarchyError, Result};
use crate::sorting::sort_by;

/// The most levels that a hierarchy may have.
pub const MAX_LEVELS: usize = 64;

/// The number that stands for a group on one level: its place in the order of first appearance among the rows.
pub type GroupCode = u32;

/// A generalization hierarchy: rows `value; group on level 1; …; group on the top`.
///
/// Its leaf domain is its rows as given, whether or not they occur in the data. A group's size is kept for each level
/// and label, so that one label may name groups on two levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Hierarchy {
    levels: Vec<LevelGroups>,
}

/// The groups of one level.
#[derive(Debug, Clone, PartialEq)]
struct LevelGroups {
    /// Group of each leaf.
    group_of_leaf: Vec<GroupCode>,
    labels: Vec<String>,
    /// Leaves in each group.
    sizes: Vec<u32>,
}

/// A hierarchy seen from one column's dictionary: for each level, the group of each value code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelMaps {
    /// `groups[level][value code]`.
    pub groups: Vec<Vec<GroupCode>>,
}

impl Hierarchy {
    /// A hierarchy from its rows.
    ///
    /// # Errors
    /// No rows, ragged rows, a value in two rows, more than [`MAX_LEVELS`] levels, or a level that does not coarsen the
    /// one below it. The error names the row (from 1), the value, and both sides of the breach.
    pub fn from_rows(rows: &[Vec<String>]) -> Result<Self> {
        let height = rows.first().ok_or(HierarchyError::Empty)?.len();
        if height > MAX_LEVELS {
            return Err(HierarchyError::TooManyLevels {
                given: height,
                limit: MAX_LEVELS,
            }
            .into());
        }
        for (row, number) in rows.iter().zip(1..) {
            if row.len() != height || row.is_empty() {
                let kind = HierarchyError::Ragged {
                    given: row.len(),
                    expected: height,
                };
                return Err(Error::new(kind)
                    .at_row(number)
                    .with_value(row.first().cloned().unwrap_or_default()));
            }
        }
        let levels: Vec<LevelGroups> = (0..height)
            .map(|level| LevelGroups::of(rows, level))
            .collect();
        let hierarchy = Self { levels };
        hierarchy.check_leaves_differ(rows)?;
        for level in 1..height {
            hierarchy.check_coarsens(rows, level)?;
        }
        Ok(hierarchy)
    }

    /// Two levels: each value itself, and `*` for all. What a quasi-identifier without a hierarchy gets.
    ///
    /// # Errors
    /// No values.
    pub fn identity<'a>(values: impl Iterator<Item = &'a str>) -> Result<Self> {
        let rows: Vec<Vec<String>> = values
            .map(|value| vec![value.to_owned(), "*".to_owned()])
            .collect();
        Self::from_rows(&rows)
    }

    /// Number of levels, at least 1.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// Number of leaves, that is of rows.
    pub fn n_leaves(&self) -> usize {
        self.levels[0].labels.len()
    }

    /// Number of groups on a level.
    pub fn n_groups(&self, level: usize) -> usize {
        self.levels[level].labels.len()
    }

    /// The label of a group on a level.
    pub fn label(&self, level: usize, group: GroupCode) -> &str {
        &self.levels[level].labels[group as usize]
    }

    /// Leaves in a group of a level.
    pub fn group_size(&self, level: usize, group: GroupCode) -> u32 {
        self.levels[level].sizes[group as usize]
    }

    /// The rows, as given to [`from_rows`](Self::from_rows).
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        (0..self.n_leaves()).map(|leaf| {
            self.levels
                .iter()
                .map(|level| level.labels[level.group_of_leaf[leaf] as usize].as_str())
                .collect()
        })
    }

    /// The values of the data that no row has, with their numbers of records, most frequent first, then by value.
    pub fn missing(&self, dictionary: &Dictionary) -> Vec<(String, u64)> {
        let leaves = self.leaf_index();
        let mut missing: Vec<(String, u64)> = dictionary
            .iter()
            .filter(|(value, _)| leaves.code(value).is_none())
            .map(|(value, count)| (value.to_owned(), count))
            .collect();
        sort_by(&mut missing, |a, b| {
            b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0))
        });
        missing
    }

    /// The group of each of the dictionary's values on each level.
    ///
    /// # Errors
    /// Values that no row has, with their counts.
    pub fn encode(&self, dictionary: &Dictionary) -> Result<LevelMaps> {
        let leaves = self.leaf_index();
        let rows: Option<Vec<GroupCode>> = dictionary
            .iter()
            .map(|(value, _)| leaves.code(value))
            .collect();
        let Some(rows) = rows else {
            return Err(HierarchyError::Missing {
                missing: self.missing(dictionary),
            }
            .into());
        };
        let groups = self
            .levels
            .iter()
            .map(|level| {
                rows.iter()
                    .map(|&leaf| level.group_of_leaf[leaf as usize])
                    .collect()
            })
            .collect();
        Ok(LevelMaps { groups })
    }

    /// The leaves, each with its number as its code.
    fn leaf_index(&self) -> Dictionary {
        let mut leaves = Dictionary::new();
        for leaf in &self.levels[0].labels {
            leaves.intern(leaf, 0);
        }
        leaves
    }

    fn check_leaves_differ(&self, rows: &[Vec<String>]) -> Result<()> {
        let mut leaves = Dictionary::new();
        for (row, number) in rows.iter().zip(1..) {
            let first = u64::from(leaves.intern(&row[0], 0)) + 1;
            if first < number {
                return Err(Error::new(HierarchyError::Repeated { first })
                    .at_row(number)
                    .with_value(&row[0]));
            }
        }
        Ok(())
    }

    fn check_coarsens(&self, rows: &[Vec<String>], level: usize) -> Result<()> {
        let below = &self.levels[level - 1];
        let above = &self.levels[level];
        let mut first_leaf: Vec<Option<usize>> = vec![None; below.labels.len()];
        for leaf in 0..self.n_leaves() {
            let group = below.group_of_leaf[leaf] as usize;
            let first = *first_leaf[group].get_or_insert(leaf);
            if above.group_of_leaf[first] != above.group_of_leaf[leaf] {
                let kind = HierarchyError::Split {
                    level,
                    group: below.labels[group].clone(),
                    first: rows[first][level].clone(),
                    first_row: first as u64 + 1,
                    second: rows[leaf][level].clone(),
                };
                return Err(Error::new(kind)
                    .at_row(leaf as u64 + 1)
                    .with_value(&rows[leaf][0]));
            }
        }
        Ok(())
    }
}

impl LevelGroups {
    fn of(rows: &[Vec<String>], level: usize) -> Self {
        let mut index = Dictionary::new();
        let mut groups = Self {
            group_of_leaf: Vec::with_capacity(rows.len()),
            labels: Vec::new(),
            sizes: Vec::new(),
        };
        for row in rows {
            let group: GroupCode = index.intern(&row[level], 0);
            if group as usize == groups.labels.len() {
                groups.labels.push(row[level].clone());
                groups.sizes.push(0);
            }
            groups.sizes[group as usize] += 1;
            groups.group_of_leaf.push(group);
        }
        groups
    }
}
