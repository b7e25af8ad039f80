//! Dates in one column: of several precisions, in several forms, and with years of two digits.

use crate::support::program::Folder;
use crate::support::random::cases;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Anonymizes a column of dates with k = 2, verifies the release and gives its cells.
fn released(values: &[&str], column: &Value) -> Vec<String> {
    let folder = anonymized(values, column);
    folder.kanon("verify release.csv --recipe recipe.json --report report.json --data data.csv").exits(0);
    folder.read("release.csv").lines().skip(1).map(str::to_owned).collect()
}

fn anonymized(values: &[&str], column: &Value) -> Folder {
    let folder = study(values, column);
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
    folder
}

fn study(values: &[&str], column: &Value) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", format!("born\n{}\n", values.join("\n")));
    let recipe = json!({"kanon": 1, "columns": {"born": column}, "privacy": {"k": 2, "suppression_limit": 0}});
    folder.write("recipe.json", recipe.to_string());
    folder
}

fn by_units(units: &[&str]) -> Value {
    json!({"role": "quasi-identifier", "hierarchy": {"dates": {"units": units}}})
}

const PARTIAL: [&str; 8] =
    ["1972", "1972-05", "1972-05-14", "1972-05-14", "1980-01", "1980-01-02T10:30", "1980", "1980"];

#[test]
fn a_date_is_as_coarse_as_it_is_written() {
    let years = ["1972", "1972", "1972", "1972", "1980", "1980", "1980", "1980"];
    assert_eq!(released(&PARTIAL, &by_units(&["day", "month", "year"])), years);
    // Where each value may stay what it is, a year is no month.
    let twice = [PARTIAL, PARTIAL].concat();
    let months =
        json!({"role": "quasi-identifier", "min_level": 1, "hierarchy": {"dates": {"units": ["month", "year"]}}});
    let labels = ["1972", "1972-05", "1972-05", "1972-05", "1980-01", "1980-01", "1980", "1980"];
    assert_eq!(released(&twice, &months), [labels, labels].concat());
}

#[test]
fn ages_need_days() {
    let ages = json!({"role": "quasi-identifier", "hierarchy": {"ages": {"on": "2024-06-30", "widths": [5]}}});
    let folder = study(&PARTIAL, &ages);
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv").exits(2).complains(&[
        "3 of 8 values are dates precise enough for an age; these are not: `1980` (2 records, the first in row 7)",
    ]);
}

#[test]
fn two_usual_forms_are_told_and_a_list_of_them_is_proposed() {
    let hyphens = (0..40).map(|at| format!("{:02}-{:02}-1990", 1 + at % 12, 13 + at % 4));
    let slashes = (0..20).map(|at| format!("{}/{}/1991", 1 + at % 12, 13 + at % 2));
    let values: Vec<String> = hyphens.chain(slashes).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let folder = study(&values, &by_units(&["month", "year"]));
    let forms = "different values are dates in the form MM-dd-yyyy, ";
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv").exits(2).complains(&[
        forms,
        "in the form MM/dd/yyyy",
        r#""kind": {"date":{"formats":["MM-dd-yyyy","MM/dd/yyyy"]}}"#,
    ]);
    folder.kanon("propose data.csv --out proposed.json").exits(0).prints(&[forms, "kind: {\"date\":{\"formats\":["]);
    let proposed: Value = serde_json::from_str(&folder.read("proposed.json")).unwrap();
    let column = &proposed["columns"]["born"];
    assert_eq!(column["kind"], json!({"date": {"formats": ["MM-dd-yyyy", "MM/dd/yyyy"]}}));
    assert_eq!(column["hierarchy"]["dates"]["units"][0], "month");
    // The advice, followed.
    let mut years = by_units(&["year"]);
    years["kind"] = column["kind"].clone();
    years["min_level"] = json!(1);
    let found = released(&values, &years);
    assert_eq!((found[0].as_str(), found[59].as_str()), ("1990", "1991"));
}

#[test]
fn years_of_two_digits_are_asked_for_and_nobody_is_born_later() {
    let born = ["13/05/28", "14/05/28", "13/05/31", "14/06/31", "17/09/85", "18/09/85"];
    let folder = study(&born, &by_units(&["year"]));
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv").exits(2).complains(&[
        "the years have two digits: 30 may be 1930 or 2030",
        r#""kind": {"date":{"format":"dd/MM/yy","from_year":1930}}"#,
    ]);
    folder.kanon("propose data.csv").exits(0);
    let mut years = by_units(&["year"]);
    years["kind"] = json!({"date": {"format": "dd/MM/yy", "from_year": 1925}});
    assert_eq!(released(&born, &years), ["1928", "1928", "1931", "1931", "1985", "1985"]);
    let ages = json!({"role": "quasi-identifier", "min_level": 1,
        "hierarchy": {"ages": {"on": "2024-06-30", "widths": [5]}}});
    assert_eq!(released(&born, &ages), ["95-99", "95-99", "90-94", "90-94", "35-39", "35-39"]);
}

/// A date of ISO 8601 in one of its precisions.
fn partial() -> impl Strategy<Value = String> {
    (1990..2010_u16, 1..=12_u8, 1..=28_u8, 0..4_usize).prop_map(|(year, month, day, precision)| {
        let text = format!("{year}-{month:02}-{day:02}T09:30");
        text[..[4, 7, 10, 16][precision]].to_owned()
    })
}

proptest! {
    #![proptest_config(cases(60))]

    /// The text itself, cut: nothing of the calendar is in it.
    #[test]
    fn each_level_cuts_the_date_as_far_as_it_is_written(
        mut values in proptest::collection::vec(partial(), 1..40),
        units in proptest::sample::subsequence(vec![("day", 10_usize), ("month", 7), ("year", 4)], 1..=3),
    ) {
        use kanon::data::Dictionary;
        use kanon::hierarchy::{ColumnValues, HierarchySpec};
        values.extend(["2000".to_owned(), "2000-01".to_owned(), "2000-01-01".to_owned()]);
        let mut dictionary = Dictionary::new();
        for value in &values {
            dictionary.intern(value, 1);
        }
        let names: Vec<&str> = units.iter().map(|unit| unit.0).collect();
        let spec: HierarchySpec = serde_json::from_value(json!({"dates": {"units": names}})).unwrap();
        let hierarchy = spec.build(&ColumnValues::new(&dictionary, &[])).unwrap();
        for row in hierarchy.rows() {
            for (label, (_, length)) in row[1..].iter().zip(&units) {
                prop_assert_eq!(*label, &row[0][..row[0].len().min(*length)]);
            }
        }
    }
}
