//! Counts the people of a separate population table in the classes of a policy.

use super::generalized::generalized;
use crate::classes::{Classes, QuasiIdentifier};
use crate::data::{Codes, Column, Dialect, Table, ValueCode};
use crate::error::{DataError, Error, Result};
use crate::hierarchy::GroupCode;
use crate::lattice::Level;
use crate::privacy::Population;
use crate::recipe::Recipe;
use crate::table::EncodedStudy;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A population given as a separate table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttackedPopulation {
    /// The file, as named in the recipe.
    pub file: String,
    /// The number of its people.
    pub people: u64,
    /// People with a value that a hierarchy does not cover. They count in no class, so risk is overestimated, never
    /// underestimated.
    pub not_placed: u64,
}

/// The people of a population table, ready to be counted in the classes of any policy of an encoded study.
///
/// A person is in a class if the hierarchies map the person's values to the class's labels. The person behind a record
/// belongs to the population. If no one there has the values of a record, the record counts as one person of its own,
/// as on the frontier.
#[derive(Debug, Clone)]
pub struct People {
    people: u64,
    /// The distinct values of people, as value codes of the population, with the number of people who have them.
    tuples: Vec<(Box<[ValueCode]>, u64)>,
    /// The place by quasi-identifier, level and value of the population.
    places: Vec<Vec<Vec<Place>>>,
    /// For each tuple of the encoded study: its records if no person of the population has its values, otherwise 0.
    alone: Vec<u64>,
}

/// The image of a population value under a hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A group of the table.
    Group(GroupCode),
    /// A label that no record has.
    NoRecord,
    /// Unknown: the hierarchy does not cover the value.
    Unknown,
}

impl People {
    /// The people of a population table with the columns of the prepared one. Its weights are the numbers of people.
    ///
    /// Time in the rows of the population × quasi-identifiers, plus building the hierarchies over the values of both
    /// tables.
    ///
    /// # Errors
    /// A population that lacks one of the columns.
    pub fn new(recipe: &Recipe, prepared: &EncodedStudy, population: &Table) -> Result<Self> {
        let (mut columns, mut places) = (Vec::new(), Vec::new());
        for (qi, own) in prepared.table().columns.iter().enumerate() {
            let column = &population.columns[population.place(&own.name)?];
            let labels = generalized(recipe, prepared, qi, &column.dictionary);
            places.push(placed(prepared, qi, &labels));
            columns.push(column);
        }
        let tuples = distinct(population, &columns);
        let alone = alone(prepared, &tuples, &places);
        Ok(Self { people: (tuples.iter()).fold(0, |sum, tuple| sum.saturating_add(tuple.1)), tuples, places, alone })
    }

    /// The people of each class, and the number of people who cannot be placed on the levels of the classes.
    ///
    /// Time in the distinct tuples of population and table × quasi-identifiers.
    pub fn of_classes(&self, prepared: &EncodedStudy, classes: &Classes) -> (Vec<f64>, u64) {
        let levels = classes.policy().levels();
        let qis = prepared.qis();
        let groups = |place| -> Box<[GroupCode]> {
            let class = classes.class(place);
            (0..qis.len()).map(|qi| class.group(qi)).collect()
        };
        let class_of: FxHashMap<Box<[GroupCode]>, usize> =
            (0..classes.len()).map(|place| (groups(place), place)).collect();
        let mut people = vec![0_u64; classes.len()];
        let mut not_placed = 0_u64;
        let mut key = vec![0; qis.len()];
        for (values, number) in &self.tuples {
            let of_policy = || {
                (self.places.iter().zip(levels).zip(values.iter()))
                    .map(|((places, &level), &value)| places[usize::from(level)][value as usize])
            };
            if of_policy().any(|place| place == Place::Unknown) {
                not_placed = not_placed.saturating_add(*number);
                continue;
            }
            let mut has_records = true;
            for (group, place) in key.iter_mut().zip(of_policy()) {
                match place {
                    Place::Group(own) => *group = own,
                    Place::NoRecord | Place::Unknown => has_records = false,
                }
            }
            if let Some(&class) = class_of.get(&key[..]).filter(|_| has_records) {
                people[class] = people[class].saturating_add(*number);
            }
        }
        let places = classes.places_of_tuples(prepared.tuples(), qis);
        for (place, &records) in places.into_iter().zip(&self.alone) {
            people[place as usize] = people[place as usize].saturating_add(records);
        }
        let people = people.into_iter().map(|people| people as f64);
        (people.collect(), not_placed)
    }

