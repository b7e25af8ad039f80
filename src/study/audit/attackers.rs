//! What attackers find, from the definitions and the text alone.

use super::fields::Audit;
use crate::data::Table;
use crate::release::Expected;
use crate::study::report::Report;
use crate::study::{AttackersBeforeAfter, Recipe};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is said of a part that takes the original.
const NEEDS_DATA: &str = "cannot be known without the original";
const KEY: &str = "attackers";

/// A class: its records, and its people where weights are given.
type Class = (u64, Option<f64>);

/// What attackers find in an original, and in what must become of it.
pub(super) fn by_definition(recipe: &Recipe, original: &Table, expected: &Expected) -> Value {
    let threshold = recipe.risk_threshold();
    let raw = |row: usize| -> Vec<u32> {
        let columns = original.columns.iter();
        columns.map(|column| column.codes.get(row)).collect()
    };
    let released = |row: usize| -> Vec<u32> {
        let columns = original.columns.iter().enumerate();
        columns
            .map(|(qi, column)| expected.group(row, qi, column.codes.get(row)))
            .collect()
    };
    let before = classes(original, &raw, &|_| true);
    let after = classes(original, &released, &|row| !expected.is_suppressed(row));
    let mut found = json!({
        "threshold": threshold,
        "before": found_in(&before, threshold),
        "after": found_in(&after, threshold),
    });
    if let Some(column) = &recipe.risk.weight_column {
        found["weight_column"] = json!(column);
    }
    found
}

fn classes(
    table: &Table,
    tuple: &dyn Fn(usize) -> Vec<u32>,
    counts: &dyn Fn(usize) -> bool,
) -> Vec<Class> {
    let mut classes: BTreeMap<Vec<u32>, Class> = BTreeMap::new();
    for row in (0..table.n_rows).filter(|&row| counts(row)) {
        let people = table.people.as_ref().map(|people| people[row]);
        let class = classes
            .entry(tuple(row))
            .or_insert((0, people.map(|_| 0.0)));
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
        let risks: Vec<(u64, f64)> = (classes.iter())
            .map(|class| (class.0, 1.0 / people(class)))
            .collect();
        let highest = risks
            .iter()
            .fold(0.0, |most, (_, risk)| f64::max(most, *risk));
        let expected: f64 = risks
            .iter()
            .map(|(records, risk)| *records as f64 * risk)
            .sum();
        let over: u64 = (risks.iter().filter(|(_, risk)| *risk > threshold))
            .map(|(records, _)| records)
            .sum();
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

/// What of it a release shows without its original: `sizes` are the records of its classes.
pub(super) fn alone(
    audit: &mut Audit,
    report: &Report,
    recipe: Option<&Recipe>,
    sizes: &[u64],
    tolerance: f64,
) {
    let Some(AttackersBeforeAfter {
        threshold,
        weight_column,
        ..
    }) = &report.attackers
    else {
        return audit.not_checked(KEY, |_| false, NEEDS_DATA);
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
        // The people of a class are known to who has the weights.
        found["weight_column"] = json!(column);
        open.extend(["journalist", "marketer"]);
    }
    audit.near_but(KEY, &found, tolerance, &open, NEEDS_DATA);
}
