//! Research tables of the literature, read by way of the library from beside the repository.

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

/// The recipe and the table of all nine columns of the US census extract, or `None` where the data are absent.
pub fn adult() -> Option<(Recipe, Prepared)> {
    table("adult", &COLUMNS)
}

/// The same of some columns of the table `NAME.csv` in the folder of its name.
pub fn table(name: &str, columns: &[&str]) -> Option<(Recipe, Prepared)> {
    let folder = folder(name)?;
    let columns: Vec<String> = columns
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
    let csv = fs::read(folder.join(format!("{name}.csv"))).unwrap();
    reader.push(&csv).unwrap();
    let prepared = Prepared::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
    Some((recipe, prepared))
}

/// Where a table lies, with its hierarchies.
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "shared", "data", name]
        .iter()
        .collect();
    if !folder.is_dir() {
        println!("absent: ../shared/data/{name}");
        return None;
    }
    Some(folder)
}
