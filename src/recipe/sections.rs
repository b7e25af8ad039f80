//! The sections of a recipe.

use super::{Shuffle, is_default};
use crate::data::{Reading, Role};
use crate::hierarchy::HierarchySpec;
use crate::lattice::Level;
use crate::loss::{Aggregate, MeasureName};
use crate::partition::DomainSpec;
use crate::release::{SuppressedRecords, Treatment};
use crate::search::Algorithm;
use serde::{Deserialize, Serialize};

/// How the release is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct ReleaseSettings {
    /// The order of the rows. Without it, they keep the order of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<Shuffle>,
    /// What happens to suppressed records.
    #[serde(default, skip_serializing_if = "is_default")]
    pub suppressed: SuppressedRecords,
}

/// One column's settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ColumnSettings {
    /// The role of the column.
    pub role: Role,
    /// The treatment of the column. By default an identifier is left out, a quasi-identifier generalized, and any other
    /// column kept. A quasi-identifier that is left out takes no part in the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<Treatment>,
    /// The kind of its values, and how they are written. Without it, the kind is inferred from all values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Reading>,
    /// A quasi-identifier's hierarchy. Without one, each value is either itself or `*`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<HierarchySpec>,
    /// A quasi-identifier's ordered domain for the frontier. Without one, the values in their natural order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<DomainSpec>,
    /// A quasi-identifier's weight in the loss: 0, or from [`Recipe::LEAST_WEIGHT`](super::Recipe::LEAST_WEIGHT) to
    /// [`Recipe::MOST_WEIGHT`](super::Recipe::MOST_WEIGHT).
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: f64,
    /// The lowest level that the policy may take.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub min_level: Level,
    /// The highest level that the policy may take; the hierarchy's highest if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_level: Option<Level>,
    /// Values that mean a missing one in this column, beside those of the dialect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// How safe the release must be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Privacy {
    /// Every kept record shares its quasi-identifiers with at least `k` − 1 others.
    pub k: u64,
    /// The share of the records that may be suppressed, 0 to 1.
    pub suppression_limit: f64,
}

/// How the risk of a release is reported.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct RiskSettings {
    /// A record is over the threshold if its risk exceeds this: above 0 and up to 1; 1 / k if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// The column with the number of people of the population that a row represents, in a table that is a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_column: Option<String>,
    /// The file of a population table, relative to the recipe. Each row is one person, or as many as
    /// `frontier.population_count` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<String>,
    /// The share of the population that is in the table, a random sample of it: above 0 and below 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling_fraction: Option<f64>,
}

/// What makes one safe release better than another.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Loss {
    /// The measure of information loss.
    pub measure: MeasureName,
    /// How the losses of the quasi-identifiers are combined.
    pub aggregate: Aggregate,
}

/// How the best policy is found.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct SearchSettings {
    /// The algorithm.
    #[cfg_attr(test, ts(type = "string"))]
    pub algorithm: Algorithm,
    /// The seed of everything drawn at random; [`USUAL_SEED`](Self::USUAL_SEED) if absent.
    pub seed: Option<u64>,
    /// When to stop with the best policy so far.
    pub budget: Budget,
}

/// When a search stops with the best policy so far.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// After this many seconds.
    pub seconds: Option<f64>,
    /// After this many policies checked.
    pub checks: Option<u64>,
}

impl SearchSettings {
    /// The default seed, so that the same recipe always gives the same report.
    pub const USUAL_SEED: u64 = 0;

    /// The seed in effect.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(Self::USUAL_SEED)
    }
}

impl Default for Privacy {
    fn default() -> Self {
        Self { k: 5, suppression_limit: 0.05 }
    }
}

fn one() -> f64 {
    1.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
fn is_one(weight: &f64) -> bool {
    *weight == 1.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
fn is_zero(level: &Level) -> bool {
    *level == 0
}
