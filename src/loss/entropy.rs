//! Non-uniform entropy (Gionis and Tassa 2009; El Emam et al. 2009, "Information Loss Metrics").

use super::{Aggregate, Form, Measure};
use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::lattice::{Level, Policy};
use crate::sorting::sort;

/// −Σⱼ Σᵢ wⱼ log₂( freq(aᵢⱼ in column j) / freq(bᵢⱼ in column j) ) bits, for original values a and generalized values
/// b, ignoring suppression. Monotone. It depends only on the levels, so it is one table lookup for each
/// quasi-identifier.
#[derive(Debug, Clone)]
pub struct Entropy {
    /// `bits[qi][level]`.
    bits: Vec<Vec<f64>>,
}

impl Entropy {
    /// The measure for these quasi-identifiers with their weights.
    pub fn new(qis: &[QuasiIdentifier], weights: &[f64]) -> Self {
        let bits = (qis.iter().zip(weights))
            .map(|(qi, weight)| {
                let mut highest = 0.0;
                // A level's sum may round slightly below that of the level under it; the table must be monotone.
                (0..qi.height() as Level)
                    .map(|level| {
                        highest = f64::max(highest, weight * bits(qi, level));
                        highest
                    })
                    .collect()
            })
            .collect();
        Self { bits }
    }
}

impl Measure for Entropy {
    fn is_monotone(&self) -> bool {
        true
    }

    fn loss(&self, classes: &Classes, _kept: &Kept) -> f64 {
        self.bound_of_levels(classes.policy())
    }

    fn bound_of_levels(&self, policy: &Policy) -> f64 {
        self.bits.iter().zip(policy.levels()).map(|(bits, &level)| bits[usize::from(level)]).sum()
    }

    fn by_qi(&self, classes: &Classes, _kept: &Kept) -> Option<Vec<f64>> {
        Some(self.bits.iter().zip(classes.policy().levels()).map(|(bits, &level)| bits[usize::from(level)]).collect())
    }

    fn form(&self) -> Form {
        Form::Levels { terms: self.bits.clone(), join: Aggregate::ArithmeticMean, integers: None }
    }
}

/// Σ over the records of log₂( freq(group) / freq(value) ).
fn bits(qi: &QuasiIdentifier, level: Level) -> f64 {
    let groups = qi.group_counts(level);
    let mut counts: Vec<(u64, u64)> = (qi.counts().iter().zip(0..))
        .filter(|&(&count, _)| count > 0)
        .map(|(&count, value)| (count, groups[qi.group(level, value) as usize]))
        .collect();
    // Rounding depends on the order of a sum, and the order of the values is that of the records, which must not
    // matter.
    sort(&mut counts);
    (counts.iter()).map(|&(count, group)| count as f64 * libm::log2(group as f64 / count as f64)).sum()
}
