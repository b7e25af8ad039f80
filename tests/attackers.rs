//! What attackers find: by the definitions, record by record; in reports, the program and the document.

use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::accepted;
use kanon::study::Recipe;
use proptest::prelude::*;
use serde_json::{Value, json};

const ANONYMIZE: &str =
    "anonymize data.csv --recipe recipe.json --out release.csv --report report.json";
const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

/// A household survey of two quasi-identifiers and a weight.
type Row = (u8, bool, u16);

fn csv(rows: &[Row]) -> String {
    let line = |(age, sex, weight): &Row| {
        let sex = if *sex { "f" } else { "m" };
        format!("{},{sex},{}\n", 20 + age, f64::from(*weight) / 4.0)
    };
    "age,sex,weight\n".to_owned() + &rows.iter().map(line).collect::<String>()
}

fn recipe(k: u64, risk: &Value) -> Value {
    json!({"kanon": 1, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4], "origin": 20}}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}},
        "weight": {"role": "insensitive"}},
      "privacy": {"k": k, "suppression_limit": 1}, "risk": risk})
}

fn report(released: &Released) -> Value {
    serde_json::from_str(&released.report).unwrap()
}

/// What stands in the cells of a record's quasi-identifiers.
fn cells(text: &str) -> Vec<String> {
    (text.lines().skip(1))
        .map(|line| line.rsplit_once(',').unwrap().0.to_owned())
        .collect()
}

/// The three attackers by their definitions, record by record: who looks for one person has as many to choose from as
/// agree with them.
fn by_definition(cells: &[String], weights: &[f64], threshold: f64) -> Value {
    let agree = |own: &String| -> Vec<usize> {
        (0..cells.len())
            .filter(|&other| cells[other] == *own)
            .collect()
    };
    let records = |own: &String| agree(own).len() as f64;
    let people = |own: &String| {
        (agree(own).into_iter().map(|row| weights[row]))
            .sum::<f64>()
            .max(records(own))
    };
    let exposure = |among: &dyn Fn(&String) -> f64| {
        let risks: Vec<f64> = cells.iter().map(|own| 1.0 / among(own)).collect();
        let over = risks.iter().filter(|&&risk| risk > threshold).count();
        let n = cells.len().max(1) as f64;
        json!({
            "highest": risks.iter().copied().fold(0.0, f64::max),
            "average": risks.iter().sum::<f64>() / n,
            "records_over": over,
            "share_over": over as f64 / n,
        })
    };
    let expected: f64 = cells.iter().map(|own| 1.0 / people(own)).sum();
    let mut found = json!({
        "prosecutor": exposure(&records),
        "marketer": {"expected": expected, "average": expected / cells.len().max(1) as f64},
    });
    if !cells.is_empty() {
        found["journalist"] = exposure(&people);
    }
    found
}

/// Whether two objects have the same numbers, but for the last digits.
fn agree(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|own| agree(value, own)))
        }
        _ => (one.as_f64().zip(other.as_f64()))
            .is_some_and(|(one, other)| (one - other).abs() <= 1e-9 * one.abs().max(1.0)),
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn every_figure_is_that_of_the_definitions(
        rows in prop::collection::vec((0_u8..12, any::<bool>(), 0_u16..60), 1..40),
        k in 1_u64..6,
        threshold in prop::option::of(prop::sample::select(vec![0.05, 0.09, 1.0 / 11.0, 0.2, 1.0 / 3.0, 1.0])),
    ) {
        prop_assume!(k <= rows.len() as u64);
        let mut risk = json!({"weight_column": "weight"});
        if let Some(threshold) = threshold {
            risk["threshold"] = json!(threshold);
        }
        let original = csv(&rows);
        let recipe = Recipe::parse(&recipe(k, &risk).to_string()).unwrap();
        let released = Released::new(original.as_bytes(), recipe);
        let found = report(&released)["attackers"].clone();
        let weights: Vec<f64> = rows.iter().map(|row| f64::from(row.2) / 4.0).collect();
        let threshold = threshold.unwrap_or(1.0 / k as f64);
        let before = by_definition(&cells(&original), &weights, threshold);
        prop_assert!(agree(&found["before"], &before), "{found} {before}");
        let all = cells(std::str::from_utf8(&released.release).unwrap());
        let suppressed = report(&released)["suppressed_records"].as_u64().unwrap();
        let is_star = |cells: &String| suppressed > 0 && cells == "*,*";
        let kept: Vec<usize> = (0..all.len()).filter(|&row| !is_star(&all[row])).collect();
        // A class that is kept may be of stars, too; then nothing tells the two apart here.
        prop_assume!((all.len() - kept.len()) as u64 == suppressed);
        let pick = |row: &usize| all[*row].clone();
        let weights: Vec<f64> = kept.iter().map(|&row| weights[row]).collect();
        let after = by_definition(&kept.iter().map(pick).collect::<Vec<_>>(), &weights, threshold);
        prop_assert!(agree(&found["after"], &after), "{found} {after}");
        prop_assert!(holds(&released), "{}", failing(&released));
    }
}

