//! The US census extract of the literature, read by way of the library from beside the repository.

use kanon::data::{Dialect, TableReader};
use kanon::study::{Prepared, Recipe};
use std::fs;
use std::path::PathBuf;

const COLUMNS: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

/// The recipe and the table of all nine columns, or `None` where the data are absent.
pub fn adult() -> Option<(Recipe, Prepared)> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "shared", "data", "adult"]
        .iter()
        .collect();
    if !folder.is_dir() {
        println!("absent: ../shared/data/adult");
        return None;
    }
    let columns: Vec<String> = COLUMNS
        .iter()
        .map(|name| format!(r#""{name}": {{"role": "quasi-identifier", "hierarchy": {{"file": "hierarchy_{name}.csv"}}}}"#))
        .collect();
    let json = format!(
        r#"{{"kanon": 1, "dialect": {{"delimiter": ";"}}, "columns": {{{}}}}}"#,
        columns.join(", ")
    );
    let mut recipe = Recipe::parse(&json).unwrap();
    let mut read = |file: &str| fs::read_to_string(folder.join(file)).map_err(|e| e.to_string());
    recipe.resolve_files(&mut read).unwrap();
    let dialect = Dialect {
        delimiter: b';',
        ..Dialect::default()
    };
    let mut reader = TableReader::new(&dialect, &Prepared::columns(&recipe).unwrap());
    let csv = fs::read(folder.join("adult.csv")).unwrap();
    reader.push(&csv).unwrap();
    let prepared = Prepared::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    Some((recipe, prepared))
}
