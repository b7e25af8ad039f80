//! An external report in the form that readers of all reports take.

use super::cells::READINGS;
use super::node::{Fields, Node, at, put};
use super::{EDITION, NOT_SHOWN, is_external, stated};
use crate::report::kind::ReportKind;
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
    let blanks = match stated(&fields) {
        Ok(ReportKind::Uniques) => of_cells(),
        _ => of_release(&fields, are_removed),
    };
    for (path, value) in blanks {
        if at(&fields, &path).is_none() {
            put(&mut fields, &path, Node::Value(value));
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

/// A path of keys, and the value in its place.
type Blank = (Vec<&'static str>, Value);

/// 0 at each of these keys of an object.
fn zeros(object: &[&'static str], keys: &[&'static str]) -> Vec<Blank> {
    keys.iter().map(|key| ([object, &[*key]].concat(), json!(0))).collect()
}

fn of_release(fields: &Fields, are_removed: bool) -> Vec<Blank> {
    let mut blanks: Vec<Blank> = vec![
        (vec!["suppression_limit"], json!(0.0)),
        (vec!["loss"], json!(0.0)),
        (vec!["loss_by_quasi_identifier"], Value::Null),
        (vec!["groups_by_quasi_identifier"], json!({})),
        (vec!["bound"], json!(0.0)),
        (vec!["risk", "suppressed", "highest"], json!(0.0)),
    ];
    blanks.extend(zeros(&[], &["suppressed_records", "suppression_limit_records", "records", "classes"]));
    blanks.extend(zeros(&["risk", "suppressed"], &["records"]));
    if are_removed {
        blanks.extend(zeros(&[], &["removed_records"]));
    }
    const OF_TABLE: [&str; 7] =
        ["smallest_class", "classes", "records", "unique_records", "records_at_risk", "highest", "average"];
    for table in ["before", "after"] {
        blanks.extend(zeros(&["risk", table], &OF_TABLE));
    }
    if fields.contains_key("attackers") {
        blanks.extend(of_attackers(fields));
    }
    if at(fields, &["chosen", "frontier"]).is_some() {
        blanks.push((vec!["chosen", "frontier", "risk"], json!(0.0)));
        blanks.push((vec!["chosen", "frontier", "loss"], json!(0.0)));
        if at(fields, &["chosen", "frontier", "population"]).is_some() {
            blanks.push((vec!["chosen", "frontier", "population", "journalist"], json!(0.0)));
        }
    }
    blanks
}

fn of_attackers(fields: &Fields) -> Vec<Blank> {
    let exposure = json!({"highest": 0.0, "average": 0.0, "records_over": 0, "share_over": 0.0});
    let mut blanks: Vec<Blank> = vec![
        (vec!["attackers", "before", "prosecutor"], exposure),
        (vec!["attackers", "before", "marketer"], json!({"expected": 0.0, "average": 0.0})),
    ];
    const EXPOSURE: [&str; 4] = ["highest", "average", "records_over", "share_over"];
    blanks.extend(zeros(&["attackers", "after", "prosecutor"], &EXPOSURE));
    blanks.extend(zeros(&["attackers", "after", "marketer"], &["expected", "average"]));
    if at(fields, &["attackers", "after", "journalist"]).is_some() {
        blanks.extend(zeros(&["attackers", "after", "journalist"], &EXPOSURE));
    }
    if at(fields, &["attackers", "population"]).is_some() {
        blanks.extend(zeros(&["attackers", "population"], &["not_placed"]));
    }
    if at(fields, &["attackers", "uniqueness"]).is_some() {
        let estimate = json!({"in_table": 0, "in_population": 0.0, "share": 0.0, "zayatz": 0.0});
        for table in ["before", "after"] {
            blanks.push((vec!["attackers", "uniqueness", table], estimate.clone()));
        }
    }
    blanks
}

fn of_cells() -> Vec<Blank> {
    let mut blanks: Vec<Blank> = vec![
        (vec!["suppression_cost"], json!(0.0)),
        (vec!["lower_bound_cost"], json!(0.0)),
        (vec!["classes_after", "threshold"], json!(1.0)),
    ];
    const COUNTS: [&str; 4] = ["unsafe_records", "combinations", "suppressed_cells", "lower_bound_cells"];
    blanks.extend(zeros(&[], &COUNTS));
    blanks.extend(zeros(&["unsafe_after"], &READINGS));
    blanks.extend(zeros(&["classes_after"], &["classes", "smallest_class"]));
    let read = json!({"taken_for": [], "records_over": null});
    blanks.extend(READINGS.map(|reading| (vec!["classes_after", reading], read.clone())));
    blanks
}
