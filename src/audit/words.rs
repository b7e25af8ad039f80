//! The fields of reports and their values in words.
//!
//! A report names its fields by keys for programs. These words are for people who read a claim.

use crate::report::Field;
use serde_json::Value;

/// The longest value that is quoted in full, in characters.
const SHOWN: usize = 64;
/// The most entries of a list that are listed individually.
const FEW: usize = 6;

/// Keys within fields of reports and names of values, with their meaning. The fields themselves are in
/// [`crate::report`].
const WORDS: &[(&str, &str)] = &[
    ("after", "in the release"),
    ("against_rule", "policies or columns that do not keep the rule"),
    ("alone", "records whose value no other has"),
    ("asked", "what was asked for"),
    ("attacker", "against someone who knows all original values"),
    ("average", "mean"),
    ("average-risk", "average risk"),
    ("before", "in the original"),
    ("best", "best policy known"),
    ("c", "c"),
    ("category", "where a suppressed cell is a category"),
    ("cells", "cells"),
    ("census", "census that says which areas are small"),
    ("code", "kind"),
    ("coefficients", "coefficients"),
    ("column", "column"),
    ("compared", "values that the release still has"),
    ("constant", "constant"),
    ("data", "data"),
    ("delimiter", "character between cells"),
    ("dialect", "how the file is written"),
    ("digits", "digits"),
    ("dis_fraction", "sampling fraction that is assumed"),
    ("distance", "distance"),
    ("dominated_by", "policies that are better"),
    ("drop", "left out"),
    ("encoding", "encoding"),
    ("estimate", "estimate"),
    ("estimator", "whose estimate it is"),
    ("expected", "matches to be expected"),
    ("file", "file"),
    ("first", "first value"),
    ("followed", "whether it follows from the point before"),
    ("formula", "formula"),
    ("found", "worst that was found"),
    ("greatest", "greatest"),
    ("greatest_dis", "greatest DIS score"),
    ("handling", "what becomes of it"),
    ("header", "whether there are names"),
    ("header_row", "row of the names"),
    ("header_rows", "rows of names"),
    ("highest", "highest"),
    ("identifier", "identifier"),
    ("identifiers", "identifiers of Safe Harbor"),
    ("in_population", "of them unique in the population, to be expected"),
    ("in_table", "unique in the table"),
    ("in_words", "in words"),
    ("incomplete", "columns that may be identifiers and are kept"),
    ("intervals", "intervals"),
    ("journalist", "journalist risk"),
    ("k-anonymity", "k-anonymity"),
    ("keep", "kept"),
    ("keyed-hash", "keyed hash"),
    ("format", "format of the report"),
    ("kind", "what the report is about"),
    ("l", "ℓ"),
    ("l-diversity", "ℓ-diversity"),
    ("label", "label"),
    ("labels", "labels"),
    ("last", "last value"),
    ("least", "least"),
    ("left_out", "records of the original left out"),
    ("levels", "levels"),
    ("made_at", "number of the condition that made it"),
    ("marketer", "marketer risk"),
    ("marketer-risk", "marketer risk"),
    ("mask", "masked but for"),
    ("matches_nothing", "where a suppressed cell matches nothing"),
    ("mean", "mean"),
    ("median", "median"),
    ("missing_values", "missing values"),
    ("most_suppressed", "value suppressed most"),
    ("name", "name"),
    ("ninth_decile", "ninth decile"),
    ("not_placed", "people whose class is not known"),
    ("odd_records", "rows that count and may be no records"),
    ("overlapping", "values whose intervals overlap"),
    ("overlaps", "whether the intervals overlap"),
    ("p", "probability by chance"),
    ("padded", "records of the original filled up"),
    ("persons", "fewest persons of a class"),
    ("pitman", "by Pitman's model"),
    ("population", "population"),
    ("prefix", "prefix"),
    ("prosecutor", "prosecutor risk"),
    ("proven", "whether it was proven the best"),
    ("pseudonym", "pseudonym"),
    ("quote", "character around cells"),
    ("r_squared", "share of the variance that is explained"),
    ("reason", "reason"),
    ("records_at_risk", "records in classes smaller than k"),
    ("records_over", "records over the threshold"),
    ("regressions", "regressions"),
    ("rows", "rows"),
    ("safe_harbor", "Safe Harbor"),
    ("sampling_fraction", "sampling fraction"),
    ("share", "share of the records"),
    ("share_over", "share of the records over the threshold"),
    ("significant", "columns whose effect is significant"),
    ("signs_as_values", "signs that may mean a missing value and count"),
    ("slide_negative_binomial", "by the slide negative binomial model"),
    ("smallest_class", "smallest class"),
    ("standard_error", "standard error"),
    ("sum_of_dis", "sum of the DIS scores"),
    ("suppressed", "suppressed records"),
    ("suppression_limits", "suppression limits"),
    ("t", "t"),
    ("t-closeness", "t-closeness"),
    ("taken_for", "records that may be taken for so many"),
    ("threshold", "threshold of the risk"),
    ("unique_records", "records that are alone"),
    ("uniqueness", "who is unique in the population"),
    ("value", "value"),
    ("values", "values"),
    ("values_without_code", "values that are no codes of their system"),
    ("vanished", "values that the release no longer has"),
    ("weight_column", "column of the weights"),
    ("why", "why it was chosen"),
    ("width", "digits at least"),
    ("wildcard", "where a suppressed cell may be anything"),
    ("zayatz", "by Zayatz"),
];

