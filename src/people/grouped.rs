//! A problem small enough to pass on: the distinct tuples with their counts, and a recipe for them. If the recipe has
//! conditions beside class sizes, the tuples include the sensitive columns that it names.

use super::attacked::distinct;
use crate::classes::{Classes, QuasiIdentifier};
use crate::data::{Codes, Column, Dialect, MOST_PEOPLE, RecordWriter, Table, TableReader, Terminator};
use crate::error::Result;
use crate::privacy::Population;
use crate::recipe::Recipe;
use crate::table::{EncodedStudy, Sensitive};
use std::sync::Arc;

/// A pre-aggregated table of the quasi-identifiers alone, with a recipe that poses the same problem over it.
///
/// It is all that another worker needs to join the search, and far smaller than the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouped {
    /// The recipe, with a count column.
    pub recipe: Recipe,
    /// The table, as UTF-8.
    pub csv: Vec<u8>,
    /// The population whose people the recipe counts, as UTF-8, with the number of people in the count column.
    pub population: Option<Vec<u8>>,
}

impl Grouped {
    /// The problem of a recipe over an encoded study.
    ///
    /// # Errors
    /// None in practice: the dialect has quotes, so every value can be written.
    pub fn of(prepared: &EncodedStudy, given: &Recipe) -> Result<Self> {
        let protection = prepared.protection(given)?;
        let sensitive: Vec<&Sensitive> = (given.conditioned())
            .filter_map(|name| prepared.sensitive().iter().find(|own| own.name() == name))
            .filter(|_| protection.is_some())
            .collect();
        let tuples = match &protection {
            Some(protection) => protection.tuples(),
            None => prepared.tuples(),
        };
        let mut names = prepared.names();
        names.extend(sensitive.iter().map(|own| own.name().to_owned()));
        let count_column = other_name("records", &names);
        let people = match given.asks_for_people() {
            true => people_of(prepared, tuples, &sensitive),
            false => None,
        };
        let weight_column = people.as_ref().map(|_| other_name("people", &names));
        let dialect = Dialect { missing: prepared.missing().of_every_column().to_vec(), ..Dialect::default() };
        let writer = RecordWriter::new(&dialect, Terminator::Lf);
        let mut csv = Vec::new();
        let header = names.iter().chain([&count_column]).chain(&weight_column);
        writer.write(header.map(String::as_str), &mut csv)?;
        for (place, tuple) in tuples.iter().enumerate() {
            let people = people.as_ref().map(|people| decimal(people[place]));
            let count = tuple.count.to_string();
            let values =
                (prepared.qis().iter().zip(prepared.hierarchies()).enumerate()).map(|(qi, (column, hierarchy))| {
                    let leaf = column.hierarchy_group(0, tuple.group(qi));
                    hierarchy.label(0, leaf)
                });
            let first = prepared.qis().len();
            let others = (sensitive.iter().enumerate())
                .map(|(number, own)| own.counted().dictionary.value(tuple.group(first + number)));
            let values = values.chain(others).chain([count.as_str()]);
            let values = values.chain(people.as_deref());
            writer.write(values, &mut csv)?;
        }
        let people = (prepared.population()).filter(|_| given.asks_for_people() && given.risk.population.is_some());
        let population =
            people.map(|(table, _)| csv_of(table, &prepared.names(), &count_column, &writer)).transpose()?;
        let mut recipe = given.clone();
        recipe.columns.retain(|name, _| names.contains(name));
        recipe.count_column = Some(count_column);
        recipe.risk.weight_column = weight_column;
        recipe.dialect = Some(dialect);
        Ok(Self { recipe, csv, population })
    }

    /// The problem, prepared by its receiver.
    ///
    /// # Errors
    /// A table that is not the recipe's.
    pub fn prepare(&self) -> Result<EncodedStudy> {
        let dialect = self.recipe.dialect.clone().unwrap_or_default();
        let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(&self.recipe)?)
            .with_count_column(self.recipe.count_column.clone())
            .with_weight_column(self.recipe.risk.weight_column.clone());
        reader.push(&self.csv)?;
        let table: Table = reader.finish()?;
        let prepared = EncodedStudy::new(&self.recipe, &dialect, table)?;
        let Some(population) = &self.population else {
            return Ok(prepared);
        };
        let mut reader =
            TableReader::new(&dialect, &prepared.names()).with_count_column(self.recipe.count_column.clone());
        reader.push(population)?;
        prepared.with_population(&self.recipe, Arc::new(reader.finish()?))
    }
}

/// The distinct values of a population's people in columns, with the number of people.
fn csv_of(population: &Table, names: &[String], count_column: &str, writer: &RecordWriter) -> Result<Vec<u8>> {
    let columns = (names.iter())
        .map(|name| Ok(&population.columns[population.place(name)?]))
        .collect::<Result<Vec<&Column>>>()?;
    let mut csv = Vec::new();
    let header = names.iter().map(String::as_str).chain([count_column]);
    writer.write(header, &mut csv)?;
    for (values, people) in distinct(population, &columns) {
        let people = people.to_string();
        let cells = (columns.iter().zip(&values)).map(|(column, &value)| column.dictionary.value(value));
        writer.write(cells.chain([people.as_str()]), &mut csv)?;
    }
    Ok(csv)
}

/// A name that is not among `names`.
fn other_name(name: &str, names: &[String]) -> String {
    let mut other = name.to_owned();
    while names.contains(&other) {
        other.push('_');
    }
    other
}

/// The people of each distinct tuple: the sum of the weights of its rows, in fixed-point units.
fn people_of(prepared: &EncodedStudy, tuples: &Classes, sensitive: &[&Sensitive]) -> Option<Vec<u64>> {
    let table = prepared.table();
    let weights = table.people.as_ref()?;
    let others = sensitive.iter().map(|own| &own.counted().codes);
    let codes: Vec<&Codes> = (table.columns.iter().map(|column| &column.codes)).chain(others).collect();
    let others = sensitive.iter().map(|own| own.as_quasi_identifier.clone());
    let qis: Vec<QuasiIdentifier> = prepared.qis().iter().cloned().chain(others).collect();
    let mut people = vec![0_u64; tuples.len()];
    for (place, &weight) in tuples.places_of_rows(&codes, &qis).into_iter().zip(weights) {
        let people = &mut people[place as usize];
        *people = people.saturating_add(Population::parts(weight));
    }
    Some(people)
}

/// Fixed-point people as a weight, capped at the largest weight that a table may have.
fn decimal(people: u64) -> String {
    let people = people.min(MOST_PEOPLE as u64 * Population::UNIT);
    format!("{}.{:06}", people / Population::UNIT, people % Population::UNIT)
}
