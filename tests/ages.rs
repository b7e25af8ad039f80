//! Ages with units of their own, from the proposal to the verified release.

use crate::support::program::Folder;
use serde_json::{Value, json};

const AGES: [&str; 8] = ["5D", "11M", "3 weeks", "045Y", "41Y", "62Y", "63 years", "18 months"];

fn released(values: &[&str], kind: Option<Value>) -> Vec<String> {
    let folder = Folder::empty();
    folder.write("data.csv", format!("age\n{}\n", values.join("\n")));
    let mut age = json!({"role": "quasi-identifier", "min_level": 1, "hierarchy": {"intervals": {"widths": [10, 20]}}});
    if let Some(kind) = kind {
        age["kind"] = kind;
    }
    let recipe = json!({"kanon": 1, "columns": {"age": age}, "privacy": {"k": 2, "suppression_limit": 0}});
    folder.write("recipe.json", recipe.to_string());
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json").exits(0);
    folder.kanon("verify release.csv --recipe recipe.json --report report.json --data data.csv").exits(0);
    folder.read("release.csv").lines().skip(1).map(|line| line.trim_matches('"').to_owned()).collect()
}

#[test]
fn days_and_months_are_in_the_first_years() {
    let first = "[0, 10) years";
    let labels = [first, first, first, "[40, 50) years", "[40, 50) years", "[60, 70) years", "[60, 70) years", first];
    assert_eq!(released(&AGES, None), labels);
    assert_eq!(released(&AGES, Some(json!({"decimal": {"ages": "all"}}))), labels);
    let bare = ["5D", "11M", "3 weeks", "45", "41Y", "62", "63 years", "18 months"];
    assert_eq!(released(&bare, Some(json!({"decimal": {"ages": "bare-years"}}))), labels);
}

#[test]
fn an_age_that_is_none_is_named() {
    let folder = Folder::empty();
    folder.write("data.csv", "age\n5D\n11M\n62Y\n62 kg\n45\n");
    let age = json!({"role": "quasi-identifier", "kind": {"decimal": {"ages": "all"}},
        "hierarchy": {"intervals": {"widths": [10]}}});
    folder.write("recipe.json", json!({"kanon": 1, "columns": {"age": age}}).to_string());
    folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv").exits(2).complains(&[
        "3 of 5 values are numbers with units of age; these are not: `45` (1 record, row 5), `62 kg` (1 record, row 4)",
    ]);
}

#[test]
fn ages_in_several_units_get_intervals_of_years() {
    let folder = Folder::empty();
    let ages = (0..60).map(|at| match at % 5 {
        0 => format!("{}D", 1 + at),
        1 => format!("{}M", 1 + at % 23),
        _ => format!("{:03}Y", 20 + at),
    });
    folder.write("data.csv", format!("age,n\n{}\n", ages.map(|age| age + ",1").collect::<Vec<_>>().join("\n")));
    folder.kanon("propose data.csv").exits(0).prints(&["age: quasi-identifier\n", "hierarchy: {\"intervals\""]);
}
