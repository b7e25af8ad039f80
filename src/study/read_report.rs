//! How a table was read, as a report tells it: what was guessed, and what counts as missing, as a value, as a record.

use super::encoded_study::EncodedStudy;
use super::recipe::Recipe;
use crate::data::{Column, Dialect, OddReason, OddRecord, Table, usual_signs};
use serde::{Deserialize, Serialize};

/// How a table was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadReport {
    /// How the file is written, if the recipe does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The missing values of the columns in use.
    pub missing_values: Vec<ReadValue>,
    /// The usual signs for a missing value that count as values there.
    pub signs_as_values: Vec<ReadValue>,
    /// The records that count and may be none.
    pub odd_records: Vec<OddCount>,
}

/// What stands in a column, and in how many records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadValue {
    /// The column.
    pub column: String,
    /// The text of the cells.
    pub value: String,
    /// The number of records.
    pub records: u64,
}

/// How many rows may be no records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddCount {
    /// Why.
    pub reason: OddReason,
    /// The number of rows; of blank ones, those that are listed.
    pub rows: u64,
}

impl ReadReport {
    /// How the table of a study was read by this recipe.
    ///
    /// Time: O(rows · columns).
    pub fn of(recipe: &Recipe, prepared: &EncodedStudy) -> Self {
        let table = prepared.table();
        let mut read = Self {
            dialect: recipe.dialect.is_none().then(|| prepared.dialect().clone()),
            odd_records: odd_counts(&table.odd),
            ..Self::default()
        };
        for column in prepared.read_columns() {
            let missing = prepared.missing().of(&column.name);
            let counted = counted(column, table);
            let of = |value: &str| counted.iter().find(|(other, _)| *other == value).map_or(0, |&(_, records)| records);
            let found = |value: String| ReadValue { column: column.name.clone(), records: of(&value), value };
            read.missing_values.extend(missing.iter().cloned().map(found).filter(|value| value.records > 0));
            let signs = usual_signs(&column.dictionary, missing).into_iter().map(|sign| found(sign.code));
            read.signs_as_values.extend(signs.filter(|value| value.records > 0));
        }
        read
    }

    /// What there is to tell, each as what it is and how much.
    pub fn told(&self) -> Vec<(String, String)> {
        let mut told = Vec::new();
        if let Some(dialect) = &self.dialect {
            let delimiter = match dialect.delimiter {
                b'\t' => "a tab".to_owned(),
                other => char::from(other).to_string(),
            };
            let names = match dialect.header {
                true => format!("names in row {}", dialect.header_row),
                false => "no names".to_owned(),
            };
            let words = format!("cells between {delimiter}, text in {}, {names}", dialect.encoding);
            told.push(("Read, as no recipe says it".to_owned(), words));
        }
        let each = |what: &str, values: &[ReadValue]| -> Vec<(String, String)> {
            let name = |value: &str| if value.is_empty() { "nothing".to_owned() } else { format!("“{value}”") };
            (values.iter())
                .map(|found| (format!("{what} in {}: {}", found.column, name(&found.value)), found.records.to_string()))
                .collect()
        };
        told.extend(each("Records with a missing value", &self.missing_values));
        told.extend(each("Records with what may mean a missing value, and counts", &self.signs_as_values));
        told.extend(
            self.odd_records
                .iter()
                .map(|odd| (format!("Rows that count, and may be none: {}", odd.reason.words()), odd.rows.to_string())),
        );
        told
    }
}

/// The distinct values of a column, each with its records.
fn counted<'a>(column: &'a Column, table: &Table) -> Vec<(&'a str, u64)> {
    let mut records = vec![0_u64; column.dictionary.len()];
    for row in 0..table.n_rows {
        records[column.codes.get(row) as usize] += table.weight(row);
    }
    column.dictionary.iter().map(|(value, _)| value).zip(records).collect()
}

fn odd_counts(odd: &[OddRecord]) -> Vec<OddCount> {
    let mut counts: Vec<OddCount> = Vec::new();
    for why in odd.iter().map(|odd| odd.why) {
        match counts.iter_mut().find(|count| count.reason == why) {
            Some(count) => count.rows += 1,
            None => counts.push(OddCount { reason: why, rows: 1 }),
        }
    }
    counts
}
