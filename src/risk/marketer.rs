//! The marketer: matches the whole table with a list of people, and accepts wrong matches.

use serde::{Deserialize, Serialize};

/// The marketer's risk (El Emam 2013, ch. 16; Dankar and El Emam, *A method for evaluating marketer re-identification
/// risk*, 2010). The marketer targets no single record, so there is no highest risk and no record above a threshold:
/// the threshold applies to the average.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Marketer {
    /// The expected number of correct matches, if the marketer picks one of the people of the class at random for
    /// each record.
    pub expected: f64,
    /// `expected` / records, to which the threshold applies; 0 without records.
    pub average: f64,
}

impl Marketer {
    /// The risk for classes, each given by its records and by the people on the list in that class, who are at least
    /// as many.
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
