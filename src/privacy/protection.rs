//! All conditions of a recipe beyond the sizes of classes.

use super::average_risk::AverageRisk;
use super::condition::Condition;
use super::marketer_risk::MarketerRisk;
use super::population::{KMap, Population};
use super::{ClassValues, Model, SensitiveColumn, ValueCount};
use crate::classes::{Classes, QuasiIdentifier, group};
use crate::data::Codes;
use std::sync::Arc;

/// A model with the number of its condition and of its column.
type NumberedModel = (usize, usize, Box<dyn Model>);

/// The conditions of a recipe on sensitive columns and on the whole release, over the records of one table.
///
/// The condition on class sizes is the k of the problem, which is at least [`least_records`](Self::least_records).
#[derive(Debug)]
pub struct Protection {
    conditions: Vec<Condition>,
    /// The models of the conditions on sensitive columns.
    pub(super) models: Vec<NumberedModel>,
    pub(super) columns: Vec<SensitiveColumn>,
    /// The distinct tuples of quasi-identifiers and sensitive columns, and both columns in the form for the roll-up.
    pub(super) tuples: Arc<Classes>,
    pub(super) qis: Arc<[QuasiIdentifier]>,
    pub(super) n_qis: usize,
    /// The strictest limits for the average risk, and for the marketer's risk in the population.
    pub(super) average_risk: Option<f64>,
    pub(super) marketer_risk: Option<f64>,
    /// The condition on the people of classes, if there is one.
    pub(super) map: Option<KMap>,
}

impl Protection {
    /// The protection of a table with the quasi-identifiers `qis`, whose rows have the codes `codes`. `sensitive` has
    /// the columns that conditions name, each in the form for the roll-up, with its codes.
    ///
    /// k-maps and the marketer's risk count the people of `population`; without one there is no condition on people.
    ///
    /// Time and memory: rows × columns.
    pub fn new(
        conditions: Vec<Condition>,
        (qis, codes): (&[QuasiIdentifier], &[&Codes]),
        sensitive: Vec<(SensitiveColumn, QuasiIdentifier, &Codes)>,
        weights: Option<&[u64]>,
        population: Option<Population>,
    ) -> Self {
        let n_qis = qis.len();
        let (mut all_qis, mut all_codes) = (qis.to_vec(), codes.to_vec());
        let mut columns = Vec::with_capacity(sensitive.len());
        for (column, qi, codes) in sensitive {
            columns.push(column);
            all_qis.push(qi);
            all_codes.push(codes);
        }
        let map = population.and_then(|population| map(&conditions, population));
        Self {
            map,
            models: models(&conditions, &columns),
            average_risk: strictest(&conditions, average_risk),
            marketer_risk: strictest(&conditions, marketer_risk),
            tuples: Arc::new(group(&all_codes, weights, &all_qis)),
            qis: all_qis.into(),
            conditions,
            columns,
            n_qis,
        }
    }

    /// Replaces the conditions. Their columns and distances must be those of the old conditions, and they may count
    /// people only if the old ones did. Time: linear in the values of the columns.
    #[must_use]
    pub fn with_conditions(&self, conditions: Vec<Condition>) -> Self {
        let population = self.map.as_ref().map(|map| map.population.clone());
        Self {
            map: population.and_then(|population| map(&conditions, population)),
            models: models(&conditions, &self.columns),
            average_risk: strictest(&conditions, average_risk),
            marketer_risk: strictest(&conditions, marketer_risk),
            tuples: Arc::clone(&self.tuples),
            qis: Arc::clone(&self.qis),
            columns: self.columns.clone(),
            n_qis: self.n_qis,
            conditions,
        }
    }

    /// The conditions, in the order of the recipe.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The distinct tuples of quasi-identifiers, followed by the sensitive columns that conditions name.
    pub fn tuples(&self) -> &Classes {
        &self.tuples
    }

    /// The least number of records of a kept class: the number of values that a condition requires.
    pub fn least_records(&self) -> u64 {
        let models = self.models.iter();
        models.map(|(_, _, model)| model.least_values()).max().unwrap_or(1).max(1)
    }

