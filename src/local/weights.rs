//! What a cell is worth.

use crate::uniques::{BLOCK, ColumnSet, Tuples, columns_of};

/// The sum that weights may reach, so that sums of two fit into 16 bits.
const MOST: u32 = 32_000;

/// What suppressing a cell of each column costs, in whole numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct CellWeights {
    weights: Vec<u16>,
    /// What one unit is of the weights as they were given.
    unit: f64,
}

impl CellWeights {
    /// Every cell costs 1.
    pub fn equal(n_columns: usize) -> Self {
        Self {
            weights: vec![1; n_columns],
            unit: 1.0,
        }
    }

    /// Costs above 0, taken in thousandths of the greatest (coarser beyond 32 columns).
    pub fn new(costs: &[f64]) -> Self {
        let greatest = costs.iter().copied().fold(0.0, f64::max);
        if costs.iter().all(|&cost| cost == greatest) {
            return Self {
                unit: greatest,
                ..Self::equal(costs.len())
            };
        }
        let steps = f64::from(1000.min(MOST / costs.len() as u32));
        let whole: Vec<u16> = costs
            .iter()
            .map(|cost| libm::round(cost / greatest * steps).max(1.0) as u16)
            .collect();
        let divisor = whole.iter().copied().fold(0, greatest_common_divisor);
        Self {
            weights: whole.iter().map(|weight| weight / divisor).collect(),
            unit: greatest / steps * f64::from(divisor),
        }
    }

    /// Whether all columns cost the same.
    pub fn are_equal(&self) -> bool {
        self.weights.iter().all(|&weight| weight == 1)
    }

    /// The cost of one cell of a column, in units.
    pub fn of(&self, column: usize) -> u32 {
        self.weights[column].into()
    }

    /// The cost of a set of columns, in units.
    pub fn sum(&self, set: ColumnSet) -> u32 {
        columns_of(set).map(|column| self.of(column)).sum()
    }

    /// Units as the costs were given.
    pub fn to_cost(&self, units: u64) -> f64 {
        units as f64 * self.unit
    }

    /// The weight of the columns on which each tuple of a block has the value of `tuple`. Its missing values count
    /// nothing.
    pub(super) fn similarities(
        &self,
        tuples: &Tuples,
        tuple: usize,
        start: usize,
        out: &mut [u16; BLOCK],
    ) {
        tuples.weigh_agreements(tuple, start, &self.weights, out);
    }

    /// The greatest weight that [`similarities`](Self::similarities) gives.
    pub(super) fn most_similar(&self, tuples: &Tuples, tuple: usize, start: usize) -> u16 {
        tuples.heaviest_agreement(tuple, start, &self.weights)
    }
}

fn greatest_common_divisor(a: u16, b: u16) -> u16 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}
