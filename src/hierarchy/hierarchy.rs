//! Level × value → group.

use crate::data::{Dictionary, Texts, ValueCode, one_spelling};
use crate::error::{Error, HierarchyError, Result};
use crate::sorting::sort_by;
use rustc_hash::FxHashMap;

/// The most levels that a hierarchy may have.
pub const MAX_LEVELS: usize = 64;

/// What the name of a level ends with that has one group for all values.
pub const SAYS_NOTHING: &str = ": nothing said";

/// The number of a group on one level: its place in the order of first appearance among the rows.
pub type GroupCode = u32;

/// A generalization hierarchy: rows `value; group on level 1; …; group on the top`.
///
/// The leaf domain of a hierarchy is its rows as given, whether or not they occur in the data. The size of a group is
/// stored for each level and label, so that the same label may name groups on two levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Hierarchy {
    levels: Vec<LevelGroups>,
    /// The names of levels 1, 2, …; fewer if not all were given.
    names: Vec<String>,
}

/// The groups of one level.
#[derive(Debug, Clone, PartialEq)]
struct LevelGroups {
    /// Group of each leaf.
    group_of_leaf: Vec<GroupCode>,
    labels: Texts,
    /// Leaves in each group.
    sizes: Vec<u32>,
}

/// A hierarchy for one column's dictionary: for each level, the group of each value code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelMaps {
    /// `groups[level][value code]`.
    pub groups: Vec<Vec<GroupCode>>,
}

impl Hierarchy {
    /// A hierarchy from its rows.
    ///
    /// # Errors
    /// If there are no rows, rows are ragged, a value is in two rows, there are more than [`MAX_LEVELS`] levels, a
    /// level does not coarsen the one below it, or a level only swaps values. The error names the row (from 1), the
    /// value, and both sides of the conflict.
    pub fn from_rows(rows: &[Vec<String>]) -> Result<Self> {
        let height = rows.first().ok_or(HierarchyError::Empty)?.len();
        expect_few_levels(height)?;
        for (row, number) in rows.iter().zip(1..) {
            if row.len() != height || row.is_empty() {
                let kind = HierarchyError::Ragged { given: row.len(), expected: height };
                return Err(Error::new(kind).at_row(number).with_value(row.first().cloned().unwrap_or_default()));
            }
        }
        let hierarchy = Self::from_cells(rows.len(), height, &|row, level| rows[row][level].as_str())?;
        let leaves = hierarchy.leaf_index();
        (1..height).try_for_each(|level| hierarchy.check_no_circle(&leaves, level))?;
        Ok(hierarchy)
    }

    /// Two levels: each value itself, and `*` for all. The default for a quasi-identifier without a hierarchy.
    ///
    /// # Errors
    /// If there are no values.
    pub fn identity(dictionary: &Dictionary) -> Result<Self> {
        Self::from_cells(dictionary.len(), 2, &|row, level| match level {
            0 => dictionary.value(row as ValueCode),
            _ => "*",
        })
    }

