//! What attackers find in a table and in its release.

use super::attacked::{AttackedPopulation, People};
use crate::classes::Classes;
use crate::data::Codes;
use crate::error::Result;
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::risk::{AttackedClass, Attackers, Uniqueness};
use crate::table::EncodedStudy;
use serde::{Deserialize, Serialize};

/// What the three attackers find before and after, under one threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttackersBeforeAfter {
    /// A record whose risk is above this is over the threshold.
    pub threshold: f64,
    /// The column of weights: the people of the population that a row represents. Without it, no population was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_column: Option<String>,
    /// The population table in which people were counted. Without it, none was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<AttackedPopulation>,
    /// In the original table.
    pub before: Attackers,
    /// In the records that are not suppressed.
    pub after: Attackers,
    /// Estimated uniqueness in the population. Only if the recipe says that the table is a sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uniqueness: Option<UniquenessBeforeAfter>,
}

/// Estimates of the records that are unique in the population, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UniquenessBeforeAfter {
    /// The share of the population that is in the table.
    pub sampling_fraction: f64,
    /// Of the original table.
    pub before: Uniqueness,
    /// Of the records that are not suppressed.
    pub after: Uniqueness,
}

impl UniquenessBeforeAfter {
    /// The estimates for the classes of a sample before and after. `kept` marks the classes that are released.
    ///
    /// Only all classes together are a random sample, the kept ones alone are not. So the estimates use all classes,
    /// and the kept ones contribute their part.
    pub(crate) fn of(
        sampling_fraction: f64,
        before: impl Iterator<Item = u64>,
        after: impl Iterator<Item = (u64, bool)> + Clone,
    ) -> Self {
        let kept = || (after.clone().filter(|class| class.1)).map(|(records, _)| records);
        let all = Uniqueness::of(after.clone().map(|(records, _)| records), sampling_fraction);
        let unique = kept().filter(|&records| records == 1).count();
        Self {
            sampling_fraction,
            before: Uniqueness::of(before, sampling_fraction),
            after: all.of_kept(unique as u64, kept().sum()),
        }
    }
}

/// What attackers find in an encoded study, and in its release under a policy.
///
/// The people of a class come from a population table, if the recipe names one and it is given. Otherwise they are the
/// sum of the weights of the class's records, an estimate as good as the weights. Time in rows × quasi-identifiers with
/// weights, in distinct tuples of both tables with a population, otherwise in tuples.
///
/// # Errors
/// See [`EncodedStudy::kept`].
pub fn attackers(
    recipe: &Recipe,
    prepared: &EncodedStudy,
    levels: &[Level],
    people: Option<&People>,
) -> Result<AttackersBeforeAfter> {
    let threshold = recipe.risk_threshold();
    let tuples = prepared.tuples();
    let (classes, kept) = prepared.kept(recipe, levels)?;
    let named = people.zip(recipe.risk.population.as_ref());
    let counted = |classes: &Classes| match named {
        Some((people, _)) => people.of_classes(prepared, classes),
        None => (Vec::new(), 0),
    };
    let ((people_before, _), (people_after, not_placed)) = (counted(tuples), counted(&classes));
    let before = attacked(prepared, tuples, named.map(|_| people_before));
    let after = attacked(prepared, &classes, named.map(|_| people_after));
    let uniqueness = recipe.risk.sampling_fraction.map(|fraction| {
        let mut is_kept = vec![false; classes.len()];
        kept.places().for_each(|place| is_kept[place] = true);
        let after = classes.counts().iter().copied().zip(is_kept.iter().copied());
        UniquenessBeforeAfter::of(fraction, tuples.counts().iter().copied(), after)
    });
    let after: Vec<AttackedClass> = kept.places().map(|place| after[place]).collect();
    Ok(AttackersBeforeAfter {
        threshold,
        weight_column: recipe.risk.weight_column.clone(),
        population: named.map(|(people, file)| people.told(file, not_placed)),
        before: Attackers::of(&before, threshold),
        after: Attackers::of(&after, threshold),
        uniqueness,
    })
}

/// The classes of a policy with their people: as counted in a population, or as the sum of the row weights.
fn attacked(prepared: &EncodedStudy, classes: &Classes, counted: Option<Vec<f64>>) -> Vec<AttackedClass> {
    let table = prepared.table();
    let weighed = |people: &Vec<f64>| {
        let columns: Vec<&Codes> = table.columns.iter().map(|column| &column.codes).collect();
        let mut of_classes = vec![0.0; classes.len()];
        for (place, people) in (classes.places_of_rows(&columns, prepared.qis()).iter()).zip(people) {
            of_classes[*place as usize] += people;
        }
        of_classes
    };
    let people = counted.or_else(|| table.people.as_ref().map(weighed));
    (classes.counts().iter().enumerate())
        .map(|(place, &records)| AttackedClass { records, people: people.as_ref().map(|people| people[place]) })
        .collect()
}
