//! Counts the people of a population who share the values of a finished table's rows, from the texts alone.
//!
//! A finished table does not state the levels of its policy. So each column is read as the level whose labels match
//! most of its cells, given the recipe's hierarchy over the values of the population. Without a recipe, a cell is
//! either the value itself or `*` for all values.

use crate::data::{Column, Dictionary, MissingCodes, Table};
use crate::error::Result;
use crate::hierarchy::{ColumnValues, Hierarchy, HierarchySpec};
use crate::recipe::Recipe;
use crate::release::SUPPRESSED;
use rustc_hash::{FxHashMap, FxHashSet};

/// For each row, the people whose generalized values equal those of the row, or why they cannot be counted.
///
/// Only the rows of `classes` are counted. Time in rows of both tables × quasi-identifiers × levels.
///
/// # Errors
/// A column that one of the tables does not have.
pub(super) fn people_of_rows(
    recipe: &Recipe,
    missing: &MissingCodes,
    (table, classes): (&Table, &[Vec<usize>]),
    qis: &[String],
    population: &Table,
) -> Result<std::result::Result<Vec<u64>, String>> {
    if classes.is_empty() {
        return Ok(Ok(vec![0; table.n_rows]));
    }
    let (mut own, mut released) = (Vec::new(), Vec::new());
    for name in qis {
        let column = &table.columns[table.place(name)?];
        let others = &population.columns[population.place(name)?];
        let cells: FxHashSet<&str> = (classes.iter().flatten()).map(|&row| column.value(row)).collect();
        match become_cells(recipe, missing, others, &cells) {
            Ok(labels) => released.push((others, labels)),
            Err(reason) => return Ok(Err(reason)),
        }
        own.push(column);
    }
    let mut people: FxHashMap<Vec<&str>, u64> = FxHashMap::default();
    for row in 0..population.n_rows {
        let cells = (released.iter()).map(|(column, labels)| labels[column.codes.get(row) as usize].as_deref());
        if let Some(cells) = cells.collect::<Option<Vec<&str>>>() {
            let number = people.entry(cells).or_default();
            *number = number.saturating_add(population.weight(row));
        }
    }
    let of_row = |row: usize| {
        let cells: Vec<&str> = own.iter().map(|column| column.value(row)).collect();
        people.get(&cells).copied().unwrap_or_default()
    };
    Ok(Ok((0..table.n_rows).map(of_row).collect()))
}

/// The cell of the finished column that each value of the population becomes, or why that is unknown.
fn become_cells(
    recipe: &Recipe,
    missing: &MissingCodes,
    column: &Column,
    cells: &FxHashSet<&str>,
) -> std::result::Result<Vec<Option<String>>, String> {
    let name = &column.name;
    let spec = (recipe.column(name)).and_then(|settings| settings.hierarchy.as_ref());
    if matches!(spec, Some(HierarchySpec::Groups(_) | HierarchySpec::Frequent(_))) {
        return Err(format!(
            "the groups of `{name}` are made from the original's values, which are not in this file. Give report, recipe, original and population together"
        ));
    }
    let hierarchy = spec
        .map(|spec| {
            spec.build(&ColumnValues {
                dictionary: &column.dictionary,
                missing: missing.of(name),
                reading: recipe.column(name).and_then(|own| own.kind.as_ref()),
            })
        })
        .transpose()
        .map_err(|error| format!("{}. {}", error.in_column(name), ADVICE))?;
    let levels = labels(hierarchy.as_ref(), &column.dictionary);
    // For each level, the labels that occur as cells of the file.
    let found: Vec<Vec<Option<String>>> = (levels.into_iter())
        .map(|labels| {
            let is_cell = |label: &String| cells.contains(label.as_str());
            let own = |label: Option<String>| label.filter(is_cell);
            labels.into_iter().map(own).collect()
        })
        .collect();
    let number = |labels: &Vec<Option<String>>| {
        let different: FxHashSet<&String> = labels.iter().flatten().collect();
        different.len()
    };
    let most = found.iter().map(number).max().unwrap_or_default();
    if most == 0 {
        return Err(format!("no value of `{name}` in the population becomes one of this file. {ADVICE}"));
    }
    let mut likely = found.into_iter().filter(|labels| number(labels) == most);
    let first = likely.next().unwrap_or_default();
    match likely.all(|other| other == first) {
        true => Ok(first),
        false => Err(format!(
            "the cells of `{name}` may be of several levels of its hierarchy. Give report, recipe, original and population together"
        )),
    }
}

const ADVICE: &str = "Give the recipe of the release, and the population in the columns and words of its original";

/// For each level, the label of each value; `None` for a value that the hierarchy does not cover.
fn labels(hierarchy: Option<&Hierarchy>, values: &Dictionary) -> Vec<Vec<Option<String>>> {
    let itself = || values.iter().map(|(value, _)| Some(value.to_owned())).collect();
    let Some(hierarchy) = hierarchy else {
        let all = values.iter().map(|_| Some(SUPPRESSED.to_owned()));
        return vec![itself(), all.collect()];
    };
    let rows: FxHashMap<&str, Vec<&str>> = hierarchy.rows().map(|row| (row[0], row)).collect();
    let above = (1..hierarchy.height()).map(|level| {
        let label = |(value, _): (&str, u64)| rows.get(value)?.get(level).map(|&label| label.to_owned());
        values.iter().map(label).collect()
    });
    std::iter::once(itself()).chain(above).collect()
}
