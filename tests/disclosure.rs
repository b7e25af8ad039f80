//! What a release may disclose although its claims hold: the eighteen warnings, on standard error and in the report.
//!
//! Each warning appears where it is due and is absent where it is not. The drawn order of the records (the shuffle) and
//! the report for recipients are tested too. What a label contains is held against its definition beside its code, in
//! `release::disclosure`. `finished.rs` has the same warnings for a file without its original.

use crate::support::program::{Ended, Folder};
use kanon::audit::field_in_words;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A folder with these records and this recipe, anonymized.
fn anonymized(csv: &str, recipe: &Value) -> (Folder, Ended) {
    let folder = Folder::empty();
    folder.write("data.csv", csv);
    folder.write("recipe.json", recipe.to_string());
    let ended = folder.anonymize().exits(0);
    (folder, ended)
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

/// The warnings of a report, which must be those on standard error.
#[track_caller]
fn disclosure(csv: &str, recipe: &Value) -> Vec<Value> {
    let (folder, ended) = anonymized(csv, recipe);
    let found = report(&folder)["disclosure"].as_array().unwrap().clone();
    let said = ended.complaint();
    let mut codes: Vec<&str> =
        (said.lines()).filter_map(|line| line.strip_prefix("warning [")?.split(']').next()).collect();
    let mut expected: Vec<&str> = found.iter().filter_map(|one| one["code"].as_str()).collect();
    // One message a kind, whatever the number of columns.
    codes.sort_unstable();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(codes, expected, "{said}");
    found
}

fn recipe(columns: &Value, limit: f64) -> Value {
    json!({"kanon": 1, "columns": columns, "privacy": {"k": 5, "suppression_limit": limit}})
}

/// Records with these numbers of each pair of cells.
fn records(header: &str, rows: &[(&str, usize)]) -> String {
    let mut csv = format!("{header}\n");
    for (row, number) in rows {
        for _ in 0..*number {
            writeln!(csv, "{row}").unwrap();
        }
    }
    csv
}

fn coded<'a>(found: &'a [Value], code: &str) -> Vec<&'a Value> {
    found.iter().filter(|one| one["code"] == code).collect()
}

#[test]
fn suppressed_records_are_a_class_of_their_own() {
    let columns = json!({"age": {"role": "quasi-identifier"}, "diag": {"role": "sensitive"}});
    let rows = [("20,flu", 3), ("30,flu", 2), ("20,cold", 2), ("30,cold", 3), ("99,HIV", 1)];
    let csv = records("age,diag", &rows);
    let (folder, ended) = anonymized(&csv, &recipe(&columns, 0.1));
    ended.complains(&[
        "warning [suppressed-class]: The one suppressed record is a class of 1, smaller than k = 5",
        "warning [suppressed-alike]: The only suppressed record keeps its one value of the sensitive column `diag`",
    ]);
    let report = report(&folder);
    assert_eq!(report["risk"]["suppressed"], json!({"records": 1, "highest": 1.0}));
    assert_eq!(
        report["disclosure"],
        json!([
            {"code": "suppressed-class", "records": 1, "k": 5},
            {"code": "suppressed-alike", "column": "diag", "records": 1},
            {"code": "singling-out", "column": "diag", "records": 1, "alone": 1, "k": 5},
        ])
    );
    // As many as k are a class as any other, and none is no class.
    for (number, limit) in [(5, 0.4), (0, 0.0)] {
        let mut rows = rows;
        rows[4] = ("99,HIV", 0);
        let mut csv = records("age,diag", &rows);
        for place in 0..number {
            writeln!(csv, "{},d{}", 50 + place, place % 2).unwrap();
        }
        let mut found = disclosure(&csv, &recipe(&columns, limit));
        // Of the five with values of their own, three have one diagnosis and two another.
        found.retain(|one| one["code"] != "singling-out" || one["records"] != json!(number));
        assert_eq!(found, Vec::<Value>::new());
    }
}

#[test]
fn a_best_policy_that_suppresses_every_record_is_told() {
    let mut recipe = recipe(&json!({"age": {"role": "quasi-identifier"}}), 1.0);
    recipe["loss"] = json!({"measure": "height"});
    let csv = records("age", &[("20", 3), ("31", 2), ("20", 2)]);
    assert_eq!(disclosure(&csv, &recipe), [json!({"code": "suppressed-class", "records": 2, "k": 5})]);
    let csv = records("age", &[("20", 2), ("31", 3), ("20", 2)]);
    assert_eq!(disclosure(&csv, &recipe), [json!({"code": "all-suppressed", "records": 7})]);
}

#[test]
fn classes_of_one_sensitive_value_are_counted() {
    let columns = json!({"age": {"role": "quasi-identifier"}, "diag": {"role": "sensitive"}});
    let csv = records("age,diag", &[("20,HIV", 6), ("30,flu", 5), ("20,HIV", 1), ("30,cold", 1), ("40,", 5)]);
    // Of the class without a diagnosis nothing is known.
    assert_eq!(
        disclosure(&csv, &recipe(&columns, 0.0)),
        [
            json!({"code": "classes-alike", "column": "diag", "classes": 1, "records": 7}),
            json!({"code": "singling-out", "column": "diag", "records": 1, "alone": 1, "k": 5}),
        ]
    );
}

#[test]
fn classes_of_few_persons_are_counted() {
    let columns = json!({"pid": {"role": "identifier"}, "age": {"role": "quasi-identifier"}});
    let rows = [("7,20", 3), ("8,20", 2), (",30", 5), ("1,40", 1), ("2,40", 1), ("3,40", 1), ("4,40", 2), ("5,40", 1)];
    assert_eq!(
        disclosure(&records("pid,age", &rows), &recipe(&columns, 0.0)),
        [json!({"code": "few-persons", "column": "pid", "classes": 1, "records": 5, "persons": 2, "k": 5})]
    );
}

