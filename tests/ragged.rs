//! Files with ragged records, and with columns of one name or of none.
//!
//! Ragged records are left out or filled up on request. What was done is written, counted and verified.

use crate::support::program::{Folder, RECIPE};
use crate::support::released::{Released, failing, holds};
use kanon::recipe::Recipe;
use proptest::prelude::*;
use serde_json::{Value, json};

const VERIFY: &str = "verify release.csv --report report.json --recipe recipe.json --data data.csv";

/// Six records of three columns, and between them some with too few cells and one with too many.
const RAGGED: &str = "age,name,note\n20,a,x\n20\n20,b,y\n21,c,x\n21,d,y,z\n21,e,y\n30,f\n30,g,x\n30,h,x\n";

/// The folder of [`RAGGED`] under this rule.
fn folder(rule: &str) -> Folder {
    let folder = Folder::of_ages();
    folder.write("data.csv", RAGGED);
    let rest = format!(r#", "dialect": {{"ragged": "{rule}"}}, "privacy": {{"k": 2}}"#);
    folder.write("recipe.json", RECIPE.replace("REST", &rest));
    folder
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("report.json")).unwrap()
}

#[test]
fn refused_records_are_told_with_what_can_be_done() {
    folder("refuse").fails(
        2,
        &[
            "row 2",
            "1 cell where the header has 3",
            "`\"ragged\": \"leave-out\"` of the dialect in a recipe",
            "`\"ragged\": \"pad\"` in a recipe",
        ],
    );
}

#[test]
fn ragged_records_are_left_out_on_request() {
    let folder = folder("leave-out");
    folder
        .anonymize()
        .exits(0)
        .complains(&["data.csv: 3 records are left out: the number of cells differs from the header's"]);
    assert_eq!(folder.read("release.csv"), "age,name,note\n20,a,x\n20,b,y\n21,c,x\n21,e,y\n30,g,x\n30,h,x\n");
    let report = report(&folder);
    assert_eq!(report["records"], 6);
    assert_eq!(report["ragged_records"], json!({"left_out": 3, "padded": 0}));
    folder.kanon(VERIFY).exits(0);
}

#[test]
fn short_records_are_filled_up_on_request() {
    let folder = folder("pad");
    folder
        .anonymize()
        .exits(0)
        .complains(&["1 record is left out", "2 records have fewer cells than the header, padded with empty ones"]);
    assert_eq!(
        folder.read("release.csv"),
        "age,name,note\n20,a,x\n20,,\n20,b,y\n21,c,x\n21,e,y\n30,f,\n30,g,x\n30,h,x\n"
    );
    assert_eq!(report(&folder)["ragged_records"], json!({"left_out": 1, "padded": 2}));
    folder.kanon(VERIFY).exits(0);
}

#[test]
fn a_report_that_hides_records_left_out_fails() {
    let folder = folder("leave-out");
    folder.anonymize().exits(0);
    let mut changed = report(&folder);
    changed["ragged_records"]["left_out"] = json!(2);
    folder.write("report.json", changed.to_string());
    folder.kanon(VERIFY).exits(1).prints(&["ragged records of the original"]);
    changed.as_object_mut().unwrap().remove("ragged_records");
    folder.write("report.json", changed.to_string());
    folder.kanon(VERIFY).exits(2).complains(&["the report lacks `ragged_records`"]);
}

#[test]
fn a_ragged_release_is_no_release() {
    let folder = folder("leave-out");
    folder.anonymize().exits(0);
    folder.write("release.csv", folder.read("release.csv") + "30\n");
    folder.kanon(VERIFY).exits(2).complains(&["release.csv", "row 7", "1 cell where"]);
}

#[test]
fn rows_are_named_as_the_file_has_them() {
    let folder = folder("leave-out");
    folder.anonymize().exits(0);
    let release = folder.read("release.csv").replace("21,e,y", "21,E,y");
    folder.write("release.csv", release);
    folder.kanon(VERIFY).exits(1).prints(&["in row 4 (row 6 of the original), column `name`"]);
}

