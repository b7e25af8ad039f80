//! The loss of sums of integers.

use super::{Failure, wrong};

/// How sums become a loss. Every operation rounds to nearest and is monotone, so the loss never falls when a sum grows.
#[derive(Default)]
pub(super) struct Loss {
    /// Where one sum is divided by this.
    one: Option<f64>,
    common: Option<u128>,
    is_maximum: bool,
    /// The denominator and the weight of each column.
    parts: Vec<(u64, f64)>,
    /// What each column's costs are multiplied by.
    pub(super) factors: Vec<u64>,
    /// Whether levels cost, and not cells.
    pub(super) of_levels: bool,
}

/// What a cell costs that stands for so many leaves on a level.
pub(super) type Cost = fn(u64, u64) -> u64;

impl Loss {
    /// A measure, and the cost of its cells.
    pub(super) fn named(measure: &str, aggregate: &str) -> Result<(Self, Cost), Failure> {
        let is_maximum = aggregate == "maximum";
        let cost: Cost = match measure {
            "iyengar" => |leaves, _| leaves - 1,
            "distortion" => |leaves, _| u64::from(leaves > 1),
            "precision-cells" | "precision" | "height" => |_, level| level,
            _ => return wrong(format!("no rule is proven for {measure}")),
        };
        if !is_maximum && aggregate != "arithmetic-mean" {
            return wrong(format!("no rule is proven for {aggregate}"));
        }
        let of_levels = matches!(measure, "precision" | "height");
        let one = (measure == "height").then_some(1.0);
        let loss = Self { one, is_maximum, of_levels, ..Self::default() };
        Ok((loss, cost))
    }

    /// Sets the denominator and the weight of each column.
    pub(super) fn set(&mut self, parts: Vec<(u64, f64)>) {
        let n = parts.len() as u128;
        let are_equal = parts.iter().all(|part| part.1 == parts[0].1);
        let multiple = |all: u128, part: &(u64, f64)| {
            let own = u128::from(part.0);
            (all / gcd(all, own)).checked_mul(own).filter(|&all| all <= 1 << 120)
        };
        self.common = parts.iter().try_fold(1, multiple).filter(|_| are_equal && !self.is_maximum);
        self.factors = vec![1; parts.len()];
        if let (None, Some(common)) = (self.one, self.common)
            && common.saturating_mul(n) <= 1 << 60
        {
            self.one = Some(common as f64 * n as f64);
            self.factors = parts.iter().map(|part| (common / u128::from(part.0)) as u64).collect();
        }
        self.parts = parts;
    }

    /// Where a column's costs are added up.
    pub(super) fn sum(&self, column: usize) -> usize {
        if self.one.is_some() { 0 } else { column }
    }

    pub(super) fn n_sums(&self) -> usize {
        if self.one.is_some() { 1 } else { self.parts.len() }
    }

    pub(super) fn of(&self, sums: &[u64]) -> f64 {
        if let Some(divisor) = self.one {
            return sums[0] as f64 / divisor;
        }
        let both = || sums.iter().zip(&self.parts);
        if let Some(common) = self.common {
            let term = |(&sum, part): (&u64, &(u64, f64))| u128::from(sum) * (common / u128::from(part.0));
            return both().map(term).sum::<u128>() as f64 / (common as f64 * sums.len() as f64);
        }
        let terms = both().map(|(&sum, part)| part.1 * (sum as f64 / part.0 as f64));
        let weights = self.parts.iter().map(|part| part.1);
        if self.is_maximum {
            let heaviest = weights.fold(0.0, f64::max);
            return terms.map(|term| term / heaviest).fold(0.0, f64::max);
        }
        terms.sum::<f64>() / weights.sum::<f64>()
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
