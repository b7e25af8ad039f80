//! The weights of cells.

use crate::uniques::{BLOCK, ColumnSet, Tuples, columns_of};

/// The cost of suppressing a cell of each column, as exact multiples of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellWeights {
    weights: Vec<u32>,
    /// The unit is this number times ten to the power of `exponent`.
    unit: u64,
    exponent: i32,
}

impl CellWeights {
    /// The most units that the cells of one record may cost, so that twice this number and a difference fit into 32
    /// bits.
    pub const MOST: u32 = (1 << 29) - 1;

    /// Every cell costs 1.
    pub fn equal(n_columns: usize) -> Self {
        Self { weights: vec![1; n_columns], unit: 1, exponent: 0 }
    }

    /// Costs must be finite and above 0. Each is taken as the shortest decimal number that represents it. The unit is
    /// the greatest one of which all costs are integer multiples. `None` if they add up to more than
    /// [`MOST`](Self::MOST) units.
    pub fn new(costs: &[f64]) -> Option<Self> {
        let decimals: Vec<(u64, i32)> = (costs.iter().map(|&cost| decimal(cost))).collect::<Option<_>>()?;
        let exponent = decimals.iter().map(|&(_, exponent)| exponent).min()?;
        let whole: Vec<u128> = (decimals.iter())
            .map(|&(digits, own)| {
                let power = 10_u128.checked_pow(own.abs_diff(exponent))?;
                power.checked_mul(digits.into())
            })
            .collect::<Option<_>>()?;
        let unit = whole.iter().copied().fold(0, greatest_common_divisor);
        let weights: Vec<u32> =
            (whole.iter()).map(|weight| u32::try_from(weight / unit).ok()).collect::<Option<_>>()?;
        let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        (sum <= Self::MOST.into()).then_some(Self { weights, unit: u64::try_from(unit).ok()?, exponent })
    }

    /// Whether all columns cost the same.
    pub fn are_equal(&self) -> bool {
        self.weights.iter().all(|&weight| weight == 1)
    }

    /// The cost of one cell of a column, in units.
    pub fn of(&self, column: usize) -> u32 {
        self.weights[column]
    }

    /// The cost of a set of columns, in units.
    pub fn sum(&self, set: ColumnSet) -> u32 {
        columns_of(set).map(|column| self.of(column)).sum()
    }

    /// Units as a cost: the float nearest to their product with the unit.
    pub fn to_cost(&self, units: u64) -> f64 {
        let digits = u128::from(units) * u128::from(self.unit);
        // Reading a decimal number rounds once; a product of two numbers with fractions would round twice.
        let number = format!("{digits}e{}", self.exponent).parse();
        number.unwrap_or(f64::INFINITY)
    }

    /// The weight of the columns on which each tuple of a block has the value of `tuple`. Missing values of `tuple`
    /// count as 0.
    pub(super) fn similarities(&self, tuples: &Tuples, tuple: usize, start: usize, out: &mut [u32; BLOCK]) {
        tuples.weigh_agreements(tuple, start, &self.weights, out);
    }

    /// The greatest weight in [`similarities`](Self::similarities).
    pub(super) fn most_similar(&self, tuples: &Tuples, tuple: usize, start: usize) -> u32 {
        tuples.heaviest_agreement(tuple, start, &self.weights)
    }
}

/// The digits, at most 17, and the power of ten of the shortest decimal number that represents `cost`; `None` unless
/// it is finite and above 0.
pub(crate) fn decimal(cost: f64) -> Option<(u64, i32)> {
    if !cost.is_finite() || cost <= 0.0 {
        return None;
    }
    let text = format!("{cost:e}");
    let (number, exponent) = text.split_once('e')?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}").parse().ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    Some((digits, exponent - fraction.len() as i32))
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
