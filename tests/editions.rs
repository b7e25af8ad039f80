//! What may go out gives no number below k back: the report for recipients, the external document and the exhibit of
//! random releases, all together, are given to an intruder who reads every number in them and knows the relations
//! among them.
//!
//! The relations are those of the definitions. The intruder (`support::intruder`) shares no code with what decides what
//! is shown.

use crate::support::intruder::Unknowns;
use crate::support::markup::Element;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use kanon::document::{Document, Edition, Said};
use kanon::exhibit::{Exhibit, Values};
use kanon::recipe::Recipe;
use kanon::report::edition::Shown;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A table and the settings of its release.
#[derive(Debug, Clone)]
struct Case {
    rows: Vec<(usize, usize, usize)>,
    k: u64,
    limit: f64,
    are_removed: bool,
    is_fixed: bool,
    condition: usize,
    has_weights: bool,
    measure: usize,
}

fn case() -> impl Strategy<Value = Case> {
    (
        prop::collection::vec((0usize..4, 0usize..3, 0usize..3), 12..80),
        prop::collection::vec((4usize..14, 3usize..6, 0usize..3), 0..4),
        prop::sample::select(vec![2u64, 3, 4, 5, 8, 11]),
        prop::sample::select(vec![0.0, 0.02, 0.03, 0.05, 0.1, 0.3, 1.0]),
        (any::<bool>(), any::<bool>(), 0usize..8, any::<bool>(), 0usize..5),
    )
        .prop_map(|(mut rows, rare, k, limit, (are_removed, is_fixed, condition, has_weights, measure))| {
            rows.extend(rare);
            Case { rows, k, limit, are_removed, is_fixed, condition, has_weights, measure }
        })
}

impl Case {
    fn csv(&self) -> String {
        let mut csv = "age,zip,dx,w\n".to_owned();
        for (age, zip, dx) in &self.rows {
            csv += &format!("{},Z{zip},d{dx},{}\n", 20 + 5 * age, 1 + age % 3);
        }
        csv
    }

    fn recipe(&self) -> Recipe {
        let level = if self.is_fixed { json!({"max_level": 0}) } else { json!({}) };
        let column = |hierarchy: Value| {
            let mut column = json!({"role": "quasi-identifier", "hierarchy": hierarchy});
            column.as_object_mut().unwrap().extend(level.as_object().unwrap().clone());
            column
        };
        let zips: Vec<[String; 2]> = (0..6).map(|zip| [format!("Z{zip}"), "*".to_owned()]).collect();
        let protect = match self.condition {
            0 => json!([{"k-anonymity": self.k}, {"average-risk": 0.4}]),
            1 => json!([{"k-anonymity": self.k}, {"l-diversity": {"column": "dx", "l": 2}}]),
            2 => json!([{"k-anonymity": self.k}, {"t-closeness": {"column": "dx", "t": 0.6}}]),
            _ => json!([]),
        };
        let mut recipe = json!({
            "kanon": 1,
            "columns": {
                "age": column(json!({"intervals": {"widths": [10, 20, 40]}})),
                "zip": column(json!({"rows": zips})),
                "dx": {"role": "sensitive"},
                "w": {"role": "insensitive"},
            },
            "privacy": {"k": self.k, "suppression_limit": self.limit},
            "loss": {"measure": (["iyengar", "precision", "discernibility", "precision-cells", "entropy"])[self.measure]},
            "release": {"suppressed": if self.are_removed { "remove" } else { "star" }},
        });
        if self.condition < 3 {
            recipe["protect"] = protect;
        }
        if self.has_weights {
            recipe["risk"] = json!({"weight_column": "w"});
        }
        Recipe::parse(&recipe.to_string()).unwrap()
    }

    /// The release, where there is a policy that suppresses few enough.
    fn released(&self) -> Option<Released> {
        let recipe = self.recipe();
        let csv = self.csv();
        std::panic::catch_unwind(|| Released::new(csv.as_bytes(), recipe)).ok()
    }
}

/// The number of a printed cell with what it may be off by: `1,234`, `57.1 %`.
fn printed(cell: &str) -> Option<(f64, f64)> {
    let cell = cell.trim();
    let (digits, of) = match cell.strip_suffix(" %") {
        Some(digits) => (digits, 100.0),
        None => (cell, 1.0),
    };
    let number: f64 = digits.replace(',', "").parse().ok()?;
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    let off = if digits.contains('.') { 0.5 * 10_f64.powi(-decimals) } else { 0.0 };
    Some((number / of, off / of))
}

