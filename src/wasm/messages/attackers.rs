//! What attackers find, as messages.

use crate::{risk, study};
use serde::Serialize;
use tsify::Tsify;

/// The risk against an attacker who looks for one person.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Exposure {
    /// The highest risk of a record.
    pub highest: f64,
    /// The mean of the risks.
    pub average: f64,
    /// Records over the threshold.
    pub records_over: u64,
    /// Their share of all records.
    pub share_over: f64,
}

/// The risk against an attacker who matches the whole table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Tsify)]
pub struct Marketer {
    /// Records that he is expected to match rightly.
    pub expected: f64,
    /// Their share of all records.
    pub average: f64,
}

/// What the three attackers find.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Attackers {
    /// Knows that a person is in the table.
    pub prosecutor: Exposure,
    /// Knows somebody of the population; null where no population is known.
    pub journalist: Option<Exposure>,
    /// Has a list of people.
    pub marketer: Marketer,
}

/// A population that is a table of its own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AttackedPopulation {
    /// Its file, as the recipe names it.
    pub file: String,
    /// Its people.
    pub people: u64,
    /// Those of whom it is not known in which class of the release they are.
    pub not_placed: u64,
}

/// What they find before and after.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct AttackersBeforeAfter {
    /// A record whose risk is above this is over the threshold.
    pub threshold: f64,
    /// The column of weights that the population was taken from; null where none was used.
    pub weight_column: Option<String>,
    /// The population that the people were counted in; null where no table of people was used.
    pub population: Option<AttackedPopulation>,
    /// In the table as it stood.
    pub before: Attackers,
    /// In the records that are not suppressed.
    pub after: Attackers,
}

impl From<risk::Exposure> for Exposure {
    fn from(exposure: risk::Exposure) -> Self {
        let risk::Exposure {
            highest,
            average,
            records_over,
            share_over,
        } = exposure;
        Self {
            highest,
            average,
            records_over,
            share_over,
        }
    }
}

impl From<risk::Attackers> for Attackers {
    fn from(attackers: risk::Attackers) -> Self {
        let risk::Attackers {
            prosecutor,
            journalist,
            marketer: risk::Marketer { expected, average },
        } = attackers;
        Self {
            prosecutor: prosecutor.into(),
            journalist: journalist.map(Into::into),
            marketer: Marketer { expected, average },
        }
    }
}

impl From<study::AttackersBeforeAfter> for AttackersBeforeAfter {
    fn from(attackers: study::AttackersBeforeAfter) -> Self {
        let study::AttackersBeforeAfter {
            threshold,
            weight_column,
            population,
            before,
            after,
        } = attackers;
        Self {
            threshold,
            weight_column,
            population: population.map(|population| {
                let study::AttackedPopulation {
                    file,
                    people,
                    not_placed,
                } = population;
                AttackedPopulation {
                    file,
                    people,
                    not_placed,
                }
            }),
            before: before.into(),
            after: after.into(),
        }
    }
}
