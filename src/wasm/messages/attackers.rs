//! What attackers find, as messages.

use crate::risk;
use serde::Serialize;
use tsify::Tsify;

/// The risk against an attacker who targets one person.
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
    /// Records that the attacker is expected to match correctly.
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
    /// Knows a person of the population; null if no population is known.
    pub journalist: Option<Exposure>,
    /// Has a list of people.
    pub marketer: Marketer,
}

/// A population given as a separate table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AttackedPopulation {
    /// The file, as named in the recipe.
    pub file: String,
    /// The number of its people.
    pub people: u64,
    /// People whose class in the release is unknown.
    pub not_placed: u64,
}

/// What attackers find before and after.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct AttackersBeforeAfter {
    /// A record is over the threshold if its risk exceeds this.
    pub threshold: f64,
    /// The column of weights that gave the population; null if none was used.
    pub weight_column: Option<String>,
    /// The population table in which people were counted; null if none was used.
    pub population: Option<AttackedPopulation>,
    /// In the original table.
    pub before: Attackers,
    /// In the records that are not suppressed.
    pub after: Attackers,
    /// Estimated uniqueness in the population; null unless the recipe says that the table is a sample.
    pub uniqueness: Option<UniquenessBeforeAfter>,
}

/// The model of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Estimator {
    /// Zayatz.
    Zayatz,
    /// The slide negative binomial model.
    SlideNegativeBinomial,
    /// Pitman's model.
    Pitman,
}

/// The estimate of the records that are unique in the population.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Uniqueness {
    /// Records that are unique in the table.
    pub in_table: u64,
    /// Records among them that are expected to be unique in the population.
    pub in_population: f64,
    /// Their share of all records.
    pub share: f64,
    /// The model of the estimate; null if no record is unique.
    pub estimator: Option<Estimator>,
    /// `in_population` by Zayatz.
    pub zayatz: f64,
    /// By the slide negative binomial model; null if it does not fit.
    pub slide_negative_binomial: Option<f64>,
    /// By Pitman's model; null if it does not fit.
    pub pitman: Option<f64>,
}

/// Uniqueness in the population, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct UniquenessBeforeAfter {
    /// The share of the population that is in the table.
    pub sampling_fraction: f64,
    /// In the original table.
    pub before: Uniqueness,
    /// In the records that are not suppressed.
    pub after: Uniqueness,
}

impl From<risk::Uniqueness> for Uniqueness {
    fn from(found: risk::Uniqueness) -> Self {
        let risk::Uniqueness { in_table, in_population, share, estimator, zayatz, slide_negative_binomial, pitman } =
            found;
        Self {
            in_table,
            in_population,
            share,
            estimator: estimator.map(|estimator| match estimator {
                risk::Estimator::Zayatz => Estimator::Zayatz,
                risk::Estimator::SlideNegativeBinomial => Estimator::SlideNegativeBinomial,
                risk::Estimator::Pitman => Estimator::Pitman,
            }),
            zayatz,
            slide_negative_binomial,
            pitman,
        }
    }
}

impl From<crate::people::UniquenessBeforeAfter> for UniquenessBeforeAfter {
    fn from(found: crate::people::UniquenessBeforeAfter) -> Self {
        let crate::people::UniquenessBeforeAfter { sampling_fraction, before, after } = found;
        Self { sampling_fraction, before: before.into(), after: after.into() }
    }
}

impl From<risk::Exposure> for Exposure {
    fn from(exposure: risk::Exposure) -> Self {
        let risk::Exposure { highest, average, records_over, share_over } = exposure;
        Self { highest, average, records_over, share_over }
    }
}

impl From<risk::Attackers> for Attackers {
    fn from(attackers: risk::Attackers) -> Self {
        let risk::Attackers { prosecutor, journalist, marketer: risk::Marketer { expected, average } } = attackers;
        Self {
            prosecutor: prosecutor.into(),
            journalist: journalist.map(Into::into),
            marketer: Marketer { expected, average },
        }
    }
}

impl From<crate::people::AttackersBeforeAfter> for AttackersBeforeAfter {
    fn from(attackers: crate::people::AttackersBeforeAfter) -> Self {
        let crate::people::AttackersBeforeAfter { threshold, weight_column, population, before, after, uniqueness } =
            attackers;
        Self {
            threshold,
            weight_column,
            uniqueness: uniqueness.map(Into::into),
            population: population.map(|population| {
                let crate::people::AttackedPopulation { file, people, not_placed } = population;
                AttackedPopulation { file, people, not_placed }
            }),
            before: before.into(),
            after: after.into(),
        }
    }
}
