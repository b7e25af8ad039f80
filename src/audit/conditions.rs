//! Checks the conditions of a release other than the class sizes, from the text alone.

use super::evidence::Evidence;
use super::fields::Audit;
use crate::data::{Column, Table};
use crate::error::Result;
use crate::lattice::Level;
use crate::privacy::{Condition, Distance};
use crate::recipe::Recipe;
use crate::release::verify::Claim;
use crate::release::{Expected, PlainConditions, SUPPRESSED, rows_of_classes};
use crate::report::{ConditionReport, Report};
use crate::table::{EncodedStudy, Sensitive};
use std::collections::BTreeMap;

const KEY: &str = "conditions";

/// Checks the conditions of a report against the original and its expected release. The comparison of the two files
/// shows that the actual release is the expected one. Returns the worst figure of each condition.
///
/// # Errors
/// A sensitive column that is not at hand.
pub(super) fn check(
    audit: &mut Audit,
    evidence: &Evidence<'_>,
    levels: &[Level],
    expected: &Expected,
    tolerance: f64,
) -> Result<Vec<Option<f64>>> {
    let Evidence { recipe, prepared, .. } = evidence;
    let Some(conditions) = prepared.plain_conditions(recipe, levels)? else {
        return Ok(Vec::new());
    };
    let worst = conditions.worst(&classes(prepared, expected));
    judge(audit, recipe, &worst, tolerance);
    Ok(worst)
}

/// The rows of each class that must be kept.
fn classes(prepared: &EncodedStudy, expected: &Expected) -> Vec<Vec<usize>> {
    let table = prepared.table();
    let mut classes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    for row in (0..table.n_rows).filter(|&row| !expected.is_suppressed(row)) {
        let groups =
            (table.columns.iter().enumerate()).map(|(qi, column)| expected.group(row, qi, column.codes.get(row)));
        classes.entry(groups.collect()).or_default().push(row);
    }
    classes.into_values().collect()
}

/// The figures must equal the recomputed ones, and these must meet the conditions.
fn judge(audit: &mut Audit, recipe: &Recipe, worst: &[Option<f64>], tolerance: f64) {
    audit.near(KEY, &ConditionReport::all(&recipe.protect, worst), tolerance);
    for (condition, &worst) in recipe.protect.iter().zip(worst) {
        audit.add(held(condition, worst));
    }
}

/// Whether a condition holds, by its worst figure.
fn held(condition: &Condition, worst: Option<f64>) -> Claim {
    Claim {
        field: None,
        claim: match condition.is_of_release() {
            true => condition.words(),
            false => format!("in every class that is kept: {}", condition.words()),
        },
        claimed: String::new(),
        found: match worst {
            Some(figure) => figure.to_string(),
            None => "no class is kept".to_owned(),
        },
        holds: Some(worst.is_none_or(|figure| condition.admits(figure))),
    }
}

/// Checks the conditions if the original is not at hand.
///
/// The release may come with a reason why nothing can be checked.
///
/// # Errors
/// A release that lacks one of the columns.
pub(super) fn alone(
    audit: &mut Audit,
    report: &Report,
    recipe: Option<&Recipe>,
    (release, why_open): (&Table, Option<&'static str>),
    tolerance: f64,
) -> Result<()> {
    if report.conditions.is_empty() && recipe.is_none_or(|recipe| !recipe.is_protected()) {
        return Ok(());
    }
    let asked: Vec<Condition> = match recipe {
        Some(recipe) => recipe.protect.clone(),
        None => (report.conditions.iter()).map(|condition| condition.asked.clone()).collect(),
    };
    let are_removed = match recipe {
        Some(recipe) => recipe.release.suppressed.are_removed(),
        None => report.removed_records.is_some(),
    };
    // Why a condition cannot be checked.
    let open = |condition: &Condition| match condition {
        _ if why_open.is_some() => why_open,
        _ if condition.counts_people() => Some(
            "the people who share the values of a class cannot be counted without the original; `kanon verify` without the report, and Review on the page, count them by the file alone",
        ),
        _ if condition.column().is_some() && recipe.is_none() => {
            Some("which values are missing cannot be known without the recipe")
        }
        _ if are_removed && condition.knows_the_table() => Some(OF_THE_WHOLE),
        Condition::TCloseness(closeness) if closeness.distance != Distance::Equal => Some(OF_THE_WHOLE),
        _ => None,
    };
    let closed: Vec<Condition> = (asked.iter()).filter(|condition| open(condition).is_none()).cloned().collect();
    let names: Vec<String> = report.policy.keys().cloned().collect();
    let is_left_out = |columns: &[&Column], row: usize| {
        let value = |column: &&Column| column.dictionary.value(column.codes.get(row)) == SUPPRESSED;
        !are_removed && columns.iter().all(value)
    };
    let mut columns = Vec::new();
    if let Some(recipe) = recipe {
        let recipe = Recipe { protect: closed.clone(), ..recipe.clone() };
        // However the file is written, what no recipe names is a value.
        let missing = recipe.missing(&recipe.dialect.clone().unwrap_or_default());
        for name in recipe.conditioned() {
            let column = &release.columns[release.place(name)?];
            columns.push(Sensitive::plain(&recipe, &missing, column)?);
        }
    }
    let conditions = PlainConditions::new(&closed, columns, release);
    let classes = rows_of_classes(release, &names, &is_left_out)?;
    let mut found = conditions.worst(&classes).into_iter();
    let mut worst = Vec::new();
    for (number, condition) in asked.iter().enumerate() {
        let told = report.conditions.get(number).and_then(|own| own.found);
        worst.push(match open(condition) {
            // A claim below says that this is not checked.
            Some(_) => told,
            None => found.next().flatten(),
        });
    }
    audit.near(KEY, &ConditionReport::all(&asked, &worst), tolerance);
    for (number, (condition, &worst)) in asked.iter().zip(&worst).enumerate() {
        audit.add(match open(condition) {
            None => held(condition, worst),
            Some(reason) => Claim {
                field: Some(format!("{KEY}.{number}.found")),
                found: reason.to_owned(),
                holds: None,
                ..held(condition, worst)
            },
        });
    }
    Ok(())
}

const OF_THE_WHOLE: &str = "the distribution of the whole table cannot be known without the original";