#[test]
fn columns_of_one_name_and_without_one_are_told_apart() {
    let folder = Folder::of_ages();
    folder.write("data.csv", "age,note,note,\n20,a,x,1\n20,b,y,2\n21,c,x,3\n21,d,y,4\n");
    let recipe = RECIPE.replace("REST", r#", "privacy": {"k": 2}"#);
    let recipe = recipe.replacen("}}}", r#"}}, "note (2)": {"role": "identifier"}}"#, 1);
    folder.write("recipe.json", recipe);
    folder.anonymize().exits(0).complains(&[
        "column 3 is called `note (2)`, because an earlier column is `note`",
        "column 4 has no name and is called `column 4`",
    ]);
    let release = folder.read("release.csv");
    assert!(release.starts_with("age,note,column 4\n20,a,1\n"), "{release}");
    folder.kanon(VERIFY).exits(0);
}

#[test]
fn columns_without_names_are_told_in_one_line_and_its_advice_helps() {
    let folder = Folder::of_ages();
    let row = |age: usize| format!("{age},a,b,c,d\n");
    let rows: String = [20, 20, 21, 21].map(row).concat();
    folder.write("data.csv", format!("x,,,,\nage,n,o,p,q\n{rows}"));
    let recipe = |rest: &str| RECIPE.replace("name", "n").replace("REST", rest);
    folder.write("recipe.json", recipe(r#", "privacy": {"k": 2}, "dialect": {}"#));
    let failed = folder.anonymize().exits(2).complains(&["column `age`", "no such column"]);
    assert!(!failed.complaint().contains("has no name"));
    folder.write(
        "recipe.json",
        r#"{"kanon": 1, "privacy": {"k": 2}, "dialect": {},
        "columns": {"x": {"role": "quasi-identifier"}}}"#,
    );
    let told = "4 columns have no names and are called by their places, from `column 2` to `column 5`";
    let ended = folder.anonymize();
    assert!(ended.complaint().contains(told), "{}", ended.complaint());
    assert_eq!(ended.complaint().matches("no name").count(), 1);
    folder.write("recipe.json", recipe(r#", "privacy": {"k": 2}, "dialect": {"header_row": 2}"#));
    assert!(!folder.anonymize().exits(0).complaint().contains("no name"));
}

/// A file of two columns with ragged records, and how many of its records are whole.
fn file() -> impl Strategy<Value = (String, Vec<usize>)> {
    proptest::collection::vec((0..4_usize, 0..3_usize), 1..40).prop_map(|records| {
        let mut text = "age,sex\n".to_owned();
        let mut lengths = Vec::new();
        for (age, ragged) in records {
            let cells = [2, 1, 3][ragged];
            text += match cells {
                1 => format!("{}\n", 10 * age),
                2 => format!("{},f\n", 10 * age),
                _ => format!("{},m,x\n", 10 * age),
            }
            .as_str();
            lengths.push(cells);
        }
        (text, lengths)
    })
}

proptest! {
    #[test]
    fn releases_of_ragged_files_hold((text, lengths) in file(), pads: bool, shuffle: bool) {
        let kept = lengths.iter().filter(|&&cells| cells == 2 || pads && cells == 1).count();
        prop_assume!(kept > 1);
        let recipe = json!({"kanon": 1,
            "dialect": {"ragged": if pads { "pad" } else { "leave-out" }},
            "columns": {"age": {"role": "quasi-identifier"}, "sex": {"role": "quasi-identifier"}},
            "privacy": {"k": 2, "suppression_limit": 1.0},
            "release": if shuffle { json!({"shuffle": 3}) } else { json!({}) }});
        let released = Released::new(text.as_bytes(), Recipe::parse(&recipe.to_string()).unwrap());
        prop_assert!(holds(&released), "{}", failing(&released));
        let lines = released.release.iter().filter(|&&byte| byte == b'\n').count();
        prop_assert_eq!(lines, kept + 1);
        let report: Value = serde_json::from_str(&released.report).unwrap();
        let left_out = (lengths.len() - kept) as u64;
        let told = report.get("ragged_records").map_or(0, |ragged| ragged["left_out"].as_u64().unwrap());
        prop_assert_eq!(told, left_out);
    }
}