/// Keys of lists, with the words for one entry and for several.
const ENTRIES: &[(&str, &str, &str)] = &[
    ("area_by_policies", "place", "places"),
    ("coefficients", "coefficient", "coefficients"),
    ("columns", "column", "columns"),
    ("conditions", "condition", "conditions"),
    ("disclosure", "warning", "warnings"),
    ("frontier", "frontier policy", "frontier policies"),
    ("identifiers", "identifier", "identifiers"),
    ("intervals", "interval", "intervals"),
    ("missing_values", "missing value", "missing values"),
    ("odd_records", "reason", "reasons"),
    ("points", "point", "points"),
    ("regressions", "regression", "regressions"),
    ("signs_as_values", "sign", "signs"),
    ("swept", "setting", "settings"),
    ("taken_for", "number below k", "numbers below k"),
    ("values_without_code", "column", "columns"),
    ("vanished", "value", "values"),
    ("values", "value", "values"),
];

/// Keys of objects whose own keys are column names.
const BY_NAME: &[&str] = &[
    "combinations_by_qi",
    "groups_by_quasi_identifier",
    "intervals",
    "levels",
    "loss_by_quasi_identifier",
    "policy",
    "policy_in_words",
    "records_resolved_without",
    "slack",
    "suppressed_cells_by_qi",
    "treatments",
];

/// Keys of texts that name one of a few things, as words with hyphens.
const NAMES: &[&str] = &[
    "aggregate",
    "algorithm",
    "code",
    "data",
    "distance",
    "estimator",
    "handling",
    "kind",
    "measure",
    "method",
    "missing",
    "space",
    "suppress",
];

/// A place in a report.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// Keys, and list positions from 1, joined by dots.
    pub(super) path: String,
    /// The words for the value at this place.
    pub(super) words: String,
    /// The key of the value, or of the list that it is an entry of.
    key: String,
    /// Whether the value has column names for keys.
    is_by_name: bool,
}

impl Place {
    /// A field of the report.
    pub(super) fn field(key: &str) -> Self {
        Self { path: key.to_owned(), words: words(key), key: key.to_owned(), is_by_name: is_by_name("", key) }
    }

    /// The value at a key of the object at this place.
    pub(super) fn part(&self, key: &str) -> Self {
        let path = format!("{}.{key}", self.path);
        if self.is_by_name {
            return Self {
                path, words: format!("{}, “{key}”", self.words), key: self.key.clone(), is_by_name: false
            };
        }
        Self {
            path,
            words: format!("{}, {}", self.words, words(key)),
            key: key.to_owned(),
            is_by_name: is_by_name(&self.key, key),
        }
    }

