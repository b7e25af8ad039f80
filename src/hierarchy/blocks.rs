//! A hierarchy for drawing: a column for each level, in which the members of each group are contiguous.

use super::hierarchy::{GroupCode, Hierarchy};
use crate::data::Dictionary;
use crate::sorting::sort_by;
use serde::Serialize;

/// The levels of a hierarchy over a column, from the values to the top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Blocks {
    /// The levels.
    pub levels: Vec<LevelBlocks>,
}

/// The groups of one level in drawing order, without gaps.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelBlocks {
    /// A description of the level.
    pub name: String,
    /// The label of each group.
    pub labels: Vec<String>,
    /// The number of values of the hierarchy in each group.
    pub leaves: Vec<u32>,
    /// The number of records of the column in each group.
    pub records: Vec<u64>,
}

impl Blocks {
    /// The levels of a hierarchy over a column with this dictionary.
    ///
    /// Groups with the same group above are contiguous. They and the values are ordered by their first appearance in
    /// the hierarchy's rows. Time: values × levels, plus sorting the values.
    pub fn of(hierarchy: &Hierarchy, dictionary: &Dictionary) -> Self {
        let height = hierarchy.height();
        let groups: Vec<&[GroupCode]> = (0..height).map(|level| hierarchy.groups(level)).collect();
        let mut order: Vec<usize> = (0..hierarchy.n_leaves()).collect();
        // Groups are numbered by first appearance, so the order of the codes is that of the rows.
        sort_by(&mut order, |&one, &other| {
            let codes = |leaf: usize| groups.iter().rev().map(move |level| level[leaf]);
            codes(one).cmp(codes(other))
        });
        let records: Vec<u64> = (order.iter())
            .map(|&leaf| {
                let code = dictionary.code(hierarchy.label(0, groups[0][leaf]));
                code.map_or(0, |code| dictionary.count(code))
            })
            .collect();
        let levels = (groups.iter().enumerate())
            .map(|(level, groups)| {
                let mut blocks = LevelBlocks { name: hierarchy.level_name(level), ..LevelBlocks::default() };
                let mut last = None;
                for (&leaf, records) in order.iter().zip(&records) {
                    let group = groups[leaf];
                    if last != Some(group) {
                        blocks.labels.push(hierarchy.label(level, group).to_owned());
                        blocks.leaves.push(0);
                        blocks.records.push(0);
                    }
                    last = Some(group);
                    if let (Some(leaves), Some(all)) = (blocks.leaves.last_mut(), blocks.records.last_mut()) {
                        *leaves += 1;
                        *all += records;
                    }
                }
                blocks
            })
            .collect();
        Self { levels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;

    #[test]
    fn what_lies_in_one_group_lies_together() -> Result<()> {
        let rows = [["Graz", "south", "*"], ["Wien", "east", "*"], ["Villach", "south", "*"]];
        let hierarchy = Hierarchy::from_rows(&rows.map(|row| row.map(str::to_owned).to_vec()))?;
        let mut dictionary = Dictionary::new();
        for (value, count) in [("Wien", 5), ("Graz", 2)] {
            dictionary.intern(value, count);
        }
        let blocks = Blocks::of(&hierarchy, &dictionary);
        let drawn: Vec<_> =
            (blocks.levels.into_iter()).map(|level| (level.labels.join(" "), level.leaves, level.records)).collect();
        assert_eq!(
            drawn,
            [
                ("Graz Villach Wien".to_owned(), vec![1, 1, 1], vec![2, 0, 5]),
                ("south east".to_owned(), vec![2, 1], vec![2, 5]),
                ("*".to_owned(), vec![3], vec![7]),
            ]
        );
        Ok(())
    }
}
