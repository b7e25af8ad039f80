//! Releases without their suppressed records.
//!
//! A release is the same with and without them, but for those records. What is left is k-anonymous, counted row by row,
//! and every figure of the report says so.

use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::{accepted, byte_tamperings, tamperings};
use kanon::data::{Dialect, RecordReader};
use kanon::recipe::Recipe;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

/// Records of three classes of at least 4, and three that are in none.
fn records() -> String {
    let mut csv = "name,age,sex,diagnosis\n".to_owned();
    for row in 0..30 {
        let (age, sex) = match row {
            0 => (91, "f"),
            13 => (92, "m"),
            29 => (93, "f"),
            _ => (20 + 10 * (row % 3), ["f", "m"][row / 3 % 2]),
        };
        let diagnosis = ["flu", "\"a, b\"", "cold"][row % 3];
        csv += &format!("p{row},{age},{sex},{diagnosis}\n");
    }
    csv
}

fn recipe(release: &Value) -> Value {
    json!({"kanon": 1, "columns": {
        "name": {"role": "identifier"},
        "age": {"role": "quasi-identifier"},
        "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}},
        "diagnosis": {"role": "sensitive"}},
      "privacy": {"k": 4, "suppression_limit": 0.1}, "release": release})
}

fn parsed(recipe: &Value) -> Recipe {
    Recipe::parse(&recipe.to_string()).unwrap()
}

fn released(release: &Value) -> Released {
    Released::new(records().as_bytes(), parsed(&recipe(release)))
}

fn report(released: &Released) -> Value {
    serde_json::from_str(&released.report).unwrap()
}

/// The records of a release, cell by cell.
fn rows(dialect: &Dialect, release: &[u8]) -> Vec<Vec<String>> {
    let mut reader = RecordReader::new(dialect);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut sink = |record: kanon::data::Record<'_>| {
        rows.push(record.iter().map(str::to_owned).collect());
        Ok(())
    };
    reader.push(release, &mut sink).unwrap();
    reader.finish(&mut sink).unwrap();
    rows
}

fn removed() -> Value {
    json!({"suppressed": "remove"})
}

#[test]
fn a_recipe_names_only_what_is_not_usual() {
    let written = |release: &Value| -> Value {
        let recipe = parsed(&recipe(release));
        serde_json::from_str(&recipe.to_json()).unwrap()
    };
    for (given, expected) in [
        (json!({}), Value::Null),
        (json!({"suppressed": "star", "shuffle": null}), Value::Null),
        (json!({"shuffle": 7}), json!({"shuffle": 7})),
        (removed(), removed()),
    ] {
        assert_eq!(written(&given)["release"], expected, "{given}");
    }
    assert_eq!(parsed(&recipe(&json!({}))).sha256(), parsed(&recipe(&json!({"suppressed": "star"}))).sha256());
    let error = Recipe::parse(&recipe(&json!({"suppressed": "drop"})).to_string()).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("`drop`") && message.contains("`star`") && message.contains("`remove`"), "{message}");
}

#[test]
fn the_report_says_how_many_are_left_and_how_many_are_not() {
    let (starred, released) = (released(&json!({})), released(&removed()));
    assert_eq!(failing(&released), "");
    let (before, after) = (report(&starred), report(&released));
    assert_eq!(before["removed_records"], Value::Null);
    assert_eq!(after["records"], 27);
    assert_eq!(after["suppressed_records"], 3);
    assert_eq!(after["removed_records"], 3);
    assert_eq!(after["risk"]["suppressed"], json!({"records": 0, "highest": 0.0}));
    for same in ["policy", "loss", "classes", "suppression_limit_records"] {
        assert_eq!(before[same], after[same], "{same}");
    }
    assert_eq!(before["risk"]["after"], after["risk"]["after"]);
    let codes = |report: &Value| -> Vec<String> {
        let told = report["disclosure"].as_array().unwrap();
        let code = |warning: &Value| warning["code"].as_str().map(str::to_owned);
        told.iter().filter_map(code).collect()
    };
    assert_eq!(codes(&before)[0], "suppressed-class");
    assert_eq!(codes(&after), codes(&before)[1..]);
    let text = String::from_utf8(starred.release).unwrap();
    let kept: String = (text.split_inclusive('\n')).filter(|line| !line.starts_with("*,*,")).collect();
    assert_eq!(String::from_utf8(released.release).unwrap(), kept);
}

