//! The recipe's section `uniques`.

use crate::lattice::Level;
use crate::uniques::{Method, Missing, Question};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Which combinations are unsafe, and what is done about them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct UniquesSettings {
    /// A combination is unsafe when fewer than k records have it. That of the release if absent; see
    /// [`Recipe::uniques_k`](crate::recipe::Recipe::uniques_k).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
    /// Larger combinations are not looked for; `None` looks for all. Cells are suppressed for combinations of every
    /// size.
    pub max_size: Option<usize>,
    /// How a missing value is treated.
    pub missing: Missing,
    /// Which cells are suppressed.
    pub suppress: Suppress,
    /// The number of steps after which the search for cells ends with its best so far. Without it, or if there is no
    /// suppression by then, the search runs to its own end. A search that was ended early reports its number of steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_after_steps: Option<u64>,
    /// The cost of suppressing a cell of each quasi-identifier; 1 if absent.
    pub weights: IndexMap<String, f64>,
    /// How combinations are found; chosen by the program if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// The level to which each quasi-identifier is generalized first, so that only records that this policy flags lose
    /// cells. Level 0 if absent.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub policy: IndexMap<String, Level>,
    /// What the impact is measured with.
    pub impact: ImpactSettings,
}

/// Which cells are suppressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Suppress {
    /// None.
    #[default]
    None,
    /// The cheapest cells of each record by itself, counted against the original.
    PerRecord,
    /// Near-minimal suppression, over all records together, that is k-anonymous if a suppressed cell may stand for any
    /// value.
    Wildcard,
    /// Near-minimal suppression that is k-anonymous under every reading of a suppressed cell.
    Strict,
}

/// The columns that the impact of suppression is measured with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct ImpactSettings {
    /// A column of analysis weights.
    pub weight: Option<String>,
    /// A column of numbers that a regression explains.
    pub outcome: Option<String>,
    /// The quasi-identifiers that explain it; all if none is named.
    pub covariates: Vec<String>,
}

impl Default for UniquesSettings {
    fn default() -> Self {
        Self {
            k: None,
            max_size: None,
            missing: Missing::default(),
            suppress: Suppress::default(),
            end_after_steps: None,
            weights: IndexMap::new(),
            method: None,
            policy: IndexMap::new(),
            impact: ImpactSettings::default(),
        }
    }
}

impl UniquesSettings {
    /// The least k that makes anything unsafe.
    pub const LEAST_K: u64 = 2;

    /// The k of these settings; the least one if they have none.
    pub fn k(&self) -> u64 {
        self.k.unwrap_or(Self::LEAST_K)
    }

    /// The combinations to look for.
    pub fn question(&self) -> Question {
        Question { k: self.k(), max_size: self.max_size }
    }
}

impl ImpactSettings {
    /// The places of the covariates among the quasi-identifiers of these names.
    pub fn of_covariates(&self, names: &[String]) -> impl Iterator<Item = usize> {
        let is_one = |name: &String| self.covariates.is_empty() || self.covariates.contains(name);
        (0..names.len()).filter(move |&column| is_one(&names[column]))
    }

    /// The columns that must be read beside the quasi-identifiers.
    pub fn columns(&self) -> Vec<String> {
        self.weight.iter().chain(&self.outcome).cloned().collect()
    }
}
