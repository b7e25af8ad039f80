//! Checks how a report says that its table was read, against the text of the original.

use super::fields::Audit;
use crate::data::usual_signs;
use crate::study::{EncodedStudy, Recipe};
use serde_json::{Map, Value, json};

/// The field of a report.
pub(super) const READ: &str = "read";

/// Checks what was guessed, and counts once more what is missing, what may mean it, and rows that may be no records.
pub(super) fn check_read(audit: &mut Audit, recipe: &Recipe, prepared: &EncodedStudy) {
    let table = prepared.table();
    let guessed = prepared.dialect();
    let everywhere = recipe.dialect.as_ref().map_or(&guessed.missing, |dialect| &dialect.missing);
    let (mut missing, mut signs) = (Vec::new(), Vec::new());
    for column in prepared.read_columns() {
        let own = recipe.columns.get(&column.name).map_or(&[][..], |settings| settings.missing.as_slice());
        let mut codes: Vec<&String> = everywhere.iter().collect();
        for code in own {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        let records = |wanted: &str| -> u64 {
            (0..table.n_rows).filter(|&row| column.value(row) == wanted).map(|row| table.weight(row)).sum()
        };
        let add = |list: &mut Vec<Value>, value: &str| {
            let records = records(value);
            if records > 0 {
                list.push(json!({"column": column.name, "value": value, "records": records}));
            }
        };
        codes.iter().for_each(|code| add(&mut missing, code));
        let known: Vec<String> = codes.into_iter().cloned().collect();
        usual_signs(&column.dictionary, &known).iter().for_each(|sign| add(&mut signs, &sign.code));
    }
    let mut odd: Vec<Value> = Vec::new();
    let reasons = table.odd.iter().map(|odd| json!(odd.why));
    for why in reasons {
        if odd.iter().all(|known| known["reason"] != why) {
            let rows = table.odd.iter().filter(|odd| json!(odd.why) == why).count();
            odd.push(json!({"reason": why, "rows": rows}));
        }
    }
    let mut found = Map::new();
    if recipe.dialect.is_none() {
        found.insert("dialect".to_owned(), json!(guessed));
    }
    found.insert("missing_values".to_owned(), missing.into());
    found.insert("signs_as_values".to_owned(), signs.into());
    found.insert("odd_records".to_owned(), odd.into());
    audit.expect(READ, &Value::Object(found));
}
