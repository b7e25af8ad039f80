//! Checks how a report says that its table was read, against the text of the original.

use super::fields::Audit;
use super::words::{cut, field_in_words};
use crate::data::Column;
use crate::hierarchy::HierarchySpec;
use crate::recipe::Recipe;
use crate::release::verify::Claim;
use crate::report::Need;
use crate::table::{EncodedStudy, ReadReport};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The field of a report.
pub(super) const READ: &str = "read";

/// Whether a claim tells a fact of how the table was read. It names columns and values, and so does not go out.
pub fn tells_how_it_was_read(claim: &Claim) -> bool {
    claim.field.as_deref() == Some(READ) && claim.claim != field_in_words(READ)
}

/// The usual signs for a missing value, in small letters.
const SIGNS: &str = "unknown|unk|not known|n/a|na|n.a.|nk|missing|not stated|not available|not applicable|not reported|\
                     no answer|refused|don't know|null|nan|nil|unbekannt|keine angabe|k. a.|k.a.|fehlt|inconnu|\
                     desconocido|sconosciuto|onbekend|.|-|--|?|0000-00-00|9999-12-31|#n/a|#div/0!|#name?|#null!|#num!|\
                     #ref!|#value!";

/// Checks what was guessed, and counts once more what is missing, what may mean it, and rows that may be no records.
pub(super) fn check_read(audit: &mut Audit, recipe: &Recipe, prepared: &EncodedStudy) {
    let table = prepared.table();
    let guessed = prepared.dialect();
    let everywhere = recipe.dialect.as_ref().map_or(&guessed.missing, |dialect| &dialect.missing);
    let (mut missing, mut signs) = (Vec::new(), Vec::new());
    for column in prepared.read_columns() {
        let own = recipe.columns.get(&column.name).map_or(&[][..], |settings| settings.missing.as_slice());
        let mut codes: Vec<&str> = everywhere.iter().map(String::as_str).collect();
        for code in own {
            if !codes.contains(&code.as_str()) {
                codes.push(code);
            }
        }
        let records = |wanted: &str| -> u64 {
            (0..table.n_rows).filter(|&row| column.value(row) == wanted).map(|row| table.weight(row)).sum()
        };
        let counted = |values: Vec<&str>| -> Vec<(u64, String)> {
            let counted = values.into_iter().map(|value| (records(value), value.to_owned()));
            counted.filter(|&(records, _)| records > 0).collect()
        };
        let said = |(records, value)| json!({"column": column.name, "value": value, "records": records});
        let mut found = counted(signs_in(column, &codes));
        found.sort_by(|(one, sign), (other, next)| other.cmp(one).then_with(|| sign.cmp(next)));
        missing.extend(counted(codes).into_iter().map(said));
        signs.extend(found.into_iter().map(said));
    }
    let mut no_codes: Vec<Value> = Vec::new();
    for (column, hierarchy) in table.columns.iter().zip(prepared.hierarchies()) {
        let spec = recipe.columns.get(&column.name).and_then(|settings| settings.hierarchy.as_ref());
        if !matches!(spec, Some(HierarchySpec::Codes(_))) {
            continue;
        }
        // The label of what is no code says so.
        let says_so = |label: &&str| label.starts_with("no ") && label.ends_with(" code");
        let is_none = |row: &Vec<&str>| row.iter().skip(1).any(says_so);
        let none: HashSet<String> = hierarchy.rows().filter(is_none).map(|row| row[0].to_owned()).collect();
        let (mut values, mut records) = (HashSet::new(), 0);
        for row in (0..table.n_rows).filter(|&row| table.weight(row) > 0 && none.contains(column.value(row))) {
            values.insert(column.value(row));
            records += table.weight(row);
        }
        if records > 0 {
            no_codes.push(json!({"column": column.name, "values": values.len(), "records": records}));
        }
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
    found.insert("values_without_code".to_owned(), no_codes.into());
    found.insert("odd_records".to_owned(), odd.into());
    let found = Value::Object(found);
    let claimed = told(audit.field(READ));
    let is_left_out = audit.leaves_out(READ);
    audit.expect(READ, &found);
    if is_left_out {
        return;
    }
    for (name, found) in told(Some(&found)) {
        let claimed = claimed.iter().find(|(own, _)| *own == name).map_or("nothing", |(_, value)| value);
        audit.add(fact(&name, claimed, &found, Some(claimed == found)));
    }
}

/// Without the original, what a report says of it is told and not checked.
pub(super) fn read_alone(audit: &mut Audit) {
    let claimed = told(audit.field(READ));
    let reason = Need::Original.reason();
    audit.not_checked(READ, reason);
    claimed.iter().for_each(|(name, value)| audit.add(fact(name, value, reason, None)));
}

/// What a report says of it, each as what it is and how much.
fn told(read: Option<&Value>) -> Vec<(String, String)> {
    let read = read.and_then(|read| serde_json::from_value::<ReadReport>(read.clone()).ok());
    read.map_or_else(Vec::new, |read| read.told())
}

fn fact(name: &str, claimed: &str, found: &str, holds: Option<bool>) -> Claim {
    let [claim, claimed, found] = [name, claimed, found].map(|text| cut(&text.replace('"', "”")));
    Claim { field: Some(READ.to_owned()), claim, claimed, found, holds }
}

/// The values of a column that are usual signs for a missing value, are not `known` as one, and do not have the form
/// of the other values.
fn signs_in<'a>(column: &'a Column, known: &[&str]) -> Vec<&'a str> {
    let values = column.dictionary.iter().map(|(value, _)| value).filter(|value| !known.contains(value));
    let is_sign = |value: &&str| SIGNS.split('|').any(|sign| sign.eq_ignore_ascii_case(value.trim()));
    let (mut signs, others): (Vec<&str>, Vec<&str>) = values.partition(is_sign);
    signs.retain(|sign| !is_of_their_form(sign.trim(), &others));
    signs
}

