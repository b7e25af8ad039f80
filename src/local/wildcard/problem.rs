//! The table under the wildcard reading: which records lack matches, and the differences between records.

use crate::local::weights::CellWeights;
use crate::uniques::{ColumnSet, Tuples, columns_of};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The columns that each row loses. Rows that lose nothing have no entry.
pub(super) type Blanks = BTreeMap<u32, ColumnSet>;

/// The data that does not change during a search.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) tuples: Arc<Tuples>,
    pub(super) weights: CellWeights,
    pub(super) k: u64,
    /// Records of each row.
    records: Vec<u64>,
    /// Rows by tuple, the lightest of each tuple first.
    rows: Vec<u32>,
    /// The start of the rows of each tuple, and the end of all.
    starts: Vec<usize>,
    /// The codes of each tuple, one after the other.
    codes: Vec<u32>,
    missing: Vec<ColumnSet>,
    /// Records that each tuple lacks.
    need: Vec<u64>,
    /// Tuples that lack records.
    pub(super) lacking: Vec<u32>,
}

impl Problem {
    /// The problem before [`count_next`](Self::count_next) was called for every tuple.
    pub(super) fn new(tuples: Arc<Tuples>, weights: CellWeights, k: u64, records: &dyn Fn(usize) -> u64) -> Self {
        let of_rows = tuples.of_rows();
        let records: Vec<u64> = (0..of_rows.len()).map(records).collect();
        let mut rows: Vec<u32> = (0..of_rows.len() as u32).collect();
        crate::sorting::sort_by(&mut rows, |&a, &b| {
            let key = |row: u32| (of_rows[row as usize], records[row as usize], row);
            key(a).cmp(&key(b))
        });
        let mut starts = vec![0; tuples.len() + 1];
        for &tuple in of_rows {
            starts[tuple as usize + 1] += 1;
        }
        for place in 0..tuples.len() {
            starts[place + 1] += starts[place];
        }
        let codes = (0..tuples.len())
            .flat_map(|tuple| (0..tuples.n_columns()).map(move |column| (column, tuple)))
            .map(|(column, tuple)| tuples.code(column, tuple))
            .collect();
        Self {
            missing: (0..tuples.len()).map(|tuple| tuples.missing(tuple)).collect(),
            need: Vec::with_capacity(tuples.len()),
            lacking: Vec::new(),
            tuples,
            weights,
            k,
            records,
            rows,
            starts,
            codes,
        }
    }

    /// Tuples whose records were counted.
    pub(super) fn counted(&self) -> usize {
        self.need.len()
    }

    /// Counts the records that match the next tuple, before any suppression.
    pub(super) fn count_next(&mut self) {
        let tuple = self.need.len();
        let mut count = self.tuples.count(tuple);
        if count < self.k && self.missing.iter().any(|&missing| missing != 0) {
            self.each_difference(tuple, &mut |difference, other| {
                if difference == 0 {
                    count += self.tuples.count(other);
                }
            });
        }
        let need = self.k.saturating_sub(count);
        self.need.push(need);
        if need > 0 {
            self.lacking.push(tuple as u32);
        }
    }

    /// The records that a tuple lacks to be safe.
    pub(super) fn need(&self, tuple: u32) -> u64 {
        self.need[tuple as usize]
    }

    /// The rows of a tuple, the lightest first.
    pub(super) fn rows(&self, tuple: u32) -> &[u32] {
        &self.rows[self.starts[tuple as usize]..self.starts[tuple as usize + 1]]
    }

    pub(super) fn tuple_of(&self, row: u32) -> u32 {
        self.tuples.of_rows()[row as usize]
    }

    /// The number of records that a row represents.
    pub(super) fn records(&self, row: u32) -> u64 {
        self.records[row as usize]
    }

    /// The records of the lightest row of a tuple.
    pub(super) fn lightest(&self, tuple: u32) -> u64 {
        self.records(self.rows(tuple)[0])
    }

    /// The columns that a row can lose.
    pub(super) fn values(&self, tuple: u32) -> ColumnSet {
        self.tuples.all() & !self.missing[tuple as usize]
    }

    /// The columns in which a tuple has a value that the other one does not have. A record of the first matches one of
    /// the second if each of them is suppressed in one of the two. Those in which the second has a missing value
    /// ([`unpaid`](Self::unpaid)) only the first can suppress, so the difference of the two in the other order may be
    /// another one.
    pub(super) fn difference(&self, own: u32, other: u32) -> ColumnSet {
        let m = self.tuples.n_columns();
        let (own, other) = (own as usize, other as usize);
        let cells = self.codes[own * m..][..m].iter().zip(&self.codes[other * m..][..m]);
        let mut set = 0;
        for (column, (a, b)) in cells.enumerate() {
            set |= u64::from(a != b) << column;
        }
        set & !self.missing[own]
    }

    /// The columns that a tuple cannot suppress, because its values are missing.
    pub(super) fn unpaid(&self, tuple: u32) -> ColumnSet {
        self.missing[tuple as usize]
    }

    /// Passes the difference of a tuple and every other one to the sink.
    pub(super) fn each_difference(&self, tuple: usize, sink: &mut dyn FnMut(ColumnSet, usize)) {
        let values = self.tuples.all() & !self.missing[tuple];
        self.tuples.each_agreement(tuple, &mut |agreement, other| sink(values & !agreement, other));
    }

    /// The cost of a set of cells of one record.
    pub(super) fn cost(&self, set: ColumnSet) -> u64 {
        if self.weights.are_equal() {
            return set.count_ones().into();
        }
        columns_of(set).map(|column| u64::from(self.weights.of(column))).sum()
    }

    /// The cheapest cell of a record.
    pub(super) fn cheapest(&self) -> u64 {
        (0..self.tuples.n_columns()).map(|column| u64::from(self.weights.of(column))).min().unwrap_or(1)
    }

    /// The cost of a suppression.
    pub(super) fn cost_of(&self, blanks: &Blanks) -> u64 {
        (blanks.iter()).map(|(&row, &set)| self.records(row) * self.cost(set)).sum()
    }

    /// A lower bound for the cost of making records of a tuple match those of another one.
    pub(super) fn distance(&self, own: u32, other: u32) -> u64 {
        self.cost(self.difference(own, other)) * self.lightest(own).min(self.lightest(other))
    }
}
