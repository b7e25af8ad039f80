//! Decides which classes of a policy satisfy a protection.

use super::average_risk::AverageRisk;
use super::marketer_risk::MarketerRisk;
use super::population::PeopleCounter;
use super::protection::Protection;
use super::{ClassValues, Condition, ValueCount};
use crate::classes::{Classes, K, Kept, RollupMemory, Snapshots, rollup};
use crate::lattice::Policy;
use std::sync::Arc;

/// Counts the values in the classes of one policy after the other, each from the nearest tuples that it has cached.
#[derive(Debug)]
pub struct Judge {
    protection: Arc<Protection>,
    snapshots: Snapshots,
    scratch: RollupMemory,
    /// The classes of the policy, split by sensitive values.
    parts: Classes,
    /// The parts of each class, one class after the other, and the start of each class's parts.
    ordered: Vec<u32>,
    starts: Vec<u32>,
    /// For each sensitive column: the number of records of each value in a class; 0 between two classes.
    counts: Vec<Vec<u64>>,
    /// For each sensitive column: the known values of a class.
    values: Vec<Vec<ValueCount>>,
    /// Set if a condition counts people of the population.
    people: Option<PeopleCounter>,
}

impl Judge {
    /// A judge with an empty cache.
    pub fn new(protection: Arc<Protection>) -> Self {
        let columns = protection.columns.iter();
        Self {
            snapshots: Snapshots::new(Arc::clone(&protection.tuples)),
            scratch: RollupMemory::default(),
            parts: Classes::like(&protection.tuples),
            ordered: Vec::new(),
            starts: Vec::new(),
            counts: columns.map(|column| vec![0; column.records.len()]).collect(),
            values: vec![Vec::new(); protection.columns.len()],
            people: protection.map.clone().map(PeopleCounter::new),
            protection,
        }
    }

    /// The protection.
    pub fn protection(&self) -> &Arc<Protection> {
        &self.protection
    }

    /// Decides which classes of a policy are kept: those of at least `k` records that satisfy every model.
    ///
    /// Time: parts of the nearest cached specialization × columns, plus the time of the models.
    pub fn decide(&mut self, classes: &Classes, k: K, kept: &mut Kept) {
        let has_models = !self.protection.models.is_empty();
        if !has_models && self.people.is_none() {
            return kept.decide(classes, k);
        }
        if let Some(people) = &mut self.people {
            people.count(classes);
        }
        if has_models {
            self.take_apart(classes);
        }
        kept.decide_by(classes, |place| {
            let records = classes.counts()[place];
            let has_people = || (self.people.as_ref()).is_none_or(|own| own.keeps(place, records));
            if !k.keeps(records) || !has_people() {
                return false;
            }
            if !has_models {
                return true;
            }
            self.count(place);
            (self.protection.models.iter())
                .all(|(_, column, model)| model.keeps(ClassValues { values: &self.values[*column] }))
        });
    }

    /// Whether the release of these classes as a whole satisfies the conditions. The classes must be those of the
    /// last decision.
    ///
    /// Time: linear in the classes.
    pub fn admits(&self, classes: &Classes, kept: &Kept) -> bool {
        let protection = &self.protection;
        let is_average_low = protection.average_risk.is_none_or(|share| {
            let records: u64 = kept.counts_of(classes).sum();
            AverageRisk(share).admits_release(kept.n_classes() as u64, records)
        });
        is_average_low
            && (protection.marketer_risk.zip(self.people.as_ref()))
                .is_none_or(|(risk, people)| MarketerRisk(risk).admits_release(&people.matches(classes, kept)))
    }

    /// For each condition, the worst figure among the kept classes: the fewest records for k-anonymity, the fewest
    /// people for k-map, and for the average and the marketer's risk that risk; `None` if no class is kept.
    pub fn worst(&mut self, classes: &Classes, kept: &Kept) -> Vec<Option<f64>> {
        let protection = Arc::clone(&self.protection);
        if let Some(people) = &mut self.people {
            people.count(classes);
        }
        let people = self.people.as_ref();
        let sizes = |condition: &Condition| match condition {
            Condition::KAnonymity(_) => kept.counts_of(classes).min().map(|least| least as f64),
            Condition::AverageRisk(_) => {
                let records: u64 = kept.counts_of(classes).sum();
                (records > 0).then(|| kept.n_classes() as f64 / records as f64)
            }
            Condition::KMap(_) => people.and_then(|people| {
                let of_class = |place| people.people(place, classes.counts()[place]);
                kept.places().map(of_class).reduce(f64::min)
            }),
            Condition::MarketerRisk(_) => people.and_then(|people| people.matches(classes, kept).average()),
            _ => None,
        };
        let mut worst: Vec<Option<f64>> = protection.conditions().iter().map(sizes).collect();
        if protection.models.is_empty() {
            return worst;
        }
        self.take_apart(classes);
        for place in kept.places() {
            self.count(place);
            for (condition, column, model) in &protection.models {
                let values = &self.values[*column];
                let figure = model.figure(ClassValues { values });
                let is_worse = |so_far: f64| match model.smaller_is_worse() {
                    true => figure < so_far,
                    false => figure > so_far,
                };
                let worst = &mut worst[*condition];
                if worst.is_none_or(is_worse) {
                    *worst = Some(figure);
                }
            }
        }
        worst
    }

    /// Splits the classes of a policy by sensitive values.
    fn take_apart(&mut self, classes: &Classes) {
        let Protection { qis, n_qis, columns, .. } = &*self.protection;
        let mut levels = classes.policy().levels().to_vec();
        levels.resize(n_qis + columns.len(), 0);
        let policy = Policy::new(levels);
        let source = self.snapshots.nearest(&policy);
        let source_len = source.len();
        rollup(source, &policy, qis, &mut self.scratch, &mut self.parts);
        self.snapshots.offer(&self.parts, source_len);
        let places = classes.places_of_parts(&self.parts, *n_qis);
        // A counting sort, so that the parts of a class keep their order.
        self.starts.clear();
        self.starts.resize(classes.len() + 1, 0);
        for &place in &places {
            self.starts[place as usize + 1] += 1;
        }
        for place in 0..classes.len() {
            self.starts[place + 1] += self.starts[place];
        }
        let mut next = self.starts.clone();
        self.ordered.clear();
        self.ordered.resize(places.len(), 0);
        for (part, place) in (0..).zip(places) {
            let next = &mut next[place as usize];
            self.ordered[*next as usize] = part;
            *next += 1;
        }
    }

    /// Counts the known values of one of the split classes.
    fn count(&mut self, class: usize) {
        let n_qis = self.protection.n_qis;
        let parts = self.starts[class] as usize..self.starts[class + 1] as usize;
        for (number, column) in self.protection.columns.iter().enumerate() {
            let (counts, values) = (&mut self.counts[number], &mut self.values[number]);
            values.clear();
            for &part in &self.ordered[parts.clone()] {
                let part = self.parts.class(part as usize);
                let value = part.group(n_qis + number);
                if !column.is_known(value) {
                    continue;
                }
                let count = &mut counts[value as usize];
                if *count == 0 {
                    values.push(ValueCount { value, records: 0 });
                }
                *count += part.count;
            }
            for value in values.iter_mut() {
                value.records = std::mem::take(&mut counts[value.value as usize]);
            }
        }
    }
}