#[test]
fn labels_that_tell_a_rare_value_are_counted() {
    let rows = [("21", 3), ("35", 1), ("22", 3), ("37", 5)];
    let rows_of = |one: &str, other: &str| {
        let rows = [("21", one), ("22", one), ("35", other), ("37", other)];
        json!({"age": {"role": "quasi-identifier", "hierarchy": {"rows":
            rows.map(|(value, label)| [value, label, "*"])}}})
    };
    let csv = records("age", &rows);
    assert_eq!(
        disclosure(&csv, &recipe(&rows_of("21–22", "35 – 37"), 0.0)),
        [json!({"code": "rare-labels", "column": "age", "labels": 2, "records": 1, "k": 5})]
    );
    assert!(disclosure(&csv, &recipe(&rows_of("young", "old"), 0.0)).is_empty());
    // Rows that the data do not have: the bounds are those of a domain that was given.
    let mut given = rows_of("21–22", "35 – 37");
    let list = given["age"]["hierarchy"]["rows"].as_array_mut().unwrap();
    list.push(json!(["36", "35 – 37", "*"]));
    assert!(disclosure(&csv, &recipe(&given, 0.0)).is_empty());
    // What the program builds tells none.
    for hierarchy in [
        json!({"groups": {"order": "numeric", "fan_out": [2]}}),
        json!({"intervals": {"widths": [10]}}),
        json!({"mask": {"from": "right"}}),
    ] {
        let columns = json!({"age": {"role": "quasi-identifier", "hierarchy": hierarchy}});
        let (folder, ended) = anonymized(&csv, &recipe(&columns, 0.0));
        assert_eq!(ended.complaint(), "");
        let release = folder.read("release.csv");
        assert!(!release.contains("35") && !release.contains("37"), "{release}");
    }
}

#[test]
fn the_example_of_occupations_names_none_that_is_rare() {
    let mut csv = "job,d\n".to_owned();
    for place in 0..71 {
        let name = format!("Job{place:02} of Town{place:02}");
        for _ in 0..if place % 4 == 0 { 1 } else { 12 } {
            writeln!(csv, "{name},x").unwrap();
        }
    }
    let columns = json!({"job": {"role": "quasi-identifier", "hierarchy": {"groups": {"order": "text", "fan_out": [5, 5]}}}, "d": {"role": "insensitive"}});
    let (folder, _) = anonymized(&csv, &recipe(&columns, 0.0));
    let release = folder.read("release.csv");
    assert!(release.contains("group 1 of 15"));
    assert!(!release.contains("Job"));
}

#[test]
fn the_order_of_a_sorted_file_is_told_and_can_be_drawn() {
    let columns = json!({"age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}}, "n": {"role": "insensitive"}});
    let mut csv = "age,n\n".to_owned();
    for n in 0..200 {
        writeln!(csv, "{},{n}", 20 + n / 4).unwrap();
    }
    let mut recipe = recipe(&columns, 0.05);
    let found = disclosure(&csv, &recipe);
    let alone = json!({"code": "singling-out", "column": "n", "records": 200, "alone": 200, "k": 5});
    assert_eq!(found, [json!({"code": "sorted", "column": "age"}), alone.clone()]);
    let (folder, _) = anonymized(&csv, &recipe);
    let in_order = folder.read("release.csv");

    // A seed that is soon found by trying hides no order.
    for (seed, is_guessed) in [(7, true), ((1_u64 << 52) - 1, true), (1 << 52, false), (u64::MAX, false)] {
        recipe["release"] = json!({ "shuffle": seed });
        let guessed = is_guessed.then(|| json!({"code": "guessable-order"}));
        assert_eq!(disclosure(&csv, &recipe), guessed.into_iter().chain([alone.clone()]).collect::<Vec<_>>());
    }
    let drawn = |seed: u64| {
        let mut recipe = recipe.clone();
        recipe["release"] = json!({ "shuffle": seed });
        let (folder, _) = anonymized(&csv, &recipe);
        folder.read("release.csv")
    };
    let lines = |release: &str| release.lines().map(str::to_owned).collect::<Vec<_>>();
    let (one, again, other) = (drawn(7), drawn(7), drawn(8));
    assert_eq!(one, again);
    assert_ne!(one, other);
    assert_ne!(one, in_order);
    let (mut expected, mut found) = (lines(&in_order), lines(&one));
    assert_eq!(found[0], "age,n", "the header stays where it is");
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn an_order_that_each_run_draws_stands_in_the_report_and_is_verified() {
    let columns = json!({"age": {"role": "quasi-identifier"}, "n": {"role": "insensitive"}});
    let mut csv = "age,n\n".to_owned();
    (0..200).for_each(|n| writeln!(csv, "{},{}", 20 + n / 4, n % 3).unwrap());
    let mut recipe = recipe(&columns, 0.05);
    recipe["release"] = json!({"shuffle": true});
    let run = || {
        let (folder, ended) = anonymized(&csv, &recipe);
        assert!(!ended.complaint().contains("[sorted]") && !ended.complaint().contains("[guessable-order]"));
        let seed = report(&folder)["order_seed"].as_u64().unwrap();
        assert!((1 << 52..1 << 53).contains(&seed), "{seed}");
        (folder, seed)
    };
    let ((folder, seed), (again, other)) = (run(), run());
    assert_ne!(seed, other);
    assert_ne!(folder.read("release.csv"), again.read("release.csv"));
    folder.kanon(VERIFY).exits(0).prints(&["holds: seed of the order of the rows"]);
    let alone = "verify release.csv --report report.json";
    folder.kanon(alone).exits(0).prints(&["not checked: seed of the order of the rows"]);
    folder.kanon(&format!("{alone} --recipe recipe.json")).exits(0);

    // The same seed as a number gives the same bytes; the report then names none.
    let (with_number, _) = {
        let mut recipe = recipe.clone();
        recipe["release"] = json!({ "shuffle": seed });
        anonymized(&csv, &recipe)
    };
    assert_eq!(with_number.read("release.csv"), folder.read("release.csv"));
    assert_eq!(report(&with_number).get("order_seed"), None);

    // Another seed, or none, does not pass; neither does one where the recipe has its own.
    let whole = report(&folder);
    let mut changed = whole.clone();
    changed["order_seed"] = json!(seed ^ 1);
    folder.write("report.json", changed.to_string());
    folder.kanon(VERIFY).exits(1).prints(&["FAILS: every byte"]);
    changed.as_object_mut().unwrap().remove("order_seed");
    folder.write("report.json", changed.to_string());
    folder.kanon(VERIFY).exits(2).complains(&["does not name the seed that was drawn"]);
    let mut added = report(&with_number);
    added["order_seed"] = json!(seed);
    with_number.write("report.json", added.to_string());
    with_number.kanon(VERIFY).exits(1);
    with_number.kanon(&format!("{alone} --recipe recipe.json")).exits(1);

    // What goes out does not hold it.
    let recipients = "anonymize data.csv --recipe recipe.json --out release.csv --recipient-report recipients.json";
    folder.kanon(recipients).exits(0);
    assert!(!folder.read("recipients.json").contains("order_seed"));
    let external = "verify release.csv --report recipients.json";
    folder.kanon(external).exits(0);
    folder.kanon(&format!("{external} --recipe recipe.json --data data.csv")).exits(2).complains(&["release.shuffle"]);
}

#[test]
fn suppressed_cells_are_written_in_an_order_that_each_run_draws() {
    let folder = Folder::empty();
    let rows: String = (0..60).map(|n| format!("{},{}\n", 20 + n / 6, n % 7)).collect();
    folder.write("data.csv", format!("age,n\n{rows}"));
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "n": {"role": "quasi-identifier"}},
            "uniques": {"k": 2, "suppress": "per-record"}, "release": {"shuffle": true}}"#,
    );
    let uniques = "uniques data.csv --recipe recipe.json --report report.json";
    let verify = "verify --report report.json --recipe recipe.json --data data.csv";
    // Without a table nothing is drawn.
    folder.kanon(uniques).exits(0);
    assert_eq!(report(&folder).get("order_seed"), None);
    folder.kanon(verify).exits(0);
    folder.kanon(&format!("{uniques} --out release.csv")).exits(0);
    assert!(report(&folder)["order_seed"].as_u64().unwrap() >= 1 << 52);
    folder.kanon(VERIFY).exits(0).prints(&["holds: seed of the order of the rows"]);
    folder.kanon(verify).exits(0);
    let alone = "verify release.csv --report report.json";
    for verify in [alone.to_owned(), format!("{alone} --recipe recipe.json")] {
        folder.kanon(&verify).exits(0).prints(&["not checked: seed of the order of the rows"]);
    }
    let mut changed = report(&folder);
    changed["order_seed"] = json!((1_u64 << 52) + 1);
    folder.write("report.json", changed.to_string());
    folder.kanon(VERIFY).exits(1);
}

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

