//! The marketer: he matches the whole table with a list of people, and does not mind how many of the matches are wrong.

use serde::{Deserialize, Serialize};

/// The marketer's risk (El Emam 2013, ch. 16; Dankar and El Emam, *A method for evaluating marketer re-identification
/// risk*, 2010). He asks for no single record, so that there is no highest risk, and no record is over a threshold: it
/// is the average that is held against it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Marketer {
    /// The number of records that he is expected to match rightly, when he takes one of the people of its class at
    /// random for each.
    pub expected: f64,
    /// `expected` / records: what the threshold is for; 0 where there is no record.
    pub average: f64,
}

impl Marketer {
    /// The risk of classes, each given by its records and by the people of his list who agree with them, who are at
    /// least as many.
    pub fn of(classes: impl Iterator<Item = (u64, f64)>) -> Self {
        let (mut all, mut expected) = (0, 0.0);
        for (records, people) in classes.filter(|&(records, _)| records > 0) {
            all += records;
            expected += records as f64 / people.max(records as f64);
        }
        let average = if all > 0 { expected / all as f64 } else { 0.0 };
        Self { expected, average }
    }
}
