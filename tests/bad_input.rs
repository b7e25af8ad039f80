//! Bad input to the program: tables, hierarchies and recipes that cannot be used.
//!
//! Each ends with exit code 2 and one message that says what is wrong, where, and what to do. No file is left behind.

use crate::support::program::{CSV, Folder, RECIPE};
use std::fs;

/// What happens when the table is this.
#[track_caller]
fn table(csv: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = Folder::of_ages();
    folder.write("data.csv", csv);
    folder.fails(2, parts);
}

/// What happens when the hierarchy file is this.
#[track_caller]
fn hierarchy(text: &str, parts: &[&str]) {
    let folder = Folder::of_ages();
    folder.write("hierarchy_age.csv", text);
    folder.fails(2, parts);
}

/// What happens when the recipe is this.
#[track_caller]
fn recipe(json: &str, parts: &[&str]) {
    let folder = Folder::of_ages();
    folder.write("recipe.json", json);
    folder.fails(2, parts);
}

/// What happens when the recipe has these further settings.
#[track_caller]
fn settings(rest: &str, parts: &[&str]) {
    recipe(&RECIPE.replace("REST", &format!(", {rest}")), parts);
}

#[test]
fn a_table_without_records() {
    table("", &["data.csv", "the file is empty", "Choose a file"]);
    table("\n\n", &["data.csv", "the file is empty"]);
    table("age,name,note\n", &["data.csv", "a header and no records", "Choose a file"]);
    table("age,name,note", &["data.csv", "a header and no records"]);
}

#[test]
fn a_ragged_row() {
    let csv = "age,name,note\n20,a,x\n20,b\n";
    table(csv, &["data.csv", "row 2", "2 cells where the header has 3", "Fix this record"]);
    let csv = "age,name,note\n20,a,x,y\n20,b,z\n";
    table(csv, &["data.csv", "row 1", "4 cells where the header has 3"]);
}

#[test]
fn a_wrong_delimiter() {
    let folder = Folder::of_ages();
    let dialect = r#", "dialect": {"delimiter": ";"}"#;
    folder.write("recipe.json", RECIPE.replace("REST", dialect));
    folder.fails(2, &["data.csv", "column `age`", "no such column", "The columns are: age,name,note"]);
}

