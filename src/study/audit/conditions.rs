//! What a release was asked for beside the sizes of its classes, from the text alone.

use super::evidence::Evidence;
use super::fields::Audit;
use crate::data::{Column, Dialect, Table};
use crate::error::Result;
use crate::lattice::Level;
use crate::privacy::{Condition, Distance};
use crate::release::verify::Claim;
use crate::release::{Expected, PlainConditions, SUPPRESSED, rows_of_classes};
use crate::study::report::{ConditionReport, Report};
use crate::study::sensitive::Sensitive;
use crate::study::{Prepared, Recipe};
use std::collections::BTreeMap;

const KEY: &str = "conditions";

/// Settles the conditions of a report from the original and what must become of it. That the release has just that, the
/// comparison of the two tells. Returns the worst figure of each.
///
/// # Errors
/// A sensitive column that is not at hand.
pub(super) fn settle(
    audit: &mut Audit,
    evidence: &Evidence<'_>,
    levels: &[Level],
    expected: &Expected,
    tolerance: f64,
) -> Result<Vec<Option<f64>>> {
    let Evidence {
        recipe, prepared, ..
    } = evidence;
    let Some(conditions) = prepared.plain_conditions(recipe, levels)? else {
        return Ok(Vec::new());
    };
    let worst = conditions.worst(&classes(prepared, expected));
    judge(audit, recipe, &worst, tolerance);
    Ok(worst)
}

/// The rows of each class that must be kept.
fn classes(prepared: &Prepared, expected: &Expected) -> Vec<Vec<usize>> {
    let table = prepared.table();
    let mut classes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    for row in (0..table.n_rows).filter(|&row| !expected.is_suppressed(row)) {
        let groups = (table.columns.iter().enumerate())
            .map(|(qi, column)| expected.group(row, qi, column.codes.get(row)));
        classes.entry(groups.collect()).or_default().push(row);
    }
    classes.into_values().collect()
}

/// The figures must be what was found, and these must be what was asked for.
fn judge(audit: &mut Audit, recipe: &Recipe, worst: &[Option<f64>], tolerance: f64) {
    audit.near(
        KEY,
        &ConditionReport::all(&recipe.protect, worst),
        tolerance,
    );
    for (condition, worst) in recipe.protect.iter().zip(worst) {
        let found = match worst {
            Some(figure) => figure.to_string(),
            None => "no class is kept".to_owned(),
        };
        audit.add(Claim {
            field: None,
            claim: match condition {
                Condition::AverageRisk(_) => condition.words(),
                _ => format!("in every class that is kept: {}", condition.words()),
            },
            claimed: String::new(),
            found,
            holds: Some(worst.is_none_or(|figure| condition.admits(figure))),
        });
    }
}

/// The same of a release whose original is not at hand.
///
/// # Errors
/// A release without one of the columns.
pub(super) fn alone(
    audit: &mut Audit,
    report: &Report,
    recipe: Option<&Recipe>,
    release: &Table,
    tolerance: f64,
) -> Result<()> {
    if report.conditions.is_empty() && recipe.is_none_or(|recipe| !recipe.is_protected()) {
        return Ok(());
    }
    let Some(recipe) = recipe else {
        let reason = "which values are missing cannot be known without the recipe";
        audit.not_checked(KEY, serde_json::Value::is_array, reason);
        return Ok(());
    };
    let are_removed = recipe.release.suppressed.are_removed();
    if recipe.asks_for_people() {
        let reason = "who of the population shares the values of a class cannot be known without the original";
        audit.not_checked(KEY, serde_json::Value::is_array, reason);
        return Ok(());
    }
    let is_open = |condition: &Condition| match condition {
        _ if are_removed && condition.knows_the_table() => true,
        Condition::TCloseness(closeness) => closeness.distance != Distance::Equal,
        _ => false,
    };
    if recipe.protect.iter().any(is_open) {
        let reason = "the distribution of the whole table cannot be known without the original";
        audit.not_checked(KEY, serde_json::Value::is_array, reason);
        return Ok(());
    }
    let names: Vec<String> = report.policy.keys().cloned().collect();
    let is_left_out = |columns: &[&Column], row: usize| {
        let value = |column: &&Column| column.dictionary.value(column.codes.get(row)) == SUPPRESSED;
        !are_removed && columns.iter().all(value)
    };
    // Which codes are missing values is found in the original, where the recipe does not say it.
    let occurs = |code: &str| {
        let mut columns = release.columns.iter();
        columns.any(|column| column.dictionary.code(code).is_some())
    };
    let dialect =
        (recipe.dialect.clone()).unwrap_or_else(|| Dialect::default().with_missing(occurs));
    let missing = recipe.missing(&dialect);
    let columns = (recipe.conditioned())
        .map(|name| Sensitive::plain(recipe, &missing, &release.columns[release.place(name)?]))
        .collect::<Result<_>>()?;
    let conditions = PlainConditions::new(&recipe.protect, columns, release);
    let classes = rows_of_classes(release, &names, &is_left_out)?;
    judge(audit, recipe, &conditions.worst(&classes), tolerance);
    Ok(())
}
