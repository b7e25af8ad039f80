//! Combines the losses of the quasi-identifiers.

use serde::{Deserialize, Serialize};

/// How the losses of the quasi-identifiers, each from 0 to 1, are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Aggregate {
    /// Σ wⱼ lossⱼ / Σ wⱼ.
    #[default]
    ArithmeticMean,
    /// Π (1 + lossⱼ)^(wⱼ / Σ w) − 1, the form in the experiments of Prasser et al. 2016.
    GeometricMean,
    /// max wⱼ lossⱼ / max w.
    Maximum,
}

/// An aggregate of losses given as fractions with fixed denominators.
#[derive(Debug, Clone)]
pub struct Aggregator {
    aggregate: Aggregate,
    weights: Vec<f64>,
    equal_weights: bool,
    denominators: Vec<u128>,
    /// The denominators, rounded.
    divisors: Vec<f64>,
    /// A common multiple of the denominators, if it is small enough for exact sums.
    common: Option<u128>,
    /// Whether losses that round to one float must be distinguished.
    orders_exactly: bool,
}

impl Aggregator {
    /// With a common multiple up to this, the sum of 64 numerators fits in 128 bits.
    const MOST_COMMON: u128 = 1 << 120;

    /// An aggregate with one weight and one denominator, at least 1, for each quasi-identifier.
    pub fn new(aggregate: Aggregate, weights: &[f64], denominators: Vec<u128>) -> Self {
        let common = denominators.iter().try_fold(1u128, |common, &denominator| {
            let multiple = (common / greatest_common_divisor(common, denominator)).checked_mul(denominator)?;
            (multiple <= Self::MOST_COMMON).then_some(multiple)
        });
        let equal_weights = weights.iter().all(|weight| *weight == weights[0]);
        Self {
            aggregate,
            weights: weights.to_vec(),
            equal_weights,
            divisors: denominators.iter().map(|&d| d as f64).collect(),
            denominators,
            common,
            orders_exactly: false,
        }
    }

    /// Sets whether [`exact`](Self::exact) distinguishes losses that round to one float.
    #[must_use]
    pub(super) fn with_exact_order(self, orders_exactly: bool) -> Self {
        Self { orders_exactly, ..self }
    }

    /// The numerator of the aggregate over its fixed denominator, if both are integers.
    fn numerator<N: Copy + Into<u128>>(&self, numerators: &[N]) -> Option<u128> {
        let common = self.common.filter(|_| self.equal_weights)?;
        let parts = (numerators.iter().zip(&self.denominators))
            .map(|(&numerator, denominator)| numerator.into() * (common / denominator));
        match self.aggregate {
            Aggregate::ArithmeticMean => Some(parts.sum()),
            // Rounded quotients with different denominators may be in a different order than the exact quotients.
            Aggregate::Maximum if self.orders_exactly => parts.max(),
            Aggregate::Maximum | Aggregate::GeometricMean => None,
        }
    }

    /// The exact value that [`of`](Self::of) rounds: an integer that orders losses that round to one float; 0 if
    /// there is none.
    pub(super) fn exact(&self, numerators: &[u128]) -> u128 {
        self.numerator(numerators).unwrap_or(0)
    }

    /// The aggregate of numeratorⱼ / denominatorⱼ, each of them at most 1. It never falls when a numerator grows.
    pub fn of<N: Copy + Into<u128>>(&self, numerators: &[N]) -> f64 {
        if let (Some(numerator), Some(common)) = (self.numerator(numerators), self.common) {
            // One exact sum and one division: equal losses give equal floats.
            let parts = match self.aggregate {
                Aggregate::ArithmeticMean => numerators.len() as f64,
                Aggregate::Maximum | Aggregate::GeometricMean => 1.0,
            };
            return numerator as f64 / (common as f64 * parts);
        }
        let losses = (numerators.iter().zip(&self.divisors)).map(|(&n, d)| n.into() as f64 / d);
        let weighted = losses.zip(&self.weights);
        let total: f64 = self.weights.iter().sum();
        match self.aggregate {
            Aggregate::ArithmeticMean => weighted.map(|(loss, weight)| weight * loss).sum::<f64>() / total,
            Aggregate::GeometricMean if self.equal_weights => {
                let product: f64 = weighted.map(|(loss, _)| 1.0 + loss).product();
                libm::pow(product, 1.0 / numerators.len() as f64) - 1.0
            }
            Aggregate::GeometricMean => {
                weighted.map(|(loss, weight)| libm::pow(1.0 + loss, weight / total)).product::<f64>() - 1.0
            }
            Aggregate::Maximum => {
                let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
                weighted.map(|(loss, weight)| weight * loss / heaviest).fold(0.0, f64::max)
            }
        }
    }

