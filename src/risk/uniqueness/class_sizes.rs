//! The classes of a table by their size: all that the estimates look at.

use std::collections::BTreeMap;

/// How many classes there are of each size, in order of the sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClassSizes(BTreeMap<u64, u64>);

impl ClassSizes {
    /// Those of classes that have so many records each. A class without records counts for nothing.
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

    /// Records of all classes.
    pub(super) fn records(&self) -> u64 {
        self.0.iter().map(|(size, classes)| size * classes).sum()
    }

    /// All classes.
    pub(super) fn classes(&self) -> u64 {
        self.0.values().sum()
    }

    /// Classes of this size.
    pub(super) fn of_size(&self, size: u64) -> u64 {
        self.0.get(&size).copied().unwrap_or_default()
    }
}