#[test]
fn no_field_of_a_report_can_be_changed_unnoticed() {
    for release in [removed(), json!({"suppressed": "remove", "shuffle": 5})] {
        let released = released(&release);
        let report = report(&released);
        assert!(tamperings(&report).len() > 300);
        let check = |json: &str| {
            let found = released.with_report(json.to_owned()).verify();
            found.ok().map(|found| found.claims)
        };
        assert_eq!(accepted(&report, check), [""; 0]);
    }
    // Neither can the field be left out, nor be there where nothing is removed.
    let (starred, released) = (released(&json!({})), released(&removed()));
    let mut without = report(&released);
    without.as_object_mut().unwrap().remove("removed_records");
    assert!(!holds(&released.with_report(without.to_string())));
    for number in [0, 3] {
        let mut with = report(&starred);
        with["removed_records"] = json!(number);
        assert!(!holds(&starred.with_report(with.to_string())));
    }
    // A release of one kind is none of the other.
    assert!(!holds(&Released { recipe: starred.recipe.clone(), ..released.with_release(&released.release) }));
    assert!(!holds(&released.with_release(&starred.release)));
}

#[test]
fn a_row_too_few_or_too_many_is_refused_by_its_place() {
    let released = released(&removed());
    let text = String::from_utf8(released.release.clone()).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let changed = |place: usize, instead: &[&str]| {
        let mut lines = lines.clone();
        lines.splice(place..place + usize::from(instead.is_empty()), instead.iter().copied());
        failing(&released.with_release(lines.concat().as_bytes()))
    };
    // Row 4 of the release is row 5 of the original: the first one is gone.
    let told = changed(4, &[]);
    assert!(
        told.contains("in row 4 (row 5 of the original), column `age`") && told.contains("expected `30`, found `40`"),
        "{told}"
    );
    let told = changed(27, &[]);
    assert!(told.contains("in row 27 (row 29 of the original)") && told.contains("the end of the file"), "{told}");
    for stayed in ["91,f,flu\n", "*,*,flu\n"] {
        let told = changed(1, &[stayed]);
        let cell = stayed.split(',').next().unwrap();
        assert!(
            told.contains("in row 1 (row 2 of the original), column `age`")
                && told.contains(&format!("expected `30`, found `{cell}`")),
            "{told}"
        );
    }
    let told = changed(28, &["*,*,cold\n"]);
    assert!(told.contains("after the last row") && told.contains("`*,*,cold"), "{told}");
    // A row of stars is in a class like any other.
    let found = released.with_release(format!("{text}*,*,cold\n").as_bytes());
    let found = found.verify().unwrap();
    assert_eq!((found.violating_records, found.smallest_class), (1, 1));
}

