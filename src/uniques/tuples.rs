//! The distinct tuples of quasi-identifiers, stored as bytes in columns.

use super::lanes::{LANES, Lanes};
use crate::classes::QuasiIdentifier;
use crate::data::{Dictionary, MissingCodes, Table, ValueCode};
use crate::error::{Result, SearchError};
use crate::lattice::Level;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::hash::Hasher;
use std::ops::Range;

/// A set of columns: bit c stands for column c.
pub type ColumnSet = u64;

/// The most columns that a [`ColumnSet`] can hold.
pub const MAX_COLUMNS: usize = 64;

/// The number of tuples whose agreement with a tuple is computed at once.
pub(crate) const BLOCK: usize = 512;

/// The meaning of a missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// It neither matches nor makes a set unsafe (Wilson, k-anonymization may be NP-hard, section 2). This holds before
    /// and after a suppression, however a suppressed cell is read.
    #[default]
    Ignore,
    /// It is a value like any other.
    Value,
}

/// The distinct tuples of a table with the records of each. Immutable.
///
/// **Invariant:** records of one tuple are safe or unsafe together, so everything is computed once for each tuple.
#[derive(Debug, Clone, Default)]
pub struct Tuples {
    /// The low bytes of each column's codes, then the next bytes if it has more than 255 values. Code 0 is an ignored
    /// missing value, value code v is v + 1.
    pub(super) columns: Vec<Vec<Vec<u8>>>,
    /// The number of values in each column's dictionary.
    pub(super) n_values: Vec<usize>,
    /// Records of each tuple.
    pub(super) counts: Vec<u64>,
    /// The tuple of each row of the table.
    tuple_of_row: Vec<u32>,
    /// The first row of each tuple.
    first_row: Vec<u32>,
    /// The columns in which some tuple has an ignored missing value.
    with_missing: ColumnSet,
}

impl Tuples {
    /// Groups the rows of `table`. All its columns are quasi-identifiers. Values listed in `missing_values` are
    /// missing.
    ///
    /// Time and memory: linear in the cells.
    ///
    /// # Errors
    /// If there are more columns than [`MAX_COLUMNS`], or k is greater than the number of records.
    pub fn new(table: &Table, missing: Missing, missing_values: &MissingCodes, k: u64) -> Result<Self> {
        let codes: Vec<Vec<u32>> = (table.columns.iter())
            .map(|column| own_codes(&column.dictionary, missing, missing_values.of(&column.name)))
            .collect();
        Self::of_codes(table, codes.iter().map(Vec::len).collect(), &codes, k)
    }

