//! The number in a condition that makes it stricter or more lenient.

use super::{Closeness, Condition, Diversity, Threshold};
use std::cmp::Ordering;

impl Condition {
    /// Its threshold: k, ℓ, t, or the greatest average risk.
    pub fn threshold(&self) -> f64 {
        match self {
            Self::KAnonymity(least) | Self::KMap(least) => least.k() as f64,
            Self::LDiversity(Diversity { l, .. }) => *l,
            Self::TCloseness(Closeness { t, .. }) => *t,
            Self::AverageRisk(risk) => *risk,
        }
    }

    /// The same condition with another threshold.
    #[must_use]
    pub fn at(&self, threshold: f64) -> Self {
        match self {
            Self::KAnonymity(_) => Self::KAnonymity(Threshold::Number(threshold as u64)),
            Self::KMap(_) => Self::KMap(Threshold::Number(threshold as u64)),
            Self::LDiversity(diversity) => Self::LDiversity(Diversity {
                l: threshold,
                ..diversity.clone()
            }),
            Self::TCloseness(closeness) => Self::TCloseness(Closeness {
                t: threshold,
                ..closeness.clone()
            }),
            Self::AverageRisk(_) => Self::AverageRisk(threshold),
        }
    }

    /// Two thresholds of it, the more lenient one first.
    pub fn compare_thresholds(&self, one: f64, other: f64) -> Ordering {
        match self {
            Self::KAnonymity(_) | Self::KMap(_) | Self::LDiversity(_) => one.total_cmp(&other),
            Self::TCloseness(_) | Self::AverageRisk(_) => other.total_cmp(&one),
        }
    }
}