    /// A hierarchy from the cells of `n_rows` rows of the same height, given by row and level. The rows are never
    /// stored as a whole.
    ///
    /// # Errors
    /// As [`from_rows`](Self::from_rows), except for ragged rows.
    pub(super) fn from_cells<'a>(n_rows: usize, height: usize, cell: &dyn Fn(usize, usize) -> &'a str) -> Result<Self> {
        if n_rows == 0 {
            return Err(HierarchyError::Empty.into());
        }
        expect_few_levels(height)?;
        let levels = (0..height).map(|level| LevelGroups::of((0..n_rows).map(|row| cell(row, level)))).collect();
        let hierarchy = Self { levels, names: Vec::new() };
        hierarchy.check_leaves_differ()?;
        for level in 1..height {
            hierarchy.check_coarsens(level)?;
        }
        Ok(hierarchy)
    }

    /// This hierarchy with names for its levels 1, 2, …. Empty names are ignored.
    #[must_use]
    pub(super) fn named(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.names = names.into_iter().collect();
        self
    }

    /// The names that were given to levels 1, 2, ….
    pub(super) fn given_names(&self) -> &[String] {
        &self.names
    }

    /// The name of a level: `as given`, `month`, `*: nothing said`. Without a name, its number and its groups.
    pub fn level_name(&self, level: usize) -> String {
        let is_top = level > 0 && level + 1 == self.height() && self.n_groups(level) == 1;
        if level == 0 {
            return "as given".to_owned();
        }
        if is_top {
            return format!("{}{SAYS_NOTHING}", self.label(level, 0));
        }
        match self.names.get(level - 1) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => match self.n_groups(level) {
                1 => format!("level {level}: 1 group"),
                groups => format!("level {level}: {groups} groups"),
            },
        }
    }

    /// The names of all levels, by [`level_name`](Self::level_name).
    pub fn level_names(&self) -> Vec<String> {
        (0..self.height()).map(|level| self.level_name(level)).collect()
    }

    /// Number of levels, at least 1.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// The number of leaves, that is, of rows.
    pub fn n_leaves(&self) -> usize {
        self.levels[0].labels.len()
    }

    /// Number of groups on a level.
    pub fn n_groups(&self, level: usize) -> usize {
        self.levels[level].labels.len()
    }

    /// The group of each leaf on a level, in the order of the rows.
    pub(super) fn groups(&self, level: usize) -> &[GroupCode] {
        &self.levels[level].group_of_leaf
    }

    /// The label of a group on a level.
    pub fn label(&self, level: usize, group: GroupCode) -> &str {
        self.levels[level].labels.get(group as usize)
    }

    /// The number of leaves in a group of a level.
    pub fn group_size(&self, level: usize, group: GroupCode) -> u32 {
        self.levels[level].sizes[group as usize]
    }

    /// The rows, as given to [`from_rows`](Self::from_rows).
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        (0..self.n_leaves()).map(|leaf| self.levels.iter().map(|level| level.label_of_leaf(leaf)).collect())
    }

    /// The values of the data without a row, with their numbers of records, most frequent first, then by value.
    pub fn missing(&self, dictionary: &Dictionary) -> Vec<(String, u64)> {
        let leaves = self.leaf_index();
        let mut missing: Vec<(String, u64)> = dictionary
            .iter()
            .filter(|(value, _)| leaves.code(value).is_none())
            .map(|(value, count)| (value.to_owned(), count))
            .collect();
        sort_by(&mut missing, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        missing
    }

    /// Of these values without a row, the value with a row that differs in capitals and blanks only.
    fn alike(&self, missing: &[(String, u64)]) -> Vec<(String, String)> {
        let mut known: FxHashMap<String, &str> = FxHashMap::default();
        for leaf in self.levels[0].labels.iter() {
            known.entry(one_spelling(leaf)).or_insert(leaf);
        }
        let alike = missing.iter().filter_map(|(value, _)| {
            let known = known.get(&one_spelling(value))?;
            Some((value.clone(), (*known).to_owned()))
        });
        alike.collect()
    }

    /// The group of each of the dictionary's values on each level.
    ///
    /// # Errors
    /// If values have no row, with their counts.
    pub fn encode(&self, dictionary: &Dictionary) -> Result<LevelMaps> {
        let leaves = self.leaf_index();
        let rows: Option<Vec<GroupCode>> = dictionary.iter().map(|(value, _)| leaves.code(value)).collect();
        let Some(rows) = rows else {
            let missing = self.missing(dictionary);
            let alike = self.alike(&missing);
            return Err(HierarchyError::Missing { missing, alike }.into());
        };
        let groups = self
            .levels
            .iter()
            .map(|level| rows.iter().map(|&leaf| level.group_of_leaf[leaf as usize]).collect())
            .collect();
        Ok(LevelMaps { groups })
    }

    /// The leaves as a dictionary, with their numbers as codes.
    fn leaf_index(&self) -> Dictionary {
        let mut leaves = Dictionary::new();
        for leaf in self.levels[0].labels.iter() {
            leaves.intern(leaf, 0);
        }
        leaves
    }

    fn check_leaves_differ(&self) -> Result<()> {
        let leaves = &self.levels[0];
        // Groups are numbered by first appearance: up to the first repeated leaf, each has the number of its row.
        let repeated = (leaves.group_of_leaf.iter().zip(0..)).find(|&(&group, leaf)| group != leaf);
        let Some((&first, leaf)) = repeated else {
            return Ok(());
        };
        let kind = HierarchyError::Repeated { first: u64::from(first) + 1 };
        Err(Error::new(kind).at_row(u64::from(leaf) + 1).with_value(leaves.label_of_leaf(leaf as usize)))
    }

    fn check_coarsens(&self, level: usize) -> Result<()> {
        let below = &self.levels[level - 1];
        let above = &self.levels[level];
        let mut first_leaf: Vec<u32> = vec![u32::MAX; below.labels.len()];
        for (&group, leaf) in below.group_of_leaf.iter().zip(0..) {
            let first = &mut first_leaf[group as usize];
            if *first == u32::MAX {
                *first = leaf;
            }
            let (first, leaf) = (*first as usize, leaf as usize);
            if above.group_of_leaf[first] != above.group_of_leaf[leaf] {
                let kind = HierarchyError::Split {
                    level,
                    group: below.label_of_leaf(leaf).to_owned(),
                    first: above.label_of_leaf(first).to_owned(),
                    first_row: first as u64 + 1,
                    second: above.label_of_leaf(leaf).to_owned(),
                };
                return Err(Error::new(kind).at_row(leaf as u64 + 1).with_value(self.levels[0].label_of_leaf(leaf)));
            }
        }
        Ok(())
    }

    /// A label that equals a value leads to this value's label on the same level. If such steps return to their
    /// start, values are swapped and not generalized. This includes single values that are released as each other (20
    /// as 21 and 21 as 20), and groups of any size with each other's names (Linz and Graz as Wien, and Wien as Linz).
    ///
    /// A group may have the name of one of its own values, which ends the steps, or of a value of another group if
    /// the steps do not return. Groups of several values may be numbered like the values, in any order, as divisions
    /// and states are: if the names have no letter, a circle through such a group does not count. Names may repeat on
    /// different levels: there are cities and states of the same name. Time: linear in the leaves.
    fn check_no_circle(&self, leaves: &Dictionary, level: usize) -> Result<()> {
        let groups = &self.levels[level];
        let named_by: Vec<Option<GroupCode>> = (groups.labels.iter()).map(|label| leaves.code(label)).collect();
        let value = |leaf| self.levels[0].label_of_leaf(leaf);
        let is_shared = |&leaf: &usize| groups.sizes[groups.group_of_leaf[leaf] as usize] > 1;
        let next = |leaf: usize| named_by[groups.group_of_leaf[leaf] as usize].map(|next| next as usize);
        // The walk on which a leaf was first met, by the leaf where it began.
        let mut walks: Vec<Option<usize>> = vec![None; self.n_leaves()];
        for start in 0..self.n_leaves() {
            let mut leaf = start;
            while walks[leaf].is_none() {
                walks[leaf] = Some(start);
                leaf = match next(leaf) {
                    Some(next) => next,
                    None => break,
                };
            }
            // A walk that meets itself ends on a circle. A value that keeps its name is not a circle.
            if walks[leaf] != Some(start) || next(leaf).is_none_or(|next| next == leaf) {
                continue;
            }
            let others = std::iter::successors(next(leaf), |&leaf| next(leaf));
            let circle: Vec<usize> = [leaf].into_iter().chain(others.take_while(|&other| other != leaf)).collect();
            let is_number = |&leaf: &usize| !value(leaf).contains(char::is_alphabetic);
            if circle.iter().all(is_number) && circle.iter().any(is_shared) {
                continue;
            }
            let values = circle.into_iter().map(|leaf| value(leaf).to_owned());
            let values = values.collect();
            return Err(Error::new(HierarchyError::Circle { level, values })
                .at_row(leaf as u64 + 1)
                .with_value(value(leaf)));
        }
        Ok(())
    }
}

impl LevelGroups {
    /// The groups of leaves with these labels. Equal labels are one group.
    fn of<'a>(labels: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let mut index = Dictionary::new();
        let mut sizes = Vec::new();
        let group_of_leaf = labels
            .map(|label| {
                let group: GroupCode = index.intern(label, 0);
                if group as usize == sizes.len() {
                    sizes.push(0);
                }
                sizes[group as usize] += 1;
                group
            })
            .collect();
        let mut labels = index.into_values();
        labels.shrink();
        sizes.shrink_to_fit();
        Self { group_of_leaf, labels, sizes }
    }

    fn label_of_leaf(&self, leaf: usize) -> &str {
        self.labels.get(self.group_of_leaf[leaf] as usize)
    }
}

/// # Errors
/// If there are more levels than a hierarchy may have.
fn expect_few_levels(given: usize) -> Result<()> {
    if given <= MAX_LEVELS {
        return Ok(());
    }
    let limit = MAX_LEVELS;
    Err(HierarchyError::TooManyLevels { given, limit }.into())
}
