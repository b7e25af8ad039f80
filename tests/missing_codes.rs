//! Missing codes of single columns: a value that is missing in one column is treated in every respect as a value that
//! is missing in the whole file.

use crate::support::program::Folder;
use crate::support::released::{Released, failing, holds};
use kanon::data::{Dialect, MissingCodes, Profiler, TableReader};
use kanon::recipe::Recipe;
use kanon::report::UniquesReport;
use kanon::run::{Suppressing, Tradeoffs, UniqueQuestions};
use kanon::table::EncodedStudy;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A file in which `-9` stands in the column of ages only, `9` in that of sexes, and `none` in that of diagnoses.
fn file() -> impl Strategy<Value = String> {
    let age = prop::sample::select(vec!["20", "21", "35", "52", "-9"]);
    let sex = prop::sample::select(vec!["1", "2", "9"]);
    let diagnosis = prop::sample::select(vec!["flu", "cold", "none"]);
    let note = prop::sample::select(vec!["x", "y", "nk"]);
    prop::collection::vec((age, sex, diagnosis, note), 4..40).prop_map(|records| {
        let mut text = "age,sex,diagnosis,note\n".to_owned();
        for (age, sex, diagnosis, note) in records {
            writeln!(text, "{age},{sex},{diagnosis},{note}").unwrap();
        }
        text
    })
}

/// The same settings, with the codes for the whole file or for each column.
fn recipe(of_columns: bool) -> Recipe {
    let mut recipe = json!({"kanon": 1, "dialect": {"missing": [""]}, "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10, 30], "origin": 0}}},
        "sex": {"role": "quasi-identifier", "kind": "category"},
        "diagnosis": {"role": "sensitive"},
        "note": {"role": "identifier", "release": {"pseudonym": {"prefix": "P"}}}},
        "uniques": {"k": 2, "suppress": "strict"},
        "privacy": {"k": 2, "suppression_limit": 1.0}});
    let codes = [("age", "-9"), ("sex", "9"), ("diagnosis", "none"), ("note", "nk")];
    for (column, code) in codes {
        match of_columns {
            true => recipe["columns"][column]["missing"] = json!([code]),
            false => recipe["dialect"]["missing"].as_array_mut().unwrap().push(json!(code)),
        }
    }
    Recipe::parse(&recipe.to_string()).unwrap()
}

fn prepared(text: &str, recipe: &Recipe) -> EncodedStudy {
    let dialect = recipe.dialect.clone().unwrap();
    let mut reader = TableReader::new(&dialect, &EncodedStudy::columns(recipe).unwrap());
    reader.push(text.as_bytes()).unwrap();
    EncodedStudy::new(recipe, &dialect, reader.finish().unwrap()).unwrap()
}

/// What is said of unsafe combinations and suppressed cells.
fn uniques(text: &str, recipe: &Recipe) -> String {
    let prepared = prepared(text, recipe);
    let questions = UniqueQuestions::new(&prepared, recipe).unwrap();
    let mut search = questions.search().unwrap();
    search.advance(&mut kanon::monitor::Unlimited);
    let mut suppressing = Suppressing::new(&prepared, &questions).unwrap().unwrap();
    let suppressed = suppressing.advance(&mut kanon::monitor::Unlimited).unwrap();
    let names = prepared.names();
    let report = UniquesReport::new(&names, &questions, search.method(), search.findings(), suppressed.as_ref());
    serde_json::to_string(&report).unwrap()
}

/// What a profile says of each column, its proposals apart.
fn profile(text: &str, dialect: &Dialect, missing: MissingCodes) -> Vec<Value> {
    let mut profiler = Profiler::new(dialect).with_missing(missing);
    profiler.push(text.as_bytes()).unwrap();
    let profile = profiler.finish().unwrap();
    (profile.columns.iter()).map(|column| serde_json::to_value(column).unwrap()).collect()
}

