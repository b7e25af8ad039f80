//! The census extract of the literature (`data/adult`), read by way of the library.

use flate2::read::GzDecoder;
use kanon::data::{Dialect, Table, TableReader};
use kanon::recipe::Recipe;
use kanon::table::EncodedStudy;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

pub const COLUMNS: [&str; 9] =
    ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class"];

/// The recipe and the table of all nine columns of the US census extract.
pub fn adult() -> (Recipe, EncodedStudy) {
    table(&folder(), &COLUMNS, &csv())
}

/// The text of the US census extract.
pub fn csv() -> Vec<u8> {
    let packed = fs::File::open(folder().join("adult.csv.gz")).unwrap();
    let mut csv = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut csv).unwrap();
    csv
}

/// Some columns of a table, with the hierarchies of a folder.
pub fn table(folder: &Path, columns: &[&str], csv: &[u8]) -> (Recipe, EncodedStudy) {
    let columns: Vec<String> = columns
        .iter()
        .map(|name| {
            format!(r#""{name}": {{"role": "quasi-identifier", "hierarchy": {{"file": "hierarchy_{name}.csv"}}}}"#)
        })
        .collect();
    let json = format!(r#"{{"kanon": 1, "dialect": {{"delimiter": ";"}}, "columns": {{{}}}}}"#, columns.join(", "));
    let mut recipe = Recipe::parse(&json).unwrap();
    let mut read = |file: &str| fs::read_to_string(folder.join(file)).map_err(|e| e.to_string());
    recipe.resolve_files(&mut read).unwrap();
    let table = values(&EncodedStudy::columns(&recipe).unwrap(), csv);
    let prepared = EncodedStudy::new(&recipe, &dialect(), table).unwrap();
    (recipe, prepared)
}

/// Some columns of a table, as values.
pub fn values(columns: &[String], csv: &[u8]) -> Table {
    let mut reader = TableReader::new(&dialect(), columns);
    reader.push(csv).unwrap();
    reader.finish().unwrap()
}

fn dialect() -> Dialect {
    Dialect { delimiter: b';', ..Dialect::default() }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/adult")
}
