//! The oracle of unsafe combinations: small tables, and the definitions applied to every column set and every pair of
//! records.

use kanon::data::{Column, Table};
use proptest::prelude::*;

/// What a missing value is written as.
pub const MISSING: &str = "?";

/// A table of small numbers.
#[derive(Debug, Clone)]
pub struct SmallTable {
    /// The records; `None` is missing.
    pub records: Vec<Vec<Option<u8>>>,
    /// Records that each row stands for.
    pub counts: Option<Vec<u64>>,
}

/// Random tables of 1 to `most_columns` columns and 2 to `most_records` rows, some with missing values, some with
/// counts.
pub fn table(most_columns: usize, most_records: usize) -> impl Strategy<Value = SmallTable> {
    (
        1..=most_columns,
        prop::collection::vec(prop::collection::vec(0u8..60, most_columns), 2..=most_records),
        prop::collection::vec(1u8..6, most_columns),
        prop::option::weighted(0.4, 1u8..12),
        prop::option::weighted(0.2, prop::collection::vec(1u64..4, most_records)),
    )
        .prop_map(|(columns, rows, values, missing, counts)| SmallTable {
            counts: counts.map(|counts| counts[..rows.len()].to_vec()),
            records: (rows.iter())
                .map(|row| {
                    (row.iter().zip(&values).take(columns))
                        .map(|(&cell, values)| {
                            let is_missing = missing.is_some_and(|share| cell * 2 < share);
                            // Squared, so that some values are rare.
                            (!is_missing).then(|| (cell / 7) * (cell / 7) % values)
                        })
                        .collect()
                })
                .collect(),
        })
}

impl SmallTable {
    pub fn n_columns(&self) -> usize {
        self.records[0].len()
    }

    pub fn count(&self, row: usize) -> u64 {
        self.counts.as_ref().map_or(1, |counts| counts[row])
    }

    pub fn n(&self) -> u64 {
        (0..self.records.len()).map(|row| self.count(row)).sum()
    }

    /// The table as the core holds it.
    pub fn encoded(&self) -> Table {
        let mut columns: Vec<Column> = (0..self.n_columns()).map(|column| Column::new(column.to_string())).collect();
        for (row, record) in self.records.iter().enumerate() {
            for (column, cell) in columns.iter_mut().zip(record) {
                let value = cell.map_or(MISSING.to_owned(), |value| value.to_string());
                column.push_weighted(&value, self.count(row));
            }
        }
        Table { columns, n_rows: self.records.len(), weights: self.counts.clone(), ..Table::default() }
    }

    /// Records with the values of `row` on a set of columns. An ignored missing value of `row` asks for nothing, one of
    /// another record gives nothing.
    pub fn matching(&self, row: usize, set: u64, ignore: bool) -> u64 {
        let own = &self.records[row];
        (self.records.iter().enumerate())
            .filter(|(_, other)| {
                (0..own.len()).filter(|column| set >> column & 1 == 1).all(|column| {
                    match (own[column], other[column]) {
                        (None, _) if ignore => true,
                        (own, other) => own == other,
                    }
                })
            })
            .map(|(other, _)| self.count(other))
            .sum()
    }

    /// The minimum unsafe sets of a row, by their definition.
    pub fn minimum_unsafe(&self, row: usize, k: u64, ignore: bool, max_size: usize) -> Vec<u64> {
        let is_unsafe: Vec<bool> =
            (0..1_u64 << self.n_columns()).map(|set| self.matching(row, set, ignore) < k).collect();
        (0..1_u64 << self.n_columns())
            .filter(|&set| is_unsafe[set as usize] && set.count_ones() as usize <= max_size)
            .filter(|&set| (0..set).all(|part| part & set != part || !is_unsafe[part as usize]))
            .collect()
    }
}
