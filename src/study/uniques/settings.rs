//! The recipe's section `uniques`.

use crate::lattice::Level;
use crate::uniques::{Method, Missing, Question};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What is unsafe, and what is done about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UniquesSettings {
    /// A combination is unsafe when fewer than k records have it.
    pub k: u64,
    /// Combinations of more quasi-identifiers are not looked for; `None` looks for all. Cells are suppressed for those
    /// of every size.
    pub max_size: Option<usize>,
    /// What a missing value is.
    pub missing: Missing,
    /// Which cells are suppressed.
    pub suppress: Suppress,
    /// After how many steps the search for cells ends with the best that it has; at its own end where it is not given,
    /// or where there are none by then. A search that was ended early says how many these were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_after_steps: Option<u64>,
    /// What suppressing a cell of a quasi-identifier costs, 1 where it is not given.
    pub weights: IndexMap<String, f64>,
    /// How combinations are found; chosen by the program where it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// The level of each quasi-identifier that the table is generalized to first, so that only records that this policy
    /// flags lose cells. Level 0 where it is not given.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub policy: IndexMap<String, Level>,
    /// What the impact is measured with.
    pub impact: ImpactSettings,
}

/// Which cells are suppressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suppress {
    /// None.
    #[default]
    None,
    /// The cheapest of each record by itself, counted against the original.
    PerRecord,
    /// As few as can be found, all records together, such that the table is k-anonymous for whoever takes a suppressed
    /// cell for any value.
    Wildcard,
    /// As few as can be found such that the table is k-anonymous however a suppressed cell is read.
    Strict,
}

/// The columns that the impact of suppression is measured with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ImpactSettings {
    /// A column of analysis weights.
    pub weight: Option<String>,
    /// A column of numbers that a regression explains.
    pub outcome: Option<String>,
    /// The quasi-identifiers that it is explained by; all where none is named.
    pub covariates: Vec<String>,
}

impl Default for UniquesSettings {
    fn default() -> Self {
        Self {
            k: 2,
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
    /// What is looked for.
    pub fn question(&self) -> Question {
        Question { k: self.k, max_size: self.max_size }
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