    /// The people as a k-map counts them. A person in a group of the table on one level is in that group's ancestor on
    /// every higher level, even if the hierarchy does not give the person's label there.
    ///
    /// Time in the distinct tuples of population and table × quasi-identifiers.
    pub(crate) fn population(&self, prepared: &EncodedStudy) -> Population {
        let joined: Vec<Joined> =
            (self.places.iter().zip(prepared.qis())).map(|(places, own)| Joined::new(places, own)).collect();
        let tuples = prepared.tuples();
        let alone = || (0..).zip(&self.alone).filter(|(_, records)| **records > 0);
        let columns: Vec<Codes> = (joined.iter().enumerate())
            .map(|(qi, joined)| {
                let mut codes = Codes::default();
                for (values, _) in &self.tuples {
                    codes.push(joined.codes[values[qi] as usize]);
                }
                for (tuple, _) in alone() {
                    codes.push(tuples.class(tuple).group(qi));
                }
                codes
            })
            .collect();
        let people = self.tuples.iter().map(|(_, people)| *people);
        let people = people.chain(alone().map(|(_, &records)| records)).collect();
        let qis = joined.into_iter().map(|joined| joined.qi).collect();
        Population::new(&columns.iter().collect::<Vec<_>>(), people, qis)
    }

    /// The description of the population of a release in which `not_placed` people could not be placed.
    pub(super) fn told(&self, file: &str, not_placed: u64) -> AttackedPopulation {
        AttackedPopulation { file: file.to_owned(), people: self.people, not_placed }
    }
}

impl EncodedStudy {
    /// Adds a population table, for recipes that count people. It has the columns of this table, with the number of
    /// people in its weights.
    ///
    /// Time as [`People::new`].
    ///
    /// # Errors
    /// A population that lacks one of the columns.
    pub fn with_population(self, recipe: &Recipe, population: Arc<Table>) -> Result<Self> {
        let people = People::new(recipe, &self, &population)?.population(&self);
        Ok(self.with_counted_population(population, people))
    }

    /// The same table under the hierarchies of another recipe with the same quasi-identifiers.
    ///
    /// Time and memory as [`new`](Self::new): the table is copied.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and a quasi-identifier that the table does not have.
    pub fn rebuilt(&self, recipe: &Recipe, dialect: &Dialect) -> Result<Self> {
        let mut names = self.names();
        names.extend(self.sensitive().iter().map(|column| column.name().to_owned()));
        let wanted = Self::columns(recipe)?;
        if let Some(name) = wanted.iter().find(|name| !names.contains(name)) {
            let kind = DataError::NoSuchColumn { columns: names };
            return Err(Error::new(kind).in_column(name));
        }
        let mut table = (**self.table()).clone();
        table.columns.extend(self.sensitive().iter().map(|sensitive| sensitive.column.clone()));
        let rebuilt = Self::new(recipe, dialect, table)?;
        match self.population() {
            Some((population, _)) if recipe.asks_for_people() => {
                rebuilt.with_population(recipe, Arc::clone(population))
            }
            _ => Ok(rebuilt),
        }
    }
}

/// A quasi-identifier of the table, extended by the values that only people have.
struct Joined {
    qi: QuasiIdentifier,
    /// For each value of the population, its code there.
    codes: Vec<ValueCode>,
}

