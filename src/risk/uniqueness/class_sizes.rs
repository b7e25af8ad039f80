//! The number of classes of each size in a table: the only input of the estimates.

use std::collections::BTreeMap;

/// The number of classes of each size, in order of the sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClassSizes(BTreeMap<u64, u64>);

impl ClassSizes {
    /// The sizes of classes with these numbers of records. A class without records does not count.
    pub(super) fn of(records: impl Iterator<Item = u64>) -> Self {
        let mut sizes = BTreeMap::new();
        for size in records.filter(|&size| size > 0) {
            *sizes.entry(size).or_default() += 1;
        }
        Self(sizes)
    }

    /// Each size with the number of its classes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, f64)> {
        self.0.iter().map(|(&size, &classes)| (size, classes as f64))
    }

    /// The number of records of all classes.
    pub(super) fn records(&self) -> u64 {
        self.0.iter().map(|(size, classes)| size * classes).sum()
    }

    /// The number of all classes.
    pub(super) fn classes(&self) -> u64 {
        self.0.values().sum()
    }

    /// The number of classes of this size.
    pub(super) fn of_size(&self, size: u64) -> u64 {
        self.0.get(&size).copied().unwrap_or_default()
    }
}
