//! k-map (Sweeney 2002; El Emam and Dankar 2008) in a recipe: `population` counts the people.

use super::Threshold;
use super::asked::{Asked, Number, Wrong};

/// At least this many people of the population share the values of every class.
pub(super) struct LeastPeople(pub(super) Threshold);

impl Asked<'_> for LeastPeople {
    fn counts_people(&self) -> bool {
        true
    }

    fn wrong(&self) -> Option<Wrong> {
        self.0.wrong()
    }

    fn words(&self) -> String {
        let (k, given) = (self.0.k(), self.0.given());
        format!("at least {k} people of the population{given}")
    }

    fn found(&self, figure: f64) -> String {
        format!("the fewest are {figure}")
    }

    fn risk_words(&self) -> String {
        "1 by the fewest people of a class".to_owned()
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

    /// People are counted as integers.
    fn risk(&self, figure: f64) -> f64 {
        1.0 / figure.floor().max(1.0)
    }

    fn holding(&self, risk: f64) -> Number {
        Number::Threshold((1.0 / risk).round())
    }

    fn beyond(&self, risk: f64) -> Number {
        Number::Threshold((1.0 / risk).round() + 1.0)
    }
}