fn is_of_their_form(sign: &str, others: &[&str]) -> bool {
    let finding =
        |value: &&str| value.contains('+') && value.trim_matches(|one| "+-±/0123456789".contains(one)).is_empty();
    if ["-", "--"].contains(&sign) {
        return others.len() == 1 || others.iter().any(|other| finding(&other.trim()));
    }
    let is = |text: &str, first: fn(char) -> bool, rest: fn(char) -> bool| {
        text.chars().take(1).all(first) && text.chars().skip(1).all(rest)
    };
    let [large, small]: [fn(char) -> bool; 2] = [char::is_uppercase, char::is_lowercase];
    let is_alike = |other: &&&str| {
        let other = other.trim();
        let is_as = |first, rest| is(sign, first, rest) && is(other, first, rest);
        (is_as(large, large) || is_as(small, small)) && sign.chars().count() == other.chars().count()
            || is_as(large, small) && !other.is_empty()
            || sign == "nil" && is(other, small, small)
    };
    let alike = others.iter().filter(is_alike).count();
    ["na", "nil", "nan", "null"].contains(&sign.to_lowercase().as_str()) && alike >= 2 && alike * 2 >= others.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::usual_signs;
    use proptest::prelude::*;

    proptest! {
        /// The plain rule of this file is the one by which signs are proposed.
        #[test]
        fn the_plain_rule_is_the_rule_of_proposals(
            values in prop::collection::vec(
                prop_oneof![
                    prop::sample::select(SIGNS.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
                    prop::sample::select(SIGNS.split('|').collect::<Vec<_>>()).prop_map(str::to_uppercase),
                    "(NA|Nil|nil|NaN|Null|-|--)",
                    "[A-Z]{1,3}",
                    "[a-z]{2,4}",
                    "[A-Z][a-z]{0,4}",
                    "[-+/0-9]{1,3}",
                    " {0,2}(na|NA|x|-)? ",
                ],
                0..8,
            ),
        ) {
            let mut column = Column::new("c");
            values.iter().for_each(|value| column.push(value));
            let known = ["".to_owned(), "?".to_owned()];
            let mut own: Vec<String> = signs_in(&column, &["", "?"]).into_iter().map(str::to_owned).collect();
            let mut proposed: Vec<String> =
                usual_signs(&column.dictionary, &known).into_iter().map(|sign| sign.code).collect();
            own.sort();
            proposed.sort();
            prop_assert_eq!(own, proposed);
        }
    }
}