#[test]
fn warnings_and_the_drawn_order_are_verified() {
    let columns =
        json!({"pid": {"role": "identifier"}, "age": {"role": "quasi-identifier"}, "diag": {"role": "sensitive"}});
    let mut csv = "pid,age,diag,note\n".to_owned();
    for n in 0..60 {
        writeln!(csv, "p{},{},d{},n{n}", n / 4, 20 + n / 20, n / 20 + n % 2 * (n / 40)).unwrap();
    }
    csv += "p90,99,rare,\"a, b\"\n";
    let mut recipe = recipe(&columns, 0.1);
    for shuffle in [json!(null), json!(3)] {
        recipe["release"] = json!({ "shuffle": shuffle });
        let (folder, _) = anonymized(&csv, &recipe);
        let found = report(&folder);
        let codes: Vec<&str> =
            (found["disclosure"].as_array().unwrap().iter()).filter_map(|one| one["code"].as_str()).collect();
        let sorted = codes.contains(&"sorted");
        assert_eq!(sorted, shuffle.is_null());
        for code in ["suppressed-class", "suppressed-alike", "classes-alike", "unnamed-identifier"] {
            assert!(codes.contains(&code), "{code}: {codes:?}");
        }
        folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose", "holds: risk"]);

        // One that is left out, or has another number, does not pass.
        let whole = folder.read("report.json");
        let mut changed = found.clone();
        changed["disclosure"].as_array_mut().unwrap().pop();
        folder.write("report.json", changed.to_string());
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: what the release may disclose"]);
        changed = found.clone();
        changed["disclosure"][0]["records"] = json!(4);
        folder.write("report.json", changed.to_string());
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: warning 1, records"]);
        changed = found;
        changed["risk"]["suppressed"]["highest"] = json!(0.5);
        folder.write("report.json", changed.to_string());
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: risk, suppressed records, highest"]);
        folder.write("report.json", whole);

        // Nor do rows in another order.
        let mut lines: Vec<String> = folder.read("release.csv").lines().map(str::to_owned).collect();
        let first = lines.remove(1);
        lines.push(first);
        folder.write("release.csv", lines.join("\n") + "\n");
        folder.kanon(VERIFY).exits(1).prints(&["FAILS: every byte"]);
    }
}

