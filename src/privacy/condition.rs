//! The conditions of a recipe.

use super::asked::{Asked, Number, Wrong};
use super::average_risk::AverageRisk;
use super::k_anonymity::KAnonymity;
use super::k_map::LeastPeople;
use super::marketer_risk::MarketerRisk;
use super::{Closeness, Diversity, Likeness, Model, SensitiveColumn, Threshold};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A condition on a release. In JSON it is an object with its name as key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Every class has at least this many records.
    KAnonymity(Threshold),
    /// At least this many people of the population share the values of every class.
    KMap(Threshold),
    /// The values of a sensitive column are diverse in every class.
    LDiversity(Diversity),
    /// The distribution of a sensitive column in every class is close to that of the table.
    TCloseness(Closeness),
    /// The average risk of the kept records is at most this.
    AverageRisk(f64),
    /// The average over the kept records of 1 ÷ the people of the population in their class is at most this.
    MarketerRisk(f64),
    /// No value of a sensitive column is much more frequent in a class than in the table.
    BetaLikeness(Likeness),
}

impl Condition {
    /// The name in a recipe, and the condition of its kind.
    fn kind(&self) -> (&'static str, Box<dyn Asked<'_> + '_>) {
        match self {
            Self::KAnonymity(least) => ("k-anonymity", Box::new(KAnonymity(*least))),
            Self::KMap(least) => ("k-map", Box::new(LeastPeople(*least))),
            Self::LDiversity(diversity) => ("l-diversity", Box::new(diversity)),
            Self::TCloseness(closeness) => ("t-closeness", Box::new(closeness)),
            Self::AverageRisk(risk) => ("average-risk", Box::new(AverageRisk(*risk))),
            Self::MarketerRisk(risk) => ("marketer-risk", Box::new(MarketerRisk(*risk))),
            Self::BetaLikeness(likeness) => ("beta-likeness", Box::new(likeness)),
        }
    }

    fn asked(&self) -> Box<dyn Asked<'_> + '_> {
        self.kind().1
    }

