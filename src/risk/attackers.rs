//! The three attackers side by side.

use super::{Exposure, Marketer, journalist};
use crate::sorting::sort_by;
use serde::{Deserialize, Serialize};

/// A class from the view of an attacker.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttackedClass {
    /// Records of the table.
    pub records: u64,
    /// The people of the population in this class, if a population is known.
    pub people: Option<f64>,
}

/// The results of the three attackers for classes of records, with one threshold.
///
/// The prosecutor's risk is an upper bound for the journalist's, because the prosecutor knows more. Without a known
/// population there is no journalist, and the marketer is assumed to have a list of exactly the people of the table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Attackers {
    /// Knows that a person is in the table: 1 / records of the class.
    pub prosecutor: Exposure,
    /// Knows a person of the population; `None` if no population is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journalist: Option<Exposure>,
    /// Has a list of people.
    pub marketer: Marketer,
}

impl Attackers {
    /// The results for these classes. The order of the classes does not matter: they are sorted first, because sums
    /// of fractions depend on the order.
    pub fn of(classes: &[AttackedClass], threshold: f64) -> Self {
        let mut classes: Vec<&AttackedClass> = classes.iter().collect();
        sort_by(&mut classes, |one, other| {
            let people = |class: &AttackedClass| class.people.unwrap_or_default();
            (one.records.cmp(&other.records)).then(people(one).total_cmp(&people(other)))
        });
        let in_table = || classes.iter().map(|class| (class.records, class.records as f64));
        let in_population = || (classes.iter()).map(|class| Some((class.records, class.people?)));
        let population: Option<Vec<(u64, f64)>> = in_population().collect();
        // Without classes, all of them have people.
        let population = population.filter(|classes| !classes.is_empty());
        Self {
            prosecutor: Exposure::of(in_table(), threshold),
            journalist: (population.as_ref()).map(|classes| journalist(classes.iter().copied(), threshold)),
            marketer: match population {
                Some(classes) => Marketer::of(classes.into_iter()),
                None => Marketer::of(in_table()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(records: u64, people: Option<f64>) -> AttackedClass {
        AttackedClass { records, people }
    }

    #[test]
    fn a_risk_on_the_threshold_is_not_over_it() {
        let classes: Vec<_> = [5, 4, 11, 12].map(|records| class(records, None)).to_vec();
        let over = |threshold| Attackers::of(&classes, threshold).prosecutor.records_over;
        assert_eq!(over(1.0 / 5.0), 4);
        // 0.09 is exactly below 1 / 11.
        assert_eq!(over(0.09), 5 + 4 + 11);
        assert_eq!(over(1.0 / 11.0), 5 + 4);
        assert_eq!(over(1.0), 0);
    }

    #[test]
    fn classes_without_records_and_tables_without_classes_say_nothing() {
        let none = Attackers::of(&[], 0.2);
        assert_eq!(none, Attackers::default());
        let with_empty = Attackers::of(&[class(3, None), class(0, None)], 0.2);
        assert_eq!(with_empty, Attackers::of(&[class(3, None)], 0.2));
    }

    #[test]
    fn people_are_at_least_the_records() {
        let found = Attackers::of(&[class(4, Some(2.5)), class(2, Some(10.0))], 0.2);
        let journalist = found.journalist.unwrap();
        assert_eq!((journalist.highest, journalist.records_over), (0.25, 4));
        assert!((found.marketer.expected - 1.2).abs() < 1e-12);
        assert_eq!((found.prosecutor.highest, found.prosecutor.average), (0.5, 2.0 / 6.0));
    }
}
