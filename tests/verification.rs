//! Verification of a release: nothing false passes, and nothing right is refused.
//!
//! Every field of a report and every byte of a release is changed, and each change is refused. `support/tamper.rs`
//! finds the fields by walking the report, so a new field is covered by itself.

#![allow(clippy::panic, reason = "a test that cannot go on has failed")]

use crate::support::program::Folder;
use crate::support::random::cases;
use crate::support::released::{Released, failing, holds};
use crate::support::tamper::{accepted, byte_tamperings, tamperings, with_a_key_twice};
use kanon::recipe::Recipe;
use kanon::sample::hospital;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A small table with an identifier, three quasi-identifiers, a sensitive column and one that nobody named.
fn small() -> Released {
    let mut csv = "name,age,sex,zip,diagnosis,note\n".to_owned();
    for row in 0..60_u32 {
        let age = 20 + row * 7 % 11;
        let sex = ["f", "m"][row as usize % 2];
        let zip = ["1010", "1020", "2010", "2020"][row as usize * 3 % 4];
        let note = ["plain", "\"with, comma\"", "\"with \"\"quotes\"\"\"", "", "*"][row as usize % 5];
        csv += &format!("person {row},{age},{sex},{zip},d{},{note}\n", row % 7);
    }
    let recipe = r#"{"kanon": 1, "columns": {
        "name": {"role": "identifier"},
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [5, 10], "origin": 0}}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"rows": [["f", "*"], ["m", "*"]]}},
        "zip": {"role": "quasi-identifier", "hierarchy": {"mask": {"from": "right", "character": "*"}}},
        "diagnosis": {"role": "sensitive"}},
      "privacy": {"k": 4, "suppression_limit": 0.1}, "search": {"seed": 7}}"#;
    Released::new(csv.as_bytes(), Recipe::parse(recipe).unwrap())
}

#[test]
fn what_was_released_holds() {
    let released = small();
    assert_eq!(failing(&released), "");
    assert!(holds(&released));
    let report: Value = serde_json::from_str(&released.report).unwrap();
    assert!(report["suppressed_records"].as_u64().unwrap() > 0);
    let sample = hospital(300, 3);
    let recipe = Recipe::parse(&sample.recipe).unwrap();
    let sample = Released::new(&sample.csv, recipe);
    for piece in [1, 7, 1000, usize::MAX] {
        assert!(sample.verify_in(piece).unwrap().holds, "pieces of {piece}");
    }
}

#[test]
fn no_field_of_a_report_can_be_changed_unnoticed() {
    let released = small();
    let report: Value = serde_json::from_str(&released.report).unwrap();
    assert!(tamperings(&report).len() > 400);
    let check = |json: &str| {
        let found = released.with_report(json.to_owned()).verify();
        found.ok().map(|found| found.claims)
    };
    assert_eq!(accepted(&report, check), [""; 0]);
    for (json, said) in with_a_key_twice(&report) {
        let error = released.with_report(json).verify().err().unwrap().to_string();
        assert!(error.contains(&said), "{said}: {error}");
    }
}

#[test]
fn few_fields_of_a_report_are_not_checked() {
    let claims = small().verify().unwrap().claims;
    let open = claims.iter().filter(|claim| claim.holds.is_none());
    assert_eq!(
        open.filter_map(|claim| claim.field.as_deref()).collect::<Vec<_>>(),
        ["version", "optimal", "bound", "boxes_looked_at", "policies_evaluated", "seconds"]
    );
}

#[test]
fn what_is_not_checked_must_be_possible() {
    let released = small();
    let report: Value = serde_json::from_str(&released.report).unwrap();
    for (field, impossible) in [
        ("seconds", json!(-5)),
        ("seconds", json!("soon")),
        ("boxes_looked_at", json!(-1)),
        ("policies_evaluated", json!(0.5)),
        // Boxes and policies are not counted together.
        ("policies_checked", json!(1)),
        ("optimal", json!(false)),
        ("bound", json!(0.9)),
        ("bound", json!(0)),
        ("bound", json!(-1)),
        ("version", json!(1)),
    ] {
        let mut changed = report.clone();
        changed[field] = impossible;
        assert!(!holds(&released.with_report(changed.to_string())), "{field}");
    }
}

