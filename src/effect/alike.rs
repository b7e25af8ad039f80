//! Classes whose records all have the same value in another column.

use rustc_hash::FxHashSet;

/// What the classes reveal about a column that is not a quasi-identifier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Alike {
    /// The number of classes.
    pub classes: u64,
    /// The number of records in them.
    pub records: u64,
    /// The number of classes whose records all have one value, which is not missing: a person known to be in such a
    /// class is known to have the value.
    pub classes_alike: u64,
    /// The number of records in these.
    pub records_alike: u64,
    /// The least number of distinct values in a class; a missing one counts as a value. 0 without a class.
    pub fewest_values: u64,
}

/// The rows of a table with a column that is not a quasi-identifier.
pub struct Seen<'a> {
    /// The number of rows.
    pub n_rows: usize,
    /// The number of classes.
    pub n_classes: usize,
    /// The class of a row; `None` for a row that is ignored.
    pub class: &'a dyn Fn(usize) -> Option<u32>,
    /// The value of a row.
    pub value: &'a dyn Fn(usize) -> u32,
    /// Whether a value is missing.
    pub is_missing: &'a dyn Fn(u32) -> bool,
    /// The number of records that a row represents.
    pub weight: &'a dyn Fn(usize) -> u64,
}

/// What the classes reveal about a column.
///
/// Time: linear in the rows. Memory: at most linear in the rows.
pub fn alike(seen: &Seen<'_>) -> Alike {
    let mut values = vec![0u64; seen.n_classes];
    let mut records = vec![0u64; seen.n_classes];
    let mut one_is_missing = vec![false; seen.n_classes];
    let mut pairs: FxHashSet<(u32, u32)> = FxHashSet::default();
    for row in 0..seen.n_rows {
        let Some(class) = (seen.class)(row) else {
            continue;
        };
        let value = (seen.value)(row);
        records[class as usize] += (seen.weight)(row);
        if pairs.insert((class, value)) {
            values[class as usize] += 1;
            one_is_missing[class as usize] |= (seen.is_missing)(value);
        }
    }
    let mut found = Alike::default();
    for class in 0..seen.n_classes {
        if values[class] == 0 {
            continue;
        }
        found.fewest_values = match found.classes {
            0 => values[class],
            _ => found.fewest_values.min(values[class]),
        };
        found.classes += 1;
        found.records += records[class];
        if values[class] == 1 && !one_is_missing[class] {
            found.classes_alike += 1;
            found.records_alike += records[class];
        }
    }
    found
}
