//! The loss of sums of integers.

use super::{Failure, wrong};

/// How a sum for each column becomes a loss. Every operation rounds to nearest and is monotone, so the loss never falls
/// when a sum grows; but for powers and logarithms, which leave some slack.
pub(super) struct Loss {
    /// What a cell costs that stands for so many leaves on a level.
    pub(super) cost: fn(u64, u64) -> u64,
    /// Whether levels cost, and not cells; or whether the sizes of classes do.
    pub(super) of_levels: bool,
    pub(super) of_sizes: bool,
    measure: String,
    aggregate: String,
    /// The denominator and the weight of each column.
    parts: Vec<(u64, f64)>,
    /// Where one exact sum is divided: the factor of each column, and the divisor.
    exact: Option<(Vec<u128>, f64)>,
    /// Entropy of each level of each column.
    bits: Vec<Vec<f64>>,
}

/// Of the classes of a policy: the squares of all sizes, those of sizes below k, the number of the other classes, and
/// the records in classes below k.
#[derive(Clone, Copy, Default)]
pub(super) struct Sizes {
    pub(super) squares: u128,
    pub(super) small_squares: u128,
    pub(super) large: u64,
    pub(super) small: u64,
}

impl Loss {
    pub(super) fn new(measure: &str, aggregate: &str) -> Result<Self, Failure> {
        let cost: fn(u64, u64) -> u64 = match measure {
            "iyengar" => |leaves, _| leaves - 1,
            "distortion" => |leaves, _| u64::from(leaves > 1),
            "precision-cells" | "precision" | "height" => |_, level| level,
            "entropy" | "discernibility" | "dm-star" | "aecs" => |_, _| 0,
            _ => return wrong(format!("no rule is known for {measure}")),
        };
        if !["arithmetic-mean", "geometric-mean", "maximum"].contains(&aggregate) {
            return wrong(format!("no rule is known for {aggregate}"));
        }
        let of_sizes = ["discernibility", "dm-star", "aecs"].contains(&measure);
        let of_levels = of_sizes || ["precision", "height", "entropy"].contains(&measure);
        let (measure, aggregate) = (measure.to_owned(), aggregate.to_owned());
        Ok(Self { cost, of_levels, of_sizes, measure, aggregate, parts: Vec::new(), exact: None, bits: Vec::new() })
    }

    /// Sets the denominator and the weight of each column, and what each level costs in bits.
    pub(super) fn set(&mut self, parts: Vec<(u64, f64)>, bits: impl Fn() -> Vec<Vec<f64>>) {
        let multiple = |all: u128, part: &(u64, f64)| {
            let own = u128::from(part.0);
            (all / gcd(all, own)).checked_mul(own).filter(|&all| all <= 1 << 120)
        };
        if self.measure == "height" {
            self.exact = Some((vec![1; parts.len()], 1.0));
        } else if self.measure == "entropy" {
            self.bits = bits();
        } else if self.aggregate == "arithmetic-mean" && parts.iter().all(|part| part.1 == parts[0].1) {
            let factors = |all: u128| parts.iter().map(|part| all / u128::from(part.0)).collect();
            let common = parts.iter().try_fold(1, multiple);
            self.exact = common.map(|all| (factors(all), all as f64 * parts.len() as f64));
        }
        self.parts = parts;
    }

    /// By how much a loss may be below this one: powers and logarithms are rounded by no rule.
    pub(super) fn slack(&self, loss: f64) -> f64 {
        let is_geometric = self.aggregate == "geometric-mean" && !self.of_sizes && self.exact.is_none();
        if is_geometric || !self.bits.is_empty() { 1e-9 * (1.0 + loss) } else { 0.0 }
    }

    pub(super) fn of(&self, sums: impl Iterator<Item = u64>) -> f64 {
        if let Some((factors, divisor)) = &self.exact {
            return sums.zip(factors).map(|(sum, factor)| u128::from(sum) * factor).sum::<u128>() as f64 / divisor;
        }
        if !self.bits.is_empty() {
            return sums.zip(&self.bits).map(|(level, bits)| bits[level as usize]).sum();
        }
        let terms = sums.zip(&self.parts).map(|(sum, part)| (part.1, sum as f64 / part.0 as f64));
        let weights = self.parts.iter().map(|part| part.1);
        let (heaviest, total) = (weights.clone().fold(0.0, f64::max), weights.sum::<f64>());
        match self.aggregate.as_str() {
            "maximum" => terms.map(|(weight, loss)| weight * loss / heaviest).fold(0.0, f64::max),
            "geometric-mean" => terms.map(|(weight, loss)| (1.0 + loss).powf(weight / total)).product::<f64>() - 1.0,
            _ => terms.map(|(weight, loss)| weight * loss).sum::<f64>() / total,
        }
    }

    /// A bound for the loss from a policy's sizes on, where so many records are suppressed; the loss of a single one.
    pub(super) fn of_sizes(&self, (n, k): (u64, u64), sizes: Sizes, suppressed: u64, is_single: bool) -> f64 {
        let Sizes { squares, small_squares, large, small } = sizes;
        match (self.measure.as_str(), is_single) {
            ("dm-star", _) => squares as f64,
            ("discernibility", true) => (squares - small_squares + u128::from(small) * u128::from(n)) as f64,
            ("discernibility", false) => {
                (squares + u128::from(suppressed) * u128::from((n + 1).saturating_sub(k))) as f64
            }
            (_, true) => n as f64 / (large + u64::from(small > 0)).max(1) as f64,
            (_, false) => n as f64 / (large + 1 + small.saturating_sub(suppressed) / k.max(1)) as f64,
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