#[test]
fn the_program_says_what_became_of_the_suppressed() {
    let folder = Folder::empty();
    folder.write("data.csv", records());
    for (release, said, verified) in [
        (
            json!({}),
            "3 of 30 records suppressed; 3 suppressed records form a class of 3; 6 classes of at least 4\n",
            "30 records, 3 of them suppressed\n",
        ),
        (
            removed(),
            "3 of 30 records suppressed; 3 suppressed records removed, 27 left; 6 classes of at least 4\n",
            "27 records; 3 more suppressed and removed\n",
        ),
    ] {
        folder.write("recipe.json", recipe(&release).to_string());
        let ended = folder.anonymize().exits(0).prints(&[said]);
        let tells = ended.complaint().contains("suppressed-class");
        assert_eq!(tells, release == json!({}));
        folder.kanon(&format!("{VERIFY} --optimality")).exits(0).prints(&[
            verified,
            "holds: every byte",
            "holds: records",
        ]);
    }
    // Without the original.
    let verify = "verify release.csv --report report.json";
    let open = [
        "27 records, 0 of them suppressed\n",
        "holds: records: claimed 27, found 27\n",
        "not checked: suppressed records: cannot be known without the original\n",
        "not checked: suppressed records removed: cannot be known without the original\n",
        "holds: risk",
    ];
    folder.kanon(verify).exits(0).prints(&open);
    folder.kanon(&format!("{verify} --recipe recipe.json")).exits(0).prints(&open);
    folder.kanon("verify release.csv --qi age,sex --k 4").exits(0);
    // A row of stars is suppressed, unless the recipe has such rows removed.
    let release = folder.read("release.csv");
    folder.write("release.csv", format!("{release}*,*,flu\n"));
    let plain = "verify release.csv --qi age,sex --k 4";
    folder.kanon(plain).exits(0).prints(&["28 records, 1 of them suppressed"]);
    folder
        .kanon(&format!("{plain} --recipe recipe.json"))
        .exits(1)
        .prints(&["28 records, 0 of them suppressed", "1 record is in classes smaller than 4"]);
    folder.write("release.csv", release);
    let whole = folder.read("report.json");
    folder.write("report.json", whole.replace("\"removed_records\": 3", "\"removed_records\": 2"));
    folder.kanon(verify).exits(1);
    folder.write("report.json", whole);
    folder.write("recipe.json", recipe(&json!({})).to_string());
    folder.kanon(&format!("{verify} --recipe recipe.json")).exits(1).prints(&["FAILS: suppressed records removed"]);
    // A row of stars is no suppressed record of such a release, with or without the original.
    let release = folder.read("release.csv");
    folder.write("release.csv", format!("{release}*,*,flu\n"));
    folder.kanon(verify).exits(1).prints(&["1 record is in classes smaller than 4"]);
}

#[test]
fn a_release_of_no_record_has_its_header_and_is_told() {
    let csv = "age;sex\n20;f\n31;m\n42;f\n";
    let mut recipe = json!({"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "sex": {"role": "quasi-identifier"}},
        "privacy": {"k": 3, "suppression_limit": 1.0}, "loss": {"measure": "height"}, "release": removed()});
    let folder = Folder::empty();
    for header in [true, false] {
        if !header {
            recipe["dialect"] = json!({"delimiter": ";", "header": false});
            recipe["columns"] = json!({"column 1": {"role": "identifier"}, "column 2": {"role": "quasi-identifier"}});
        }
        folder.write("data.csv", if header { csv } else { &csv["age;sex\n".len()..] });
        folder.write("recipe.json", recipe.to_string());
        folder
            .anonymize()
            .exits(0)
            .prints(&["every record suppressed, which the loss does not count: removed, and none left of 3 records; 0 classes"])
            .complains(&["warning [all-removed]: All 3 records are suppressed and removed"]);
        let release = folder.read("release.csv");
        assert_eq!(release, if header { "age;sex\n" } else { "" });
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        assert_eq!(report["records"], 0);
        assert_eq!(report["disclosure"], json!([{"code": "all-removed", "records": 3}]));
        folder
            .kanon(VERIFY)
            .exits(0)
            .prints(&["0 records; 3 more suppressed and removed\nno class: every record is suppressed\n"]);
        folder.kanon("verify release.csv --report report.json").exits(0);
        folder.write("release.csv", format!("{release}20;f\n"));
        folder.kanon(VERIFY).exits(1);
    }
}

#[test]
fn the_order_of_a_file_is_told_of_the_rows_that_are_left() {
    // Sorted but for the rows that no class has, and sorted only with them.
    let mut csv = "age,x\n".to_owned();
    for row in 0..40 {
        if row % 10 == 5 {
            csv += &format!("{},odd{row}\n", 90 - row);
        }
        csv += &format!("{},x\n", 20 + row / 10);
    }
    let mut recipe = json!({"kanon": 1, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [2]}}, "min_level": 1, "max_level": 1},
        "x": {"role": "quasi-identifier", "max_level": 0}},
        "privacy": {"k": 5, "suppression_limit": 0.2}});
    let folder = Folder::empty();
    folder.write("data.csv", csv);
    for (release, told) in [(json!({}), false), (removed(), true)] {
        recipe["release"] = release;
        folder.write("recipe.json", recipe.to_string());
        let said = folder.anonymize().exits(0).complaint();
        assert_eq!(said.contains("[sorted]"), told, "{said}");
        folder.kanon(VERIFY).exits(0);
    }
}

