//! Records whose number of cells differs from the number of columns.

use crate::data::dialect::RaggedRule;
use serde::{Deserialize, Serialize};

/// The number of ragged records that are listed.
const N_LISTED: usize = 100;

/// A record whose number of cells differs from the header's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RaggedRecord {
    /// The number of the record, from 1.
    pub row: u64,
    /// The number of its cells.
    pub cells: usize,
}

/// The ragged records of a file, as far as it was read, and their treatment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RaggedRecords {
    /// Their number.
    pub count: u64,
    /// The first 100.
    pub first: Vec<RaggedRecord>,
    /// The numbers of the records that were left out, in order: of ragged ones, and of those that the dialect names.
    pub left_out: Vec<u64>,
    /// The number of those that the dialect names.
    pub skipped: u64,
    /// The number of those that were padded with empty cells.
    pub padded: u64,
}

/// How many ragged records of a file a table left out, and how many it padded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaggedCounts {
    /// The number of records that were left out.
    pub left_out: u64,
    /// The number of records that were padded with empty cells.
    pub padded: u64,
}

/// The treatment of a ragged record.
pub(super) enum Treatment {
    /// It is passed on unchanged. Code that needs the right number of cells rejects it.
    AsItIs,
    LeftOut,
    Padded,
}

impl RaggedRecords {
    /// Notes a ragged record, and returns its treatment.
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

    /// Leaves a record out because the dialect names it.
    pub(super) fn skip(&mut self, row: u64) -> Treatment {
        self.skipped += 1;
        self.left_out.push(row);
        Treatment::LeftOut
    }

    /// The numbers of ragged records left out and padded.
    pub fn counts(&self) -> RaggedCounts {
        RaggedCounts { left_out: self.left_out.len() as u64 - self.skipped, padded: self.padded }
    }

    /// The number, from 1, of a record in the file, given its index from 0 among the records that were not left out.
    ///
    /// Time: O(log of the number of records left out).
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