impl Joined {
    fn new(places: &[Vec<Place>], own: &QuasiIdentifier) -> Self {
        let mut others: IndexSet<Option<(Level, GroupCode)>> = IndexSet::new();
        let n_own = own.n_groups(0) as ValueCode;
        let code = |value: usize| {
            let groups = (0..).zip(places).map(|(level, places)| (level, places[value]));
            let first = groups.filter_map(|(level, place)| match place {
                Place::Group(group) => Some((level, group)),
                Place::NoRecord | Place::Unknown => None,
            });
            match first.into_iter().next() {
                Some((0, group)) => group,
                other => n_own + others.insert_full(other).0 as ValueCode,
            }
        };
        let n_values = places.first().map_or(0, Vec::len);
        let codes = (0..n_values).map(code).collect();
        let others: Vec<Option<(Level, GroupCode)>> = others.into_iter().collect();
        Self { qi: own.with_others(&others), codes }
    }
}

/// The distinct values of people in order of first appearance, with the number of people who have them.
pub(super) fn distinct(population: &Table, columns: &[&Column]) -> Vec<(Box<[ValueCode]>, u64)> {
    let mut numbers: FxHashMap<Box<[ValueCode]>, usize> = FxHashMap::default();
    let mut tuples: Vec<(Box<[ValueCode]>, u64)> = Vec::new();
    let mut key = Vec::with_capacity(columns.len());
    for row in 0..population.n_rows {
        key.clear();
        key.extend(columns.iter().map(|column| column.codes.get(row)));
        let people = population.weight(row);
        match numbers.get(&key[..]) {
            Some(&number) => tuples[number].1 = tuples[number].1.saturating_add(people),
            None => {
                numbers.insert(key.as_slice().into(), tuples.len());
                tuples.push((key.as_slice().into(), people));
            }
        }
    }
    tuples
}

/// The records of each tuple of an encoded study whose values no person has.
fn alone(prepared: &EncodedStudy, people: &[(Box<[ValueCode]>, u64)], places: &[Vec<Vec<Place>>]) -> Vec<u64> {
    let tuples = prepared.tuples();
    let number_of: FxHashMap<Box<[GroupCode]>, usize> = (0..tuples.len())
        .map(|number| {
            let tuple = tuples.class(number);
            let groups = (0..places.len()).map(|qi| tuple.group(qi)).collect();
            (groups, number)
        })
        .collect();
    let mut alone = tuples.counts().to_vec();
    for (values, _) in people {
        let groups: Option<Box<[GroupCode]>> = (places.iter().zip(values.iter()))
            .map(|(places, &value)| match places[0][value as usize] {
                Place::Group(group) => Some(group),
                Place::NoRecord | Place::Unknown => None,
            })
            .collect();
        if let Some(&number) = groups.and_then(|groups| number_of.get(&groups)) {
            alone[number] = 0;
        }
    }
    alone
}

/// The place of each label of a quasi-identifier, level by level.
fn placed(prepared: &EncodedStudy, qi: usize, labels: &[Vec<Option<String>>]) -> Vec<Vec<Place>> {
    let (hierarchy, own) = (&prepared.hierarchies()[qi], &prepared.qis()[qi]);
    let of_level = |(level, labels): (usize, &Vec<Option<String>>)| {
        let groups = 0..own.n_groups(level as Level) as GroupCode;
        let group_of: FxHashMap<&str, GroupCode> = groups
            .map(|group| {
                let number = own.hierarchy_group(level as Level, group);
                (hierarchy.label(level, number), group)
            })
            .collect();
        let place = |label: &Option<String>| match label {
            None => Place::Unknown,
            Some(label) => (group_of.get(label.as_str())).map_or(Place::NoRecord, |&group| Place::Group(group)),
        };
        labels.iter().map(place).collect()
    };
    labels.iter().enumerate().map(of_level).collect()
}