#[test]
fn other_commands_suppress_no_record_and_go_on() {
    let folder = Folder::empty();
    folder.write("data.csv", records());
    let mut recipe = recipe(&removed());
    recipe["uniques"] = json!({"k": 2, "suppress": "strict"});
    folder.write("recipe.json", recipe.to_string());
    folder
        .kanon("uniques data.csv --recipe recipe.json --publish-unnamed --report report.json --out release.csv")
        .exits(0);
    assert_eq!(folder.read("release.csv").lines().count(), 31);
    folder.kanon(VERIFY).exits(0);
}

proptest! {
    #![proptest_config(cases(400))]

    /// Every row that is left is in a class of at least k records, and none that could stay is gone.
    #[test]
    fn what_is_left_is_k_anonymous(
        records in prop::collection::vec((0..4_usize, 0..3_usize, 1..4_u64), 1..40),
        counted in prop::bool::ANY,
        header in prop::bool::ANY,
        shuffle in prop::option::of(0..9_u64),
        k in 1..6_u64,
        limit in prop::sample::select(vec![0.1, 0.4, 1.0]),
        measure in prop::sample::select(vec!["iyengar", "discernibility", "dm-star", "entropy", "aecs", "height", "distortion"]),
        piece in 1..40_usize,
    ) {
        let mut csv = if header { "column 1,column 2,column 3,column 4\n".to_owned() } else { String::new() };
        for (row, (a, b, count)) in records.iter().enumerate() {
            csv += &format!("{},{},{count},r{row}\n", ["v", "w", "x", "y"][*a], ["1", "2", "3"][*b]);
        }
        let mut recipe = json!({"kanon": 1, "dialect": {"delimiter": ",", "header": header}, "columns": {
            "column 1": {"role": "quasi-identifier"}, "column 2": {"role": "quasi-identifier"}},
            "privacy": {"k": k, "suppression_limit": limit}, "loss": {"measure": measure}});
        if counted {
            recipe["count_column"] = json!("column 3");
        }
        let weight = |count: &str| if counted { count.parse::<u64>().unwrap() } else { 1 };
        let records = records.iter().map(|(_, _, count)| if counted { *count } else { 1 }).sum::<u64>();
        prop_assume!(k <= records);
        let starred = Released::new(csv.as_bytes(), parsed(&recipe));
        recipe["release"] = json!({"suppressed": "remove", "shuffle": shuffle});
        let released = Released::new(csv.as_bytes(), parsed(&recipe));
        let found = released.verify_in(piece).unwrap();
        prop_assert!(found.holds, "{:?}", found.claims);

        let report = report(&released);
        let left = rows(&released.dialect, &released.release);
        let mut classes: BTreeMap<&[String], u64> = BTreeMap::new();
        for row in &left {
            *classes.entry(&row[..2]).or_default() += weight(&row[2]);
        }
        prop_assert!(classes.values().all(|&records| records >= k), "{classes:?}");
        prop_assert_eq!(report["classes"].as_u64(), Some(classes.len() as u64));
        let left_records: u64 = left.iter().map(|row| weight(&row[2])).sum();
        prop_assert_eq!(report["records"].as_u64(), Some(left_records));
        prop_assert_eq!(report["removed_records"].as_u64(), Some(records - left_records));
        prop_assert_eq!(&report["suppressed_records"], &report["removed_records"]);

        // Where any record is suppressed, no class is of stars only.
        let mut kept = rows(&starred.dialect, &starred.release);
        if report["removed_records"] != json!(0) {
            kept.retain(|row| row[0] != "*" || row[1] != "*");
        }
        let mut sorted = left;
        if shuffle.is_some() {
            kept.sort();
            sorted.sort();
        }
        prop_assert_eq!(sorted, kept);
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_byte_of_a_release_can_be_changed_unnoticed() {
        for release in [removed(), json!({"suppressed": "remove", "shuffle": 5})] {
            let released = released(&release);
            assert!(holds(&released));
            for (what, tampered) in byte_tamperings(&released.release) {
                assert!(!holds(&released.with_release(&tampered)), "{what}");
            }
        }
    }
}
