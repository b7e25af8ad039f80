//! Records that are expected to be unique in the population from which the table is a sample.
//!
//! Classes are counted by the definition of the policy, and records that are kept by their share. Every figure of a
//! report is changed. The program, the document and the settings are tested too. The estimators themselves are held
//! against populations of known laws, beside their code.

use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::accepted;
use kanon::recipe::Recipe;
use kanon::risk::{Estimator, Uniqueness};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A person of two quasi-identifiers.
type Row = (u8, bool);

fn csv(rows: &[Row]) -> String {
    let line = |(age, sex): &Row| format!("{},{}\n", 20 + age, if *sex { "f" } else { "m" });
    "age,sex\n".to_owned() + &rows.iter().map(line).collect::<String>()
}

fn recipe(k: u64, risk: &Value) -> String {
    let recipe = json!({"kanon": 1, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2, 4], "origin": 20}}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}}},
      "privacy": {"k": k, "suppression_limit": 1}, "risk": risk});
    recipe.to_string()
}

fn report(released: &Released) -> Value {
    serde_json::from_str(&released.report).unwrap()
}

/// The records of each class that has the same cells.
fn sizes(rows: &[Row], levels: (u64, u64)) -> Vec<u64> {
    let mut classes: BTreeMap<(u8, bool), u64> = BTreeMap::new();
    for &(age, sex) in rows {
        let age = match levels.0 {
            0 => age,
            1 => age / 2,
            2 => age / 4,
            _ => 0,
        };
        *classes.entry((age, sex && levels.1 == 0)).or_default() += 1;
    }
    classes.into_values().collect()
}

/// Whether two estimates are one, but for the last digits, which text may not keep.
fn agree(one: &Uniqueness, other: &Uniqueness) -> bool {
    let numbers = |of: &Uniqueness| {
        [Some(of.in_population), Some(of.share), Some(of.zayatz), of.slide_negative_binomial, of.pitman]
    };
    let is_near = |(one, other): (Option<f64>, Option<f64>)| match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        (one, other) => one == other,
    };
    (one.in_table, one.estimator) == (other.in_table, other.estimator)
        && numbers(one).into_iter().zip(numbers(other)).all(is_near)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_estimates_are_those_of_the_classes(
        rows in prop::collection::vec((0_u8..40, any::<bool>()), 1..80),
        k in 1_u64..4,
        fraction in prop::sample::select(vec![0.01, 0.1, 0.3, 0.9]),
    ) {
        prop_assume!(k <= rows.len() as u64);
        let recipe = Recipe::parse(&recipe(k, &json!({"sampling_fraction": fraction}))).unwrap();
        let released = Released::new(csv(&rows).as_bytes(), recipe);
        let report = report(&released);
        let found = &report["attackers"]["uniqueness"];
        prop_assert_eq!(number(&found["sampling_fraction"]), fraction);
        let before = sizes(&rows, (0, 0));
        let told: Uniqueness = serde_json::from_value(found["before"].clone()).unwrap();
        prop_assert!(agree(&told, &Uniqueness::of(before.into_iter(), fraction)), "{told:?}");
        // Of the release a class counts where it is kept, and the estimate is that of the whole sample.
        let level = |name: &str| report["policy"][name].as_u64().unwrap();
        let after = sizes(&rows, (level("age"), level("sex")));
        let whole = Uniqueness::of(after.iter().copied(), fraction);
        let unique = after.iter().filter(|&&records| records == 1).count() as f64;
        let kept = if k == 1 { unique } else { 0.0 };
        prop_assert_eq!(number(&found["after"]["in_table"]), kept);
        let expected = whole.in_population * kept / unique.max(1.0);
        prop_assert!((number(&found["after"]["in_population"]) - expected).abs() < 1e-9);
        prop_assert!(holds(&released), "{}", failing(&released));
    }
}

/// Some people who are alone, some who are two, and many together.
fn survey() -> Vec<Row> {
    let alone = (0..20).map(|age| (age, true));
    let two = (20..30).flat_map(|age| [(age, false); 2]);
    let together = (0..60).map(|_| (30, false));
    alone.chain(two).chain(together).collect()
}

#[test]
fn the_program_tells_them_and_without_the_original_they_are_open() {
    let folder = Folder::empty();
    folder.write("data.csv", csv(&survey()));
    folder.write("recipe.json", recipe(3, &json!({"sampling_fraction": 0.05})));
    let found = Uniqueness::of(sizes(&survey(), (0, 0)).into_iter(), 0.05);
    assert_eq!(found.estimator, Some(Estimator::Pitman));
    let told = format!(
        "unique in the population, of which the table is 0.05: 0.0 expected of 0 unique records ({:.1} of 20 before, by Pitman's model)",
        found.in_population
    );
    folder
        .kanon("anonymize data.csv --recipe recipe.json --out release.csv --report report.json")
        .exits(0)
        .prints(&[&told]);
    let verify = "verify release.csv --report report.json --recipe recipe.json";
    folder.kanon(&format!("{verify} --data data.csv")).exits(0);
    folder.kanon(verify).exits(0).prints(&["unique in the population"]);
    let document = "report report.json --recipe recipe.json --out document.html";
    folder.kanon(document).exits(0);
    let html = folder.read("document.html");
    assert!(html.contains("Records that are unique in the population"));
    assert!(html.contains("Of the original it takes that by Pitman&#39;s model."), "{html}");
}

#[test]
fn shares_that_mean_nothing_are_refused() {
    let refused = |risk: Value| {
        let refused = Recipe::parse(&recipe(3, &risk)).unwrap_err().to_string();
        assert!(refused.contains("risk.sampling_fraction"), "{refused}");
    };
    for fraction in [0.0, 1.0, -0.1, 5.0] {
        refused(json!({"sampling_fraction": fraction}));
    }
    refused(json!({"sampling_fraction": 0.1, "weight_column": "weight"}));
    refused(json!({"sampling_fraction": 0.1, "population": "people.csv"}));
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_figure_can_be_changed() {
        let recipe = Recipe::parse(&recipe(1, &json!({"sampling_fraction": 0.05}))).unwrap();
        let released = Released::new(csv(&survey()).as_bytes(), recipe);
        assert!(holds(&released), "{}", failing(&released));
        let wrong = accepted(&report(&released), |json| {
            let found = released.with_report(json.to_owned()).verify();
            found.ok().map(|found| found.claims)
        });
        assert_eq!(wrong, Vec::<String>::new());
    }
}
