//! The recipe's section `chosen`: describes a policy that a person chose, so that its release can state that.

use super::frontier::FrontierSpace;
use crate::lattice::Level;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The policy that a person chose instead of the best one. No search is run, and nothing is proven about other
/// policies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Chosen {
    /// A policy of the lattice, instead of its best one.
    Policy(ChosenPolicy),
    /// A policy of a frontier; the recipe fixes its levels.
    Frontier(ChosenPoint),
    /// Suppressed single cells, as the section `uniques` asks for, instead of whole records.
    Cells(ChosenCells),
}

/// A suppression of single cells.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChosenCells {
    /// The reason for the choice, in the person's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// A policy of the lattice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChosenPolicy {
    /// The level of each quasi-identifier.
    pub levels: IndexMap<String, Level>,
    /// The best policy that was known when this one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<BestKnown>,
    /// The reason for the choice, in the person's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// A policy that others were compared with.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BestKnown {
    /// The loss of that policy.
    pub loss: f64,
    /// Whether it was proven that none loses less.
    #[serde(default)]
    pub proven: bool,
}

/// A policy of a frontier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChosenPoint {
    /// Which policies the frontier is of.
    pub space: FrontierSpace,
    /// The risk of the policy. For intervals, the share of the original's risk; for levels, as the section `frontier`
    /// defines it.
    pub risk: f64,
    /// The loss of the policy. For intervals, in nats; for levels, by the recipe's measure.
    pub loss: f64,
    /// The number of records that are expected to be matched with their person by chance, under a policy of intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// The population of the risk. Without it, the records of the table count alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<ChosenPopulation>,
    /// Whether the frontier was searched to its end: no policy of its kind has less risk and no more loss, or no more
    /// risk and less loss.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// The policy that it was compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<ChosenReference>,
    /// The reason for the choice, in the person's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// The population of a risk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChosenPopulation {
    /// The name of its file.
    pub file: String,
    /// The people.
    pub people: u64,
    /// The highest risk of a record in it.
    pub journalist: f64,
}

/// A policy that a chosen one was compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChosenReference {
    /// `safe-harbor`, or the file of its recipe.
    pub name: String,
    /// The risk of that policy.
    pub risk: f64,
    /// The loss of that policy.
    pub loss: f64,
    /// For Safe Harbor, the columns in which the chosen policy tells apart what the rule puts together.
    #[serde(default)]
    pub against_rule: Vec<String>,
}

impl Chosen {
    /// The population of the risk of a frontier's policy.
    pub fn population(&self) -> Option<&ChosenPopulation> {
        match self {
            Self::Frontier(point) => point.population.as_ref(),
            Self::Policy(_) | Self::Cells(_) => None,
        }
    }

    /// The reason for the choice, in the person's words; empty if none was given.
    pub fn why(&self) -> &str {
        match self {
            Self::Policy(policy) => &policy.why,
            Self::Frontier(point) => &point.why,
            Self::Cells(cells) => &cells.why,
        }
    }
}

impl ChosenPolicy {
    /// Whether the policy, which has this loss, is better than the best known one, beyond rounding.
    pub fn is_better_than_best(&self, loss: f64) -> bool {
        self.best.is_some_and(|best| best.loss > loss + 1e-9 * loss.abs().max(1.0))
    }

    /// The levels in the order of `names`.
    pub fn levels(&self, names: &[String]) -> Vec<Level> {
        (names.iter()).filter_map(|name| self.levels.get(name).copied()).collect()
    }
}

impl ChosenPoint {
    /// Whether it is no worse than the policy that it was compared with, and better in risk or loss. Whether it obeys
    /// the same rule is another question.
    pub fn has_less(&self, than: &ChosenReference) -> bool {
        self.risk <= than.risk && self.loss <= than.loss && (self.risk < than.risk || self.loss < than.loss)
    }
}
