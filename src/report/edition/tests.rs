//! What an external report keeps, and what it leaves out.

use super::{Edition, Fitting, Shown, filled};
use serde_json::{Value, json};

fn external(report: &Value) -> Value {
    let shown = Shown::of(&report.to_string(), Edition::External).unwrap();
    serde_json::from_str(&shown.to_json()).unwrap()
}

#[test]
fn a_field_that_no_rule_names_is_left_out() {
    let report = json!({"kind": "release", "format": 1, "k": 5, "people_of_age_90": 2, "risk": {"middle": {"records": 3}},
        "records": 200, "suppressed_records": 0, "disclosure": [{"code": "new-kind", "column": "age", "found": 3}]});
    let external = external(&report);
    assert_eq!(external.get("people_of_age_90"), None);
    assert_eq!(external.get("risk"), None);
    assert_eq!(external["disclosure"], json!([{"code": "new-kind", "column": "age"}]));
    assert_eq!(external["edition"], "external");
}

#[test]
fn an_external_report_stays_as_it_is_and_can_be_filled() {
    let report = json!({"kind": "release", "format": 1, "k": 5, "records": 200, "suppressed_records": 2, "removed_records": 2,
        "loss": 0.5});
    let once = Shown::of(&report.to_string(), Edition::External).unwrap().to_json();
    let again = Shown::of(&once, Edition::Internal).unwrap();
    assert_eq!((again.to_json(), again.edition()), (once.clone(), Edition::External));
    let full: Value = serde_json::from_str(&filled(&once)).unwrap();
    assert_eq!((&full["loss"], &full["removed_records"]), (&json!(0.0), &json!(0)));
    assert_eq!(filled("{\"loss\": 1"), "{\"loss\": 1");
}

#[test]
fn two_numbers_stay_possible() {
    let mut left = Fitting::of(2, 5);
    assert!(left.admits(|number| number < 4));
    assert!(!left.admits(|number| number == 2));
    assert!(left.admits(|number| number > 1), "2 and 3 are left");
    assert!(!left.admits(|number| number > 2));
    assert!(!Fitting::of(1, 2).admits(|_| true), "below 2 there is nothing but 1");
}

#[test]
fn a_total_and_k_that_leave_one_number_are_not_both_shown() {
    // Of 6 records, 5 are in a class of k = 5.
    let report = json!({"kind": "release", "format": 1, "k": 5, "records": 6, "suppressed_records": 1, "classes": 1,
        "risk": {"after": {"records": 5, "smallest_class": 5}}});
    assert_eq!(external(&report).get("records"), None);
    // At most 1 of 201 may be suppressed, and one is.
    let report = json!({"kind": "release", "format": 1, "k": 5, "records": 200, "suppressed_records": 1, "removed_records": 1,
        "suppression_limit": 0.005, "classes": 2, "risk": {"after": {"records": 200, "smallest_class": 90}}});
    let external = external(&report);
    assert_eq!((external.get("suppression_limit"), &external["records"]), (None, &json!(200)));
}
