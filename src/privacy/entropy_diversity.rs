//! Entropy ℓ-diversity (Machanavajjhala et al. 2007, definition 4.1): −Σ p log p ≥ log ℓ over the values of every
//! class.

use super::{ClassValues, Model};

/// An entropy of at least log `l`, stated as its exponential: the number of equally frequent values with this
/// entropy.
#[derive(Debug)]
pub(super) struct EntropyDiversity {
    pub(super) l: f64,
}

impl EntropyDiversity {
    /// Logarithms are rounded, and ℓ equally frequent values must satisfy ℓ: a class that misses it by less than this
    /// share satisfies it.
    const ROUNDING: f64 = 1e-12;
}

impl Model for EntropyDiversity {
    fn figure(&self, class: ClassValues<'_>) -> f64 {
        let known = class.known();
        if known == 0 {
            return 0.0;
        }
        // H = log n − Σ c log c / n. The sum goes by size, so the names of values do not matter.
        let mut counts: Vec<u64> = class.values.iter().map(|value| value.records).collect();
        counts.sort_unstable();
        let sum: f64 = (counts.iter()).map(|&count| count as f64 * libm::log(count as f64)).sum();
        let known = known as f64;
        libm::exp(libm::log(known) - sum / known)
    }

    fn admits(&self, figure: f64) -> bool {
        figure >= self.l * (1.0 - Self::ROUNDING)
    }

    fn smaller_is_worse(&self) -> bool {
        true
    }

    fn is_upward_closed(&self) -> bool {
        false
    }

    /// m values have an entropy of at most log m.
    fn least_values(&self) -> u64 {
        (self.l * (1.0 - Self::ROUNDING)).ceil() as u64
    }
}