#[test]
fn an_open_quote() {
    let folder = Folder::of_ages();
    folder.write("data.csv", "age,name,note\n20,\"a,x\n20,b,y\n20,c,z\n");
    let dialect = |rest: &str| {
        let rest = format!(r#", "privacy": {{"k": 2}}{rest}"#);
        folder.write("recipe.json", RECIPE.replace("REST", &rest));
    };
    dialect(r#", "dialect": {"delimiter": ","}"#);
    folder.fails(2, &["data.csv", "row 1", "never closed", "quote"]);
    // Where nobody says otherwise, it is text.
    dialect("");
    folder.anonymize().exits(0);
    assert!(folder.read("release.csv").contains("\n20,\"a,x\n"));
}

#[test]
fn an_encoding_that_the_file_does_not_have() {
    let folder = Folder::of_ages();
    folder.write("data.csv", b"age,name,note\n20,Ren\xe9,x\n20,b,y\n");
    let recipe = |encoding: &str| {
        RECIPE.replace("REST", &format!(r#", "privacy": {{"k": 2}}, "dialect": {{"encoding": "{encoding}"}}"#))
    };
    folder.write("recipe.json", recipe("utf-8"));
    folder.fails(2, &["data.csv", "byte 20", "not valid utf-8", "windows-1252"]);
    // Of the standard's labels some stand for what is not read.
    for other in ["klingon", "utf-7", "hz-gb-2312", "replacement", "iso-2022-kr"] {
        folder.write("recipe.json", recipe(other));
        folder.fails(2, &[&format!("`{other}` is not an encoding that can be read"), "windows-1252"]);
    }
    folder.write("recipe.json", recipe("latin1"));
    folder.anonymize().exits(0);
    assert!(folder.read("release.csv").contains("René"));
}

/// A table of 101 records with `é` in all of them, in which that of record 51 is in another encoding.
fn with_one_wrong_byte(place: usize) -> Vec<u8> {
    let mut csv = b"age,name,note\n".to_vec();
    for row in 1..=101 {
        let name: &[u8] = if row == place { b"Ren\xe9" } else { "René".as_bytes() };
        csv.extend([b"20,", name, b",x\n"].concat());
    }
    csv
}

#[test]
fn one_wrong_byte_of_utf_8_is_named_by_its_record_and_column() {
    for place in [1, 2, 51, 101] {
        table(
            with_one_wrong_byte(place),
            &["data.csv", &format!("row {place}"), "column `name`", "not valid utf-8", "other 100 characters", "Mend"],
        );
    }
    let other = |bytes: &[u8]| [b"age,name,note\n20,\xc3\xa9,x\n20,", bytes, b",x\n"].concat();
    // A character that is cut off, a lone surrogate, a byte that is never valid.
    for bytes in [&b"Ren\xc3"[..], b"\xed\xa0\x80", b"\xff"] {
        table(other(bytes), &["row 2", "column `name`", "the other character beyond ASCII that was read is"]);
    }
    table(b"age,n\xff\xc3\xa9,note\n20,a,x\n", &["data.csv", "byte 5", "not valid utf-8"]);
}

#[test]
fn a_guessed_encoding_is_told() {
    let folder = Folder::of_ages();
    let rows = "20,b,y\n".repeat(9);
    let csv = [b"age,name,note\n20,Ren\xe9,x\n", rows.as_bytes()].concat();
    folder.write("data.csv", &csv);
    folder.anonymize().exits(0).complains(&[
        "data.csv: this is no UTF-8, and is read as windows-1252",
        "as 1 character beyond ASCII fits the words around it so",
    ]);
    assert!(folder.read("release.csv").contains("René"));
    let recipe = |encoding: &str| RECIPE.replace("REST", &format!(r#", "dialect": {{"encoding": "{encoding}"}}"#));
    folder.write("recipe.json", recipe("windows-1252"));
    assert!(!folder.anonymize().exits(0).complaint().contains("UTF-8"));
}

#[test]
fn an_encoding_is_guessed_by_the_letters_in_words_and_told() {
    const K: &str = r#", "privacy": {"k": 2}"#;
    let folder = Folder::of_ages();
    let utf_16: Vec<u8> = "age,name,note\n20,Müller,x\n20,Łódź,y\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (csv, told, name) in [
        (
            &b"age,name,note\n20,M\x9fller,x\n20,K\x9aln,y\n"[..],
            "read as macintosh, as 1 character beyond ASCII fits",
            "Müller",
        ),
        (b"age,name,note\n20,M\x81ller,x\n20,b,y\n", "read as ibm850, as 1 character beyond ASCII fits", "Müller"),
        (b"age,name,note\n20,Wa\xb3\xeasa,x\n20,\xa3\xf3d\x9f,y\n", "read as windows-1250", "Wałęsa"),
        (b"age,name,note\n20,\xcc\xee\xf1\xea\xe2\xe0,x\n20,b,y\n", "read as windows-1251", "Москва"),
        (&utf_16, "read as utf-16le, as every other byte is zero", "Müller"),
    ] {
        folder.write("data.csv", csv);
        folder.write("recipe.json", RECIPE.replace("REST", K));
        folder.anonymize().exits(0).complains(&[told, r#"name the encoding: `"dialect": {"encoding": …}`"#]);
        assert!(folder.read("release.csv").contains(name), "{told}");
        folder.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv").exits(0);
        folder.kanon("propose data.csv").exits(0).prints(&[told]);
    }
    // The advice helps: another code page is said, and is read.
    folder.write("data.csv", b"age,name,note\n20,\x9b,x\n20,b,y\n");
    folder.write("recipe.json", RECIPE.replace("REST", &format!(r#"{K}, "dialect": {{"encoding": "ibm437"}}"#)));
    assert!(!folder.anonymize().exits(0).complaint().contains("UTF-8"));
    assert!(folder.read("release.csv").contains('¢'));
    folder.write("recipe.json", RECIPE.replace("REST", &format!(r#"{K}, "dialect": {{"encoding": "ibm999"}}"#)));
    folder.fails(2, &["`ibm999` is not an encoding", "ibm850"]);
}

#[test]
fn an_object_whose_key_is_its_kind_has_one_key() {
    let kinds = "needs exactly one key here, which names its kind: ";
    for conditions in [
        r#"{"l-diversity": {"column": "note", "l": 2}, "k-anonymity": 2}"#,
        r#"{}"#,
        r#"{"k-anonymity": 2}, {"average-risk": 0.5, "marketer-risk": 0.5}"#,
    ] {
        settings(&format!(r#""protect": [{conditions}]"#), &["recipe.json", "line 1", kinds]);
    }
    let treatment = r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"},
        "name": {"role": "identifier", "release": {"pseudonym": {}, "mask": {"first": 1}}}}}"#;
    recipe(treatment, &["line 2", kinds, r#"{"pseudonym": {}"#]);
    // What the program calls its types is nobody's business.
    for wrong in [r#"{"l-diversity": 3}"#, r#"{"t-closeness": []}"#, "7"] {
        let folder = Folder::of_ages();
        folder.write("recipe.json", RECIPE.replace("REST", &format!(r#", "protect": [{wrong}]"#)));
        let said = folder.anonymize().exits(2).complaint();
        assert!(!said.contains("struct ") && !said.contains("enum "), "{said}");
    }
}

#[test]
fn the_header_is_read_without_the_rest_of_the_file() {
    let folder = Folder::of_ages();
    let recipe = r#", "dialect": {"encoding": "utf-16le"}"#;
    folder.write("recipe.json", RECIPE.replace("REST", recipe));
    let table = |header: &str| -> Vec<u8> {
        let text = format!("{header}\n{}", "20,a,x\n".repeat(200_000));
        // At the end half of a pair.
        (text.encode_utf16().chain([0xd800])).flat_map(u16::to_le_bytes).collect()
    };
    folder.write("data.csv", table("age,name,note"));
    folder.fails(2, &["data.csv", "not valid utf-16le"]);
    folder.write("data.csv", table("years,name,note"));
    folder.fails(2, &["column `age`", "The columns are: years, name, note"]);
}

#[test]
fn a_table_that_is_not_there() {
    let folder = Folder::of_ages();
    fs::remove_file(folder.path("data.csv")).unwrap();
    folder.fails(2, &["data.csv"]);
}

#[test]
fn a_hierarchy_that_misses_values() {
    let parts = ["data.csv", "column `age`", "2 values", "`21` (2 records)", "`30` (1 record)", "Add a row"];
    hierarchy("20;20s;*\n22;20s;*\n", &parts);
}

#[test]
fn a_hierarchy_that_repeats_a_value() {
    let parts = ["hierarchy_age.csv", "row 4", "value `20`", "a row already, row 1", "one row for each value"];
    hierarchy("20;20s;*\n21;20s;*\n30;30s;*\n20;20s;*\n", &parts);
}

#[test]
fn a_hierarchy_that_splits_a_group() {
    let parts =
        ["hierarchy_age.csv", "row 2", "value `21`", "`20s`", "`young` (row 1)", "`old`", "level 2", "the same group"];
    hierarchy("20;20s;young\n21;20s;old\n30;30s;old\n", &parts);
}

#[test]
fn a_hierarchy_with_ragged_rows() {
    let parts = ["hierarchy_age.csv", "row 2", "value `21`", "2 levels where the first row has 3", "same number"];
    hierarchy("20;20s;*\n21;20s\n30;30s;*\n", &parts);
    hierarchy("", &["hierarchy_age.csv", "no rows", "Give one row"]);
}

#[test]
fn a_hierarchy_file_that_is_not_there() {
    let folder = Folder::of_ages();
    fs::remove_file(folder.path("hierarchy_age.csv")).unwrap();
    folder.fails(2, &["column `age`", "`hierarchy_age.csv` cannot be read", "Put the file beside the recipe"]);
}

#[test]
fn a_hierarchy_file_that_is_not_text() {
    let folder = Folder::of_ages();
    folder.write("hierarchy_age.csv", b"20;\xff;*\n");
    folder.fails(2, &["column `age`", "`hierarchy_age.csv` cannot be read", "UTF-8"]);
}

#[test]
fn a_k_above_the_number_of_records() {
    settings(r#""privacy": {"k": 6}"#, &["k is 6, the table has 5 records", "at most 5"]);
}

#[test]
fn a_recipe_with_an_unknown_key() {
    settings("\"privcy\": {}", &["recipe.json", "line 1", "`privcy`", "`privacy`", "Fix the recipe"]);
    recipe(
        "{\"kanon\": 1, \"columns\": {\"age\":\n {\"rôle\": \"quasi-identifier\"}}}",
        &["line 2", "`rôle`", "`role`"],
    );
}

#[test]
fn a_recipe_with_a_wrong_value() {
    settings(r#""loss": {"measure": "dm"}"#, &["recipe.json", "`dm`", "`dm-star`", "`aecs`"]);
    settings(r#""privacy": {"k": -1}"#, &["recipe.json", "-1", "u64"]);
    settings(
        r#""privacy": {"suppression_limit": 5}"#,
        &["privacy.suppression_limit", "5 is not between 0 and 1", "0.05 is 5 %"],
    );
    settings(r#""search": {"algorithm": "guess"}"#, &["`guess`", "`exact`", "`brute-force`"]);
    settings(r#""linked": [["age", "name"]]"#, &["linked", "`name` is not a quasi-identifier"]);
    settings(r#""count_column": "name""#, &["data.csv", "row 1", "column `name`", "value `a`", "whole number above 0"]);
}

#[test]
fn a_recipe_of_another_version() {
    recipe(r#"{"kanon": 2, "columns": {}}"#, &["recipe.json", "format 2", "reads format 1"]);
}

#[test]
fn a_recipe_that_is_no_recipe() {
    recipe("", &["recipe.json", "line 1", "Fix the recipe"]);
    recipe("age,sex\n", &["recipe.json", "line 1"]);
    recipe(r#"{"kanon": 1, "columns": {}}"#, &["no quasi-identifier", "role `quasi-identifier`"]);
}

#[test]
fn a_recipe_of_another_table() {
    let columns = r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}, "sex": {"role": "insensitive"}}}"#;
    recipe(columns, &["data.csv", "column `sex`", "no such column", "The columns are: age, name, note"]);
}

#[test]
fn a_first_row_that_was_taken_for_a_record_is_told_where_a_column_is_not_found() {
    let folder = Folder::of_ages();
    // Years for names, above years: the first row looks like the others.
    folder.write("data.csv", "2019,2020\n1950,1961\n1950,1961\n1951,1962\n1951,1962\n");
    let recipe = |rest: &str| {
        format!(r#"{{"kanon": 1, "privacy": {{"k": 2}}{rest}, "columns": {{"2019": {{"role": "quasi-identifier"}}}}}}"#)
    };
    let advice = r#"say so (`"dialect": {"header": true}` in a recipe)"#;
    let verify = "verify data.csv --qi 2019 --k 2";
    let parts = ["column `2019`", "no such column", "column 1, column 2", "was taken for a record", advice];
    folder.kanon(verify).exits(2).complains(&parts);
    // What it advises helps, and a table with names is not told so.
    folder.write("recipe.json", recipe(r#", "dialect": {"header": true}"#));
    folder.kanon(&format!("{verify} --recipe recipe.json")).exits(0);
    folder.write("data.csv", "age,sex\n20,m\n20,m\n");
    assert!(!folder.anonymize().exits(2).complaint().contains("taken for a record"));
}

#[test]
fn an_unknown_setting_in_a_long_line_is_told_with_what_stands_before_it() {
    let columns = r#""columns": {"age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}}}"#;
    settings_of(&format!(r#"{{"kanon": 1, {columns}, "risk": {{"k": 3}}}}"#), &["line 1", "`k`", r#""risk": {"k""#]);
    settings_of(
        &format!(r#"{{"kanon": 1, "privacy": {{"k": "x"}}, {columns}}}"#),
        &["line 1", r#""privacy": {"k": "x""#],
    );
    // In a recipe of short lines the line says where.
    let lines = "{\"kanon\": 1,\n\"risk\": {\"k\": 3}}";
    let folder = Folder::of_ages();
    folder.write("recipe.json", lines);
    assert!(!folder.anonymize().exits(2).complains(&["line 2", "`k`"]).complaint().contains("ends here"));
}

/// A recipe that is refused with these words.
fn settings_of(text: &str, parts: &[&str]) {
    let folder = Folder::of_ages();
    folder.write("recipe.json", text);
    folder.fails(2, parts);
}

#[test]
fn level_caps_that_leave_no_level() {
    let capped = |caps: &str| RECIPE.replace("}}}REST", &format!("}}, {caps}}}}}"));
    let cases = [
        (r#""max_level": 3"#, "3 is above the hierarchy's highest level, 2"),
        (r#""min_level": 2, "max_level": 1"#, "1 is below the minimum level 2"),
    ];
    for (caps, part) in cases {
        recipe(&capped(caps), &["columns.age.max_level", part]);
    }
}

#[test]
fn what_is_in_order_is_no_bad_input() {
    let folder = Folder::of_ages();
    folder.anonymize().exits(0);
    assert_eq!(folder.read("data.csv"), CSV);
}

#[test]
fn a_text_with_the_character_0_is_refused_when_the_recipe_is_read() {
    let of = |column: &str| format!(r#"{{"kanon": 1, "columns": {{"age": {{"role": "quasi-identifier"{column}}}}}}}"#);
    for column in [
        r#", "min_level": 1, "hierarchy": {"rows": [["20", "a\u0000b"], ["21", "a\u0000b"]]}"#,
        r#", "hierarchy": {"mask": {"character": "\u0000"}}"#,
        r#", "domain": {"values": ["\u0000"]}"#,
        r#", "missing": ["\u0000"]"#,
    ] {
        recipe(&of(column), &["recipe.json", "line 1", "U+0000"]);
    }
    let rest = |treatment: &str| {
        format!(
            r#"{{"kanon": 1,
        "columns": {{"age": {{"role": "quasi-identifier"}}, "name": {{"role": "identifier", "release": {treatment}}}}}}}"#
        )
    };
    for treatment in [r#"{"constant": "\u0000"}"#, r#"{"pseudonym": {"prefix": "p\u0000"}}"#] {
        recipe(&rest(treatment), &["recipe.json", "line 2", "U+0000"]);
    }
    recipe(r#"{"kanon": 1, "dialect": {"delimiter": "\u0000"}}"#, &["U+0000"]);
    // A backslash before the same letters is no such character.
    let folder = Folder::of_ages();
    folder.write("recipe.json", RECIPE.replace("REST", r#", "notes": "\\u0000""#));
    assert!(!folder.anonymize().exits(2).complaint().contains("U+0000"));
}

#[test]
fn an_empty_recipe_and_one_in_another_encoding_are_told_as_such() {
    recipe("", &["recipe.json", "the file is empty"]);
    recipe(" \n", &["the file is empty"]);
    let folder = Folder::of_ages();
    let utf_16: Vec<u8> = RECIPE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("recipe.json", [&[0xff, 0xfe][..], &utf_16].concat());
    folder.fails(2, &["recipe.json", "not UTF-8", "Save it as UTF-8"]);
}

#[test]
fn no_message_is_as_long_as_its_input() {
    let long = "x".repeat(100_000);
    let folder = Folder::of_ages();
    for text in [
        RECIPE.replace("REST", &format!(r#", "{long}": 1"#)),
        RECIPE.replace("REST", &format!(r#", "search": {{"algorithm": "{long}"}}"#)),
        RECIPE.replace("REST", &format!(r#", "linked": [["{long}", "age"]]"#)),
    ] {
        folder.write("recipe.json", text);
        let complaint = folder.anonymize().exits(2).complaint();
        assert!(complaint.len() < 3_000, "{}", complaint.len());
    }
}

#[test]
fn what_can_have_no_effect_is_refused() {
    settings(r#""linked": [["age", "age"]]"#, &["`linked`", "`age` is named twice"]);
    recipe(
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "domain": {"range": [5, 1]}}}}"#,
        &["columns.age.domain.range", "holds no number", "smaller number first"],
    );
    settings(r#""frontier": {"least_group": 0}"#, &["frontier.least_group", "0 is not allowed"]);
}

#[test]
fn an_empty_row_of_a_hierarchy_is_told_as_such() {
    recipe(
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"rows": [[]]}}}}"#,
        &["the row is empty"],
    );
}

#[test]
fn a_sample_does_not_replace_what_is_there() {
    let folder = Folder::empty();
    folder.write("hospital.csv", "mine\n");
    folder.kanon("sample --out . --records 50").exits(2).complains(&[
        "hospital.csv",
        "it is there already",
        "--replace",
    ]);
    assert_eq!(folder.read("hospital.csv"), "mine\n");
    assert!(!folder.has("hospital.kanon.json"));
    folder.kanon("sample --out . --records 50 --replace").exits(0);
    // The same files again change nothing.
    folder.kanon("sample --out . --records 50").exits(0);
    folder.kanon("sample --out . --records 51").exits(2);
}
