//! Distinct ℓ-diversity (Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam 2007, "ℓ-Diversity: Privacy Beyond
//! k-Anonymity"): at least ℓ different values in every class.

use super::{ClassValues, Model};

/// At least `l` distinct known values.
#[derive(Debug)]
pub(super) struct DistinctDiversity {
    pub(super) l: u64,
}

impl Model for DistinctDiversity {
    fn figure(&self, class: ClassValues<'_>) -> f64 {
        class.values.len() as f64
    }

    fn admits(&self, figure: f64) -> bool {
        figure >= self.l as f64
    }

    fn smaller_is_worse(&self) -> bool {
        true
    }

    fn is_upward_closed(&self) -> bool {
        true
    }

    fn least_values(&self) -> u64 {
        self.l
    }
}
