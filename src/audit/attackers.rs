//! What attackers find, from the definitions and the text alone.

use super::chosen::NEEDS_POPULATION;
use super::evidence::Evidence;
use super::fields::Audit;
use crate::data::{Column, Table};
use crate::error::Result;
use crate::lattice::Level;
use crate::people::{AttackedPopulation, AttackersBeforeAfter, UniquenessBeforeAfter, generalized, with_rows};
use crate::recipe::Recipe;
use crate::release::Expected;
use crate::report::{Need, Report};
use crate::table::EncodedStudy;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const KEY: &str = "attackers";

/// A class: its records, and its people if weights are given.
type Class = (u64, Option<f64>);

/// The inputs from which the attackers' figures are recomputed.
struct Attacked<'a> {
    recipe: &'a Recipe,
    prepared: &'a EncodedStudy,
    levels: &'a [Level],
    expected: &'a Expected,
}

/// Checks what a report says attackers find in an original and in its release under a policy. Reports of earlier
/// versions lack the section.
///
/// # Errors
/// A population that does not fit the table.
pub(super) fn check(
    audit: &mut Audit,
    evidence: &Evidence<'_>,
    levels: &[Level],
    expected: &Expected,
    tolerance: f64,
) -> Result<()> {
    let attacked = Attacked { recipe: evidence.recipe, prepared: evidence.prepared, levels, expected };
    let named = evidence.recipe.risk.population.as_ref();
    let found = match (named, evidence.population) {
        (Some(file), Some(population)) => figures_with_people(&attacked, population, file)?,
        _ => by_definition(&attacked),
    };
    let open: &[&str] = match (named, evidence.population) {
        (Some(_), None) => &["population", "journalist", "marketer"],
        _ => &[],
    };
    audit.near_but(KEY, &found, tolerance, open, NEEDS_POPULATION);
    Ok(())
}

/// The figures with the people of a population.
fn figures_with_people(attacked: &Attacked<'_>, population: &Table, file: &str) -> Result<Value> {
    let Attacked { recipe, prepared, .. } = attacked;
    let (mut own, mut others, mut columns) = (Vec::new(), Vec::new(), Vec::new());
    for (qi, column) in prepared.table().columns.iter().enumerate() {
        let people = &population.columns[population.place(&column.name)?];
        own.push(generalized(recipe, prepared, qi, &column.dictionary));
        others.push(with_rows(recipe, people, generalized(recipe, prepared, qi, &people.dictionary)));
        columns.push(people);
    }
    let labelled = Labelled { table: prepared.table(), population, own, others, columns };
    let raw = vec![0; attacked.levels.len()];
    let (before, _) = labelled.classes(&raw, &|_| true);
    let is_kept = |row| !attacked.expected.is_suppressed(row);
    let (after, not_placed) = labelled.classes(attacked.levels, &is_kept);
    let people = (0..population.n_rows).map(|row| population.weight(row));
    let mut found = told(recipe, &before, &after);
    found["population"] =
        json!(AttackedPopulation { file: file.to_owned(), people: people.fold(0, u64::saturating_add), not_placed });
    Ok(found)
}

/// A table and its population, with the label of each value on each level.
struct Labelled<'a> {
    table: &'a Table,
    population: &'a Table,
    own: Vec<Vec<Vec<Option<String>>>>,
    others: Vec<Vec<Vec<Option<String>>>>,
    /// The population's columns in the order of the table's.
    columns: Vec<&'a Column>,
}

impl Labelled<'_> {
    /// The classes on these levels, each with the people whose values have the same labels, and the number of people
    /// with an unknown label. A record whose values no person has counts as one person of its own.
    fn classes(&self, levels: &[Level], counts: &dyn Fn(usize) -> bool) -> (Vec<Class>, u64) {
        let Self { table, population, .. } = self;
        let mut people: BTreeMap<Vec<&String>, u64> = BTreeMap::new();
        let mut values: BTreeSet<Vec<&str>> = BTreeSet::new();
        let mut not_placed = 0_u64;
        for row in 0..population.n_rows {
            values.insert(self.columns.iter().map(|column| column.value(row)).collect());
            let labels = labels(&self.others, levels, self.columns.iter().copied(), row);
            let number = match labels.into_iter().collect::<Option<Vec<&String>>>() {
                Some(labels) => people.entry(labels).or_default(),
                None => &mut not_placed,
            };
            *number = number.saturating_add(population.weight(row));
        }
        let mut classes: BTreeMap<Vec<Option<&String>>, Class> = BTreeMap::new();
        for row in (0..table.n_rows).filter(|&row| counts(row)) {
            let labels = labels(&self.own, levels, table.columns.iter(), row);
            let known: Option<Vec<&String>> = labels.iter().copied().collect();
            let among = known.and_then(|labels| people.get(&labels).copied());
            let class = (classes.entry(labels)).or_insert_with(|| (0, Some(among.unwrap_or_default() as f64)));
            let records = table.weight(row);
            class.0 += records;
            let own: Vec<&str> = (table.columns.iter()).map(|column| column.value(row)).collect();
            if let (false, Some(people)) = (values.contains(&own), &mut class.1) {
                *people += records as f64;
            }
        }
        (classes.into_values().collect(), not_placed)
    }
}

/// The labels of a row on these levels.
fn labels<'a>(
    all: &'a [Vec<Vec<Option<String>>>],
    levels: &[Level],
    columns: impl Iterator<Item = &'a Column>,
    row: usize,
) -> Vec<Option<&'a String>> {
    (all.iter().zip(levels).zip(columns))
        .map(|((labels, &level), column)| labels[usize::from(level)][column.codes.get(row) as usize].as_ref())
        .collect()
}

