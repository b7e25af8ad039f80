//! What is counted of single columns that k does not cover.

use super::Warning;
use super::counts::Counts;
use crate::release::treatment::HIDDEN;
use std::collections::BTreeMap;

/// How many records have each value of a column that k does not cover.
#[derive(Debug)]
pub(super) struct Tally {
    /// The place in the original.
    pub(super) place: usize,
    pub(super) missing: Vec<String>,
    pub(super) records: Counts,
    /// Characters of its cells, and those of them that are shown; counted for identifiers.
    characters: Option<(u64, u64)>,
}

impl Tally {
    pub(super) fn new(place: usize, missing: Vec<String>, is_identifier: bool) -> Self {
        Self { place, missing, records: Counts::default(), characters: is_identifier.then_some((0, 0)) }
    }

    pub(super) fn is_missing(&self, cell: &str) -> bool {
        self.missing.iter().any(|code| code == cell)
    }

    /// Counts a cell with this hash, which is not missing.
    pub(super) fn count(&mut self, cell: &str, hash: u64, records: u64) {
        self.records.add(hash, records);
        if let Some((all, shown)) = &mut self.characters {
            let hidden = cell.chars().filter(|&character| character == HIDDEN).count() as u64;
            let length = cell.chars().count() as u64;
            *all += length;
            *shown += length - hidden;
        }
    }

    /// Whether the cells show a part of what they hide.
    pub(super) fn is_masked(&self) -> bool {
        self.characters.is_some_and(|(all, shown)| 0 < shown && shown < all)
    }

    /// The records whose value fewer than `k` records have.
    pub(super) fn singling_out(&self, column: &str, k: u64) -> Option<Warning> {
        let (records, alone) = self.rare(k);
        let column = column.to_owned();
        (records > 0).then_some(Warning::SinglingOut { column, records, alone, k })
    }

    /// A mask that shows more characters than it hides.
    pub(super) fn mask_shows(&self, column: &str) -> Option<Warning> {
        let (characters, shown) = self.characters.filter(|_| self.is_masked())?;
        let column = column.to_owned();
        (2 * shown > characters).then_some(Warning::MaskShows { column, shown, characters })
    }

    /// The values that stand for persons and that occur as often as fewer than `k` of them do. Nothing if all occur
    /// equally often.
    pub(super) fn rare_frequencies(&self, column: &str, k: u64) -> Option<Warning> {
        let mut values: BTreeMap<u64, u64> = BTreeMap::new();
        for records in self.records.values() {
            *values.entry(records).or_default() += 1;
        }
        let rare: u64 = values.values().filter(|&&values| values < k).sum();
        let column = column.to_owned();
        (values.len() > 1 && rare > 0).then_some(Warning::RareFrequencies { column, values: rare, k })
    }

    /// The records whose value fewer than `k` records have, and those among them whose value is unique.
    pub(super) fn rare(&self, k: u64) -> (u64, u64) {
        self.records.rare(k)
    }
}