    /// Groups the rows of `table` by their groups on one level of each hierarchy. `is_missing` says of a column which
    /// of its groups are ignored missing values.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn generalized(
        table: &Table,
        qis: &[QuasiIdentifier],
        levels: &[Level],
        is_missing: &dyn Fn(usize, u32) -> bool,
        k: u64,
    ) -> Result<Self> {
        let codes: Vec<Vec<u32>> = (table.columns.iter().enumerate())
            .map(|(place, column)| {
                let groups = (0..column.dictionary.len() as u32).map(|value| qis[place].group(levels[place], value));
                groups.map(|group| if is_missing(place, group) { 0 } else { group + 1 }).collect()
            })
            .collect();
        let n_groups = (qis.iter().zip(levels)).map(|(qi, &level)| qi.n_groups(level)).collect();
        Self::of_codes(table, n_groups, &codes, k)
    }

    /// Groups the rows of `table` by the codes of their values.
    fn of_codes(table: &Table, n_values: Vec<usize>, codes: &[Vec<u32>], k: u64) -> Result<Self> {
        let code = |row: usize, column: usize| codes[column][table.columns[column].codes.get(row) as usize];
        Self::grouped(table.n_rows, n_values, k, &code, &|row| table.weight(row))
    }

    /// Some of the tuples, in this order.
    pub(crate) fn subset(&self, tuples: &[u32]) -> Self {
        let padded = tuples.len().next_multiple_of(LANES);
        let chosen = |plane: &Vec<u8>| {
            let mut chosen: Vec<u8> = tuples.iter().map(|&tuple| plane[tuple as usize]).collect();
            chosen.resize(padded, 0);
            chosen
        };
        let columns = (self.columns.iter()).map(|planes| planes.iter().map(chosen).collect()).collect();
        let counts = (tuples.iter()).map(|&tuple| self.count(tuple as usize)).collect();
        Self::of_planes(columns, self.n_values.clone(), counts)
    }

    /// Groups rows by their codes: 0 for a missing value, otherwise the value's code plus one.
    pub(crate) fn grouped(
        n_rows: usize,
        n_values: Vec<usize>,
        k: u64,
        code: &dyn Fn(usize, usize) -> u32,
        weight: &dyn Fn(usize) -> u64,
    ) -> Result<Self> {
        let n_columns = n_values.len();
        if n_columns > MAX_COLUMNS {
            return Err(SearchError::TooManyQuasiIdentifiers { given: n_columns, limit: MAX_COLUMNS }.into());
        }
        let hash = |row: usize| {
            let mut hasher = FxHasher::default();
            (0..n_columns).for_each(|column| hasher.write_u32(code(row, column)));
            hasher.finish()
        };
        let mut tuples = Self::default();
        let mut index: HashTable<u32> = HashTable::new();
        for row in 0..n_rows {
            let first_row = &tuples.first_row;
            let same = |&tuple: &u32| {
                let first = first_row[tuple as usize] as usize;
                (0..n_columns).all(|column| code(row, column) == code(first, column))
            };
            let rehash = |&tuple: &u32| hash(first_row[tuple as usize] as usize);
            let tuple = match index.entry(hash(row), same, rehash) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let tuple = tuples.counts.len() as u32;
                    entry.insert(tuple);
                    tuples.counts.push(0);
                    tuples.first_row.push(row as u32);
                    tuple
                }
            };
            tuples.counts[tuple as usize] += weight(row);
            tuples.tuple_of_row.push(tuple);
        }
        let records = tuples.records();
        if k > records {
            return Err(SearchError::KTooLarge { k, records }.into());
        }
        let padded = tuples.counts.len().next_multiple_of(LANES);
        let columns = (0..n_columns)
            .map(|column| {
                (0..n_planes(n_values[column]))
                    .map(|byte| {
                        let mut plane = vec![0; padded];
                        for (cell, &row) in plane.iter_mut().zip(&tuples.first_row) {
                            *cell = (code(row as usize, column) >> (8 * byte)) as u8;
                        }
                        plane
                    })
                    .collect()
            })
            .collect();
        Ok(Self {
            tuple_of_row: tuples.tuple_of_row,
            first_row: tuples.first_row,
            ..Self::of_planes(columns, n_values, tuples.counts)
        })
    }

    /// Tuples from the planes of their columns, without rows.
    pub(super) fn of_planes(columns: Vec<Vec<Vec<u8>>>, n_values: Vec<usize>, counts: Vec<u64>) -> Self {
        let mut tuples = Self { columns, n_values, counts, ..Self::default() };
        tuples.with_missing = (0..tuples.n_columns())
            .filter(|&column| (0..tuples.len()).any(|tuple| tuples.code(column, tuple) == 0))
            .fold(0, |set, column| set | 1 << column);
        tuples
    }

    /// The number of distinct tuples.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The number of columns.
    pub fn n_columns(&self) -> usize {
        self.columns.len()
    }

    /// All columns.
    pub fn all(&self) -> ColumnSet {
        full(self.n_columns())
    }

    /// The number of values in a column's dictionary.
    pub fn n_values(&self, column: usize) -> usize {
        self.n_values[column]
    }

    /// Records.
    pub fn records(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Records of a tuple.
    pub fn count(&self, tuple: usize) -> u64 {
        self.counts[tuple]
    }

    /// Whether a tuple has fewer than k records, so that it must be joined with others or suppressed.
    #[inline(always)]
    pub fn is_rare(&self, tuple: usize, k: u64) -> bool {
        self.counts[tuple] < k
    }

    /// The tuple of each row of the table.
    pub fn of_rows(&self) -> &[u32] {
        &self.tuple_of_row
    }

    /// The first row of the table with this tuple.
    pub fn first_row(&self, tuple: usize) -> usize {
        self.first_row[tuple] as usize
    }

    /// The code of a cell. Code 0 is an ignored missing value.
    pub(crate) fn code(&self, column: usize, tuple: usize) -> u32 {
        if let [plane] = &self.columns[column][..] {
            return plane[tuple].into();
        }
        (self.columns[column].iter().zip(0..)).map(|(plane, byte)| u32::from(plane[tuple]) << (8 * byte)).sum()
    }

    /// The value of a cell; `None` for an ignored missing one.
    pub fn value(&self, column: usize, tuple: usize) -> Option<ValueCode> {
        self.code(column, tuple).checked_sub(1)
    }

    /// The columns in which a tuple has an ignored missing value.
    pub fn missing(&self, tuple: usize) -> ColumnSet {
        columns_of(self.with_missing)
            .filter(|&column| self.code(column, tuple) == 0)
            .fold(0, |set, column| set | 1 << column)
    }

    /// The columns on which `other` has the value of `tuple`. Missing values of `tuple` agree with everything, those
    /// of `other` with nothing else.
    pub fn agreement(&self, tuple: usize, other: usize) -> ColumnSet {
        (0..self.n_columns())
            .filter(|&column| {
                let code = self.code(column, tuple);
                code == 0 || code == self.code(column, other)
            })
            .fold(0, |set, column| set | 1 << column)
    }

    /// Sixty-four cells of each plane of a column, from `start`, with the byte of `tuple` in that plane.
    #[inline(always)]
    fn cells(planes: &[Vec<u8>], tuple: usize, start: usize) -> impl Iterator<Item = (&[u8; LANES], u8)> {
        planes.iter().filter_map(move |plane| {
            let cells = plane.get(start..)?.first_chunk()?;
            Some((cells, plane[tuple]))
        })
    }

    /// The [`agreement`](Self::agreement) for eight columns from `group` · 8 and the tuples from `start`, one byte
    /// each.
    pub(crate) fn agreements(&self, tuple: usize, group: usize, start: usize, out: &mut [u8; BLOCK]) {
        let columns = &self.columns[8 * group..self.n_columns().min(8 * group + 8)];
        let missing = (columns.iter().enumerate())
            .filter(|(_, planes)| planes.iter().all(|plane| plane[tuple] == 0))
            .fold(0, |missing, (bit, _)| missing | 1 << bit);
        let end = self.len().next_multiple_of(LANES).min(start + BLOCK);
        out.fill(missing);
        let (blocks, _) = out.as_chunks_mut::<LANES>();
        let mut bit = 1_u8;
        // Four columns at a time, so that a byte is stored once for all four.
        let (fours, rest) = columns.as_chunks::<4>();
        for four in fours {
            if let [[a], [b], [c], [d]] = four.each_ref().map(Vec::as_slice) {
                let own = [a, b, c, d].map(|plane| plane[tuple]);
                let [a, b, c, d] = [a, b, c, d].map(|plane| plane[start..end].as_chunks::<LANES>().0);
                for ((((block, a), b), c), d) in blocks.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    let agree = |cells: &[u8; LANES], place: usize| {
                        Lanes::equal(cells, own[place]).and(Lanes::splat(bit << place))
                    };
                    (Lanes::load(block).or(agree(a, 0)).or(agree(b, 1))).or(agree(c, 2).or(agree(d, 3))).store(block);
                }
                bit <<= 4;
            } else {
                for planes in four {
                    Self::agree(planes, tuple, start..end, bit, blocks);
                    bit <<= 1;
                }
            }
        }
        for planes in rest {
            Self::agree(planes, tuple, start..end, bit, blocks);
            bit <<= 1;
        }
    }

    /// Sets a bit for the tuples of a range that have the value of `tuple` in a column.
    fn agree(planes: &[Vec<u8>], tuple: usize, range: Range<usize>, bit: u8, blocks: &mut [[u8; LANES]]) {
        for (block, start) in blocks.iter_mut().zip(range.step_by(LANES)) {
            let mut equal = Lanes::splat(bit);
            for (cells, own) in Self::cells(planes, tuple, start) {
                equal = equal.and(Lanes::equal(cells, own));
            }
            Lanes::load(block).or(equal).store(block);
        }
    }

    /// The weight of the columns on which each tuple from `start` has the value of `tuple`. A missing value of
    /// `tuple` has weight 0. The weights add up to less than 2³².
    pub(crate) fn weigh_agreements(&self, tuple: usize, start: usize, weights: &[u32], out: &mut [u32; BLOCK]) {
        let padded = self.len().next_multiple_of(LANES);
        let is_narrow = weights.iter().sum::<u32>() < 256;
        let (blocks, _) = out.as_chunks_mut::<LANES>();
        for (block, start) in blocks.iter_mut().zip((start..padded).step_by(LANES)) {
            let mut narrow = Lanes::splat(0);
            let mut bytes = [0; LANES];
            block.fill(0);
            for (planes, &weight) in self.columns.iter().zip(weights) {
                if planes.iter().all(|plane| plane[tuple] == 0) {
                    continue;
                }
                let mut equal = Lanes::splat(if is_narrow { weight as u8 } else { 1 });
                for (cells, own) in Self::cells(planes, tuple, start) {
                    equal = equal.and(Lanes::equal(cells, own));
                }
                if is_narrow {
                    narrow = narrow.add(equal);
                } else {
                    equal.store(&mut bytes);
                    for (sum, &equal) in block.iter_mut().zip(&bytes) {
                        *sum += u32::from(equal) * weight;
                    }
                }
            }
            if is_narrow {
                narrow.store(&mut bytes);
                for (sum, &byte) in block.iter_mut().zip(&bytes) {
                    *sum = byte.into();
                }
            }
        }
    }

    /// The greatest weight in [`weigh_agreements`](Self::weigh_agreements).
    pub(crate) fn heaviest_agreement(&self, tuple: usize, start: usize, weights: &[u32]) -> u32 {
        if weights.iter().sum::<u32>() >= 256 {
            let mut block = [0; BLOCK];
            self.weigh_agreements(tuple, start, weights, &mut block);
            return block.iter().copied().max().unwrap_or(0);
        }
        let end = self.len().next_multiple_of(LANES).min(start + BLOCK);
        let mut heaviest = Lanes::splat(0);
        for start in (start..end).step_by(LANES) {
            let mut sum = Lanes::splat(0);
            for (planes, &weight) in self.columns.iter().zip(weights) {
                if planes.iter().all(|plane| plane[tuple] == 0) {
                    continue;
                }
                let mut equal = Lanes::splat(weight as u8);
                for (cells, own) in Self::cells(planes, tuple, start) {
                    equal = equal.and(Lanes::equal(cells, own));
                }
                sum = sum.add(equal);
            }
            heaviest = heaviest.max(sum);
        }
        let mut bytes = [0; LANES];
        heaviest.store(&mut bytes);
        bytes.into_iter().max().unwrap_or(0).into()
    }

    /// Passes the agreement of a tuple with every other one to the sink, with the other's index.
    pub(crate) fn each_agreement(&self, tuple: usize, sink: &mut dyn FnMut(ColumnSet, usize)) {
        let n_groups = self.n_columns().div_ceil(8);
        let mut masks = [0_u64; BLOCK];
        let mut bytes = [0_u8; BLOCK];
        for start in (0..self.len()).step_by(BLOCK) {
            masks.fill(0);
            for group in 0..n_groups {
                self.agreements(tuple, group, start, &mut bytes);
                for (mask, &byte) in masks.iter_mut().zip(&bytes) {
                    *mask |= u64::from(byte) << (8 * group);
                }
            }
            for (other, &mask) in (start..self.len()).zip(&masks) {
                if other != tuple {
                    sink(mask, other);
                }
            }
        }
    }
}

/// The set of the first columns.
pub(crate) fn full(n_columns: usize) -> ColumnSet {
    if n_columns == MAX_COLUMNS { ColumnSet::MAX } else { (1 << n_columns) - 1 }
}

/// The columns of a set, in ascending order.
pub fn columns_of(set: ColumnSet) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let column = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (column < MAX_COLUMNS).then_some(column)
    })
}

/// The number of bytes of a code in a column with this many values.
pub(super) fn n_planes(n_values: usize) -> usize {
    (1..4).find(|bytes| n_values < 1 << (8 * bytes)).unwrap_or(4)
}

/// The code of each value of a dictionary.
fn own_codes(dictionary: &Dictionary, missing: Missing, missing_values: &[String]) -> Vec<u32> {
    (dictionary.iter().zip(1..))
        .map(|((value, _), code)| {
            let is_missing = missing == Missing::Ignore && missing_values.iter().any(|name| name == value);
            if is_missing { 0 } else { code }
        })
        .collect()
}
