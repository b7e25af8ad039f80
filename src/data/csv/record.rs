//! One record.

use crate::data::dialect::Terminator;
use crate::error::{DataError, Error, Result};

/// One record of a file, borrowed from its [`RecordReader`](super::RecordReader).
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    pub(super) number: u64,
    pub(super) header: &'a [String],
    pub(super) terminator: Terminator,
    /// All cells, one after the other, without quotes.
    pub(super) text: &'a str,
    /// The end of each cell in `text`.
    pub(super) ends: &'a [usize],
}

impl<'a> Record<'a> {
    /// The number of the record, from 1, not counting the header.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The names of the columns.
    pub fn header(&self) -> &'a [String] {
        self.header
    }

    /// The line terminator of the file's first line.
    pub fn terminator(&self) -> Terminator {
        self.terminator
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it has no cells. Never true for records of a [`RecordReader`](super::RecordReader).
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A cell by its position from 0; empty if the record is too short.
    pub fn get(&self, position: usize) -> &'a str {
        let Some(&end) = self.ends.get(position) else {
            return "";
        };
        let start = match position {
            0 => 0,
            _ => self.ends[position - 1],
        };
        self.text.get(start..end).unwrap_or_default()
    }

    /// The cells in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let record = *self;
        (0..record.len()).map(move |position| record.get(position))
    }

    /// Checks the number of cells.
    ///
    /// # Errors
    /// [`DataError::Ragged`] if there are more or fewer.
    pub fn expect_cells(&self, expected: usize) -> Result<()> {
        if self.len() == expected {
            return Ok(());
        }
        let given = self.len();
        Err(Error::new(DataError::Ragged { given, expected }).at_row(self.number))
    }
}
