//! The marketer's risk in a population (Dankar and El Emam 2010): the marketer matches every kept record with a
//! random person of its class.
//!
//! In a class of r records and F ≥ r people, the expected number of correct matches is r ÷ F. The sum over the kept
//! classes, divided by their records, is the average over the records of 1 ÷ F. Without a population it would be the
//! average risk.
//!
//! r ÷ F of two classes together is at most the greater one of the two, so without suppression it falls when a policy
//! is generalized. With suppression it may rise: a class of few people that was suppressed before may be kept.

use super::asked::{Asked, Number, ROUNDING, Wrong};
use super::threshold::wrong_risk;

/// The average of 1 ÷ people over the kept records is at most this.
pub(super) struct MarketerRisk(pub(super) f64);

impl MarketerRisk {
    /// Whether a release with these matches satisfies it. A release without a record has no risk.
    pub(super) fn admits_release(&self, matches: &ExpectedMatches) -> bool {
        matches.average().is_none_or(|average| self.admits(average))
    }
}

impl Asked<'_> for MarketerRisk {
    fn is_of_release(&self) -> bool {
        true
    }

    fn counts_people(&self) -> bool {
        true
    }

    fn wrong(&self) -> Option<Wrong> {
        wrong_risk(self.0)
    }

    fn words(&self) -> String {
        let Self(risk) = self;
        format!("a marketer's risk among the population of at most {risk} over all records that are kept")
    }

    fn found(&self, figure: f64) -> String {
        format!("it is {figure:.4}")
    }

    fn risk_words(&self) -> String {
        "marketer's risk among the population".to_owned()
    }

    /// Quotients are rounded, and twenty people for every record must give a risk of 0.05.
    fn admits(&self, figure: f64) -> bool {
        figure <= self.0 * (1.0 + ROUNDING)
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
        Number::Threshold(risk.min(1.0))
    }

    fn beyond(&self, risk: f64) -> Number {
        Number::Threshold(risk * (1.0 - 2.0 * ROUNDING))
    }
}

/// The expected number of correct matches of classes. The sum is an integer, so the order of classes does not matter.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ExpectedMatches {
    /// In units of 2⁻⁶⁴ matches.
    parts: u128,
    records: u64,
}

impl ExpectedMatches {
    /// Adds a class of this many records and people, where a person counts `unit`. There are at least as many people
    /// as records.
    pub(super) fn add(&mut self, records: u64, people: u64, unit: u64) {
        let right = u128::from(records) * u128::from(unit);
        let people = right.max(u128::from(people)).max(1);
        // In two halves, so that no product overflows: a unit has 20 bits.
        let (high, rest) = ((right << 32) / people, (right << 32) % people);
        self.parts += (high << 32) + (rest << 32) / people;
        self.records += records;
    }

    /// The share of the records that is matched correctly; `None` without records.
    pub(super) fn average(&self) -> Option<f64> {
        let matches = libm::ldexp(self.parts as f64, -64);
        (self.records > 0).then(|| matches / self.records as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn average(classes: &[(u64, u64)], unit: u64) -> Option<f64> {
        let mut matches = ExpectedMatches::default();
        for &(records, people) in classes {
            matches.add(records, people, unit);
        }
        matches.average()
    }

    #[test]
    fn records_by_people_are_summed_and_divided_by_the_records() {
        // 2 of 4, 3 of 12, and 5 of 2 people, raised to 5: 1/2 + 1/4 + 1 = 7/4 of ten.
        assert_eq!(average(&[(2, 4), (3, 12), (5, 2)], 1), Some(0.175));
        assert_eq!(average(&[], 1), None);
        // Half a person more than two.
        assert_eq!(average(&[(1, 2_500_000)], 1_000_000), Some(0.4));
        let twenty = vec![(1, 20); 100_000];
        assert_eq!(average(&twenty, 1), Some(0.05));
        assert!(MarketerRisk(0.05).admits(0.05));
        let most = u64::MAX;
        assert_eq!(average(&[(1 << 40, most)], 1), Some(1.0 / most as f64));
    }
}
