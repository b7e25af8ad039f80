//! The interface of each kind of condition.

use super::{Model, SensitiveColumn};

/// Two risks whose relative difference is below this are equal: figures are rounded, and checks compute them
/// differently.
pub(super) const ROUNDING: f64 = 1e-12;

/// What is wrong with a condition, and how to fix it.
pub type Wrong = (String, &'static str);

/// A new number for a condition.
pub(super) enum Number {
    /// The threshold.
    Threshold(f64),
    /// The c of recursive diversity.
    C(f64),
}

/// A condition of one kind. Everything about a kind is in the file of its model.
pub(super) trait Asked<'a> {
    /// The sensitive column of the condition.
    fn column(&self) -> Option<&'a str> {
        None
    }

    /// Whether it compares classes with the values of the whole table.
    fn knows_the_table(&self) -> bool {
        false
    }

    /// Whether it applies to the release as a whole instead of each class.
    fn is_of_release(&self) -> bool {
        false
    }

    /// Whether it counts the people of a population.
    fn counts_people(&self) -> bool {
        false
    }

    /// What is wrong with its numbers, for any table.
    fn wrong(&self) -> Option<Wrong>;

    /// The requirement in words, for use after "in every class".
    fn words(&self) -> String;

    /// A text about the worst figure found.
    fn found(&self, figure: f64) -> String;

    /// The risk of the condition in words.
    fn risk_words(&self) -> String;

    /// Whether a figure, as reported, satisfies it.
    fn admits(&self, figure: f64) -> bool;

    /// The number that makes it stricter or more lenient.
    fn threshold(&self) -> f64;

    /// Whether a greater number is stricter.
    fn rises(&self) -> bool;

    /// The risk of a release in which the worst class has this figure. The worse the figure, the greater the risk.
    fn risk(&self, figure: f64) -> f64;

    /// The strictest condition of this kind that a release of this risk, above 0, satisfies.
    fn holding(&self, risk: f64) -> Number;

    /// The strictest condition of this kind that a release without any risk satisfies, if a recipe can express it.
    fn holding_none(&self) -> Option<Number> {
        None
    }

    /// The most lenient condition of this kind that a release of this risk, above 0, violates.
    fn beyond(&self, risk: f64) -> Number;

    /// The model that judges classes; `None` for a condition on sizes alone.
    fn model(&self, _column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        None
    }
}
