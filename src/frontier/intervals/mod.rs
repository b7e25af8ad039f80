//! Risk and loss of every interval of one quasi-identifier, with the others fixed.
//!
//! Time: the tuples, plus the pairs of tuples that share a cell of the other quasi-identifiers, plus the square of
//! the number of values.

mod strips;
mod table;

use super::engine::Columns;
use crate::partition::PartitionPolicy;
use strips::Strips;
pub(super) use table::IntervalTable;

/// A table of intervals under construction, which can be interrupted and continued. The next table reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    axis: usize,
    stage: Stage,
    strips: Strips,
    table: IntervalTable,
}

/// The next stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// Split the cells by this quasi-identifier.
    Part(usize),
    /// Lay out the strips between the cuts.
    LayOut,
    /// Add the pairs of this strip.
    Pairs(usize),
    /// Sum the row before this one.
    Sum(usize),
    #[default]
    Done,
}

impl Intervals {
    /// Begins the table for the quasi-identifier at this index among the columns.
    pub(super) fn begin(&mut self, axis: usize, columns: &Columns) {
        self.axis = axis;
        self.stage = Stage::Part(0);
        self.strips.begin(columns.counts.len());
    }

    /// Continues a little, with the other quasi-identifiers cut as in a policy and this one between `cuts`. Returns
    /// the work done: tuples, pairs and intervals, where an interval counts a quarter. `None` once the table is full.
    pub(super) fn step(
        &mut self,
        base: &PartitionPolicy,
        columns: &Columns,
        cuts: impl FnOnce() -> Vec<u32>,
    ) -> Option<u64> {
        let n_tuples = columns.counts.len() as u64;
        let mut work = 0;
        match self.stage {
            Stage::Part(axis) => {
                if axis != self.axis {
                    self.strips.part(&columns.columns[axis], base);
                    work = n_tuples / 8;
                }
                self.stage = if axis + 1 < columns.columns.len() { Stage::Part(axis + 1) } else { Stage::LayOut };
            }
            Stage::LayOut => {
                let cuts = cuts();
                self.strips.lay_out(columns, self.axis, &cuts);
                let column = &columns.columns[self.axis];
                self.table.begin(columns, column, cuts);
                work = n_tuples;
                self.stage = Stage::Pairs(0);
            }
            Stage::Pairs(strip) => {
                if strip < self.strips.len() {
                    work = self.table.add(self.strips.strip(strip), columns);
                    self.stage = Stage::Pairs(strip + 1);
                } else {
                    self.stage = Stage::Sum(self.table.n_atoms());
                }
            }
            Stage::Sum(0) => self.stage = Stage::Done,
            Stage::Sum(row) => {
                self.table.sum_row(row - 1, &columns.ln);
                work = (self.table.n_atoms() - row) as u64 / 2;
                self.stage = Stage::Sum(row - 1);
            }
            Stage::Done => return None,
        }
        (self.stage != Stage::Done).then_some(work)
    }

    /// The table.
    pub(super) fn table(&self) -> &IntervalTable {
        &self.table
    }
}
