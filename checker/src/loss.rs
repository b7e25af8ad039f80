//! The loss of sums of integers.

use super::{Failure, wrong};

/// How a sum for each column becomes a loss. Every operation rounds to nearest and is monotone, so the loss never falls
/// when a sum grows.
pub(super) struct Loss {
    /// What a cell costs that stands for so many leaves on a level.
    pub(super) cost: fn(u64, u64) -> u64,
    /// Whether levels cost, and not cells.
    pub(super) of_levels: bool,
    is_height: bool,
    is_maximum: bool,
    /// The denominator and the weight of each column.
    parts: Vec<(u64, f64)>,
    /// Where one exact sum is divided: the factor of each column, and the divisor.
    exact: Option<(Vec<u128>, f64)>,
}

impl Loss {
    pub(super) fn new(measure: &str, aggregate: &str) -> Result<Self, Failure> {
        let cost: fn(u64, u64) -> u64 = match measure {
            "iyengar" => |leaves, _| leaves - 1,
            "distortion" => |leaves, _| u64::from(leaves > 1),
            "precision-cells" | "precision" | "height" => |_, level| level,
            _ => return wrong(format!("no rule is proven for {measure}")),
        };
        let (is_height, is_maximum) = (measure == "height", aggregate == "maximum");
        if !is_maximum && aggregate != "arithmetic-mean" {
            return wrong(format!("no rule is proven for {aggregate}"));
        }
        let of_levels = is_height || measure == "precision";
        Ok(Self { cost, of_levels, is_height, is_maximum, parts: Vec::new(), exact: None })
    }

    /// Sets the denominator and the weight of each column.
    pub(super) fn set(&mut self, parts: Vec<(u64, f64)>) {
        let multiple = |all: u128, part: &(u64, f64)| {
            let own = u128::from(part.0);
            (all / gcd(all, own)).checked_mul(own).filter(|&all| all <= 1 << 120)
        };
        if self.is_height {
            self.exact = Some((vec![1; parts.len()], 1.0));
        } else if !self.is_maximum && parts.iter().all(|part| part.1 == parts[0].1) {
            let factors = |all: u128| parts.iter().map(|part| all / u128::from(part.0)).collect();
            let common = parts.iter().try_fold(1, multiple);
            self.exact = common.map(|all| (factors(all), all as f64 * parts.len() as f64));
        }
        self.parts = parts;
    }

    pub(super) fn of(&self, sums: impl Iterator<Item = u64>) -> f64 {
        if let Some((factors, divisor)) = &self.exact {
            return sums.zip(factors).map(|(sum, factor)| u128::from(sum) * factor).sum::<u128>() as f64 / divisor;
        }
        let terms = sums.zip(&self.parts).map(|(sum, part)| part.1 * (sum as f64 / part.0 as f64));
        let weights = self.parts.iter().map(|part| part.1);
        if self.is_maximum {
            let heaviest = weights.fold(0.0, f64::max);
            return terms.map(|term| term / heaviest).fold(0.0, f64::max);
        }
        terms.sum::<f64>() / weights.sum::<f64>()
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
