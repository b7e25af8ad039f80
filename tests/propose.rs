//! `kanon propose`: what a file is, and a first recipe.

use crate::support::program::Folder;
use serde_json::Value;
use std::fmt::Write as _;

/// A survey with a title, a total, codes for missing values, and a column of each kind.
fn survey() -> String {
    let mut text = "Survey of 2021\npatient_id;age;sex;postcode;diagnosis;score\n".to_owned();
    for row in 0..60 {
        let sex = ["female", "male"][row % 2];
        let score = if row % 10 == 0 { "-99".to_owned() } else { (row % 7).to_string() };
        let age = 20 + (row * 7) % 60;
        writeln!(
            text,
            "P{:05};{age};{sex};{};{};{score}",
            10_000 + row,
            10_115 + row % 4,
            ["J45", "E11", "I10"][row % 3]
        )
        .ok();
    }
    text + "Total;60;;;;\n"
}

#[test]
fn a_file_is_described_and_a_recipe_begun() {
    let folder = Folder::empty();
    folder.write("survey.csv", survey());
    folder.kanon("propose survey.csv --out survey.kanon.json").exits(0).prints(&[
        "61 records, 6 columns\n",
        "cells between semicolons; text in utf-8\n",
        "names in row 2\n",
        "left out above the table: Survey of 2021\n",
        "record 61 (Total,60) counts, and may be none: it looks like a total",
        "patient_id: identifier\n",
        "age: quasi-identifier\n",
        "  whole numbers, ",
        "sex: quasi-identifier\n",
        "diagnosis: sensitive\n",
        "`-99` in 6 records may mean a missing value",
    ]);
    let recipe: Value = serde_json::from_str(&folder.read("survey.kanon.json")).unwrap();
    assert_eq!(recipe["dialect"]["header_row"], 2);
    assert_eq!(recipe["columns"]["age"]["role"], "quasi-identifier");
    assert!(recipe["columns"]["age"]["hierarchy"]["intervals"].is_object(), "{recipe}");
    // Nobody has decided on the missing values, so none is in the recipe.
    assert_eq!(recipe["columns"]["score"].get("missing"), None);
    let ended = folder.kanon("anonymize survey.csv --recipe survey.kanon.json --out release.csv --publish-unnamed");
    ended.exits(0);
    assert!(!folder.read("release.csv").contains("P10"));
}

#[test]
fn what_singles_out_most_is_to_be_decided_first() {
    let folder = Folder::empty();
    let rows: String = (0..60).map(|row| format!("{},{},{}\n", row % 3, 100 + row % 7, 700 + row / 2)).collect();
    folder.write("open.csv", format!("xq,yq,zq\n{rows}"));
    let last = "to decide, those first that single out most records: zq, xq, yq\n";
    folder.kanon("propose open.csv").exits(0).prints(&[last]);
}

#[test]
fn a_blank_row_is_told_without_empty_brackets() {
    let folder = Folder::empty();
    folder.write("blank.csv", "age,sex\n30,f\n,\n31,m\n");
    folder.kanon("propose blank.csv").exits(0).prints(&["record 2 counts, and may be none: all its cells are empty"]);
}

#[test]
fn what_is_no_table_is_told() {
    let folder = Folder::empty();
    folder.write("empty.csv", "");
    folder.kanon("propose empty.csv").exits(2).complains(&["empty.csv: the file is empty"]);
    folder.kanon("propose lacking.csv").exits(2).complains(&["lacking.csv"]);
    folder.write("own.csv", "a,b\n1,2\n");
    folder.kanon("propose own.csv --out own.csv").exits(2);
    assert_eq!(folder.read("own.csv"), "a,b\n1,2\n");
}
