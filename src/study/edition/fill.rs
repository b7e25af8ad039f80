//! An external report in the form that readers of all reports take.

use super::node::{Fields, Node, at, put};
use super::{EDITION, NOT_SHOWN, is_external};
use crate::study::ReportKind;
use serde_json::{Value, json};
use std::borrow::Cow;

/// An external report with 0, or nothing, in the place of what it leaves out; any other text as it is. Nobody checks
/// these values, as the report does not claim them.
pub(crate) fn filled(report: &str) -> Cow<'_, str> {
    let Ok(mut fields) = serde_json::from_str::<Fields>(report) else { return report.into() };
    if !is_external(fields.get(EDITION).and_then(Node::value)) {
        return report.into();
    }
    let is_left_out = |key: &str| match fields.get(NOT_SHOWN) {
        Some(Node::Entries(keys)) => keys.iter().any(|one| one.value() == Some(&Value::from(key))),
        _ => false,
    };
    let are_removed = is_left_out("removed_records");
    let blanks = match ReportKind::of(report) {
        ReportKind::Uniques => of_cells(),
        _ => of_release(&fields, are_removed),
    };
    for (path, value) in blanks {
        if at(&fields, path).is_none() {
            put(&mut fields, path, Node::Value(value));
        }
    }
    if let Some(Node::Fields(cells)) = fields.get_mut("suppressed_cells_by_qi") {
        let missing = cells.values_mut().filter(|cells| cells.value() == Some(&Value::Null));
        missing.for_each(|cells| *cells = Node::Value(0.into()));
    }
    // Its warnings have no numbers.
    put(&mut fields, &["disclosure"], Node::Entries(Vec::new()));
    serde_json::to_string(&fields).map_or(report.into(), Cow::Owned)
}

type Blank = (&'static [&'static str], Value);

fn of_release(fields: &Fields, are_removed: bool) -> Vec<Blank> {
    let mut blanks: Vec<Blank> = vec![
        (&["suppression_limit"], json!(0.0)),
        (&["loss"], json!(0.0)),
        (&["loss_by_quasi_identifier"], Value::Null),
        (&["bound"], json!(0.0)),
        (&["suppressed_records"], json!(0)),
        (&["suppression_limit_records"], json!(0)),
        (&["records"], json!(0)),
        (&["classes"], json!(0)),
        (&["risk", "suppressed", "records"], json!(0)),
        (&["risk", "suppressed", "highest"], json!(0.0)),
    ];
    if are_removed {
        blanks.push((&["removed_records"], json!(0)));
    }
    const TABLES: [[&[&str]; 7]; 2] = [
        [
            &["risk", "before", "smallest_class"],
            &["risk", "before", "classes"],
            &["risk", "before", "records"],
            &["risk", "before", "unique_records"],
            &["risk", "before", "records_at_risk"],
            &["risk", "before", "highest"],
            &["risk", "before", "average"],
        ],
        [
            &["risk", "after", "smallest_class"],
            &["risk", "after", "classes"],
            &["risk", "after", "records"],
            &["risk", "after", "unique_records"],
            &["risk", "after", "records_at_risk"],
            &["risk", "after", "highest"],
            &["risk", "after", "average"],
        ],
    ];
    blanks.extend(TABLES.into_iter().flatten().map(|path| (path, json!(0))));
    if fields.contains_key("attackers") {
        blanks.extend(of_attackers(fields));
    }
    if at(fields, &["chosen", "frontier"]).is_some() {
        blanks.push((&["chosen", "frontier", "risk"], json!(0.0)));
        blanks.push((&["chosen", "frontier", "loss"], json!(0.0)));
        if at(fields, &["chosen", "frontier", "population"]).is_some() {
            blanks.push((&["chosen", "frontier", "population", "journalist"], json!(0.0)));
        }
    }
    blanks
}

fn of_attackers(fields: &Fields) -> Vec<Blank> {
    let exposure = || json!({"highest": 0.0, "average": 0.0, "records_over": 0, "share_over": 0.0});
    let mut blanks: Vec<Blank> = vec![
        (&["attackers", "before", "prosecutor"], exposure()),
        (&["attackers", "before", "marketer"], json!({"expected": 0.0, "average": 0.0})),
    ];
    const AFTER: [&[&str]; 6] = [
        &["attackers", "after", "prosecutor", "highest"],
        &["attackers", "after", "prosecutor", "average"],
        &["attackers", "after", "prosecutor", "records_over"],
        &["attackers", "after", "prosecutor", "share_over"],
        &["attackers", "after", "marketer", "expected"],
        &["attackers", "after", "marketer", "average"],
    ];
    blanks.extend(AFTER.map(|path| (path, json!(0))));
    const JOURNALIST: [&[&str]; 4] = [
        &["attackers", "after", "journalist", "highest"],
        &["attackers", "after", "journalist", "average"],
        &["attackers", "after", "journalist", "records_over"],
        &["attackers", "after", "journalist", "share_over"],
    ];
    if at(fields, &["attackers", "after", "journalist"]).is_some() {
        blanks.extend(JOURNALIST.map(|path| (path, json!(0))));
    }
    if at(fields, &["attackers", "population"]).is_some() {
        blanks.push((&["attackers", "population", "not_placed"], json!(0)));
    }
    let has_estimates = at(fields, &["attackers", "uniqueness"]).is_some();
    if has_estimates {
        let estimate = || json!({"in_table": 0, "in_population": 0.0, "share": 0.0, "zayatz": 0.0});
        blanks.push((&["attackers", "uniqueness", "before"], estimate()));
        blanks.push((&["attackers", "uniqueness", "after"], estimate()));
    }
    blanks
}

fn of_cells() -> Vec<Blank> {
    let mut blanks: Vec<Blank> = vec![
        (&["unsafe_records"], json!(0)),
        (&["combinations"], json!(0)),
        (&["suppressed_cells"], json!(0)),
        (&["suppression_cost"], json!(0.0)),
        (&["lower_bound_cells"], json!(0)),
        (&["lower_bound_cost"], json!(0.0)),
    ];
    const UNSAFE: [&[&str]; 4] = [
        &["unsafe_after", "wildcard"],
        &["unsafe_after", "matches_nothing"],
        &["unsafe_after", "category"],
        &["unsafe_after", "attacker"],
    ];
    blanks.extend(UNSAFE.map(|path| (path, json!(0))));
    const READINGS: [&[&str]; 4] = [
        &["classes_after", "wildcard"],
        &["classes_after", "matches_nothing"],
        &["classes_after", "category"],
        &["classes_after", "attacker"],
    ];
    blanks.extend(READINGS.map(|path| (path, json!({"taken_for": [], "records_over": null}))));
    blanks.push((&["classes_after", "classes"], json!(0)));
    blanks.push((&["classes_after", "smallest_class"], json!(0)));
    blanks.push((&["classes_after", "threshold"], json!(1.0)));
    blanks
}
