//! How a table was read, as a report tells it: what was guessed, and what counts as missing, as a value, as a record.

use super::encoded_study::EncodedStudy;
use crate::data::{Column, Dialect, OddReason, OddRecord, usual_signs};
use crate::hierarchy::HierarchySpec;
use crate::recipe::Recipe;
use serde::{Deserialize, Serialize};

/// How a table was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadReport {
    /// How the file is written, if the recipe does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The missing values of the columns in use.
    pub missing_values: Vec<ReadValue>,
    /// The usual signs for a missing value that count as values there.
    pub signs_as_values: Vec<ReadValue>,
    /// What is no code of the published system by which its column is generalized.
    pub values_without_code: Vec<NoCode>,
    /// The records that count and may be none.
    pub odd_records: Vec<OddCount>,
}

/// What stands in a column, and in how many records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadValue {
    /// The column.
    pub column: String,
    /// The text of the cells.
    pub value: String,
    /// The number of records.
    pub records: u64,
}

/// How much of a column is no code of its system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoCode {
    /// The column.
    pub column: String,
    /// The number of different values.
    pub values: u64,
    /// The number of records.
    pub records: u64,
}

/// How many rows may be no records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OddCount {
    /// Why.
    pub reason: OddReason,
    /// The number of rows; of blank ones, those that are listed.
    pub rows: u64,
}

impl ReadReport {
    /// How the table of a study was read by this recipe.
    ///
    /// Time: O(values · log values) for each column.
    pub fn of(recipe: &Recipe, prepared: &EncodedStudy) -> Self {
        let mut read = Self {
            dialect: recipe.dialect.is_none().then(|| prepared.dialect().clone()),
            odd_records: odd_counts(&prepared.table().odd),
            ..Self::default()
        };
        for Column { name, dictionary, .. } in prepared.read_columns() {
            let missing = prepared.missing().of(name);
            let found = |(value, records): (String, u64)| ReadValue { column: name.clone(), value, records };
            let records = |value: &String| dictionary.code(value).map_or(0, |code| dictionary.count(code));
            let counted = missing.iter().map(|value| (value.clone(), records(value)));
            read.missing_values.extend(counted.filter(|&(_, records)| records > 0).map(found));
            let signs = usual_signs(dictionary, missing).into_iter().map(|sign| (sign.code, sign.records));
            read.signs_as_values.extend(signs.filter(|&(_, records)| records > 0).map(found));
            let spec = recipe.column(name).and_then(|settings| settings.hierarchy.as_ref());
            if let Some(HierarchySpec::Codes(codes)) = spec {
                let none = dictionary.present(missing).filter(|&(value, records)| records > 0 && codes.lacks(value));
                let (values, records) = none.fold((0, 0), |(values, sum), (_, records)| (values + 1, sum + records));
                let none = NoCode { column: name.clone(), values, records };
                read.values_without_code.extend((values > 0).then_some(none));
            }
        }
        read
    }

    /// What there is to tell, each as what it is and how much.
    pub fn told(&self) -> Vec<(String, String)> {
        let mut told = Vec::new();
        if let Some(dialect) = &self.dialect {
            let above = match dialect.header_row.saturating_sub(1) {
                0 => String::new(),
                1 => "; the row above is left out".to_owned(),
                rows => format!("; the {rows} rows above are left out"),
            };
            told.push(("Read, as no recipe says it".to_owned(), format!("{dialect}{above}")));
        }
        let each = |what: &str, values: &[ReadValue]| -> Vec<(String, String)> {
            let name = |value: &str| if value.is_empty() { "nothing".to_owned() } else { format!("“{value}”") };
            (values.iter())
                .map(|found| (format!("{what} in {}: {}", found.column, name(&found.value)), found.records.to_string()))
                .collect()
        };
        told.extend(each("Records with a missing value", &self.missing_values));
        told.extend(each("Records with what may mean a missing value, and counts", &self.signs_as_values));
        told.extend(self.values_without_code.iter().map(|NoCode { column, values, records }| {
            let values =
                if *values == 1 { "1 different value".to_owned() } else { format!("{values} different values") };
            (format!("Records without a code of the system, in {column} ({values})"), records.to_string())
        }));
        told.extend(
            self.odd_records
                .iter()
                .map(|odd| (format!("Rows that count, and may be none: {}", odd.reason.words()), odd.rows.to_string())),
        );
        told
    }
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