#[test]
fn columns_that_nobody_named_are_told() {
    let mut csv = "ssn,age,ward,name\n".to_owned();
    for n in 0..20 {
        writeln!(csv, "{:03}-11-2222,20,w{},=cmd{n}", 100 + n, n % 2).unwrap();
    }
    let columns = json!({"age": {"role": "quasi-identifier"}, "name": {"role": "insensitive"}});
    let found = disclosure(&csv, &recipe(&columns, 0.0));
    assert_eq!(
        found,
        [
            json!({"code": "singling-out", "column": "ssn", "records": 20, "alone": 20, "k": 5}),
            json!({"code": "singling-out", "column": "name", "records": 20, "alone": 20, "k": 5}),
            json!({"code": "unnamed-identifier", "column": "ssn"}),
            json!({"code": "unnamed", "columns": ["ward"]}),
            json!({"code": "formulas", "cells": 20}),
        ]
    );
    assert_eq!(coded(&found, "unnamed").len(), 1);
    let columns = json!({"ssn": {"role": "identifier"}, "age": {"role": "quasi-identifier"},
        "ward": {"role": "insensitive"}, "name": {"role": "identifier"}});
    assert_eq!(disclosure(&csv, &recipe(&columns, 0.0)), [json!({"code": "sorted", "column": "ssn"})]);
}

#[test]
fn columns_that_k_does_not_cover_are_listed_once_with_those_that_identify_first() {
    let mut csv = "age,ward,pid,city\n".to_owned();
    for n in 0..20 {
        writeln!(csv, "20,w{},p{n},c{}", n / 4, n / 19).unwrap();
    }
    let insensitive = json!({"role": "insensitive"});
    let columns = json!({"age": {"role": "quasi-identifier"}, "ward": insensitive, "pid": insensitive,
        "city": insensitive});
    let (_, ended) = anonymized(&csv, &recipe(&columns, 0.0));
    let ended = ended.complains(&[
        "3 columns are no quasi-identifiers, and have values that fewer than 5 records have: `pid` (20 records, all alone), \
         `city` (1 record, 1 alone), `ward` (20 records, 0 alone).",
    ]);
    assert_eq!(ended.complaint().matches("warning [singling-out]").count(), 1);
    // One column has a sentence of its own.
    for (rows, words) in [
        (
            [("20,p1", 1), ("20,p2", 1), ("20,p3", 1), ("20,p4", 1), ("20,p5", 1)],
            "5 records have a value of it that fewer than 5 records have: each of them is alone with it. Whoever",
        ),
        (
            [("20,p1", 1), ("20,p2", 5), ("20,p3", 5), ("20,p4", 5), ("20,p5", 5)],
            "1 record has a value of it that fewer than 5 records have: it is alone with it. Whoever",
        ),
        (
            [("20,p1", 1), ("20,p2", 2), ("20,p3", 5), ("20,p4", 5), ("20,p5", 5)],
            "3 records have a value of it that fewer than 5 records have, and 1 of them is alone with it. Whoever",
        ),
        (
            [("20,p1", 3), ("20,p2", 2), ("20,p3", 5), ("20,p4", 5), ("20,p5", 5)],
            "5 records have a value of it that fewer than 5 records have. Whoever",
        ),
    ] {
        let columns = json!({"age": {"role": "quasi-identifier"}, "pid": insensitive});
        let (_, ended) = anonymized(&records("age,pid", &rows), &recipe(&columns, 0.0));
        ended.complains(&[&format!("`pid` is no quasi-identifier, and {words}")]);
    }
}

/// What several columns have in common is one message a kind, on the command line and in both editions of the document.
#[test]
fn each_kind_is_one_message_with_its_columns() {
    let mut csv = "age,nurse,doctor,ssn,card,hiv,tbc,key\n".to_owned();
    for n in 0..20 {
        let (age, class) = (20 + n / 10, n / 10);
        writeln!(
            csv,
            "{age},Nora{n:02},Dora{n:02},{:03}-11-{n:04},{:04}-{n:04},h{class},t{class},k{n}",
            100 + n,
            4000 + n
        )
        .unwrap();
    }
    let masked = |first: u8| json!({"role": "identifier", "release": {"mask": {"first": first, "last": 4}}});
    let columns = json!({"age": {"role": "quasi-identifier"}, "nurse": {"role": "identifier"},
        "doctor": {"role": "identifier"}, "ssn": masked(3), "card": masked(1), "hiv": {"role": "sensitive"},
        "tbc": {"role": "sensitive"}});
    let (folder, ended) = anonymized(&csv, &recipe(&columns, 0.0));
    let said = ended.complaint();
    for code in ["mask-shows", "classes-alike", "sorted", "singling-out"] {
        assert_eq!(said.matches(&format!("warning [{code}]")).count(), 1, "{code}: {said}");
    }
    let parts = [
        "The masks of 2 identifiers show more characters than they hide: `ssn` (140 of 220 are shown), `card` (",
        "There are classes in which all records have one value of a sensitive column: `hiv` (2 classes with 20 records), \
         `tbc` (2 classes with 20 records).",
        "The file is sorted by each of 4 columns: `nurse`, `doctor`, `ssn`, `card`.",
        // A name without a role is told before what finds a person.
        "warning [unnamed-identifier]: `key` looks like an identifier",
    ];
    ended.complains(&parts);
    let place = |code: &str| said.find(&format!("[{code}]")).unwrap();
    assert!(place("unnamed-identifier") < place("mask-shows") && place("mask-shows") < place("singling-out"));
    // The report has an entry a column, which `verify` compares.
    let found = report(&folder)["disclosure"].as_array().unwrap().clone();
    assert_eq!(coded(&found, "classes-alike").len(), 2);
    folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose"]);
    for (edition, shown) in [("internal", true), ("external", false)] {
        folder.kanon(&format!("report report.json --recipe recipe.json --edition {edition} --out d.html")).exits(0);
        let html = folder.read("d.html");
        // Once among the conclusions, and once among the limits.
        assert_eq!(html.matches("all records have one value of a sensitive column: ").count(), 2, "{edition}");
        assert_eq!(html.contains("`hiv` (2 classes with 20 records)"), shown, "{edition}");
        assert_eq!(html.contains("`hiv`, `tbc`. It is known"), !shown, "{edition}");
    }
}