#[test]
fn no_row_or_column_of_a_release_can_be_moved_added_or_left_out() {
    let released = small();
    let text = String::from_utf8(released.release.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (header, rows) = lines.split_first().unwrap();
    let put = |header: &str, rows: Vec<String>| {
        let text = format!("{header}\n{}\n", rows.join("\n"));
        released.with_release(text.as_bytes())
    };
    // None of the first four columns has a cell in quotes.
    let cells = |row: &str| -> Vec<String> { row.splitn(5, ',').map(str::to_owned).collect() };
    let moved = |column: usize, by: usize| -> Vec<String> {
        (0..rows.len())
            .map(|row| {
                let mut own = cells(rows[row]);
                own[column] = cells(rows[(row + by) % rows.len()])[column].clone();
                own.join(",")
            })
            .collect()
    };
    let names = |row: usize| format!("person {row}");
    let ages = |row: usize| (20 + row * 7 % 11).to_string();
    let with = |value: &dyn Fn(usize) -> String| -> Vec<String> {
        let with = |(row, line): (usize, &&str)| format!("{},{line}", value(row));
        rows.iter().enumerate().map(with).collect()
    };
    let all = || rows.iter().map(|&row| row.to_owned());
    for (what, changed) in [
        ("an identifier", put(&format!("name,{header}"), with(&names))),
        ("the exact age", put(&format!("years,{header}"), with(&ages))),
        ("rows reversed", put(header, all().rev().collect())),
        ("a row left out", put(header, all().skip(1).collect())),
        ("a row twice", put(header, all().chain(all().take(1)).collect())),
        ("ages moved on", put(header, moved(0, 7))),
        ("sensitive values moved on", put(header, moved(3, 1))),
        ("sensitive values replaced", put(header, all().map(|row| row.replace(",d", ",e")).collect())),
        ("a column left out", put("age,sex,zip,diagnosis", rows.iter().map(|row| cells(row)[..4].join(",")).collect())),
    ] {
        assert!(!holds(&changed), "{what}");
    }
    for after in ["x", "\n", "name\nAnna\n", "\u{feff}"] {
        let changed = [released.release.as_slice(), after.as_bytes()].concat();
        assert!(!holds(&released.with_release(&changed)), "{after:?} after it");
    }
}

#[test]
fn the_message_says_where_the_release_differs() {
    let released = small();
    let text = String::from_utf8(released.release.clone()).unwrap();
    let changed = text.replacen(",d3,", ",d6,", 1);
    let row = text.lines().position(|line| line.contains(",d3,")).unwrap();
    let told = failing(&released.with_release(changed.as_bytes()));
    for part in [&format!("in row {row}"), "column `diagnosis`", "expected `d3`, found `d6`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let told = failing(&released.with_release(text.replacen("note", "nota", 1).as_bytes()));
    assert!(told.contains("in the header, column `note`"), "{told}");
    let told = failing(&released.with_release(format!("{text}\n").as_bytes()));
    assert!(told.contains("after the last row") && told.contains("the end of the file"), "{told}");
    let last_line = text.trim_end().rfind('\n').unwrap() + 1;
    let told = failing(&released.with_release(&released.release[..last_line]));
    assert!(told.contains("the end of the file"), "{told}");
}

#[test]
fn recipe_and_report_must_agree() {
    let released = small();
    let k = |k: u64| {
        let mut other = released.with_release(&released.release);
        other.recipe.privacy.k = k;
        other
    };
    assert!(holds(&k(4)));
    assert!(!holds(&k(3)) && !holds(&k(50)));
    let mut limit = released.with_release(&released.release);
    limit.recipe.privacy.suppression_limit = 0.0;
    assert!(failing(&limit).contains("no more records are suppressed than may be"));
    let mut weight = released.with_release(&released.release);
    weight.recipe.columns["age"].weight = 2.0;
    assert!(failing(&weight).contains("SHA-256 of the recipe"));
    let mut role = released.with_release(&released.release);
    role.recipe.columns.shift_remove("name");
    assert!(failing(&role).contains("every byte"));
}

/// A table over these values for the quasi-identifiers a and b, with the sensitive column s.
fn starred(values: [&str; 3], hierarchy: &str, limit: f64) -> Released {
    let mut csv = "a,b,s\n".to_owned();
    for row in 0..24 {
        csv += &format!("{},{},s{}\n", values[row / 8], values[row / 8], row % 3);
    }
    csv += &format!("{},{},s9\n", values[0], values[2]);
    let recipe = format!(
        r#"{{"kanon": 1, "columns": {{
        "a": {{"role": "quasi-identifier"{hierarchy}}}, "b": {{"role": "quasi-identifier"{hierarchy}}}}},
        "privacy": {{"k": 5, "suppression_limit": {limit}}}}}"#
    );
    Released::new(csv.as_bytes(), Recipe::parse(&recipe).unwrap())
}