fn survey() -> String {
    let rows: Vec<Row> = (0..60_u8)
        .map(|row| (row % 7, row % 3 == 0, u16::from(row) * 9))
        .collect();
    csv(&rows)
}

#[test]
fn no_figure_can_be_changed() {
    for risk in [
        json!({}),
        json!({"threshold": 0.09, "weight_column": "weight"}),
    ] {
        let recipe = Recipe::parse(&recipe(3, &risk).to_string()).unwrap();
        let released = Released::new(survey().as_bytes(), recipe);
        assert!(holds(&released), "{}", failing(&released));
        let wrong = accepted(&report(&released), |json| {
            let found = released.with_report(json.to_owned()).verify();
            found.ok().map(|found| found.claims)
        });
        // Without the field, a report is one of an earlier version.
        assert_eq!(wrong, Vec::<String>::new());
    }
}

#[test]
fn the_program_tells_them_and_verifies_them_with_and_without_the_original() {
    for (risk, journalist) in [
        (
            json!({}),
            "journalist: at most what the prosecutor finds, as no population was used",
        ),
        (
            json!({"weight_column": "weight"}),
            "journalist, by the weights of `weight`: highest risk 0.0",
        ),
    ] {
        let folder = Folder::empty();
        folder.write("data.csv", survey());
        folder.write("recipe.json", recipe(3, &risk).to_string());
        let parts = ["prosecutor: highest risk 0.", journalist, "marketer: "];
        folder.kanon(ANONYMIZE).exits(0).prints(&parts);
        folder.kanon(VERIFY).exits(0);
        folder
            .kanon("verify release.csv --report report.json --recipe recipe.json")
            .exits(0);
        let mut report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        report["attackers"]["after"]["prosecutor"]["records_over"] = json!(7);
        folder.write("report.json", report.to_string());
        for command in [VERIFY, "verify release.csv --report report.json"] {
            folder
                .kanon(command)
                .exits(1)
                .prints(&["attackers.after.prosecutor.records_over"]);
        }
    }
}

#[test]
fn settings_that_mean_nothing_are_refused() {
    let refused = |risk: Value| {
        Recipe::parse(&recipe(3, &risk).to_string())
            .unwrap_err()
            .to_string()
    };
    assert!(refused(json!({"threshold": 0})).contains("risk.threshold"));
    assert!(refused(json!({"threshold": 1.5})).contains("risk.threshold"));
    assert!(refused(json!({"weight_column": "age"})).contains("risk.weight_column"));
    let folder = Folder::empty();
    folder.write("data.csv", "age,sex,weight\n20,f,1.5\n21,m,\n");
    folder.write(
        "recipe.json",
        recipe(1, &json!({"weight_column": "weight"})).to_string(),
    );
    folder
        .kanon(ANONYMIZE)
        .exits(2)
        .complains(&["row 2", "weight", "people"]);
}