/// What an intruder knows of a release.
struct Intruder {
    unknowns: Unknowns,
    k: f64,
    are_removed: bool,
    /// The loss of a kept record, which a recipient works out from the release, where losses are means of records.
    base: Option<f64>,
}

impl Intruder {
    /// The relations that hold of every release.
    fn new(k: u64, are_removed: bool, has_conditions: bool, base: Option<f64>) -> Self {
        let mut unknowns = Unknowns::default();
        let k = k as f64;
        unknowns.sum(&[("all", 1.0), ("suppressed", -1.0), ("kept", -1.0)], 0.0, 0.0);
        unknowns.sum(&[("all", 1.0), ("at risk", -1.0), ("not at risk", -1.0)], 0.0, 0.0);
        unknowns.sum(&[("at risk", 1.0), ("alone", -1.0)], 0.0, 1e6);
        unknowns.sum(&[("all", 1.0), ("classes before", -1.0)], 0.0, 1e6);
        unknowns.sum(&[("smallest before", 1.0)], 1.0, 1e6);
        unknowns.sum(&[("kept", 1.0), ("classes", -k)], 0.0, 1e6);
        unknowns.sum(&[("limit", 1.0)], 0.0, 1e6);
        unknowns.limits("at risk", "smallest before", k - 1.0);
        unknowns.limits("alone", "smallest before", 1.0);
        unknowns.is_none_or("kept", k);
        unknowns.is_none_or("not at risk", k);
        if !has_conditions {
            unknowns.sum(&[("at risk", 1.0), ("suppressed", -1.0), ("rescued", -1.0)], 0.0, 0.0);
        }
        Self { unknowns, k, are_removed, base }
    }

    fn classes(&mut self, of: &str, records: &str, (average, off): (f64, f64)) {
        if average > 0.0 {
            self.unknowns.sum(&[(of, 1.0), (records, off - average)], 0.0, 1e9);
            self.unknowns.sum(&[(of, 1.0), (records, -average - off)], -1e9, 0.0);
        }
    }

    /// Takes in a figure by its key in reports.
    fn reads(&mut self, key: &str, (number, off): (f64, f64)) {
        let released = if self.are_removed { "kept" } else { "all" };
        let known = match key {
            "records" => released,
            "suppressed_records" | "removed_records" | "risk.stars" => "suppressed",
            "classes" | "risk.after.classes" => "classes",
            "risk.before.records" => "all",
            "risk.after.records" => "kept",
            "risk.before.classes" => "classes before",
            "risk.before.records_at_risk" => "at risk",
            "risk.before.unique_records" => "alone",
            "risk.before.smallest_class" => "smallest before",
            "suppression_limit_records" => "limit",
            _ => "",
        };
        match key {
            _ if !known.is_empty() => self.unknowns.is(known, number),
            "risk.before.highest" if number > 0.0 => self.unknowns.is("smallest before", (1.0 / number).round()),
            "risk.before.average" => self.classes("classes before", "all", (number, off)),
            "risk.after.average" | "attackers.after.prosecutor.average" | "conditions.average" => {
                self.classes("classes", "kept", (number, off));
            }
            "risk.after.smallest_class" => {
                self.unknowns.sum(&[("kept", 1.0), ("classes", -number)], 0.0, 1e9);
            }
            "suppression_limit" => {
                self.unknowns.sum(&[("suppressed", 1.0), ("all", -number)], -1e9, 0.0);
                self.unknowns.sum(&[("limit", 1.0), ("all", -number)], -1.0 + 1e-6, 0.0);
            }
            "loss" => {
                if let Some(base) = self.base {
                    let of = |loss: f64| [("suppressed", 1.0), ("kept", base), ("all", -loss)];
                    self.unknowns.sum(&of(number - off), -1e-4, 1e9);
                    self.unknowns.sum(&of(number + off), -1e9, 1e-4);
                }
            }
            _ => {}
        }
    }

    /// Nothing is said of the suppressed records but that they are few.
    fn knows_that_few_are_suppressed(&mut self) {
        self.unknowns.sum(&[("suppressed", 1.0)], 1.0, self.k.max(3.0) - 1.0);
    }

