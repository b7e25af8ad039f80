//! Recursive (c, ℓ)-diversity (Machanavajjhala et al. 2007, definition 4.2): with the values of a class by descending
//! frequency, r₁ < c · (r_ℓ + … + r_m).

use super::{ClassValues, Model};

/// The most frequent value has fewer records than `c` times the `l`-th and all rarer ones together.
#[derive(Debug)]
pub(super) struct RecursiveDiversity {
    pub(super) c: f64,
    pub(super) l: u64,
}

impl Model for RecursiveDiversity {
    /// r₁ ÷ (r_ℓ + … + r_m), which must be below c; infinite with fewer than ℓ values.
    fn figure(&self, class: ClassValues<'_>) -> f64 {
        let mut counts: Vec<u64> = class.values.iter().map(|value| value.records).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let rarer: u64 = counts.iter().skip(self.l as usize - 1).sum();
        match counts.first() {
            Some(&most) if rarer > 0 => most as f64 / rarer as f64,
            _ => f64::INFINITY,
        }
    }

    fn admits(&self, figure: f64) -> bool {
        figure < self.c
    }

    fn smaller_is_worse(&self) -> bool {
        false
    }

    fn is_upward_closed(&self) -> bool {
        false
    }

    fn least_values(&self) -> u64 {
        self.l
    }
}