/// A level makes `*` of some values: their class is kept, and no record is suppressed.
#[test]
fn a_kept_class_of_stars_is_not_called_suppressed() {
    let rows = json!([["5", "*"], ["12", "1*"], ["13", "1*"]]);
    let columns = json!({"code": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"rows": rows}},
        "d": {"role": "sensitive"}});
    let csv = records("code,d", &[("5,HIV", 5), ("12,flu", 3), ("13,flu", 2), ("13,cold", 1)]);
    let (folder, _) = anonymized(&csv, &recipe(&columns, 0.0));
    let report = report(&folder);
    assert_eq!(report["suppressed_records"], 0);
    let found = report["disclosure"].as_array().unwrap();
    assert_eq!(
        coded(found, "classes-alike"),
        [&json!({"code": "classes-alike", "column": "d", "classes": 1, "records": 5})]
    );
    assert!(coded(found, "suppressed-alike").is_empty());
    folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose"]);
}

#[test]
fn a_band_or_a_prefix_that_holds_a_rare_value_is_no_rare_label() {
    let of = |rows: Value, csv: &str| {
        let columns =
            json!({"v": {"role": "quasi-identifier", "min_level": 1, "max_level": 1, "hierarchy": {"rows": rows}}});
        let found = disclosure(csv, &recipe(&columns, 0.0));
        coded(&found, "rare-labels").len()
    };
    let bands = |one: &str, other: &str| json!([["20", one], ["25", one], ["30", other], ["34", other]]);
    let ages = records("v", &[("20", 1), ("25", 6), ("30", 5), ("34", 4)]);
    assert_eq!(of(bands("20-29", "30-39"), &ages), 0);
    // Bounds that are the values of the data.
    assert_eq!(of(bands("20-25", "30-34"), &ages), 1);
    let years = json!([["1972", "1972"], ["1972-05", "1972"], ["1980-01", "1980"]]);
    assert_eq!(of(years, &records("v", &[("1972", 1), ("1972-05", 5), ("1980-01", 5)])), 0);
    let named = json!([["Htown", "Htown or Btown"], ["Btown", "Htown or Btown"]]);
    assert_eq!(of(named, &records("v", &[("Htown", 1), ("Btown", 5)])), 1);
}

#[test]
fn rare_values_of_columns_that_k_does_not_cover_are_counted_and_verified() {
    let rows = [
        ("20,a", 6),
        ("20,e", 5),
        ("20,b", 3),
        ("20,c", 1),
        ("20,d", 1),
        // Of a record without a value nothing is known.
        ("20,", 1),
    ];
    let csv = records("age,ward", &rows);
    let with = |ward: Value| {
        let columns = json!({"age": {"role": "quasi-identifier"}, "ward": ward});
        recipe(&columns, 0.0)
    };
    let insensitive = with(json!({"role": "insensitive"}));
    let rare = |records: u64, alone: u64| {
        vec![json!({"code": "singling-out", "column": "ward", "records": records, "alone": alone, "k": 5})]
    };
    // b is of three, c and d of one each.
    assert_eq!(disclosure(&csv, &insensitive), rare(5, 2));
    // A mask leaves what is rare rare, or makes it alike.
    let mask = |first: u64| json!({"role": "insensitive", "release": {"mask": {"first": first}}});
    let long = (["a", "b", "c", "d", "e"].iter())
        .fold(csv.clone(), |csv, end| csv.replace(&format!(",{end}"), &format!(",ward-{end}-1")));
    assert_eq!(disclosure(&long, &with(mask(6))), rare(5, 2));
    assert!(disclosure(&long, &with(mask(5))).is_empty());
    // What nobody should learn of a person may be known of one.
    let sensitive = disclosure(&csv, &with(json!({"role": "sensitive"})));
    assert_eq!(coded(&sensitive, "singling-out"), rare(5, 2).iter().collect::<Vec<_>>());
    // What is not in the release, or is no knowledge that others have, singles nobody out.
    for other in [
        json!({"role": "insensitive", "release": "drop"}),
        json!({"role": "insensitive", "release": {"constant": "x"}}),
        json!({"role": "insensitive", "release": {"pseudonym": {}}}),
        json!({"role": "sensitive", "release": {"pseudonym": {}}}),
    ] {
        let found = disclosure(&csv, &with(other));
        assert!(coded(&found, "singling-out").is_empty(), "{found:?}");
    }
    // Records are counted, not rows: c is of four, d of one.
    let counted = "age,ward,n\n20,a,6\n20,c,4\n20,d,1\n";
    let mut weighted = insensitive.clone();
    weighted["count_column"] = json!("n");
    assert_eq!(disclosure(counted, &weighted), rare(5, 1));

    let (folder, ended) = anonymized(&csv, &insensitive);
    ended.complains(&[
        "warning [singling-out]: `ward` is no quasi-identifier, and 5 records have a value of it that fewer than 5 \
         records have, and 2 of them are alone with it",
    ]);
    let found = report(&folder);
    folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose"]);
    // Everybody is told that there are such records; who has the original, how many are alone.
    for (edition, tells) in [("internal", true), ("external", false)] {
        let command = "report report.json --recipe recipe.json --out document.html --edition";
        folder.kanon(&format!("{command} {edition}")).exits(0);
        let document = folder.read("document.html");
        assert!(document.contains("`ward` is no quasi-identifier, and "));
        assert_eq!(document.contains("2 of them are alone with it"), tells);
    }
    for (field, value) in [("records", 4), ("alone", 1), ("k", 6)] {
        let mut changed = found.clone();
        changed["disclosure"][0][field] = json!(value);
        folder.write("report.json", changed.to_string());
        let named = format!("FAILS: {}", field_in_words(&format!("disclosure.1.{field}")));
        folder.kanon(VERIFY).exits(1).prints(&[&named]);
    }
}