    fn finds_nothing(&self, what: &str) {
        for name in ["suppressed", "at risk", "not at risk", "alone", "smallest before", "rescued", "kept"] {
            // Of k = 2, that any record is suppressed tells that a class has one record.
            if name == "smallest before" && self.k < 3.0 {
                continue;
            }
            if let Some(found) = self.unknowns.determined(name) {
                assert!(found == 0 || found as f64 >= self.k, "{name} is {found}, by {what}\n{:?}", self.unknowns);
            }
        }
    }
}

/// Every number of a report with the path of its key.
fn numbers(value: &Value, path: &str, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                numbers(value, &path, found);
            }
        }
        Value::Array(entries) => {
            entries.iter().zip(0..).for_each(|(entry, place)| numbers(entry, &format!("{path}.{place}"), found));
        }
        Value::Number(number) => found.push((path.to_owned(), number.as_f64().unwrap())),
        _ => {}
    }
}

/// The key of a row of the document, by its name there.
fn key_of(row: &str) -> Option<&'static str> {
    Some(match row {
        "Records" => "records",
        "Classes" => "classes",
        "Records of the smallest class" | "Smallest class, records" => "smallest_class",
        "Records alone in their class" => "unique_records",
        "Records in classes smaller than k" => "records_at_risk",
        "Highest risk" | "Highest risk of a record" => "highest",
        "Average risk" | "Average risk of a record" => "average",
        _ => return None,
    })
}

/// Takes in the tables of a document or an exhibit.
fn reads_tables(intruder: &mut Intruder, page: &Element) {
    for table in page.all("table") {
        for row in table.rows() {
            let name = row[0].as_str();
            if let (Some(key), 3) = (key_of(name), row.len()) {
                for (cell, when) in row[1..].iter().zip(["before", "after"]) {
                    printed(cell).into_iter().for_each(|number| intruder.reads(&format!("risk.{when}.{key}"), number));
                }
            }
            let single = match name {
                "Records of the original that were read" => "risk.before.records",
                "Records of the release" => "records",
                "Suppression limit" => "suppression_limit",
                "Prosecutor: average risk" => "attackers.after.prosecutor.average",
                _ => continue,
            };
            printed(row.last().unwrap()).into_iter().for_each(|number| intruder.reads(single, number));
        }
    }
}

/// Takes in figures that stand in sentences.
fn reads_sentences(intruder: &mut Intruder, text: &str) {
    let number_before = |words: &str| {
        let (before, _) = text.split_once(words)?;
        let start = before.rfind(|one: char| !one.is_ascii_digit() && one != ',' && one != '.')? + 1;
        printed(&before[start..])
    };
    let number_after = |words: &str| {
        let (_, after) = text.split_once(words)?;
        let end = after.find(|one: char| !one.is_ascii_digit() && one != ',' && one != '.').unwrap_or(after.len());
        printed(after[..end].trim_end_matches(['.', ',']))
    };
    if let Some(number) = number_before(" records of the release").or_else(|| number_after("(in records: ")) {
        intruder.reads("suppression_limit_records", number);
    }
    if let Some((loss, off)) = number_after("Loss of the release: ") {
        intruder.reads("loss", (loss, off));
    }
    if text.contains(" fit no such group") && !text.contains("Fewer than") {
        let (before, _) = text.split_once(" fit no such group").unwrap();
        let sentence = &before[before.rfind(". ").map_or(0, |place| place + 2)..];
        let number = sentence.split(' ').next().and_then(printed);
        number.into_iter().for_each(|number| intruder.reads("suppressed_records", number));
    }
}

