//! `kanon sql`: the scripts that it writes for databases, and what it refuses.
//!
//! What the scripts do is tested in databases: `databases/round_trip.py`.

use crate::support::program::Folder;
use kanon::recipe::Recipe;
use kanon::sql::{Engine, Source, TableName, recipe_of_table};

const WRITE: &str = "sql --recipe recipe.json --dialect duckdb --table people --out sql";
const WITH_POLICY: &str =
    "sql extract.csv --recipe recipe.json --dialect duckdb --table people --out sql --report report.json";

/// A folder in which the extract of [`CSV`](crate::support::program::CSV)'s ages has been searched.
fn searched() -> Folder {
    let folder = Folder::of_ages();
    folder.kanon(WRITE).exits(0);
    folder.write("extract.csv", "age,records\n20,2\n21,2\n30,1\n");
    // The command that the script names.
    let script = folder.read("sql/1-extract.sql");
    let command = script.lines().find_map(|line| line.split_once("kanon anonymize").map(|(_, rest)| rest)).unwrap();
    let command = command.replace("extract.kanon.json", "sql/extract.kanon.json");
    folder.shell(&format!("kanon anonymize{command}")).exits(0);
    folder.shell("cp extract.report.json report.json").exits(0);
    folder
}

#[test]
fn the_scripts_are_written_in_two_goes() {
    let folder = searched();
    for name in ["0-check.sql", "1-extract.sql", "extract.kanon.json"] {
        assert!(folder.has(&format!("sql/{name}")), "{name}");
    }
    assert!(!folder.has("sql/2-map.sql"));
    folder.kanon(WITH_POLICY).exits(0);
    let map = folder.read("sql/2-map.sql");
    for row in ["('20', ", "('21', ", "('30', "] {
        assert!(map.contains(row), "{row}: {map}");
    }
    assert!(folder.read("sql/expected_classes.csv").starts_with("q1,records\n"));
    for name in ["3-release.sql", "4-verify.sql", "5-failing.sql", "6-differences.sql"] {
        assert!(folder.has(&format!("sql/{name}")), "{name}");
    }
}

#[test]
fn a_class_with_an_empty_label_is_the_same_where_a_database_reads_null() {
    for dialect in ["duckdb", "postgres", "spark", "snowflake", "bigquery"] {
        let folder = Folder::of_ages();
        let recipe = r#"{"kanon": 1, "privacy": {"k": 2, "suppression_limit": 0}, "columns": {"age": {
            "role": "quasi-identifier", "min_level": 1, "hierarchy": {"rows": [["20", ""], ["21", ""], ["30", "old"]]}}}}"#;
        folder.write("recipe.json", recipe);
        folder.write("extract.csv", "age,records\n20,1\n21,1\n30,2\n");
        let sql = format!("sql --recipe recipe.json --dialect {dialect} --table t --out sql");
        folder.kanon(&sql).exits(0);
        folder
            .kanon("anonymize extract.csv --recipe sql/extract.kanon.json --out unused.csv --report report.json")
            .exits(0);
        folder.kanon(&format!("{sql} extract.csv --report report.json")).exits(0);
        assert_eq!(folder.read("sql/expected_classes.csv"), "q1,records\n,2\nold,2\n");
        let differences = folder.read("sql/6-differences.sql");
        assert!(differences.contains("COALESCE(e.q1, '') AS q1"), "{dialect}: {differences}");
        assert!(!differences.contains("ON e.q1 = r.q1\nWHERE e.q1"), "{differences}");
    }
}

#[test]
fn a_report_of_another_extract_is_refused() {
    let folder = searched();
    folder.write("extract.csv", "age,records\n20,2\n21,2\n30,7\n");
    let parts = ["the report says 5 records, and of this extract there are 11"];
    folder.kanon(WITH_POLICY).exits(2).complains(&parts);
    assert!(!folder.has("sql/2-map.sql"));
}