    /// The name that a recipe uses.
    pub fn name(&self) -> &'static str {
        self.kind().0
    }

    /// The sensitive column of the condition.
    pub fn column(&self) -> Option<&str> {
        self.asked().column()
    }

    /// Whether it compares classes with the values of the whole table, including suppressed records.
    pub fn knows_the_table(&self) -> bool {
        self.asked().knows_the_table()
    }

    /// Whether it applies to the release as a whole instead of each class. Such a condition does not change which
    /// classes are kept.
    pub fn is_of_release(&self) -> bool {
        self.asked().is_of_release()
    }

    /// Whether it counts the people of a population.
    pub fn counts_people(&self) -> bool {
        self.asked().counts_people()
    }

    /// What is wrong with its numbers, for any table, and how to fix it.
    pub fn wrong(&self) -> Option<Wrong> {
        self.asked().wrong()
    }

    /// The requirement in words, for use after "in every class".
    pub fn words(&self) -> String {
        self.asked().words()
    }

    /// A text about the worst figure found.
    pub fn found(&self, figure: f64) -> String {
        self.asked().found(figure)
    }

    /// Whether a figure, as reported, satisfies it.
    pub fn admits(&self, figure: f64) -> bool {
        self.asked().admits(figure)
    }

    /// The threshold: k, ℓ, t, or the greatest average risk.
    pub fn threshold(&self) -> f64 {
        self.asked().threshold()
    }

    /// This condition with a new threshold.
    #[must_use]
    pub fn at(&self, threshold: f64) -> Self {
        let mut other = self.clone();
        match &mut other {
            Self::KAnonymity(least) | Self::KMap(least) => {
                *least = Threshold::Number(threshold as u64);
            }
            Self::LDiversity(diversity) => diversity.l = threshold,
            Self::TCloseness(closeness) => closeness.t = threshold,
            Self::AverageRisk(risk) | Self::MarketerRisk(risk) => *risk = threshold,
            Self::BetaLikeness(likeness) => likeness.beta = threshold,
        }
        other
    }

    /// This condition with a new number.
    fn with(&self, number: Number) -> Self {
        match (self, number) {
            (_, Number::Threshold(threshold)) => self.at(threshold),
            (Self::LDiversity(diversity), Number::C(c)) => {
                Self::LDiversity(Diversity { c: Some(c), ..diversity.clone() })
            }
            (_, Number::C(_)) => self.clone(),
        }
    }

    /// Compares two thresholds; the more lenient one comes first.
    pub fn compare_thresholds(&self, one: f64, other: f64) -> Ordering {
        match self.asked().rises() {
            true => one.total_cmp(&other),
            false => other.total_cmp(&one),
        }
    }

    /// The risk of a release in which the worst class has this figure: 1 ÷ the figure if it is a number of records,
    /// people or values, and otherwise the figure itself. 0 if no class is kept.
    pub fn risk(&self, worst: Option<f64>) -> f64 {
        worst.map_or(0.0, |figure| self.asked().risk(figure))
    }

    /// The risk of the condition in words.
    pub fn risk_words(&self) -> String {
        self.asked().risk_words()
    }

    /// The strictest condition of its kind that a release of this risk satisfies; itself if no class is kept.
    #[must_use]
    pub fn holding(&self, risk: f64) -> Self {
        let asked = self.asked();
        let number = match risk > 0.0 {
            true => Some(asked.holding(risk)),
            false => asked.holding_none(),
        };
        number.map_or_else(|| self.clone(), |number| self.with(number))
    }

    /// The most lenient condition of its kind that a release of this risk violates; `None` if none is stricter.
    #[must_use]
    pub fn beyond(&self, risk: f64) -> Option<Self> {
        (risk > 0.0).then(|| self.with(self.asked().beyond(risk)))
    }

    /// The number that makes it stricter in a sweep: the c of recursive diversity, otherwise the threshold.
    pub fn number(&self) -> f64 {
        self.c().unwrap_or_else(|| self.threshold())
    }

    /// This condition with another number, if that is stricter.
    pub fn stricter_at(&self, number: f64) -> Option<Self> {
        let (other, is_stricter) = match self.c() {
            Some(c) => (self.with(Number::C(number)), number < c),
            None => (self.at(number), self.compare_thresholds(self.threshold(), number) == Ordering::Less),
        };
        (is_stricter && other.number() == number).then_some(other)
    }

    fn c(&self) -> Option<f64> {
        match self {
            Self::LDiversity(diversity) => diversity.c,
            _ => None,
        }
    }

    /// The model of a condition on a sensitive column; `None` for one on sizes alone.
    pub(super) fn model(&self, column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        self.asked().model(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::{Distance, DiversityKind};

    fn diversity(kind: DiversityKind, l: f64, c: Option<f64>) -> Condition {
        let column = "value".to_owned();
        Condition::LDiversity(Diversity { column, kind, l, c })
    }

    #[test]
    fn what_holds_a_figure_is_told_from_what_does_not() {
        let close = Condition::TCloseness(Closeness { column: "value".to_owned(), distance: Distance::Equal, t: 1.0 });
        for (condition, figure) in [
            (Condition::KAnonymity(Threshold::Number(2)), 7.0),
            (Condition::KMap(Threshold::Number(2)), 11.4),
            (diversity(DiversityKind::Distinct, 1.0, None), 3.0),
            (diversity(DiversityKind::Entropy, 1.0, None), 2.0_f64.powf(1.5)),
            (diversity(DiversityKind::Recursive, 3.0, Some(9.0)), 4.0 / 3.0),
            (close, 1.0 / 3.0),
            (Condition::AverageRisk(1.0), 3.0 / 49.0),
            (Condition::MarketerRisk(1.0), 3.0 / 49.0),
        ] {
            let risk = condition.risk(Some(figure));
            assert!(condition.holding(risk).admits(figure), "{condition:?}");
            assert!(!condition.beyond(risk).unwrap().admits(figure), "{condition:?}");
        }
    }

    #[test]
    fn only_a_stricter_number_makes_a_stricter_condition() {
        let recursive = |c: f64| diversity(DiversityKind::Recursive, 2.0, Some(c));
        for (condition, stricter, number) in [
            (Condition::KMap(Threshold::Number(2)), Condition::KMap(Threshold::Number(3)), 3.0),
            (recursive(3.0), recursive(0.1), 0.1),
            (Condition::AverageRisk(0.2), Condition::AverageRisk(0.1), 0.1),
        ] {
            assert_eq!(condition.stricter_at(number).as_ref(), Some(&stricter));
            assert_eq!(stricter.number(), number);
            assert_eq!(stricter.stricter_at(condition.number()), None);
            assert_eq!(condition.stricter_at(condition.number()), None);
        }
    }

    #[test]
    fn without_a_class_there_is_no_risk_and_nothing_beyond() {
        let two = Condition::KMap(Threshold::Number(2));
        assert_eq!(two.risk(None), 0.0);
        assert_eq!((two.holding(0.0), two.beyond(0.0)), (two.clone(), None));
    }
}
