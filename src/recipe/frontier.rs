//! The recipe's section `frontier`.

use crate::frontier::Method;
use crate::hierarchy::Census;
use serde::{Deserialize, Serialize};

/// The policies that a frontier consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FrontierSpace {
    /// Intervals of ordered domains.
    #[default]
    Partition,
    /// Levels of hierarchies, with suppression.
    FullDomain,
}

/// The risk of a full-domain policy, under the conditions of its recipe. The risk of a partition policy is always the
/// population's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FullDomainRisk {
    /// The highest risk of a record: 1 / k, k the size of the smallest class of the release.
    #[default]
    Highest,
    /// The mean risk of the records that are kept, under the recipe's k.
    Average,
    /// The figure of the worst class for the condition with this number, counted from 1, in the recipe's `protect`.
    Condition(usize),
}

/// How a frontier is searched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct FrontierSettings {
    /// Which policies.
    pub space: FrontierSpace,
    /// How partition policies are searched.
    pub method: Method,
    /// The most policies that are evaluated; without a number, it depends on the table. For full-domain policies with
    /// the average risk, it limits the policies examined from the most general one down. If these are not all, a sweep
    /// over k may check as many again.
    pub policies: Option<u64>,
    /// For the method `sublattice`: the share H above which a sublattice is searched.
    pub threshold: f64,
    /// The file of the population, with a column for each quasi-identifier.
    pub population: Option<String>,
    /// The column of the population with the number of people of a row. Without it, a row is one person.
    pub population_count: String,
    /// The policy to compare with: `safe-harbor`, or the file of a recipe.
    pub reference: Option<String>,
    /// The census that says which ZIP areas Safe Harbor makes `000`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub census: Census,
    /// Policies with a group of fewer records are not formed. For full-domain policies it is the least k.
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    #[serde(skip_serializing_if = "is_one")]
    pub least_group: u64,
    /// The risk of full-domain policies.
    pub risk: FullDomainRisk,
    /// Columns that are declared not to be Safe Harbor identifiers although they look like one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_identifying: Vec<String>,
}

impl FrontierSettings {
    /// The name of the reference policy that requires no file.
    pub const SAFE_HARBOR: &'static str = "safe-harbor";
}

impl Default for FrontierSettings {
    fn default() -> Self {
        Self {
            space: FrontierSpace::default(),
            method: Method::default(),
            policies: None,
            threshold: 0.3,
            population: None,
            population_count: "count".to_owned(),
            reference: None,
            census: Census::default(),
            least_group: 1,
            risk: FullDomainRisk::default(),
            not_identifying: Vec::new(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_one(number: &u64) -> bool {
    *number == 1
}
