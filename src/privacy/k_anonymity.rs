//! k-anonymity (Sweeney 2002): at least k records in every class.

use super::Threshold;
use super::asked::{Asked, Number, Wrong};

/// Every class has at least this many records.
pub(super) struct KAnonymity(pub(super) Threshold);

impl Asked<'_> for KAnonymity {
    fn wrong(&self) -> Option<Wrong> {
        self.0.wrong()
    }

    fn words(&self) -> String {
        format!("at least {} records{}", self.0.k(), self.0.given())
    }

    fn found(&self, figure: f64) -> String {
        format!("the smallest has {figure}")
    }

    fn risk_words(&self) -> String {
        "1 by the fewest records of a class".to_owned()
    }

    fn admits(&self, figure: f64) -> bool {
        figure >= self.threshold()
    }

    fn threshold(&self) -> f64 {
        self.0.k() as f64
    }

    fn rises(&self) -> bool {
        true
    }

    fn risk(&self, figure: f64) -> f64 {
        1.0 / figure.max(1.0)
    }

    fn holding(&self, risk: f64) -> Number {
        Number::Threshold((1.0 / risk).round())
    }

    fn beyond(&self, risk: f64) -> Number {
        Number::Threshold((1.0 / risk).round() + 1.0)
    }
}
