//! The words of a claim that fails: none of them holds a key of a report or a piece of JSON, whatever is wrong with the
//! report.

use crate::support::released::Released;
use crate::support::reported::{all_of_uniques, partitions, study};
use crate::support::tamper::tamperings;
use kanon::audit::{audit_alone, field_in_words};
use kanon::data::Dialect;
use kanon::recipe::{Recipe, Swept};
use kanon::release::verify::Claim;
use serde_json::{Value, json};

/// Asserts that a report, and whatever is made of it, is told of in words. `check` gives the claims of a report.
fn in_words(json: &str, check: impl Fn(&str) -> Option<Vec<Claim>>) {
    let report: Value = serde_json::from_str(json).unwrap();
    let mut told = check(json).unwrap();
    assert!(told.len() > 5);
    for tampered in tamperings(&report) {
        told.extend(check(&tampered.report.to_string()).unwrap_or_default());
    }
    for claim in told {
        let Claim { claim: name, claimed, found, .. } = &claim;
        assert!(!name.contains(['_', '{', '}', '[', ']', '"']), "{claim:?}");
        for said in [claimed, found] {
            assert!(!said.contains(['{', '}', '[', ']', '"']), "{claim:?}");
            let words = || said.split(|char: char| !char.is_alphanumeric());
            let is_json = |word: &str| matches!(word, "null" | "true" | "false");
            assert!(!words().any(is_json), "{claim:?}");
        }
    }
}

fn released() -> Released {
    let row = |row: u32| {
        let age = 20 + row * 7 % 11;
        format!("p{row},{age},{},d{}\n", ["f", "m"][row as usize % 2], row % 7)
    };
    let csv = "name,age,sex,ill\n".to_owned() + &(0..30).map(row).collect::<String>();
    let recipe = r#"{"kanon": 1, "columns": {
        "name": {"role": "identifier", "release": {"pseudonym": {"prefix": "P", "width": 3}}},
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [5, 10], "origin": 0}}},
        "sex": {"role": "quasi-identifier"},
        "ill": {"role": "sensitive"}},
      "privacy": {"k": 4, "suppression_limit": 0.2}}"#;
    Released::new(csv.as_bytes(), Recipe::parse(recipe).unwrap())
}

#[test]
fn claims_of_a_release_are_told_in_words() {
    let released = released();
    in_words(&released.report, |json| {
        let found = released.with_report(json.to_owned()).verify();
        found.ok().map(|found| found.claims)
    });
}

#[test]
fn claims_of_a_release_without_its_original_are_told_in_words() {
    let released = released();
    let mut reader = kanon::data::TableReader::new(&Dialect::default(), &["age".to_owned(), "sex".to_owned()]);
    reader.push(&released.release).unwrap();
    let table = reader.finish().unwrap();
    in_words(&released.report, |json| {
        let found = audit_alone(json, None, &table, "00");
        found.ok().map(|found| found.claims)
    });
}

#[test]
fn a_field_is_called_by_what_it_stands_for() {
    for (path, words) in [
        ("suppression_limit_records", "suppression limit in records"),
        ("policy.age", "policy, “age”"),
        ("points.3.policy.age", "point 3, policy, “age”"),
        ("frontier.2.levels.sex", "frontier policy 2, levels, “sex”"),
        ("chosen.policy.best.loss", "what was chosen, policy, best policy known, information loss"),
        ("disclosure.1.records", "warning 1, records"),
        ("unheard_of", "“unheard_of”"),
    ] {
        assert_eq!(field_in_words(path), words);
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn claims_of_sweeps_and_frontiers_are_told_in_words() {
        let swept = study(&json!({}));
        for points in [Swept::K(2, 4), Swept::SuppressionLimits(vec![0.5, 0.0])] {
            in_words(&swept.sweep(points).to_json(), |json| swept.check_sweep(json).ok().map(|found| found.claims));
        }
        let levels = study(&json!({"frontier": {"space": "full-domain"}}));
        in_words(&levels.full_domain().to_json(), |json| {
            let found = levels.check_full_domain(json);
            found.ok().map(|found| found.claims)
        });
        let intervals = study(&partitions("exhaustive"));
        let tradeoffs = intervals.tradeoffs();
        let middle = intervals.middle(&tradeoffs);
        let report = intervals.partition(&tradeoffs, Some(&middle)).to_json();
        in_words(&report, |json| {
            let found = intervals.check_partition(json, &tradeoffs, Some(&middle));
            found.ok().map(|found| found.claims)
        });
    }

    #[test]
    fn claims_of_unsafe_combinations_and_cells_are_told_in_words() {
        let study = study(&all_of_uniques("strict"));
        in_words(&study.uniques().to_json(), |json| study.check_uniques(json).ok().map(|found| found.claims));
    }
}