/// Whether everything that may go out of a release keeps the counts below k.
fn keeps(case: &Case, released: &Released) {
    let full: Value = serde_json::from_str(&released.report).unwrap();
    let of = |key: &str| full[key].as_f64().unwrap_or_default();
    let suppressed = of("suppressed_records");
    let removed = of("removed_records");
    let all = of("records") + removed;
    // Iyengar's loss is a mean of cells, in which a suppressed record loses 1.
    let base = (case.measure == 0 && all > suppressed).then(|| (of("loss") * all - suppressed) / (all - suppressed));
    let mut intruder = Intruder::new(case.k, case.are_removed, case.condition < 3, base);

    let recipient = Shown::of(&released.report, Edition::External).unwrap().to_json();
    let told: Value = serde_json::from_str(&recipient).unwrap();
    let mut found = Vec::new();
    numbers(&told, "", &mut found);
    for (path, number) in &found {
        let path = match path.as_str() {
            "conditions.1.found" if case.condition == 0 => "conditions.average",
            "risk.suppressed.records" if *number > 0.0 => "risk.stars",
            other => other,
        };
        intruder.reads(path, (*number, 0.0));
    }
    if case.measure == 4 && told.get("loss").is_some() {
        // It tells how often each value occurs.
        let occurs =
            |of: &dyn Fn(&(usize, usize, usize)) -> bool| case.rows.iter().filter(|row| of(row)).count() as u64;
        for row in &case.rows {
            let [age, zip] = [occurs(&|other| other.0 == row.0), occurs(&|other| other.1 == row.1)];
            assert!(age >= case.k && zip >= case.k, "{row:?} by the loss");
        }
    }
    if told.get("suppressed_records").is_none() {
        intruder.knows_that_few_are_suppressed();
    }
    intruder.finds_nothing("the report for recipients");

    let document = Document::new(&released.report, &released.recipe, &Said::default(), Edition::External).unwrap();
    let page = Element::read(document.html().strip_prefix("<!doctype html>\n").unwrap());
    reads_tables(&mut intruder, &page);
    page.all("p").iter().for_each(|paragraph| reads_sentences(&mut intruder, &paragraph.text));
    intruder.finds_nothing("the document");

    // Whether the exhibit is made of the one report or the other, it is the same.
    let exhibit = Exhibit::policy(&released.report, Values::LeftOut).unwrap();
    assert_eq!(exhibit.json(), Exhibit::policy(&recipient, Values::LeftOut).unwrap().json());
    let shown: Value = serde_json::from_str(exhibit.json()).unwrap();
    let mut found = Vec::new();
    numbers(&shown, "", &mut found);
    for (path, number) in found {
        let path = match path.split_once('.') {
            Some((when @ ("before" | "after"), key)) => format!("risk.{when}.{key}"),
            _ => path,
        };
        intruder.reads(&path, (number, 0.0));
    }
    intruder.finds_nothing("the exhibit");
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn nothing_below_k_follows_from_all_that_goes_out(case in case()) {
        if let Some(released) = case.released() {
            keeps(&case, &released);
        }
    }

    #[test]
    fn the_report_for_recipients_is_verified(case in case()) {
        if let Some(released) = case.released() {
            let recipient = Shown::of(&released.report, Edition::External).unwrap().to_json();
            let given = released.with_report(recipient.clone());
            prop_assert!(holds(&given), "{}", failing(&given));
            // A figure that it has is checked.
            let records = format!("\"records\": {}", serde_json::from_str::<Value>(&recipient).unwrap()["records"]);
            if recipient.contains(&records) {
                let other = given.with_report(recipient.replacen(&records, "\"records\": 7777", 1));
                prop_assert!(!holds(&other));
            }
        }
    }
}

/// 200 records in six classes, and two that are alone.
fn two_of_202(suppressed: &str) -> Released {
    let mut csv = "age,zip,dx,w\n".to_owned();
    for row in 0..200 {
        csv += &format!("{},{},flu,1\n", 20 + 10 * (row % 3), ["A", "B"][row % 2]);
    }
    csv += "99,Z,hiv,1\n98,Y,flu,1\n";
    let recipe = json!({"kanon": 1,
        "columns": {"age": {"role": "quasi-identifier"}, "zip": {"role": "quasi-identifier"}, "dx": {"role": "sensitive"}},
        "privacy": {"k": 5, "suppression_limit": 0.01}, "release": {"suppressed": suppressed}});
    Released::new(csv.as_bytes(), Recipe::parse(&recipe.to_string()).unwrap())
}

#[test]
fn what_is_left_out_is_said_and_is_in_no_output() {
    for suppressed in ["star", "remove"] {
        let released = two_of_202(suppressed);
        let recipient = Shown::of(&released.report, Edition::External).unwrap().to_json();
        let told: Value = serde_json::from_str(&recipient).unwrap();
        assert_eq!((&told["edition"], &told["below"]), (&json!("external"), &json!(5)));
        let left_out = told["not_shown"].as_array().unwrap();
        for key in ["suppressed_records", "loss", "bound", "risk.before.unique_records"] {
            assert!(left_out.contains(&json!(key)), "{key}: {left_out:?}");
        }
        assert!(told.get("suppressed_records").is_none() && told.get("loss").is_none());
        assert_eq!(told["policy"], json!({"age": 0, "zip": 0}));
        let document = Document::new(&released.report, &released.recipe, &Said::default(), Edition::External).unwrap();
        let exhibit = Exhibit::policy(&released.report, Values::LeftOut).unwrap().snippet();
        let other = if suppressed == "star" { ">200<" } else { "202" };
        for html in [document.html(), &exhibit] {
            for number in [other, "0.0099", "(1.0 %)", "8 classes", ">8<"] {
                assert!(!html.contains(number), "{number}");
            }
            assert!(html.to_lowercase().contains("fewer than 5 records"));
        }
        // The internal one has them.
        let internal = Document::new(&released.report, &released.recipe, &Said::default(), Edition::Internal).unwrap();
        assert!(internal.html().contains("2 records (1.0 %) fit no such group"));
    }
}