#[test]
fn no_warning_holds_a_value() {
    let columns = json!({"job": {"role": "quasi-identifier", "hierarchy": {"rows": [
        ["Queen", "Queen and Page", "*"], ["Page", "Queen and Page", "*"]]}}, "d": {"role": "sensitive"}});
    let csv = records("job,d", &[("Page,secret", 9), ("Queen,secret", 1)]);
    let (folder, ended) = anonymized(&csv, &recipe(&columns, 0.0));
    let said = ended.complaint();
    assert!(said.contains("rare-labels") && said.contains("classes-alike"), "{said}");
    let report = folder.read("report.json");
    assert!(![&said, &report].iter().any(|text| text.contains("Queen") || text.contains("secret")));
}

#[test]
fn formulas_are_told_of_labels_and_of_names_too() {
    let folder = Folder::empty();
    let rows = r#""hierarchy": {"rows": [["a", "=cmd()"], ["b", "=cmd()"]]}, "min_level": 1"#;
    for (name, value, hierarchy, cells) in
        [("x", "=cmd", "", 6), ("=x", "a", "", 1), ("x", "a", rows, 6), ("x", "a", "", 0)]
    {
        folder.write("data.csv", format!("{name},s\n{}", format!("{value},1\n").repeat(6)));
        let settings = if hierarchy.is_empty() { String::new() } else { format!(", {hierarchy}") };
        folder.write(
            "recipe.json",
            format!(
                r#"{{"kanon": 1, "columns": {{"{name}": {{"role": "quasi-identifier"{settings}}}, "s": {{"role": "insensitive"}}}},
                    "uniques": {{"k": 2, "suppress": "per-record"}}}}"#
            ),
        );
        let told = |report: &str| {
            let report: Value = serde_json::from_str(&folder.read(report)).unwrap();
            let warnings = report["disclosure"].as_array().unwrap().clone();
            let formulas = warnings.into_iter().find(|warning| warning["code"] == "formulas");
            formulas.map_or(0, |warning| warning["cells"].as_u64().unwrap())
        };
        folder.kanon("anonymize data.csv --recipe recipe.json --out out.csv --report p.json").exits(0);
        assert_eq!(told("p.json"), cells, "{name} {value} {hierarchy}");
        folder.kanon("verify out.csv --report p.json --recipe recipe.json --data data.csv").exits(0);
        if hierarchy.is_empty() {
            folder.kanon("uniques data.csv --recipe recipe.json --out cells.csv --report u.json").exits(0);
            assert_eq!(told("u.json"), cells, "{name} {value}");
            folder.kanon("verify cells.csv --report u.json --recipe recipe.json --data data.csv").exits(0);
        }
    }
}

/// The codes of the warnings, in their order.
fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|one| one["code"].as_str()).collect()
}

/// Numbers that come in no order.
fn mixed(row: usize) -> usize {
    row * 7_919 % 1_000
}

#[test]
fn what_is_left_of_an_identifier_is_looked_at_like_any_other_column() {
    let mut csv = "ssn,age\n".to_owned();
    for row in 0..40 {
        writeln!(csv, "{}-{:02}-{:04},{}", 100 + mixed(row) % 900, row, mixed(row) * 7, 20 + row % 2 * 10).unwrap();
    }
    let with = |release: Value| {
        let columns = json!({"ssn": {"role": "identifier", "release": release}, "age": {"role": "quasi-identifier"}});
        recipe(&columns, 0.0)
    };
    let mask = |first: u64, last: u64| with(json!({"mask": {"first": first, "last": last}}));
    let alone = json!({"code": "singling-out", "column": "ssn", "records": 40, "alone": 40, "k": 5});
    let shows = json!({"code": "mask-shows", "column": "ssn", "shown": 400, "characters": 440});
    assert_eq!(disclosure(&csv, &mask(5, 5)), [alone.clone(), shows.clone()]);
    assert_eq!(codes(&disclosure(&csv, &mask(0, 4))), ["singling-out"]);
    for other in [json!({"pseudonym": {}}), json!({"constant": "x"}), json!("drop")] {
        assert!(disclosure(&csv, &with(other)).is_empty());
    }
    // A finished file shows the same, with the recipe or without it.
    let (folder, _) = anonymized(&csv, &mask(5, 5));
    folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose"]);
    for asked in ["--qi age --k 5 --identifier ssn", "--recipe recipe.json"] {
        let ended = folder.kanon(&format!("verify release.csv {asked}")).exits(0);
        ended.complains(&["[singling-out]: `ssn`", "[mask-shows]: The mask of the identifier `ssn` shows 400 of 440"]);
    }
    let mut changed = report(&folder);
    changed["disclosure"][1]["shown"] = json!(40);
    folder.write("report.json", changed.to_string());
    folder.kanon(VERIFY).exits(1).prints(&["FAILS: warning 2"]);
}