    /// An entry of the list at this place, counted from 1.
    pub(super) fn entry(&self, number: usize) -> Self {
        let known = ENTRIES.iter().find(|(key, ..)| *key == self.key);
        let one = known.map_or("entry", |(_, one, _)| one);
        // A list at a name, or of a whole report, needs no other words before its entries.
        let before = match self.words == words(&self.key) && known.is_some() {
            true => String::new(),
            false => format!("{}, ", self.words),
        };
        Self {
            path: format!("{}.{number}", self.path),
            words: format!("{before}{one} {number}"),
            key: self.key.clone(),
            is_by_name: false,
        }
    }

    /// The words for a value at this place.
    pub(super) fn said(&self, value: &Value) -> String {
        cut(&written(&self.key, self.is_by_name, value))
    }
}

/// The words for a field of a report, given by its keys and positions joined by dots. Claims use the same words. Column
/// names have no dots here.
pub fn field_in_words(path: &str) -> String {
    let mut parts = path.split('.');
    let first = Place::field(parts.next().unwrap_or_default());
    let place = parts.fold(first, |place, part| match part.parse() {
        Ok(number) => place.entry(number),
        Err(_) => place.part(part),
    });
    place.words
}

/// Levels with their columns' names.
pub(super) fn levels<'a, Number: std::fmt::Display>(levels: impl IntoIterator<Item = (&'a String, Number)>) -> String {
    let levels = levels.into_iter();
    let told: Vec<String> = levels.map(|(name, level)| format!("{name} {level}")).collect();
    match told.is_empty() {
        true => "no levels".to_owned(),
        false => told.join(", "),
    }
}

/// Whether the value at a key of this object has column names for keys. A chosen policy has other keys.
fn is_by_name(above: &str, key: &str) -> bool {
    above != "chosen" && BY_NAME.contains(&key)
}

/// The meaning of a key. A key that no report has is quoted as it is.
fn words(key: &str) -> String {
    let of_field = Field::named(key).map(|field| field.words);
    let known = of_field.or_else(|| WORDS.iter().find(|(known, _)| *known == key).map(|(_, words)| *words));
    known.map_or_else(|| format!("“{}”", cut(key)), str::to_owned)
}

fn written(key: &str, is_by_name: bool, value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        // Claims say yes and no of themselves, so a truth value needs other words.
        Value::Bool(true) => "it is so".to_owned(),
        Value::Bool(false) => "it is not so".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.is_empty() => "no text".to_owned(),
        Value::String(text) if key == "treatments" => words(text),
        Value::String(text) if NAMES.contains(&key) => text.replace('-', " "),
        // Claims are words, and what they quote stands without the marks of JSON.
        Value::String(text) => text.replace('"', "”"),
        Value::Array(entries) if entries.is_empty() => "none".to_owned(),
        Value::Array(entries) => {
            let is_plain = |entry: &Value| !entry.is_array() && !entry.is_object();
            if entries.len() <= FEW && entries.iter().all(is_plain) {
                let told: Vec<String> = (entries.iter()).map(|entry| written(key, false, entry)).collect();
                return told.join(", ");
            }
            let known = ENTRIES.iter().find(|(known, ..)| *known == key);
            let (one, many) = known.map_or(("entry", "entries"), |(_, one, many)| (one, many));
            format!("{} {}", entries.len(), if entries.len() == 1 { one } else { many })
        }
        Value::Object(fields) if fields.is_empty() => "none".to_owned(),
        Value::Object(fields) => {
            let told: Vec<String> = (fields.iter())
                .map(|(own, value)| match is_by_name {
                    true => format!("{own} {}", written(key, false, value)),
                    false => {
                        let said = written(own, self::is_by_name(key, own), value);
                        format!("{} {said}", words(own))
                    }
                })
                .collect();
            told.join(", ")
        }
    }
}

/// The beginning of a text that fits on a line, with `·` for control characters.
pub(super) fn cut(text: &str) -> String {
    let printable = |char: char| if char.is_control() { '·' } else { char };
    let mut shown: String = text.chars().take(SHOWN).map(printable).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}