    /// How the losses are combined.
    pub fn aggregate(&self) -> Aggregate {
        self.aggregate
    }

    /// The contribution of one quasi-identifier's loss, numerator / denominator, to the aggregate: a term of a mean,
    /// a factor of 1 + a geometric mean, or an argument of the maximum. Rounded; it never falls when the numerator
    /// grows.
    pub fn term(&self, qi: usize, numerator: u64) -> f64 {
        let loss = numerator as f64 / self.divisors[qi];
        let total: f64 = self.weights.iter().sum();
        let weight = self.weights[qi];
        match self.aggregate {
            Aggregate::ArithmeticMean => weight * loss / total,
            Aggregate::GeometricMean => libm::pow(1.0 + loss, weight / total),
            Aggregate::Maximum => {
                let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
                weight * loss / heaviest
            }
        }
    }

    /// If the aggregate is one exact sum and one division: the integer factor of each numerator, and the sum's
    /// divisor. Then `of(numerators)` is Σ factor · numerator / divisor, to the last bit, while sums are below 2^60.
    pub fn integers(&self) -> Option<(Vec<u64>, f64)> {
        const MOST: u128 = 1 << 60;
        let common = self.common.filter(|common| {
            self.aggregate == Aggregate::ArithmeticMean
                && self.equal_weights
                && common.saturating_mul(self.weights.len() as u128) <= MOST
        })?;
        let factors = (self.denominators.iter()).map(|&denominator| (common / denominator) as u64).collect();
        Some((factors, common as f64 * self.denominators.len() as f64))
    }

    /// numeratorⱼ / denominatorⱼ.
    pub fn by_qi<N: Copy + Into<u128>>(&self, numerators: &[N]) -> Vec<f64> {
        let fractions = numerators.iter().zip(&self.divisors);
        fractions.map(|(&n, d)| n.into() as f64 / d).collect()
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_aggregate_follows_its_formula() {
        let of = |aggregate, weights: &[f64]| Aggregator::new(aggregate, weights, vec![4, 5]).of(&[1_u64, 3]);
        assert_eq!(of(Aggregate::ArithmeticMean, &[1.0, 1.0]), (0.25 + 0.6) / 2.0);
        assert_eq!(of(Aggregate::ArithmeticMean, &[3.0, 1.0]), (3.0 * 0.25 + 0.6) / 4.0);
        assert_eq!(of(Aggregate::Maximum, &[1.0, 1.0]), 0.6);
        assert_eq!(of(Aggregate::Maximum, &[4.0, 1.0]), 0.25);
        let geometric = |weights: &[f64]| of(Aggregate::GeometricMean, weights);
        assert!((geometric(&[1.0, 1.0]) - ((1.25f64 * 1.6).sqrt() - 1.0)).abs() < 1e-15);
        assert!((geometric(&[3.0, 1.0]) - (1.25f64.powf(0.75) * 1.6f64.powf(0.25) - 1.0)).abs() < 1e-15);
    }

    #[test]
    fn equal_sums_of_different_fractions_are_equal_numbers() {
        let aggregator = Aggregator::new(Aggregate::ArithmeticMean, &[1.0; 3], vec![3, 7, 21]);
        assert_eq!(aggregator.of(&[1_u64, 3, 4]), aggregator.of(&[2_u64, 2, 0]));
    }
}
