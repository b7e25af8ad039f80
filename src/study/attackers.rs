//! What attackers find in a table and in its release.

use super::{Prepared, Recipe};
use crate::classes::{Classes, K, RollupMemory, rollup};
use crate::lattice::{Level, Policy};
use crate::risk::{AttackedClass, Attackers};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What the three attackers find before and after, by one threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttackersBeforeAfter {
    /// A record whose risk is above this is over the threshold.
    pub threshold: f64,
    /// The column whose weights say how many people of the population there are; without it no population was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_column: Option<String>,
    /// In the table as it stood.
    pub before: Attackers,
    /// In the records that are not suppressed.
    pub after: Attackers,
}

/// What attackers find in a prepared table, and in its release under a policy.
///
/// The people of a class are the sum of the weights of its records: an estimate, as good as the weights are. Time in
/// rows × quasi-identifiers with weights, else in tuples.
pub fn attackers(recipe: &Recipe, prepared: &Prepared, levels: &[Level]) -> AttackersBeforeAfter {
    let threshold = recipe.risk_threshold();
    let k = K::new(recipe.privacy.k);
    let (before, mut after) = match &prepared.table().people {
        Some(people) => {
            let lowest = vec![0; levels.len()];
            let before = weighed(prepared, &lowest, people);
            (before, weighed(prepared, levels, people))
        }
        None => {
            let mut classes = Classes::like(prepared.tuples());
            let policy = Policy::new(levels);
            let mut memory = RollupMemory::default();
            let (tuples, qis) = (prepared.tuples(), prepared.qis());
            rollup(tuples, &policy, qis, &mut memory, &mut classes);
            (counted(tuples), counted(&classes))
        }
    };
    after.retain(|class| k.keeps(class.records));
    AttackersBeforeAfter {
        threshold,
        weight_column: recipe.risk.weight_column.clone(),
        before: Attackers::of(&before, threshold),
        after: Attackers::of(&after, threshold),
    }
}

fn counted(classes: &Classes) -> Vec<AttackedClass> {
    let of_class = |&records: &u64| AttackedClass {
        records,
        people: None,
    };
    classes.counts().iter().map(of_class).collect()
}

/// The classes of a policy, with the people that their rows stand for.
fn weighed(prepared: &Prepared, levels: &[Level], people: &[f64]) -> Vec<AttackedClass> {
    let table = prepared.table();
    let mut places: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    let mut classes: Vec<(u64, f64)> = Vec::new();
    for (row, people) in people.iter().enumerate() {
        let tuple: Vec<u32> = (table.columns.iter().zip(prepared.qis()).zip(levels))
            .map(|((column, qi), &level)| qi.group(level, column.codes.get(row)))
            .collect();
        let place = *places.entry(tuple).or_insert(classes.len());
        if place == classes.len() {
            classes.push((0, 0.0));
        }
        classes[place].0 += table.weight(row);
        classes[place].1 += people;
    }
    let of_class = |(records, people): (u64, f64)| AttackedClass {
        records,
        people: Some(people),
    };
    classes.into_iter().map(of_class).collect()
}