#[test]
fn values_that_stand_for_persons_are_counted_by_how_often_they_occur() {
    let visits = |visits: &dyn Fn(usize) -> usize| {
        let mut rows: Vec<String> = Vec::new();
        for person in 0..30 {
            (0..visits(person)).for_each(|_| rows.push(format!("p{person},{}", 20 + person % 2 * 10)));
        }
        let order: Vec<usize> = (0..1_000).map(mixed).filter(|&row| row < rows.len()).collect();
        order.iter().fold("pid,age\n".to_owned(), |csv, &row| csv + &rows[row] + "\n")
    };
    let columns =
        json!({"pid": {"role": "identifier", "release": {"pseudonym": {}}}, "age": {"role": "quasi-identifier"}});
    let recipe = recipe(&columns, 0.0);
    let rare = json!({"code": "rare-frequencies", "column": "pid", "values": 2, "k": 5});
    // One has 14 visits, one nine; of the others all have one or two.
    let uneven = visits(&|person| match person {
        3 => 14,
        4 => 9,
        _ => 1 + person % 2,
    });
    assert_eq!(disclosure(&uneven, &recipe), [rare]);
    assert!(disclosure(&visits(&|_| 3), &recipe).is_empty());
    assert!(disclosure(&visits(&|person| 1 + person % 2), &recipe).is_empty());
    let (folder, _) = anonymized(&uneven, &recipe);
    folder.kanon(VERIFY).exits(0);
    let ended = folder.kanon("verify release.csv --qi age --k 5 --identifier pid").exits(0);
    ended.complains(&["[rare-frequencies]: 2 values stand in place of the identifier `pid`"]);
}

#[test]
fn the_order_of_every_column_that_does_not_go_out_as_it_is_is_told() {
    let csv = |n: usize, value: &dyn Fn(usize) -> String| {
        (0..n).fold("name,age,ward\n".to_owned(), |csv, row| {
            format!("{csv}{},{},w{}\n", value(row), 20 + mixed(row) % 2 * 10, mixed(row) % 3)
        })
    };
    let by_name = csv(60, &|row| format!("{}name{row:03}", char::from(b'A' + (row / 10) as u8)));
    let by_number = csv(60, &|row| (9_000 + row * 17).to_string());
    let by_day = csv(60, &|row| format!("{}.{}.2020", row % 28 + 1, row / 28 + 1));
    let by_none = csv(60, &|row| format!("name{}", mixed(row)));
    let with = |role: &str, release: Value, shuffle: Value| {
        let mut recipe = recipe(
            &json!({"name": {"role": role, "release": release}, "age": {"role": "quasi-identifier"}, "ward": {"role": "insensitive"}}),
            0.0,
        );
        recipe["release"] = json!({ "shuffle": shuffle });
        recipe
    };
    let sorted =
        |csv: &str, recipe: &Value| disclosure(csv, recipe).contains(&json!({"code": "sorted", "column": "name"}));
    let drop = with("identifier", json!("drop"), Value::Null);
    for csv in [&by_name, &by_number, &by_day] {
        assert!(sorted(csv, &drop));
    }
    for (role, release) in [
        ("identifier", json!({"pseudonym": {}})),
        ("identifier", json!({"constant": "x"})),
        ("identifier", json!({"mask": {"first": 1}})),
        ("sensitive", json!("drop")),
        ("insensitive", json!({"mask": {"first": 1}})),
        ("quasi-identifier", json!("drop")),
    ] {
        assert!(sorted(&by_name, &with(role, release.clone(), Value::Null)), "{role} {release}");
        assert!(!sorted(&by_none, &with(role, release.clone(), Value::Null)), "{role} {release}");
        assert!(!sorted(&by_name, &with(role, release, json!(9_000_000_000_000_001_u64))));
    }
    // What is there to be read needs no order, and of a few rows each order is by chance.
    assert!(!sorted(&by_name, &with("insensitive", json!("keep"), Value::Null)));
    assert!(!sorted(&csv(9, &|row| format!("name{row}")), &with("identifier", json!("drop"), Value::Null)));
    let (folder, ended) = anonymized(&by_name, &drop);
    ended.complains(&["[sorted]: The file is sorted by `name`"]);
    folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose"]);
}

#[test]
fn a_kept_column_that_gives_back_a_generalized_one_is_told() {
    let csv = |born: &dyn Fn(usize, usize) -> String| {
        (0..180).fold("born,age,d\n".to_owned(), |csv, row| {
            let age = 20 + mixed(row) % 30;
            format!("{csv}{},{age},d{}\n", born(age, row), row % 2)
        })
    };
    let recipe_of = |hierarchy: Value, min_level: u64| {
        let mut recipe = recipe(
            &json!({"born": {"role": "insensitive"}, "d": {"role": "sensitive"},
                "age": {"role": "quasi-identifier", "min_level": min_level, "hierarchy": hierarchy}}),
            0.02,
        );
        recipe["search"] = json!({"algorithm": "exact"});
        recipe
    };
    let intervals = || json!({"intervals": {"widths": [10, 20]}});
    let given = |level: u64, records: u64| {
        vec![json!({"code": "given-back", "column": "age", "by": "born", "level": level, "records": records})]
    };
    let found = |csv: &str, recipe: &Value| -> Vec<Value> {
        coded(&disclosure(csv, recipe), "given-back").into_iter().cloned().collect()
    };
    let born = csv(&|age, _| (2_024 - age).to_string());
    assert_eq!(found(&born, &recipe_of(intervals(), 1)), given(0, 180));
    // Also where the quasi-identifier is `*`, and where the two make the value only together.
    assert_eq!(found(&born, &recipe_of(intervals(), 3)), given(0, 180));
    assert_eq!(found(&csv(&|age, _| (age % 10).to_string()), &recipe_of(intervals(), 1)), given(0, 180));
    // A finer group than the released one. The label of those from 40 on has no other.
    let below_40 = (0..180).filter(|&row| mixed(row) % 30 < 20).count() as u64;
    assert_eq!(found(&csv(&|age, _| (age / 10).to_string()), &recipe_of(intervals(), 2)), given(1, below_40));
    for (what, csv) in [
        ("no more than the label", csv(&|age, _| (age / 10).to_string())),
        ("something else", csv(&|_, row| (row % 7).to_string())),
        ("a value of its own for each record", csv(&|_, row| row.to_string())),
        ("the same for all", csv(&|_, _| "x".to_owned())),
        ("nothing", csv(&|_, _| String::new())),
    ] {
        assert!(found(&csv, &recipe_of(intervals(), 1)).is_empty(), "{what}");
    }
    let (folder, ended) = anonymized(&born, &recipe_of(intervals(), 1));
    ended.complains(&["[given-back]: `born` gives back what `age` does not show: in 180 records"]);
    folder.kanon(VERIFY).exits(0).prints(&["holds: what the release may disclose"]);
    // A cell that is suppressed is given back as well.
    let mut cells =
        recipe_of(json!({"rows": (20..50).map(|age| json!([age.to_string(), "*"])).collect::<Vec<_>>()}), 0);
    cells["uniques"] = json!({"k": 20, "suppress": "per-record"});
    folder.write("cells.json", cells.to_string());
    folder.kanon("uniques data.csv --recipe cells.json --out cells.csv --report c.json").exits(0);
    let told: Value = serde_json::from_str(&folder.read("c.json")).unwrap();
    assert!(codes(told["disclosure"].as_array().unwrap()).contains(&"given-back"), "{}", told["disclosure"]);
    folder.kanon("verify cells.csv --report c.json --recipe cells.json --data data.csv").exits(0);
}

