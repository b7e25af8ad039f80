//! The scale on which risk and loss are compared, and the tolerance of comparisons.

use super::{Columns, Point};
use crate::frontier::intervals::IntervalTable;

/// Smaller differences do not count: a share of the risk of the original, and of the loss of the top.
pub(super) const GAP: f64 = 1e-9;
/// The least loss of the top that a share is taken of: if every policy loses nothing, all losses are rounding.
const LEAST_LOSS: f64 = 1e-2;
/// The rounding error of a sum of at most 1,024 parts.
const ROUNDING: f64 = 1e-12;

/// Risk and loss as shares, both at most about 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    per_loss: f64,
    /// Without a population, risk is a number of cells: of this many in the original.
    cells: Option<f64>,
}

impl Scale {
    pub(super) fn new(columns: &Columns, top_loss: f64) -> Self {
        Self { per_loss: 1.0 / top_loss.max(LEAST_LOSS), cells: (!columns.has_population).then_some(columns.most_risk) }
    }

    /// The contribution of an interval.
    #[inline]
    pub(super) fn part(&self, table: &IntervalTable, begin: usize, end: usize) -> Point {
        let Point { risk, loss } = table.at(begin, end);
        Point { risk, loss: loss * self.per_loss }
    }

    /// As [`part`](Self::part), with a risk that adds up without rounding if it is a number of cells.
    #[inline]
    pub(super) fn counted(&self, table: &IntervalTable, begin: usize, end: usize) -> Point {
        let Point { risk, loss } = self.part(table, begin, end);
        let risk = match self.cells {
            Some(cells) => (risk * cells).round(),
            None => risk,
        };
        Point { risk, loss }
    }

    /// A counted risk as a share.
    pub(super) fn share(&self, counted: f64) -> f64 {
        counted / self.cells.unwrap_or(1.0)
    }

    /// The contribution of a path, with its risk counted.
    pub(super) fn along(&self, table: &IntervalTable, path: &[usize]) -> Point {
        let mut sum = Point::default();
        for pair in path.windows(2) {
            let part = self.counted(table, pair[0], pair[1]);
            sum.risk += part.risk;
            sum.loss += part.loss;
        }
        Point { risk: self.share(sum.risk), loss: sum.loss }
    }
}

/// Whether a point has no more of both than `than`, up to rounding, and less of one by more than [`GAP`].
pub(super) fn is_better(point: Point, than: Point) -> bool {
    let (risk, loss) = (point.risk - than.risk, point.loss - than.loss);
    risk <= ROUNDING && loss <= ROUNDING && (risk < -GAP || loss < -GAP)
}
