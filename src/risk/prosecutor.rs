//! The prosecutor's risk: the attacker knows that the person is in the table.

use crate::classes::{Classes, Kept};
use serde::{Deserialize, Serialize};

/// Prosecutor risk over the kept classes. A record's risk is 1 / size of its class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Prosecutor {
    /// The number of records of the smallest class; 0 if every record is suppressed.
    pub smallest_class: u64,
    /// The number of classes.
    pub classes: usize,
    /// The number of records in these classes.
    pub records: u64,
    /// The number of records in classes of one record.
    pub unique_records: u64,
    /// The number of records in classes smaller than k.
    pub records_at_risk: u64,
    /// The highest risk of a record: 1 / `smallest_class`; 0 if every record is suppressed.
    pub highest: f64,
    /// The mean risk of the records: `classes` / `records`; 0 if every record is suppressed.
    pub average: f64,
}

impl Prosecutor {
    /// The risk of the unchanged table, with no class suppressed. Classes that would be suppressed are at risk.
    pub fn of_table(classes: &Classes, kept: &Kept) -> Self {
        Self { records_at_risk: kept.suppressed(), ..Self::of_counts(classes.counts().iter().copied()) }
    }

    /// The risk of a release, in which classes that are not kept are suppressed.
    pub fn of_release(classes: &Classes, kept: &Kept) -> Self {
        Self::of_counts(kept.counts_of(classes))
    }

    fn of_counts(counts: impl Iterator<Item = u64>) -> Self {
        let mut risk = Self {
            smallest_class: 0,
            classes: 0,
            records: 0,
            unique_records: 0,
            records_at_risk: 0,
            highest: 0.0,
            average: 0.0,
        };
        for count in counts {
            risk.smallest_class = if risk.classes == 0 { count } else { risk.smallest_class.min(count) };
            risk.classes += 1;
            risk.records += count;
            risk.unique_records += u64::from(count == 1);
        }
        if risk.classes > 0 {
            risk.highest = 1.0 / risk.smallest_class as f64;
            risk.average = risk.classes as f64 / risk.records as f64;
        }
        risk
    }
}
