//! Value ↔ code, with frequencies.

use super::texts::Texts;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The number of a value of one column: its place in the order of first appearance.
pub type ValueCode = u32;

/// The distinct values of a column in the order of first appearance, each with its number of records.
#[derive(Clone, Default)]
pub struct Dictionary {
    values: Texts,
    counts: Vec<u64>,
    index: HashTable<ValueCode>,
}

impl Dictionary {
    /// A dictionary without values.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value's code. A new value is added. The value's count grows by `count` records.
    pub fn intern(&mut self, value: &str, count: u64) -> ValueCode {
        let hash = FxBuildHasher.hash_one(value);
        let Self { values, counts, index } = self;
        let entry = index.entry(
            hash,
            |&code| values.get(code as usize) == value,
            |&code| FxBuildHasher.hash_one(values.get(code as usize)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(entry) => {
                let code = *entry.get();
                counts[code as usize] += count;
                code
            }
            hashbrown::hash_table::Entry::Vacant(entry) => {
                let code = counts.len() as ValueCode;
                entry.insert(code);
                values.push(value);
                counts.push(count);
                code
            }
        }
    }

    /// Counts records of a value that the dictionary already has; other values are ignored.
    pub fn count_known(&mut self, value: &str, count: u64) {
        if let Some(code) = self.code(value) {
            self.counts[code as usize] += count;
        }
    }

    /// The number of bytes of all values together.
    pub fn text_len(&self) -> usize {
        self.values.text_len()
    }

    /// The value's code, if the column has it.
    pub fn code(&self, value: &str) -> Option<ValueCode> {
        let hash = FxBuildHasher.hash_one(value);
        self.index.find(hash, |&code| self.value(code) == value).copied()
    }

    /// The value of a code, which must be one of this dictionary's.
    pub fn value(&self, code: ValueCode) -> &str {
        self.values.get(code as usize)
    }

    /// Records that have the value.
    pub fn count(&self, code: ValueCode) -> u64 {
        self.counts[code as usize]
    }

    /// Number of distinct values.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The values in the order of their codes, without the index.
    pub fn into_values(self) -> Texts {
        self.values
    }

    /// The values that are not missing, with their counts, in the order of their codes.
    pub fn present<'a>(&'a self, missing: &'a [String]) -> impl Iterator<Item = (&'a str, u64)> + Clone {
        self.iter().filter(|(value, _)| !missing.iter().any(|missing| missing == value))
    }

    /// The values with their counts, in the order of their codes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> + Clone {
        (0..self.len() as ValueCode).map(|code| (self.value(code), self.count(code)))
    }
}

impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_first_appearance_and_counts_add_up() {
        let mut dictionary = Dictionary::new();
        let codes: Vec<_> = ["b", "a", "b", "", "a", "b"].iter().map(|value| dictionary.intern(value, 1)).collect();
        assert_eq!(codes, [0, 1, 0, 2, 1, 0]);
        assert_eq!(dictionary.iter().collect::<Vec<_>>(), [("b", 3), ("a", 2), ("", 1)]);
        assert_eq!(dictionary.code("a"), Some(1));
        assert_eq!(dictionary.code("c"), None);
    }
}
