//! The effect of a hierarchy on one column, level by level.

use crate::classes::QuasiIdentifier;
use crate::data::Dictionary;
use crate::hierarchy::Hierarchy;
use crate::lattice::Level;
use serde::Serialize;

/// The effect of a hierarchy on one column, level by level.
#[derive(Debug, Clone, PartialEq)]
pub struct HierarchySummary {
    /// The levels; empty if the hierarchy lacks values of the column.
    pub levels: Vec<LevelSummary>,
}

/// One level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LevelSummary {
    /// Groups that occur in the data.
    pub groups: usize,
    /// All groups of the level.
    pub all_groups: usize,
    /// Records of the smallest group that occurs.
    pub smallest: u64,
    /// Records of the largest group.
    pub largest: u64,
    /// The column's Iyengar loss on this level, without suppression: the mean of (leaves − 1) / (|D| − 1).
    pub loss: f64,
}

impl HierarchySummary {
    /// The summary of a hierarchy over a column with this dictionary.
    pub fn of(hierarchy: &Hierarchy, dictionary: &Dictionary) -> Self {
        let Ok(qi) = QuasiIdentifier::new(dictionary, hierarchy) else {
            return Self { levels: Vec::new() };
        };
        let levels = (0..hierarchy.height())
            .map(|level| {
                let counts = qi.group_counts(level as Level);
                let lost: u64 = (counts.iter().zip(0..))
                    .map(|(count, group)| count * u64::from(qi.group_size(level as Level, group) - 1))
                    .sum();
                let most = (u64::from(qi.n_leaves()) - 1).max(1) * counts.iter().sum::<u64>().max(1);
                LevelSummary {
                    groups: counts.len(),
                    all_groups: hierarchy.n_groups(level),
                    smallest: counts.iter().copied().min().unwrap_or(0),
                    largest: counts.iter().copied().max().unwrap_or(0),
                    loss: lost as f64 / most as f64,
                }
            })
            .collect();
        Self { levels }
    }
}