#[test]
fn a_count_column_that_is_named_as_the_count_of_the_extract_gets_out_of_its_way() {
    let recipe =
        Recipe::parse(r#"{"kanon": 1, "columns": {"records": {"role": "quasi-identifier"}}, "count_column": "n"}"#)
            .unwrap();
    let table = TableName::parse("t").unwrap();
    let source = Source::new(Engine::DuckDb, &recipe, table, None).unwrap();
    assert_eq!(source.recipe_of_extract().count_column.as_deref(), Some("records_"));
    let extract = source.scripts()[1].text.clone();
    assert!(extract.contains("CAST(t.\"n\" AS BIGINT) AS n"), "{extract}");
}

#[test]
fn what_sql_cannot_write_is_refused() {
    let cases = [
        (r#""name": {"role": "identifier", "release": {"pseudonym": {}}}"#, "sql-treatment"),
        (r#""name": {"role": "identifier", "release": {"keyed-hash": {}}}"#, "sql-treatment"),
    ];
    for (column, code) in cases {
        let json = format!(r#"{{"kanon": 1, "columns": {{"age": {{"role": "quasi-identifier"}}, {column}}}}}"#);
        let recipe = Recipe::parse(&json).unwrap();
        let table = TableName::parse("t").unwrap();
        let refused = Source::new(Engine::Postgres, &recipe, table, None).unwrap_err();
        assert_eq!(refused.code(), code, "{column}");
        assert!(refused.place().column.is_some());
    }
}

#[test]
fn weights_of_a_sample_are_refused() {
    let json = r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier"}}, "risk": {"weight_column": "w"}}"#;
    let recipe = Recipe::parse(json).unwrap();
    let table = TableName::parse("t").unwrap();
    let refused = Source::new(Engine::DuckDb, &recipe, table, None).unwrap_err();
    assert_eq!((refused.code(), refused.place().column.as_deref()), ("sql-weights", Some("w")));
}

#[test]
fn the_recipe_of_a_table_takes_up_what_was_asked_of_its_extract() {
    let parse = |json: &str| Recipe::parse(json).unwrap();
    let of_table = parse(
        r#"{"kanon": 1, "columns": {"note": {"role": "sensitive"}, "age": {"role": "quasi-identifier"}}, "count_column": "n"}"#,
    );
    let of_extract = parse(
        r#"{"kanon": 1, "columns": {"age": {"role": "quasi-identifier", "min_level": 1, "hierarchy": {"intervals": {"widths": [5]}}}},
            "count_column": "records", "privacy": {"k": 7}}"#,
    );
    let whole = recipe_of_table(&of_table, &of_extract).unwrap();
    let expected = parse(
        r#"{"kanon": 1, "columns": {"note": {"role": "sensitive"}, "age": {"role": "quasi-identifier", "min_level": 1,
            "hierarchy": {"intervals": {"widths": [5]}}}}, "count_column": "n", "privacy": {"k": 7}}"#,
    );
    assert_eq!(whole, expected);
    let other = parse(r#"{"kanon": 1, "columns": {"sex": {"role": "quasi-identifier"}}}"#);
    assert_eq!(recipe_of_table(&of_table, &other).unwrap_err().code(), "sql-other-columns");
}

#[test]
fn no_name_of_a_column_ends_a_comment() {
    let name = "a\nDROP TABLE people; --\r\u{2028}x";
    let json = serde_json::json!({"kanon": 1, "columns": {name: {"role": "quasi-identifier"}}});
    let recipe = Recipe::parse(&json.to_string()).unwrap();
    for engine in Engine::ALL {
        let table = TableName::parse("t").unwrap();
        let source = Source::new(engine, &recipe, table, None).unwrap();
        for script in source.scripts().iter().take(2) {
            for line in script.text.lines().filter(|line| line.starts_with("--")) {
                assert!(!line.contains("people"), "{}: {line}", engine.name());
            }
        }
    }
}