#[test]
fn stars_in_the_original_are_no_suppression() {
    for (values, hierarchy, limit) in [
        // Whole rows of `*`, one of them suppressed.
        (["*", "x", "y"], "", 0.1),
        (["x", "*", "y"], "", 0.1),
        // Some groups are called `*`.
        (
            ["x", "y", "z"],
            r#", "hierarchy": {"rows": [["x", "*", "T"], ["y", "*", "T"], ["z", "g", "T"]]}, "min_level": 1"#,
            0.1,
        ),
        // All cells of every kept class are `*`.
        (["x", "y", "z"], r#", "min_level": 1"#, 0.0),
    ] {
        let released = starred(values, hierarchy, limit);
        assert_eq!(failing(&released), "", "{values:?} {hierarchy}");
        assert!(holds(&released));
    }
}

#[test]
fn a_release_without_a_header_and_one_of_counts_hold() {
    let recipe = r#"{"kanon": 1, "dialect": {"delimiter": ";", "header": false}, "count_column": "column 3", "columns": {
        "column 1": {"role": "identifier"},
        "column 2": {"role": "quasi-identifier", "hierarchy": {"rows": [["1", "low", "*"], ["2", "low", "*"], ["3", "high", "*"]]}}},
        "privacy": {"k": 5, "suppression_limit": 0.2}}"#;
    let released = Released::new(b"a;1;2\nb;2;4\nc;3;1\nd;1;1\ne;2;3\n", Recipe::parse(recipe).unwrap());
    assert_eq!(failing(&released), "");
    assert!(holds(&released));
    let changed = String::from_utf8(released.release.clone()).unwrap();
    assert!(!holds(&released.with_release(changed.replacen(";4", ";5", 1).as_bytes())));
}

proptest! {
    #![proptest_config(cases(300))]

    /// Messy cells, any delimiter and quote: what the writer makes is what the comparison expects.
    #[test]
    fn every_dialect_holds(
        delimiter in prop::sample::select(b"^: #~.-,;\t|".to_vec()),
        quote in prop::sample::select(vec![b'"', b'%', b'\'']),
        rows in prop::collection::vec((0..3_usize, prop::collection::vec("[a-c,;:%\"' \n\r.*é]{0,4}", 2)), 6..40),
        header in prop::bool::ANY,
        piece in 1..40_usize,
    ) {
        let dialect = json!({"delimiter": char::from(delimiter), "quote": char::from(quote), "header": header});
        let quoted = |cell: &str| {
            let quote = char::from(quote);
            format!("{quote}{}{quote}", cell.replace(quote, &format!("{quote}{quote}")))
        };
        let line = |cells: &[&str]| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(&char::from(delimiter).to_string()) + "\n";
        let mut csv = if header { line(&["column 1", "2", "3.5"]) } else { String::new() };
        for (value, cells) in &rows {
            csv += &line(&[["x", "y", "*"][*value], &cells[0], &cells[1]]);
        }
        let recipe = json!({"kanon": 1, "dialect": dialect, "columns": {"column 1": {"role": "quasi-identifier"}}, "privacy": {"k": 3, "suppression_limit": 0.3}});
        let released = Released::new(csv.as_bytes(), Recipe::parse(&recipe.to_string()).unwrap());
        let found = released.verify_in(piece).unwrap();
        prop_assert!(found.holds, "{:?}", found.claims);
    }
}

