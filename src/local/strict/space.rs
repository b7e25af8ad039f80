//! The tuples record by record, and the weights of sets of their columns.

use crate::local::weights::CellWeights;
use crate::uniques::{ColumnSet, Tuples};

/// Prices are multiples of a unit of the weights divided by this.
pub(super) const PARTS: i64 = 256;

/// The data of the tuples, laid out for the search. Immutable.
#[derive(Debug)]
pub(super) struct Space {
    n_columns: usize,
    all: ColumnSet,
    /// The codes of each tuple, one after the other; 0 is an ignored missing value.
    codes: Vec<u32>,
    /// Records of each tuple.
    counts: Vec<u64>,
    /// Columns in which each tuple has a value.
    values: Vec<ColumnSet>,
    /// The weight of each set of eight columns.
    weights: Vec<[u32; 256]>,
}

impl Space {
    /// Time and memory linear in the cells.
    pub(super) fn new(tuples: &Tuples, weights: &CellWeights) -> Self {
        let n_columns = tuples.n_columns();
        let codes =
            (0..tuples.len()).flat_map(|tuple| (0..n_columns).map(move |column| tuples.code(column, tuple))).collect();
        let eight = |group: usize| {
            std::array::from_fn(|set| {
                (0..8.min(n_columns - 8 * group))
                    .filter(|bit| set >> bit & 1 == 1)
                    .map(|bit| weights.of(8 * group + bit))
                    .sum()
            })
        };
        Self {
            n_columns,
            all: tuples.all(),
            codes,
            counts: (0..tuples.len()).map(|tuple| tuples.count(tuple)).collect(),
            values: (0..tuples.len()).map(|tuple| tuples.all() & !tuples.missing(tuple)).collect(),
            weights: (0..n_columns.div_ceil(8)).map(eight).collect(),
        }
    }

    /// Tuples.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Columns.
    pub(super) fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// All columns.
    pub(super) fn all(&self) -> ColumnSet {
        self.all
    }

    /// The largest code plus one.
    pub(super) fn n_codes(&self) -> usize {
        self.codes.iter().max().map_or(1, |&most| most as usize + 1)
    }

    /// Records of a tuple.
    pub(super) fn count(&self, tuple: u32) -> u64 {
        self.counts[tuple as usize]
    }

    /// Columns in which a tuple has a value.
    pub(super) fn values(&self, tuple: u32) -> ColumnSet {
        self.values[tuple as usize]
    }

    /// The code of a cell.
    pub(super) fn code(&self, column: usize, tuple: u32) -> u32 {
        self.codes[tuple as usize * self.n_columns + column]
    }

    /// Columns in which two tuples have the same value.
    pub(super) fn agreement(&self, one: u32, other: u32) -> ColumnSet {
        let row = |tuple: u32| {
            let start = tuple as usize * self.n_columns;
            &self.codes[start..start + self.n_columns]
        };
        let equal = (row(one).iter().zip(row(other)).enumerate())
            .fold(0, |set, (column, (one, other))| set | ColumnSet::from(one == other) << column);
        equal & self.values(one)
    }

    /// The weight of a set of columns.
    pub(super) fn weight(&self, set: ColumnSet) -> i64 {
        (self.weights.iter().enumerate())
            .map(|(group, weights)| i64::from(weights[(set >> (8 * group)) as usize & 255]))
            .sum()
    }
}
