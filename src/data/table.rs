//! The table: columns of codes.

use super::csv::{OddRecord, RaggedRecords, RenamedColumn};
use super::dictionary::{Dictionary, ValueCode};
use crate::error::{DataError, Error, Result};

/// The requested columns of a file, encoded. Immutable once read.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The columns, in the order of the file.
    pub columns: Vec<Column>,
    /// The number of rows of the file: records, or tuples of a pre-aggregated table.
    pub n_rows: usize,
    /// For a pre-aggregated table, the number of records that each row represents; the dictionaries count those.
    pub weights: Option<Vec<u64>>,
    /// For a sample with weights, the number of people of the population that each row represents.
    pub people: Option<Vec<f64>>,
    /// The ragged records of the file.
    pub ragged: RaggedRecords,
    /// The records that may be none.
    pub odd: Vec<OddRecord>,
    /// The renamed columns of the file.
    pub renamed: Vec<RenamedColumn>,
}

/// One column: its distinct values and one code for each record.
#[derive(Debug, Clone, Default)]
pub struct Column {
    /// The name in the header.
    pub name: String,
    /// The distinct values.
    pub dictionary: Dictionary,
    /// One code for each record.
    pub codes: Codes,
}

impl Column {
    /// A column without records.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Appends one record's value.
    pub fn push(&mut self, value: &str) {
        self.push_weighted(value, 1);
    }

    /// Appends the value of one row that represents `records` records.
    pub fn push_weighted(&mut self, value: &str, records: u64) {
        let code = self.dictionary.intern(value, records);
        self.codes.push(code);
    }

    /// The value of a record.
    pub fn value(&self, row: usize) -> &str {
        self.dictionary.value(self.codes.get(row))
    }
}

impl Table {
    /// The column with this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The index of the column with this name.
    ///
    /// # Errors
    /// [`DataError::NoSuchColumn`] with the existing names.
    pub fn place(&self, name: &str) -> Result<usize> {
        let place = self.columns.iter().position(|column| column.name == name);
        place.ok_or_else(|| {
            let columns = self.columns.iter();
            let columns = columns.map(|column| column.name.clone()).collect();
            Error::new(DataError::NoSuchColumn { columns }).in_column(name)
        })
    }

    /// This table with its rows reordered: row `order[place]` of the result is row `place` of this one. Every row
    /// must occur in the order once.
    #[must_use]
    pub fn put_back(&self, order: &[usize]) -> Self {
        let mut rows = vec![0; order.len()];
        for (place, &row) in order.iter().enumerate() {
            rows[row] = place;
        }
        let columns = self.columns.iter().map(|column| {
            let mut codes = Codes::default();
            rows.iter().for_each(|&row| codes.push(column.codes.get(row)));
            Column { name: column.name.clone(), dictionary: column.dictionary.clone(), codes }
        });
        let weights = self.weights.as_ref();
        let people = self.people.as_ref();
        Self {
            columns: columns.collect(),
            n_rows: self.n_rows,
            ragged: self.ragged.clone(),
            renamed: self.renamed.clone(),
            odd: self.odd.clone(),
            weights: weights.map(|weights| rows.iter().map(|&row| weights[row]).collect()),
            people: people.map(|people| rows.iter().map(|&row| people[row]).collect()),
        }
    }

    /// Number of records: the sum of the weights, or the number of rows.
    pub fn records(&self) -> u64 {
        match &self.weights {
            Some(weights) => weights.iter().sum(),
            None => self.n_rows as u64,
        }
    }

    /// The number of a row in the file, from 1: ragged records that were left out are counted.
    pub fn number_in_file(&self, row: usize) -> u64 {
        self.ragged.number_in_file(row)
    }

    /// The number in the file of the first record that has a value in this column.
    pub fn first_row(&self, column: &Column, value: &str) -> Option<u64> {
        let code = column.dictionary.code(value)?;
        let row = (0..self.n_rows).find(|&row| column.codes.get(row) == code)?;
        Some(self.number_in_file(row))
    }

    /// The row with a number in the file, from 1; `None` if the file has no such record or it was left out.
    pub fn row_of_number(&self, number: u64) -> Option<usize> {
        let before = self.ragged.left_out.binary_search(&number).err()? as u64;
        let row = usize::try_from(number.checked_sub(1 + before)?).ok()?;
        (row < self.n_rows).then_some(row)
    }

    /// The number of records that a row represents. The row must be one of the table's.
    pub fn weight(&self, row: usize) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[row])
    }
}

/// Codes in the narrowest of three widths that fits all of them.
#[derive(Debug, Clone)]
pub enum Codes {
    /// Up to 256 distinct values.
    U8(Vec<u8>),
    /// Up to 65,536 distinct values.
    U16(Vec<u16>),
    /// More.
    U32(Vec<u32>),
}

impl Default for Codes {
    fn default() -> Self {
        Self::U8(Vec::new())
    }
}

impl Codes {
    /// Appends a code, and widens all codes if it does not fit.
    pub fn push(&mut self, code: ValueCode) {
        match self {
            Self::U8(codes) => match u8::try_from(code) {
                Ok(code) => codes.push(code),
                Err(_) => {
                    *self = Self::U16(codes.iter().map(|&code| code.into()).collect());
                    self.push(code);
                }
            },
            Self::U16(codes) => match u16::try_from(code) {
                Ok(code) => codes.push(code),
                Err(_) => {
                    *self = Self::U32(codes.iter().map(|&code| code.into()).collect());
                    self.push(code);
                }
            },
            Self::U32(codes) => codes.push(code),
        }
    }

    /// The code of a record. The row must be one of the table's.
    pub fn get(&self, row: usize) -> ValueCode {
        match self {
            Self::U8(codes) => codes[row].into(),
            Self::U16(codes) => codes[row].into(),
            Self::U32(codes) => codes[row],
        }
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        match self {
            Self::U8(codes) => codes.len(),
            Self::U16(codes) => codes.len(),
            Self::U32(codes) => codes.len(),
        }
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_widen_without_changing_a_value() {
        let mut codes = Codes::default();
        for code in 0..70_000 {
            codes.push(code);
        }
        assert!(matches!(codes, Codes::U32(_)));
        assert!((0..70_000).all(|row| codes.get(row as usize) == row));
    }
}
