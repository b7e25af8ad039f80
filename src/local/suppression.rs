//! The suppressed cells of a table.

use super::weights::CellWeights;
use crate::uniques::{ColumnSet, Tuples, columns_of};

/// The columns that each row of a table keeps; all other cells are suppressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    kept: Vec<ColumnSet>,
}

impl Suppression {
    /// Every row keeps what its tuple keeps.
    pub fn of_tuples(tuples: &Tuples, kept: &[ColumnSet]) -> Self {
        Self { kept: (tuples.of_rows().iter()).map(|&tuple| kept[tuple as usize]).collect() }
    }

    /// Each row keeps the columns of its entry.
    pub(super) fn of_rows(kept: Vec<ColumnSet>) -> Self {
        Self { kept }
    }

    /// The columns that a row keeps, including those of its missing values.
    pub fn kept(&self, row: usize) -> ColumnSet {
        self.kept[row]
    }

    /// Whether a cell is suppressed.
    pub fn is_suppressed(&self, row: usize, column: usize) -> bool {
        self.kept[row] >> column & 1 == 0
    }

    /// Rows of the table.
    pub fn n_rows(&self) -> usize {
        self.kept.len()
    }

    /// Keeps everything in the rows that are not flagged.
    #[must_use]
    pub fn only_in(mut self, tuples: &Tuples, flagged: &dyn Fn(usize) -> bool) -> Self {
        for (row, kept) in self.kept.iter_mut().enumerate() {
            if !flagged(row) {
                *kept = tuples.all();
            }
        }
        self
    }

    /// The suppressed cells of each column that had a value. `records` is the number of records that a row
    /// represents.
    pub fn cells_by_column(&self, tuples: &Tuples, records: &dyn Fn(usize) -> u64) -> Vec<u64> {
        let mut cells = vec![0; tuples.n_columns()];
        self.each_suppressed(tuples, |row, column| cells[column] += records(row));
        cells
    }

    /// The suppressed cells of each value of a column, by value code.
    pub fn cells_by_value(&self, tuples: &Tuples, column: usize, records: &dyn Fn(usize) -> u64) -> Vec<u64> {
        let mut cells = vec![0; tuples.n_values(column)];
        for (row, &tuple) in tuples.of_rows().iter().enumerate() {
            if self.is_suppressed(row, column)
                && let Some(value) = tuples.value(column, tuple as usize)
            {
                cells[value as usize] += records(row);
            }
        }
        cells
    }

    /// The cost of the suppressed cells, in units of the weights.
    pub fn cost(&self, tuples: &Tuples, weights: &CellWeights, records: &dyn Fn(usize) -> u64) -> u64 {
        let mut cost = 0;
        self.each_suppressed(tuples, |row, column| {
            cost += records(row) * u64::from(weights.of(column));
        });
        cost
    }

    fn each_suppressed(&self, tuples: &Tuples, mut sink: impl FnMut(usize, usize)) {
        let all = tuples.all();
        for (row, (&kept, &tuple)) in self.kept.iter().zip(tuples.of_rows()).enumerate() {
            if kept != all {
                let tuple = tuple as usize;
                columns_of(all & !kept & !tuples.missing(tuple)).for_each(|column| sink(row, column));
            }
        }
    }
}
