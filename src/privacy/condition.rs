//! What a recipe asks for.

use super::distinct_diversity::DistinctDiversity;
use super::entropy_diversity::EntropyDiversity;
use super::recursive_diversity::RecursiveDiversity;
use super::t_closeness::{Ground, TCloseness};
use super::{Model, SensitiveColumn, Threshold};
use serde::{Deserialize, Serialize};

/// One thing that a release must hold. As JSON it is an object with its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Every class has at least so many records.
    KAnonymity(Threshold),
    /// At least so many people of the population share the values of every class.
    KMap(Threshold),
    /// The values of a sensitive column differ in every class.
    LDiversity(Diversity),
    /// The values of a sensitive column are distributed in every class nearly as in the table.
    TCloseness(Closeness),
    /// The average risk of the records that are kept is at most this.
    AverageRisk(f64),
}

/// How many values of a sensitive column there must be in every class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diversity {
    /// The sensitive column.
    pub column: String,
    /// How they are counted.
    #[serde(default)]
    pub kind: DiversityKind,
    /// ℓ: a whole number, but for entropy.
    pub l: f64,
    /// The c of recursive diversity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<f64>,
}

/// How the values of a class are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiversityKind {
    /// The different ones.
    #[default]
    Distinct,
    /// By the exponential of their entropy.
    Entropy,
    /// The most frequent one against the rare ones.
    Recursive,
}

/// How near the values of a class must be to those of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closeness {
    /// The sensitive column.
    pub column: String,
    /// How far values are from each other.
    #[serde(default)]
    pub distance: Distance,
    /// t: the greatest distance, 0 to 1.
    pub t: f64,
}

/// How far values are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// All of them the same.
    #[default]
    Equal,
    /// As they are in their order.
    Ordered,
    /// As they are in a hierarchy.
    Hierarchical,
}

impl Condition {
    /// The sensitive column that it asks for.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::LDiversity(Diversity { column, .. })
            | Self::TCloseness(Closeness { column, .. }) => Some(column),
            Self::KAnonymity(_) | Self::KMap(_) | Self::AverageRisk(_) => None,
        }
    }

    /// The name that a recipe uses.
    pub fn name(&self) -> &'static str {
        match self {
            Self::KAnonymity(_) => "k-anonymity",
            Self::KMap(_) => "k-map",
            Self::LDiversity(_) => "l-diversity",
            Self::TCloseness(_) => "t-closeness",
            Self::AverageRisk(_) => "average-risk",
        }
    }

    /// Whether a figure, as reports tell it, is what it asks for.
    pub fn admits(&self, figure: f64) -> bool {
        match self {
            Self::KAnonymity(least) | Self::KMap(least) => figure >= least.k() as f64,
            Self::LDiversity(Diversity { kind, l, c, .. }) => match kind {
                DiversityKind::Distinct => figure >= *l,
                DiversityKind::Entropy => EntropyDiversity { l: *l }.admits(figure),
                DiversityKind::Recursive => figure < c.unwrap_or(1.0),
            },
            Self::TCloseness(Closeness { t, .. }) => figure <= *t,
            Self::AverageRisk(share) => figure <= *share,
        }
    }

    /// The model of a condition on a sensitive column; `None` for one on sizes alone.
    pub(super) fn model(&self, column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        match self {
            Self::KAnonymity(_) | Self::KMap(_) | Self::AverageRisk(_) => None,
            Self::LDiversity(Diversity { kind, l, c, .. }) => Some(match kind {
                DiversityKind::Distinct => Box::new(DistinctDiversity { l: *l as u64 }),
                DiversityKind::Entropy => Box::new(EntropyDiversity { l: *l }),
                DiversityKind::Recursive => Box::new(RecursiveDiversity {
                    c: c.unwrap_or(1.0),
                    l: (*l as u64).max(1),
                }),
            }),
            Self::TCloseness(Closeness { distance, t, .. }) => Some(Box::new(TCloseness {
                t: *t,
                ground: match distance {
                    Distance::Equal => Ground::Equal,
                    Distance::Ordered => {
                        let (places, n) = column.places.clone()?;
                        Ground::Ordered(places, n)
                    }
                    Distance::Hierarchical => Ground::Hierarchical(column.parents.clone()?),
                },
                table: column.records.clone(),
                known: column.known(),
            })),
        }
    }
}