#[test]
fn the_program_reads_a_release_as_its_recipe_says() {
    let verify = "verify release.csv --report report.json --recipe recipe.json --data data.csv";
    for delimiter in ["^", ":", " ", "#", "~", ".", "-"] {
        let folder = Folder::empty();
        let line = |cells: [&str; 3]| cells.join(delimiter) + "\n";
        let mut csv = line(["1", "2", "3"]);
        for row in 0..12 {
            let quoted = format!("%{row}{delimiter}%% \"%");
            csv += &line([["a", "b"][row % 2], &quoted, "x"]);
        }
        folder.write("data.csv", &csv);
        let recipe = json!({"kanon": 1, "dialect": {"delimiter": delimiter, "quote": "%"},
            "columns": {"1": {"role": "quasi-identifier"}}, "privacy": {"k": 3}});
        folder.write("recipe.json", recipe.to_string());
        folder.anonymize().exits(0);
        folder.kanon(verify).exits(0).prints(&["holds: every byte"]);
        folder.kanon("verify release.csv --qi 1 --k 3 --insensitive 2 --recipe recipe.json").exits(0);
        folder.write("release.csv", folder.read("release.csv").replacen("x", "y", 1));
        folder.kanon(verify).exits(1).prints(&["in row 1, column `3`"]);
    }
    // One column is left, whose values hold what a sniffer takes for a delimiter.
    let folder = Folder::empty();
    let rows: String = (0..12).map(|row| format!("p{row};{},5\n", 2 + row % 2)).collect();
    folder.write("data.csv", format!("name;value\n{rows}"));
    let recipe = json!({"kanon": 1, "dialect": {"delimiter": ";"}, "privacy": {"k": 3},
        "columns": {"name": {"role": "identifier"}, "value": {"role": "quasi-identifier"}}});
    folder.write("recipe.json", recipe.to_string());
    folder.anonymize().exits(0);
    folder.kanon(verify).exits(0).prints(&["holds: every byte"]);
}

/// Without the original, nobody can tell a class whose values all became `*` from suppressed records.
#[test]
fn records_of_stars_only_are_what_the_report_says_so_far_as_that_can_be() {
    let folder = Folder::empty();
    for (rows, k, kept) in [
        ("1,x,u\n2,y,v\n3,z,w\n", 3, "0"),
        ("*,*,u\n*,*,u\n*,*,u\nx,y,v\nx,y,v\n", 2, "0"),
        ("*,*,u\n*,*,u\nx,y,v\nx,y,v\nx,z,v\n", 2, "1"),
    ] {
        folder.write("data.csv", format!("a,b,s\n{rows}"));
        folder.write(
            "recipe.json",
            format!(
                r#"{{"kanon": 1, "columns": {{"a": {{"role": "quasi-identifier"}}, "b": {{"role": "quasi-identifier"}},
                    "s": {{"role": "insensitive"}}}}, "privacy": {{"k": {k}, "suppression_limit": 0.3}}}}"#
            ),
        );
        folder
            .kanon(
                "anonymize data.csv --recipe recipe.json --out out.csv --report own.json --recipient-report given.json",
            )
            .exits(0);
        for report in ["own.json", "given.json"] {
            for recipe in ["", " --recipe recipe.json"] {
                folder
                    .kanon(&format!("verify out.csv --report {report}{recipe}"))
                    .exits(0)
                    .prints(&["not checked: suppressed records", "only the original shows which"]);
            }
        }
        let report = folder.read("own.json");
        assert!(report.contains(&format!("\"suppressed_records\": {kept}")), "{report}");
        // Fewer than k are no class.
        let small = report.replace("\"suppressed_records\": 0", "\"suppressed_records\": 2");
        folder.write("small.json", small);
        if kept == "0" {
            folder.kanon("verify out.csv --report small.json").exits(1);
        }
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn no_byte_of_a_release_can_be_changed_unnoticed() {
        let released = small();
        for (what, tampered) in byte_tamperings(&released.release) {
            assert!(!holds(&released.with_release(&tampered)), "{what}");
        }
    }
}
