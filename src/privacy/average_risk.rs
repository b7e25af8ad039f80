//! The average risk of the whole release: the number of kept classes divided by their records.

use super::asked::{Asked, Number, ROUNDING, Wrong};
use super::threshold::wrong_risk;

/// The average risk of the kept records is at most this.
pub(super) struct AverageRisk(pub(super) f64);

impl AverageRisk {
    /// Whether the number of kept classes is at most this share of their records. A release without a record has no
    /// risk.
    ///
    /// The average over all kept records of 1 ÷ (records of the class) is classes ÷ records: the expected share of
    /// correct matches of a marketer who matches all records.
    pub(super) fn admits_release(&self, classes: u64, records: u64) -> bool {
        records == 0 || self.admits(classes as f64 / records as f64)
    }
}

impl Asked<'_> for AverageRisk {
    fn is_of_release(&self) -> bool {
        true
    }

    fn wrong(&self) -> Option<Wrong> {
        wrong_risk(self.0)
    }

    fn words(&self) -> String {
        let Self(risk) = self;
        format!("an average risk of at most {risk} over all records that are kept")
    }

    fn found(&self, figure: f64) -> String {
        format!("it is {figure:.4}")
    }

    fn risk_words(&self) -> String {
        "average risk of a record".to_owned()
    }

    fn admits(&self, figure: f64) -> bool {
        figure <= self.0
    }

    fn threshold(&self) -> f64 {
        self.0
    }

    fn rises(&self) -> bool {
        false
    }

    fn risk(&self, figure: f64) -> f64 {
        figure
    }

    fn holding(&self, risk: f64) -> Number {
        Number::Threshold((risk * (1.0 + ROUNDING)).min(1.0))
    }

    fn beyond(&self, risk: f64) -> Number {
        Number::Threshold(risk * (1.0 - ROUNDING))
    }
}
