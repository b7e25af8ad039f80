//! Records with another number of cells than there are columns.

use crate::data::dialect::RaggedRule;
use serde::{Deserialize, Serialize};

/// Ragged records that are listed.
const N_LISTED: usize = 100;

/// A record with another number of cells than the header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RaggedRecord {
    /// The number of the record, from 1.
    pub row: u64,
    /// The number of its cells.
    pub cells: usize,
}

/// The ragged records of a file, as far as it is read, and what has become of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RaggedRecords {
    /// How many there are.
    pub count: u64,
    /// The first 100.
    pub first: Vec<RaggedRecord>,
    /// The numbers of those that were left out, in their order.
    pub left_out: Vec<u64>,
    /// Those that got empty cells at their end.
    pub padded: u64,
}

/// How many ragged records a table is without, and how many it has filled up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaggedCounts {
    /// Records of the file that the table is without.
    pub left_out: u64,
    /// Records that got empty cells at their end.
    pub padded: u64,
}

/// What becomes of a ragged record.
pub(super) enum Treatment {
    /// It is handed on as it is, and whoever needs the right number of cells refuses it.
    AsItIs,
    LeftOut,
    Padded,
}

impl RaggedRecords {
    /// Notes a ragged record, and says what becomes of it.
    pub(super) fn note(&mut self, record: RaggedRecord, columns: usize, rule: RaggedRule) -> Treatment {
        let RaggedRecord { row, cells } = record;
        self.count += 1;
        if self.first.len() < N_LISTED {
            self.first.push(record);
        }
        match rule {
            RaggedRule::Refuse => Treatment::AsItIs,
            RaggedRule::Pad if cells < columns => {
                self.padded += 1;
                Treatment::Padded
            }
            RaggedRule::Pad | RaggedRule::LeaveOut => {
                self.left_out.push(row);
                Treatment::LeftOut
            }
        }
    }

    /// How many were left out and filled up.
    pub fn counts(&self) -> RaggedCounts {
        RaggedCounts { left_out: self.left_out.len() as u64, padded: self.padded }
    }

    /// The number, from 1, that a record has in the file, by its place from 0 among those that were not left out.
    ///
    /// O(log of those left out).
    pub fn number_in_file(&self, place: usize) -> u64 {
        // Before the record at `at` of `left_out`, `left_out[at] - 1 - at` records were kept.
        let place = place as u64;
        let before = |&(at, row): &(usize, u64)| row - 1 - at as u64 <= place;
        let mut low = 0;
        let mut high = self.left_out.len();
        while low < high {
            let middle = low + (high - low) / 2;
            if before(&(middle, self.left_out[middle])) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        place + 1 + low as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_file_skip_what_was_left_out() {
        let left_out: Vec<u64> = vec![1, 2, 5, 9];
        let ragged = RaggedRecords { left_out: left_out.clone(), ..RaggedRecords::default() };
        let kept = (1..=12).filter(|row| !left_out.contains(row));
        for (place, row) in kept.enumerate() {
            assert_eq!(ragged.number_in_file(place), row);
        }
        assert_eq!(RaggedRecords::default().number_in_file(7), 8);
    }
}
