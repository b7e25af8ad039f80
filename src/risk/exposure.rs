//! The probability that records are re-identified, over all records.

use serde::{Deserialize, Serialize};

/// The risk of records against an attacker who targets one person (El Emam, *Guide to the De-Identification of
/// Personal Health Information*, 2013, ch. 16: θⱼ, and from it Ra, Rb and Rc).
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Exposure {
    /// Rb: the highest risk of a record; 0 without records.
    pub highest: f64,
    /// Rc: the mean of the risks over all records; 0 without records.
    pub average: f64,
    /// The number of records whose risk is strictly above the threshold.
    pub records_over: u64,
    /// Ra: their share of all records; 0 without records.
    pub share_over: f64,
}

impl Exposure {
    /// The exposure of classes, each given by its records and by the people that a record is searched among: a
    /// record's risk is 1 / people. A class without records does not count. Sums are computed in the given order.
    pub(super) fn of(classes: impl Iterator<Item = (u64, f64)>, threshold: f64) -> Self {
        let (mut all, mut sum) = (0, 0.0);
        let mut exposure = Self::default();
        for (records, people) in classes.filter(|&(records, _)| records > 0) {
            let risk = 1.0 / people;
            all += records;
            // A class whose people are its records adds exactly 1.
            sum += records as f64 / people;
            exposure.highest = exposure.highest.max(risk);
            if risk > threshold {
                exposure.records_over += records;
            }
        }
        if all > 0 {
            exposure.average = sum / all as f64;
            exposure.share_over = exposure.records_over as f64 / all as f64;
        }
        exposure
    }
}