#[test]
fn the_columns_that_k_does_not_cover_are_counted_together() {
    let columns = |names: &[&str]| {
        let mut columns = json!({"age": {"role": "quasi-identifier"}});
        names.iter().for_each(|name| columns[name] = json!({"role": "insensitive"}));
        recipe(&columns, 0.0)
    };
    // 100 combinations of ten and ten, of which ten are rare; no value is rare by itself.
    let mut csv = "age,a,b\n".to_owned();
    for row in 0..600 {
        let (a, b) = (mixed(row) % 10, mixed(row) / 10 % 10);
        writeln!(csv, "20,a{a},b{}", if a == b && row > 300 { (b + 1) % 10 } else { b }).unwrap();
    }
    let mut records = std::collections::BTreeMap::new();
    for line in csv.lines().skip(1) {
        *records.entry(line).or_insert(0_u64) += 1;
    }
    let rare: u64 = records.values().filter(|&&records| records < 5).sum();
    let alone = records.values().filter(|&&records| records == 1).count();
    assert!(rare > 0 && rare < 100);
    let together = json!({"code": "singling-out-together", "columns": 2, "records": rare, "alone": alone, "k": 5});
    assert_eq!(disclosure(&csv, &columns(&["a", "b"])), [together]);
    // One that says as much alone is told alone.
    let with_number = |csv: &str| {
        let numbered = csv.lines().skip(1).zip(0..).map(|(line, row)| format!("{line},{row}\n"));
        "age,a,b,n\n".to_owned() + &numbered.collect::<String>()
    };
    assert_eq!(codes(&disclosure(&with_number(&csv), &columns(&["a", "b", "n"]))), ["singling-out"]);
    let (folder, _) = anonymized(&csv, &columns(&["a", "b"]));
    folder.kanon(VERIFY).exits(0);
    let ended = folder.kanon("verify release.csv --qi age --k 5 --insensitive a --sensitive b");
    ended.exits(0).complains(&[&format!(
        "[singling-out-together]: By the 2 columns that k does not cover, taken together, {rare} records have"
    )]);
}

#[test]
fn labels_are_compared_by_their_words_in_any_spelling() {
    let rows = |value: &str, label: &str| {
        let rows = [[value, label, "*"], ["Cook of Atown", label, "*"], ["Baker of Btown", "bakers", "*"]];
        let columns =
            json!({"job": {"role": "quasi-identifier", "min_level": 1, "max_level": 1, "hierarchy": {"rows": rows}}});
        let csv = records("job", &[("Cook of Atown", 6), ("Baker of Btown", 6), (value, 1)]);
        codes(&disclosure(&csv, &recipe(&columns, 0.0))).contains(&"rare-labels")
    };
    for (value, label) in [
        ("Pilot of Htown", "Pilot  of Htown and others"),
        ("Pilot of Htown", "cooks, Pilot-of-Htown"),
        ("Pilot of Htown", "Htown pilots and Atown cooks"),
        ("Pilot of Htown", "Pilót (Htown)"),
        ("37", "37y or so"),
        ("37", "age37"),
        ("37", "from 037"),
        ("37.0", "37 and more"),
    ] {
        assert!(rows(value, label), "{label}");
    }
    for (value, label) in [("Pilot of Htown", "Pilot of Atown, Cook of Htown"), ("20", "20s"), ("37", "370 or 3.7")] {
        assert!(!rows(value, label), "{label}");
    }
}

#[test]
fn labels_that_name_a_person_are_told() {
    let names = ["John Smith", "Ann Lee", "Young", "100-00-1000"];
    let csv = (0..40).fold("name,age\n".to_owned(), |csv, row| {
        format!(
            "{csv}{},{}\n",
            if row < 4 { names[mixed(row) % 4].to_owned() } else { format!("N{} M", mixed(row)) },
            20 + mixed(row) % 2
        )
    });
    let with = |label: &str| {
        let rows = [["20", label], ["21", "old"]];
        recipe(
            &json!({"name": {"role": "identifier"},
                "age": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"rows": rows}}}),
            0.0,
        )
    };
    let naming = [json!({"code": "naming-labels", "column": "age", "identifier": "name", "labels": 1})];
    for label in ["John Smith's age group", "like Smith, John", "SSN 100-00-1000"] {
        assert_eq!(disclosure(&csv, &with(label)), naming, "{label}");
    }
    for label in ["young", "20", "Smith and others, John and others"] {
        assert!(disclosure(&csv, &with(label)).is_empty(), "{label}");
    }
    let (folder, ended) = anonymized(&csv, &with("John Smith's age group"));
    assert!(ended.complaint().contains("naming-labels") && !ended.complaint().contains("Smith"));
    assert!(!folder.read("report.json").contains("Smith"));
    folder.kanon(VERIFY).exits(0);
}