    /// The population whose people are counted, and the greatest k required of them; `None` if that is 1, which every
    /// class satisfies.
    pub(crate) fn map(&self) -> Option<(&Population, u64)> {
        let map = self.map.as_ref().filter(|map| map.k > 1);
        map.map(|map| (&map.population, map.k))
    }

    /// Whether the records and people of a class alone decide if it is kept, and no condition applies to the release.
    pub(crate) fn counts_alone(&self) -> bool {
        self.models.is_empty() && !self.asks_of_release()
    }

    /// Whether a condition applies to the release as a whole.
    fn asks_of_release(&self) -> bool {
        self.average_risk.is_some() || self.marketer_risk.is_some()
    }

    /// Whether, with at most `limit` suppressed records, generalizing a policy never increases the number of
    /// suppressed records and keeps a valid policy valid.
    ///
    /// Without suppression, every union of classes that satisfy a model satisfies it too. The average risk falls with
    /// the number of classes, the marketer's risk with the people of each class.
    pub fn is_monotone(&self, limit: u64) -> bool {
        let of_classes = || self.models.iter().all(|(_, _, model)| model.is_upward_closed());
        limit == 0 || !self.asks_of_release() && of_classes()
    }

    /// The conditions on classes that even the whole table as one class violates, each with its number and the figure
    /// of that class.
    pub fn out_of_reach(&self) -> Vec<(usize, f64)> {
        let figures = self.models.iter().map(|(condition, column, model)| {
            let values: Vec<ValueCount> = (0..)
                .zip(&self.columns[*column].records)
                .filter(|(_, records)| **records > 0)
                .map(|(value, &records)| ValueCount { value, records })
                .collect();
            (*condition, model, model.figure(ClassValues { values: &values }))
        });
        let failed = figures.filter(|(_, model, figure)| !model.admits(*figure));
        let records = self.tuples.counts().iter().sum();
        let of_people = (self.map.iter()).flat_map(|map| {
            let numbered = self.conditions.iter().enumerate();
            numbered.filter_map(move |(number, condition)| match condition {
                Condition::KMap(least) => Some((number, map.out_of_reach(least.k(), records)?)),
                _ => None,
            })
        });
        let of_release = self.conditions.iter().enumerate();
        let of_release = of_release.filter_map(|(number, condition)| match condition {
            Condition::AverageRisk(share) => {
                (!AverageRisk(*share).admits_release(1, records)).then(|| (number, 1.0 / records as f64))
            }
            Condition::MarketerRisk(risk) => {
                let matches = self.map.as_ref()?.of_all(records);
                let is_reached = MarketerRisk(*risk).admits_release(&matches);
                Some((number, matches.average()?)).filter(|_| !is_reached)
            }
            _ => None,
        });
        (failed.map(|(condition, _, figure)| (condition, figure))).chain(of_people).chain(of_release).collect()
    }
}

fn models(conditions: &[Condition], columns: &[SensitiveColumn]) -> Vec<NumberedModel> {
    let place = |name: &str| columns.iter().position(|column| column.name() == name);
    let models = (conditions.iter().enumerate()).filter_map(|(number, condition)| {
        let column = place(condition.column()?)?;
        Some((number, column, condition.model(&columns[column])?))
    });
    models.collect()
}

/// The smallest risk among the conditions.
fn strictest(conditions: &[Condition], risk: impl Fn(&Condition) -> Option<f64>) -> Option<f64> {
    conditions.iter().filter_map(risk).reduce(f64::min)
}

fn average_risk(condition: &Condition) -> Option<f64> {
    match condition {
        Condition::AverageRisk(share) => Some(*share),
        _ => None,
    }
}

fn marketer_risk(condition: &Condition) -> Option<f64> {
    match condition {
        Condition::MarketerRisk(risk) => Some(*risk),
        _ => None,
    }
}

fn map(conditions: &[Condition], population: Population) -> Option<KMap> {
    let k = conditions.iter().filter_map(|condition| match condition {
        Condition::KMap(least) => Some(least.k()),
        // It applies to the release, and every class satisfies it.
        Condition::MarketerRisk(_) => Some(1),
        _ => None,
    });
    k.max().map(|k| KMap { population, k })
}