/// A table of one group of ages, of which so many are 21 and the others 20, and its release.
fn ages(rare: usize, all: usize) -> Released {
    let rows: String = (0..all).map(|row| if row < rare { "21\n" } else { "20\n" }).collect();
    let recipe = json!({"kanon": 1, "privacy": {"k": 5}, "loss": {"measure": "entropy"},
        "columns": {"age": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"intervals": {"widths": [10]}}}}});
    Released::new(format!("age\n{rows}").as_bytes(), Recipe::parse(&recipe.to_string()).unwrap())
}

#[test]
fn a_sum_of_logarithms_goes_out_only_where_no_value_is_rare() {
    let released = ages(2, 40);
    let full: Value = serde_json::from_str(&released.report).unwrap();
    let lost = full["loss"].as_f64().unwrap();
    // Who knows that a group has 40 records tries every number of the rarer value.
    let bits = |count: u64| count as f64 * (40.0 / count as f64).log2();
    let fits: Vec<u64> = (1..=20).filter(|&rare| (bits(rare) + bits(40 - rare) - lost).abs() < 1e-9).collect();
    assert_eq!(fits, [2], "{lost}");
    let shown = |report: &str| -> Value {
        serde_json::from_str(&Shown::of(report, Edition::External).unwrap().to_json()).unwrap()
    };
    let told = shown(&released.report);
    for key in ["loss", "bound", "loss_by_quasi_identifier"] {
        assert!(told.get(key).is_none() && told["not_shown"].as_array().unwrap().contains(&json!(key)), "{key}");
    }
    let document = Document::new(&released.report, &released.recipe, &Said::default(), Edition::External).unwrap();
    let exhibit = Exhibit::policy(&released.report, Values::LeftOut).unwrap().snippet();
    let digits = format!("{lost:.4}");
    assert!(!document.html().contains(&digits) && !exhibit.contains(&digits));
    // Neither of a point of a frontier of intervals, whose loss is by logarithms and whose risk by classes.
    let mut point = full.clone();
    point["measure"] = json!("iyengar");
    point["chosen"] =
        json!({"frontier": {"space": "partition", "risk": 0.25, "loss": 0.5, "expected": 7.5, "exact": true}});
    assert_eq!(shown(&point.to_string())["chosen"], json!({"frontier": {"space": "partition", "exact": true}}));
    assert_eq!(shown(&point.to_string())["loss"], full["loss"]);
    // Where both values have many records, nothing is left out.
    let many = ages(20, 40);
    assert_eq!(shown(&many.report)["loss"], serde_json::from_str::<Value>(&many.report).unwrap()["loss"]);
}

#[test]
fn how_far_a_class_is_from_removed_records_does_not_go_out() {
    for (suppressed, is_shown) in [("star", true), ("remove", false)] {
        let mut csv = "age,dx\n".to_owned();
        (0..60).for_each(|row| csv += &format!("{},{}\n", 20 + row % 2, ["flu", "cold"][row / 30]));
        (0..6).for_each(|row| csv += &format!("{},hiv\n", 50 + row));
        let recipe = json!({"kanon": 1, "privacy": {"k": 5, "suppression_limit": 0.1},
            "protect": [{"t-closeness": {"column": "dx", "t": 0.9}}], "release": {"suppressed": suppressed},
            "columns": {"age": {"role": "quasi-identifier"}, "dx": {"role": "sensitive"}}});
        let released = Released::new(csv.as_bytes(), Recipe::parse(&recipe.to_string()).unwrap());
        let told = Shown::of(&released.report, Edition::External).unwrap();
        let report: Value = serde_json::from_str(&told.to_json()).unwrap();
        assert_eq!(report["suppressed_records"], 6);
        assert_eq!(report["conditions"][0].get("found").is_some(), is_shown, "{suppressed}");
        let document = Document::new(&released.report, &released.recipe, &Said::default(), Edition::External).unwrap();
        assert_eq!(document.html().contains("the farthest is"), is_shown, "{suppressed}");
        assert!(holds(&released.with_report(told.to_json())));
    }
}

