//! What each kind of condition says of itself.

use super::{Model, SensitiveColumn};

/// Two risks that are nearer than this share are one: figures are rounded, and checks take other ways to them.
pub(super) const ROUNDING: f64 = 1e-12;

/// What is wrong with a condition, and what to do about it.
pub type Wrong = (String, &'static str);

/// A number in place of the one that a condition has.
pub(super) enum Number {
    /// Its threshold.
    Threshold(f64),
    /// The c of recursive diversity.
    C(f64),
}

/// A condition of one kind. All that is to be said of a kind lies here, in the file of its model.
pub(super) trait Asked<'a> {
    /// The sensitive column that it asks for.
    fn column(&self) -> Option<&'a str> {
        None
    }

    /// Whether it holds classes against the values of the whole table.
    fn knows_the_table(&self) -> bool {
        false
    }

    /// Whether it is asked of all that is kept together, and not of each class.
    fn is_of_release(&self) -> bool {
        false
    }

    /// Whether it counts the people of a population.
    fn counts_people(&self) -> bool {
        false
    }

    /// What is wrong with its numbers, whatever the table.
    fn wrong(&self) -> Option<Wrong>;

    /// What it asks for, in words, to go on with after "in every class".
    fn words(&self) -> String;

    /// What is said of the worst figure that was found.
    fn found(&self, figure: f64) -> String;

    /// What its risk is, in words.
    fn risk_words(&self) -> String;

    /// Whether a figure, as reports tell it, is what it asks for.
    fn admits(&self, figure: f64) -> bool;

    /// The number that makes it stricter or more lenient.
    fn threshold(&self) -> f64;

    /// Whether it is stricter where that number is greater.
    fn rises(&self) -> bool;

    /// The risk of a release in which the worst class has this figure. It is greater where the figure is worse.
    fn risk(&self, figure: f64) -> f64;

    /// The strictest one of its kind that a release of this risk, above 0, holds.
    fn holding(&self, risk: f64) -> Number;

    /// The strictest one of its kind that a release without any risk holds, where there is one that a recipe may have.
    fn holding_none(&self) -> Option<Number> {
        None
    }

    /// The most lenient one of its kind that a release of this risk, above 0, does not hold.
    fn beyond(&self, risk: f64) -> Number;

    /// The model that judges classes; `None` for a condition on sizes alone.
    fn model(&self, _column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        None
    }
}
