//! The loss of sums of integers.

use super::{Failure, need, wrong};

/// How the sums of the columns become a loss. Every operation rounds to nearest and is monotone, so the loss never
/// falls when a sum grows; except powers and logarithms, which leave some slack.
pub(super) struct Loss {
    /// The cost of a cell that represents a number of leaves on a level.
    pub(super) cost: fn(usize, usize) -> u64,
    /// Whether the loss follows from levels instead of cells; from class sizes; from the bits lost.
    pub(super) of_levels: bool,
    pub(super) of_sizes: bool,
    pub(super) is_entropy: bool,
    measure: String,
    aggregate: String,
    parts: Vec<Part>,
    /// If one exact sum is divided: the factor of each column, and the divisor.
    exact: Option<(Vec<u128>, f64)>,
}

/// The divisor of a column's sum, and its weight.
pub(super) struct Part {
    pub(super) whole: u64,
    pub(super) weight: f64,
}

/// For the classes of a policy: the sum of all squared sizes, that of sizes below k, the number of the other classes,
/// and the records in classes below k.
#[derive(Clone, Copy, Default)]
pub(super) struct Sizes {
    pub(super) squares: u128,
    pub(super) small_squares: u128,
    pub(super) large: u64,
    pub(super) small: u64,
}

impl Loss {
    pub(super) fn new(measure: &str, aggregate: &str) -> Result<Self, Failure> {
        let cost: fn(usize, usize) -> u64 = match measure {
            "iyengar" => |leaves, _| leaves as u64 - 1,
            "distortion" => |leaves, _| u64::from(leaves > 1),
            "precision-cells" => |_, level| level as u64,
            "precision" | "height" | "entropy" | "discernibility" | "dm-star" | "aecs" => |_, _| 0,
            _ => return Err(wrong(format!("no rule is known for {measure}"))),
        };
        let is_known = ["arithmetic-mean", "geometric-mean", "maximum"].contains(&aggregate);
        need(is_known, || wrong(format!("no rule is known for {aggregate}")))?;
        let of_sizes = ["discernibility", "dm-star", "aecs"].contains(&measure);
        let of_levels = of_sizes || ["precision", "height", "entropy"].contains(&measure);
        let is_entropy = measure == "entropy";
        let (measure, aggregate) = (measure.to_owned(), aggregate.to_owned());
        Ok(Self { cost, of_levels, of_sizes, is_entropy, measure, aggregate, parts: Vec::new(), exact: None })
    }

    /// Sets the parts of all columns.
    pub(super) fn set(&mut self, parts: Vec<Part>) {
        let multiple = |all: u128, part: &Part| {
            let own = u128::from(part.whole);
            (all / gcd(all, own)).checked_mul(own).filter(|&all| all <= 1 << 120)
        };
        let is_mean = self.aggregate == "arithmetic-mean" && !self.is_entropy;
        if self.measure == "height" {
            self.exact = Some((vec![1; parts.len()], 1.0));
        } else if is_mean && parts.iter().all(|part| part.weight == parts[0].weight) {
            let factors = |all: u128| parts.iter().map(|part| all / u128::from(part.whole)).collect();
            let common = parts.iter().try_fold(1, multiple);
            self.exact = common.map(|all| (factors(all), all as f64 * parts.len() as f64));
        }
        self.parts = parts;
    }

    /// How far a loss may be below this one: the rounding of powers and logarithms is not standardised.
    pub(super) fn slack(&self, loss: f64) -> f64 {
        let is_geometric = self.aggregate == "geometric-mean" && !self.of_sizes && self.measure != "height";
        if is_geometric || self.is_entropy { 1e-9 * (1.0 + loss) } else { 0.0 }
    }

    pub(super) fn of(&self, sums: impl Iterator<Item = u64>) -> f64 {
        if let Some((factors, divisor)) = &self.exact {
            return sums.zip(factors).map(|(sum, factor)| u128::from(sum) * factor).sum::<u128>() as f64 / divisor;
        }
        let sums = sums.zip(&self.parts);
        let shares = sums.map(|(sum, part)| (part.weight, sum as f64 / part.whole as f64));
        let weights = self.parts.iter().map(|part| part.weight);
        let (heaviest, total) = (weights.clone().fold(0.0, f64::max), weights.sum::<f64>());
        match self.aggregate.as_str() {
            "maximum" => shares.map(|(weight, share)| weight * share / heaviest).fold(0.0, f64::max),
            "geometric-mean" => shares.map(|(weight, share)| (1.0 + share).powf(weight / total)).product::<f64>() - 1.0,
            _ => shares.map(|(weight, share)| weight * share).sum::<f64>() / total,
        }
    }

    /// A bound for the loss of all policies from one with these sizes on, if this many records are suppressed; for a
    /// single policy, its loss.
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