/// A report of suppressed cells with these numbers.
fn cells(records: u64, cells: &[u64], unsafe_records: u64, after: [u64; 4]) -> Value {
    let by_column: serde_json::Map<String, Value> =
        cells.iter().enumerate().map(|(column, cells)| (format!("c{column}"), json!(cells))).collect();
    let cost: f64 = cells.iter().zip(1..).map(|(cells, weight)| *cells as f64 * f64::from(weight)).sum();
    let empty = json!({"taken_for": [], "records_over": 0});
    json!({
        "kind": "uniques", "format": 1, "k": 5, "records": records, "unsafe_records": unsafe_records, "combinations": 9,
        "combinations_by_size": [4, 5], "scores": {"mean": 1.5}, "suppressed_cells": cells.iter().sum::<u64>(),
        "suppressed_cells_by_qi": by_column, "suppression_cost": cost, "lower_bound_cells": 1, "lower_bound_cost": 1.0,
        "unsafe_after": {"wildcard": after[0], "matches_nothing": after[1], "category": after[2], "attacker": after[3]},
        "classes_after": {"classes": 3, "smallest_class": 1, "threshold": 0.2, "wildcard": empty,
            "attacker": {"taken_for": [[1, 2]], "records_over": 2}},
    })
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn no_number_of_cells_below_k_follows_from_the_others(
        cells_of in prop::collection::vec(0u64..20, 1..4),
        records in 20u64..60,
        unsafe_records in 0u64..20,
        after in prop::array::uniform4(0u64..20),
    ) {
        let report = cells(records, &cells_of, unsafe_records, after);
        let shown = Shown::of(&report.to_string(), Edition::External).unwrap();
        let told: Value = serde_json::from_str(&shown.to_json()).unwrap();
        let mut unknowns = Unknowns::default();
        let names: Vec<String> = (0..cells_of.len()).map(|column| format!("c{column}")).collect();
        let mut sum: Vec<(&str, f64)> = names.iter().map(|name| (name.as_str(), 1.0)).collect();
        sum.push(("cells", -1.0));
        unknowns.sum(&sum, 0.0, 0.0);
        let mut cost: Vec<(&str, f64)> = names.iter().map(String::as_str).zip((1..).map(f64::from)).collect();
        cost.push(("cost", -1.0));
        unknowns.sum(&cost, 0.0, 0.0);
        for name in &names {
            unknowns.sum(&[("records", 1.0), (name, -1.0), (&format!("not {name}"), -1.0)], 0.0, 0.0);
            told["suppressed_cells_by_qi"][name].as_f64().into_iter().for_each(|cells| unknowns.is(name, cells));
        }
        let mut counts = vec![("records".to_owned(), told["records"].as_u64())];
        counts.push(("unsafe".to_owned(), told["unsafe_records"].as_u64()));
        for key in ["wildcard", "matches_nothing", "category", "attacker"] {
            counts.push((key.to_owned(), told["unsafe_after"][key].as_u64()));
        }
        unknowns.is("records", records as f64);
        told["suppressed_cells"].as_f64().into_iter().for_each(|cells| unknowns.is("cells", cells));
        told["suppression_cost"].as_f64().into_iter().for_each(|cost| unknowns.is("cost", cost));
        for name in &names {
            for name in [name.clone(), format!("not {name}")] {
                let found = unknowns.determined(&name);
                prop_assert!(found.is_none_or(|found| found == 0 || found >= 5), "{} is {:?}", name, found);
            }
        }
        // The numbers of records are of sets within each other.
        for (one, left) in &counts {
            for (other, right) in &counts {
                if let (Some(left), Some(right)) = (left, right) {
                    let apart = left.abs_diff(*right);
                    prop_assert!(*left == 0 || *right == 0 || apart == 0 || apart >= 5, "{}, {}", one, other);
                    prop_assert!(*left == 0 || *left >= 5);
                }
            }
        }
        for key in ["combinations", "combinations_by_size", "scores", "impact"] {
            prop_assert!(told.get(key).is_none());
        }
        prop_assert!(told["classes_after"].get("attacker").is_none() && told["classes_after"].get("classes").is_none());
    }
}