/// The figures for an original and for its expected release.
fn by_definition(attacked: &Attacked<'_>) -> Value {
    let Attacked { recipe, prepared, expected, .. } = attacked;
    let original = prepared.table();
    let raw = |row: usize| -> Vec<u32> {
        let columns = original.columns.iter();
        columns.map(|column| column.codes.get(row)).collect()
    };
    let released = |row: usize| -> Vec<u32> {
        let columns = original.columns.iter().enumerate();
        columns.map(|(qi, column)| expected.group(row, qi, column.codes.get(row))).collect()
    };
    let before = classes(original, &raw, &|_| true);
    let after = classes(original, &released, &|row| !expected.is_suppressed(row));
    let mut found = told(recipe, &before, &after);
    if let Some(column) = &recipe.risk.weight_column {
        found["weight_column"] = json!(column);
    }
    if let Some(fraction) = recipe.risk.sampling_fraction {
        let before = before.iter().map(|class| class.0);
        let after = sample(attacked);
        let after = after.iter().map(|&(records, is_kept)| (records, is_kept));
        found["uniqueness"] = json!(UniquenessBeforeAfter::of(fraction, before, after));
    }
    found
}

/// The classes of all records on these levels, and whether each class is kept.
fn sample(attacked: &Attacked<'_>) -> Vec<(u64, bool)> {
    let Attacked { prepared, levels, expected, .. } = attacked;
    let table = prepared.table();
    let mut classes: BTreeMap<Vec<u32>, (u64, bool)> = BTreeMap::new();
    for row in 0..table.n_rows {
        let columns = prepared.qis().iter().zip(*levels).zip(&table.columns);
        let tuple = columns.map(|((qi, &level), column)| qi.group(level, column.codes.get(row)));
        let class = classes.entry(tuple.collect()).or_insert((0, false));
        class.0 += table.weight(row);
        class.1 |= !expected.is_suppressed(row);
    }
    classes.into_values().collect()
}

/// The figures before and after.
fn told(recipe: &Recipe, before: &[Class], after: &[Class]) -> Value {
    let threshold = recipe.risk_threshold();
    json!({
        "threshold": threshold,
        "before": found_in(before, threshold),
        "after": found_in(after, threshold),
    })
}

fn classes(table: &Table, tuple: &dyn Fn(usize) -> Vec<u32>, counts: &dyn Fn(usize) -> bool) -> Vec<Class> {
    let mut classes: BTreeMap<Vec<u32>, Class> = BTreeMap::new();
    for row in (0..table.n_rows).filter(|&row| counts(row)) {
        let people = table.people.as_ref().map(|people| people[row]);
        let class = classes.entry(tuple(row)).or_insert((0, people.map(|_| 0.0)));
        class.0 += table.weight(row);
        class.1 = class.1.zip(people).map(|(sum, people)| sum + people);
    }
    classes.into_values().collect()
}

/// The figures of classes by their definitions.
fn found_in(classes: &[Class], threshold: f64) -> Value {
    let all: u64 = classes.iter().map(|class| class.0).sum();
    let share = |number: f64| if all == 0 { 0.0 } else { number / all as f64 };
    let among = |people: &dyn Fn(&Class) -> f64| {
        let risks: Vec<(u64, f64)> = (classes.iter()).map(|class| (class.0, 1.0 / people(class))).collect();
        let highest = risks.iter().fold(0.0, |most, (_, risk)| f64::max(most, *risk));
        let expected: f64 = risks.iter().map(|(records, risk)| *records as f64 * risk).sum();
        let over: u64 = (risks.iter().filter(|(_, risk)| *risk > threshold)).map(|(records, _)| records).sum();
        let exposure = json!({
            "highest": highest,
            "average": share(expected),
            "records_over": over,
            "share_over": share(over as f64),
        });
        (exposure, expected)
    };
    let (prosecutor, mut expected) = among(&|class| class.0 as f64);
    let mut found = json!({ "prosecutor": prosecutor });
    if !classes.is_empty() && classes.iter().all(|class| class.1.is_some()) {
        let people = |class: &Class| class.1.unwrap_or_default().max(class.0 as f64);
        let (journalist, of_people) = among(&people);
        found["journalist"] = journalist;
        expected = of_people;
    }
    found["marketer"] = json!({ "expected": expected, "average": share(expected) });
    found
}

/// The part that a release shows without its original. `sizes` are the class sizes.
pub(super) fn alone(audit: &mut Audit, report: &Report, recipe: Option<&Recipe>, sizes: &[u64], tolerance: f64) {
    let Some(AttackersBeforeAfter { threshold, weight_column, population, uniqueness, .. }) = &report.attackers else {
        return audit.not_refuted(KEY, false, Need::Original.reason());
    };
    let threshold = recipe.map_or(*threshold, Recipe::risk_threshold);
    let weight_column = match recipe {
        Some(recipe) => recipe.risk.weight_column.as_ref(),
        None => weight_column.as_ref(),
    };
    let classes: Vec<Class> = sizes.iter().map(|&records| (records, None)).collect();
    let mut found = json!({ "threshold": threshold, "after": found_in(&classes, threshold) });
    let mut open = vec!["before"];
    if let Some(column) = weight_column {
        // Only the holder of the weights knows the people of a class.
        found["weight_column"] = json!(column);
        open.extend(["journalist", "marketer"]);
    }
    if population.is_some() || recipe.is_some_and(|recipe| recipe.risk.population.is_some()) {
        open.extend(["population", "journalist", "marketer"]);
    }
    if uniqueness.is_some() || recipe.is_some_and(|recipe| recipe.risk.sampling_fraction.is_some()) {
        // The estimates include the suppressed records.
        open.push("uniqueness");
    }
    audit.near_but(KEY, &found, tolerance, &open, Need::Original.reason());
}