proptest! {
    #[test]
    fn a_code_of_a_column_is_one_of_the_file_in_every_respect(text in file()) {
        let (of_file, of_columns) = (recipe(false), recipe(true));
        let dialect = |recipe: &Recipe| recipe.dialect.clone().unwrap();
        let by_file = Released::new(text.as_bytes(), of_file.clone());
        let by_column = Released::new(text.as_bytes(), of_columns.clone());
        prop_assert_eq!(&by_file.release, &by_column.release);
        prop_assert!(holds(&by_column), "{}", failing(&by_column));
        let without_digest = |released: &Released| {
            let mut report: Value = serde_json::from_str(&released.report).unwrap();
            report.as_object_mut().unwrap().remove("recipe_sha256");
            report
        };
        prop_assert_eq!(without_digest(&by_file), without_digest(&by_column));
        prop_assert_eq!(uniques(&text, &of_file), uniques(&text, &of_columns));
        let bits = |recipe: &Recipe| {
            let prepared = prepared(&text, recipe);
            Tradeoffs::new(recipe, &dialect(recipe), prepared.table(), None).unwrap().space().n_bits()
        };
        prop_assert_eq!(bits(&of_file), bits(&of_columns));
        let seen = |recipe: &Recipe| profile(&text, &dialect(recipe), recipe.missing(&dialect(recipe)));
        prop_assert_eq!(seen(&of_file), seen(&of_columns));
    }
}

const AGES: &str = "age,sex\n-9,1\n-9,2\n9,9\n9,9\n12,1\n14,2\n";

fn folder(age: &str, sex: &str) -> Folder {
    let folder = Folder::empty();
    folder.write("data.csv", AGES);
    folder.write(
        "recipe.json",
        format!(
            r#"{{"kanon": 1, "columns": {{
                "age": {{"role": "quasi-identifier", "hierarchy": {{"intervals": {{"widths": [5, 10], "origin": 0}}}}{age}}},
                "sex": {{"role": "quasi-identifier", "hierarchy": {{"intervals": {{"widths": [2], "origin": 1}}}}{sex}}}}},
                "privacy": {{"k": 2, "suppression_limit": 0.5}}}}"#
        ),
    );
    folder
}

#[test]
fn a_value_is_missing_in_one_column_and_none_in_another() {
    let own = folder(r#", "missing": ["-9"]"#, r#", "missing": ["9"]"#);
    own.anonymize().exits(0);
    own.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv").exits(0);
    // 9 is an age and no sex, and -9 is none.
    assert_eq!(own.read("release.csv"), "age,sex\n-9,1-2\n-9,1-2\n5-9,9\n5-9,9\n10-14,1-2\n10-14,1-2\n");
    let without = folder("", "");
    without.anonymize().exits(0);
    assert_eq!(
        without.read("release.csv"),
        "age,sex\n-10 to -6,1-2\n-10 to -6,1-2\n5-9,9-10\n5-9,9-10\n10-14,1-2\n10-14,1-2\n"
    );
}

#[test]
fn a_missing_value_needs_no_row() {
    let rows = r#"[["9", "<12", "*"], ["12", "≥12", "*"], ["14", "≥12", "*"]]"#;
    for hierarchy in [
        format!(r#"{{"rows": {rows}}}"#),
        format!(r#"{{"tree": {{"levels": ["two"], "rows": {rows}}}}}"#),
        r#"{"file": "age.csv"}"#.to_owned(),
    ] {
        let folder = Folder::empty();
        folder.write("data.csv", AGES);
        folder.write("age.csv", "9;<12;*\n12;≥12;*\n14;≥12;*\n");
        let recipe = |missing: &str| {
            format!(
                r#"{{"kanon": 1, "columns": {{
                    "age": {{"role": "quasi-identifier", "hierarchy": {hierarchy}{missing}, "min_level": 1, "max_level": 1}},
                    "sex": {{"role": "quasi-identifier", "hierarchy": {{"rows": [["1", "*"], ["2", "*"], ["9", "*"]]}}}}}},
                    "privacy": {{"k": 2}}}}"#
            )
        };
        folder.write("recipe.json", recipe(r#", "missing": ["-9"]"#));
        folder.anonymize().exits(0);
        folder.kanon("verify release.csv --report report.json --recipe recipe.json --data data.csv").exits(0);
        let released = folder.read("release.csv");
        let ages: Vec<&str> = released.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
        assert_eq!(ages, ["age", "-9", "-9", "<12", "<12", "≥12", "≥12"], "{hierarchy}");
        // Its row is in the plain study.
        folder.kanon("anonymize data.csv --recipe recipe.json --out release.csv --proof proof.json").exits(0);
        folder.kanon("check proof.json --data data.csv --recipe recipe.json").exits(0);
        // A value needs one.
        folder.write("recipe.json", recipe(""));
        folder.fails(2, &["-9"]);
    }
}

#[test]
fn codes_are_kept_in_the_recipe_and_a_code_that_is_no_text_is_refused() {
    let recipe = recipe(true);
    assert_eq!(Recipe::parse(&recipe.to_json()).unwrap(), recipe);
    let folder = folder(r#", "missing": [9]"#, "");
    folder.fails(2, &["recipe.json", "expected a string"]);
}
