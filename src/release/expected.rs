//! The expected label of each value and the expected fate of each record under a policy, from the text of the original
//! and of the hierarchies.

use super::plain_conditions::PlainConditions;
use super::verify::{SUPPRESSED, count_tuples};
use crate::data::{Dictionary, Table};
use crate::error::{DataError, Error, Result};
use crate::hierarchy::Hierarchy;
use crate::lattice::Level;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The expected release of an original under a policy. Memory in the distinct values, and a bit for each row.
#[derive(Debug, Clone)]
pub struct Expected {
    /// A number for the group of each value, by quasi-identifier and value code.
    pub(super) groups: Vec<Vec<u32>>,
    /// The label of each value, by quasi-identifier and value code.
    labels: Vec<Vec<String>>,
    /// Rows in classes that may not be released.
    suppressed: FixedBitSet,
}

impl Expected {
    /// The expected release of `original`, whose columns are the quasi-identifiers. A class needs `k` records and must
    /// meet `conditions`. No level may be above its hierarchy's highest.
    ///
    /// # Errors
    /// A value that no row of its hierarchy has.
    pub fn new(
        original: &Table,
        hierarchies: &[Hierarchy],
        levels: &[Level],
        k: u64,
        conditions: Option<&PlainConditions<'_>>,
    ) -> Result<Self> {
        let (mut groups, mut labels) = (Vec::new(), Vec::new());
        for ((column, hierarchy), &level) in original.columns.iter().zip(hierarchies).zip(levels) {
            let (mut leaves, mut own) = (Dictionary::new(), Dictionary::new());
            let mut group_of_leaf = Vec::with_capacity(hierarchy.n_leaves());
            for row in hierarchy.rows() {
                leaves.intern(row[0], 1);
                group_of_leaf.push(own.intern(row[usize::from(level)], 1));
            }
            let of_values = (column.dictionary.iter())
                .map(|(value, _)| {
                    let kind = DataError::NoSuchGroup { level: 0 };
                    let leaf = leaves.code(value);
                    leaf.map(|leaf| group_of_leaf[leaf as usize])
                        .ok_or_else(|| Error::new(kind).in_column(&column.name).with_value(value))
                })
                .collect::<Result<Vec<u32>>>()?;
            let label = |&group: &u32| own.value(group).to_owned();
            labels.push(of_values.iter().map(label).collect());
            groups.push(of_values);
        }
        let tuple = |row: usize| -> Vec<u32> {
            (original.columns.iter().zip(&groups))
                .map(|(column, groups)| groups[column.codes.get(row) as usize])
                .collect()
        };
        let counts = count_tuples(original, tuple);
        let mut suppressed = FixedBitSet::with_capacity(original.n_rows);
        for row in 0..original.n_rows {
            suppressed.set(row, counts[&tuple(row)] < k);
        }
        if let Some(conditions) = conditions {
            let mut classes: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
            for row in 0..original.n_rows {
                classes.entry(tuple(row)).or_default().push(row);
            }
            for rows in classes.values().filter(|rows| !conditions.hold(rows)) {
                suppressed.extend(rows.iter().copied());
            }
        }
        Ok(Self { groups, labels, suppressed })
    }

    /// Whether a row must be suppressed. Rows after the original's last one must not.
    pub fn is_suppressed(&self, row: usize) -> bool {
        self.suppressed.contains(row)
    }

    /// Records of the original that must be suppressed.
    pub fn suppressed_records(&self, original: &Table) -> u64 {
        let rows = self.suppressed.ones();
        rows.map(|row| original.weight(row)).sum()
    }

    /// A number for the expected cell: equal if the text is, and 0 for `*`.
    pub fn group(&self, row: usize, qi: usize, value: u32) -> u32 {
        if self.is_suppressed(row) || self.label(qi, value) == SUPPRESSED {
            0
        } else {
            self.groups[qi][value as usize] + 1
        }
    }

    /// The expected label of a value in a record that is not suppressed.
    pub fn label(&self, qi: usize, value: u32) -> &str {
        &self.labels[qi][value as usize]
    }
}
