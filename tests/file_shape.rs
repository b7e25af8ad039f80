//! Where a table is in its file: titles above it, names in two rows, totals and notes below it.

use crate::support::program::Folder;
use serde_json::{Value, json};

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

/// What is released of the four records that all these files have.
const RELEASE: &str = "age,sex,note\n30,m,x\n30,m,y\n41,f,x\n41,f,z\n";

/// A folder with this table, and a recipe with two quasi-identifiers and this dialect, if any.
fn folder(table: &str, dialect: Option<Value>) -> Folder {
    let folder = Folder::of_ages();
    folder.write("data.csv", table);
    let mut recipe = json!({"kanon": 1, "columns": {"age": {"role": "quasi-identifier"},
        "sex": {"role": "quasi-identifier"}, "note": {"role": "insensitive"}},
        "privacy": {"k": 2, "suppression_limit": 0}});
    if let Some(dialect) = dialect {
        recipe["dialect"] = dialect;
    }
    folder.write("recipe.json", recipe.to_string());
    folder
}

const TABLE: &str = "age,sex,note\n30,m,x\n30,m,y\n41,f,x\n41,f,z\n";

#[test]
fn what_stands_above_the_names_is_left_out_and_told() {
    for (above, told) in [
        ("Survey 2021 - extract\n\n", "the names of the columns are in row 2; the row above is left out: Survey 2021"),
        ("Survey 2021,,\n,,\n", "in row 3; the rows above are left out: Survey 2021 / a blank row\n"),
        ("# made up\n# in 2021\n", "in row 3; the rows above are left out: # made up / # in 2021"),
        ("sep=,\n", "in row 2; the row above is left out: sep="),
        ("https://example.org/a,b\n", "in row 2; the row above is left out: https://example.org/a,b"),
    ] {
        let folder = folder(&format!("{above}{TABLE}"), None);
        folder.anonymize().exits(0).complains(&[told]);
        assert_eq!(folder.read("release.csv"), RELEASE, "{above}");
        folder.kanon(VERIFY).exits(0);
    }
    let plain = folder(TABLE, None);
    assert!(!plain.anonymize().exits(0).complaint().contains("data.csv:"));
}

#[test]
fn the_recipe_says_where_the_names_are() {
    let two_rows = "Made up\nPerson,,\nage,sex,note\n30,m,x\n30,m,y\n41,f,x\n41,f,z\n";
    let names = folder(two_rows, Some(json!({"header_row": 3})));
    names.anonymize().exits(0);
    assert_eq!(names.read("release.csv"), RELEASE);
    let groups = folder(two_rows, Some(json!({"header_row": 2, "header_rows": 2})));
    groups.anonymize().exits(2).complains(&["column `age`: the file has no such column", "Person · age, Person · sex"]);
    for (dialect, words) in [
        (json!({"header_row": 0}), "the table begins in row 0 (`header_row` in a recipe)"),
        (json!({"header_rows": 9}), "names are not read in so many rows"),
        (json!({"header": false, "header_rows": 2}), "names are not read in so many rows"),
        (json!({"skip": [2, 1]}), "not in ascending order from 1 (`skip` in a recipe)"),
        (json!({"header_row": 9}), "the file ends before the row"),
        (json!({"header_row": 3, "skip": [5]}), "record 5 is to be left out, and the file has 4 records"),
    ] {
        folder(two_rows, Some(dialect)).anonymize().exits(2).complains(&[words]);
    }
}

#[test]
fn records_that_may_be_none_count_and_are_told() {
    for (below, told, skip) in [
        ("Total,4,\n", "record 5 (Total,4) counts, and may be none: it looks like a total or a note", vec![5]),
        (",,\n,,\n", "record 6 counts, and may be none: all its cells are empty", vec![5, 6]),
        ("Source: register,,\n", "record 5 (Source: register) counts, and may be none", vec![5]),
        ("also collected in the year before,,\n", "most of its cells are empty", vec![5]),
    ] {
        let table = format!("{TABLE}{below}");
        let all = folder(&table, None);
        let advice = json!(skip).to_string();
        all.anonymize().exits(0).complains(&[told, &format!("\"skip\":{advice}")]);
        let without = folder(&table, Some(json!({"skip": skip})));
        let run = without.anonymize().exits(0);
        assert!(!run.complaint().contains("may be none"), "{below}");
        assert_eq!(without.read("release.csv"), RELEASE, "{below}");
        let report: Value = serde_json::from_str(&without.read("report.json")).unwrap();
        assert_eq!(report["records"], 4);
        without.kanon(VERIFY).exits(0);
    }
}

#[test]
fn units_below_the_names_are_told() {
    let table = "age,sex,note\nyears,,\n30,m,x\n30,m,y\n41,f,x\n41,f,z\n";
    let advice = "record 1 (years) counts, and may be none: it has texts where all others have numbers";
    folder(table, None).anonymize().complains(&[advice, "\"skip\":[1]"]);
    let without = folder(table, Some(json!({"skip": [1]})));
    without.anonymize().exits(0);
    assert_eq!(without.read("release.csv"), RELEASE);
    without.kanon(VERIFY).exits(0);
}
