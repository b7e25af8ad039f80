//! Recognizes JSON that is given as a recipe and is something else.

use crate::error::RecipeError;
use serde_json::Value;

/// The most keys that the message about such a file lists.
const TOLD: usize = 5;

/// Where a table should be given instead.
const AS_CSV: &str =
    "Save a table as CSV in the program that it comes from, and open that file. A recipe is a file `*.kanon.json`.";

/// What a JSON text is if it does not have the form of a recipe: a table, a report, or anything without the recipe's
/// keys. `None` also for a text that is not JSON; the parser's message names the faulty line.
pub(super) fn other_than_a_recipe(json: &str) -> Option<RecipeError> {
    let (what, advice) = match serde_json::from_str(json).ok()? {
        Value::Array(entries) if entries.iter().all(is_record) => {
            let entries = entries_in_words(entries.len());
            (format!("a list of {entries} in JSON"), AS_CSV)
        }
        // Settings without their names have an error message of their own.
        Value::Array(_) => return None,
        Value::Object(keys) if keys.is_empty() || keys.contains_key("kanon") || keys.contains_key("columns") => {
            return None;
        }
        Value::Object(keys) if keys.contains_key("policy") && keys.contains_key("output_sha256") => {
            ("the report of a release".to_owned(), "Choose the recipe of the release, a file `*.kanon.json`.")
        }
        Value::Object(keys) => {
            let named = keys.keys().take(TOLD).map(|key| format!("`{key}`"));
            let mut named: Vec<String> = named.collect();
            if keys.len() > TOLD {
                named.push(format!("{} more", keys.len() - TOLD));
            }
            let keys = named.join(", ");
            (format!("other JSON, with the keys {keys}"), AS_CSV)
        }
        _ => ("a single value in JSON".to_owned(), AS_CSV),
    };
    Some(RecipeError::NoRecipe { what, advice })
}

/// Whether an entry of a list may be a record of a table.
fn is_record(entry: &Value) -> bool {
    entry.is_object() || entry.is_array()
}

fn entries_in_words(entries: usize) -> String {
    match entries {
        1 => "1 entry".to_owned(),
        _ => format!("{entries} entries"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Recipe;

    #[test]
    fn other_json_is_told_by_what_it_is() {
        for (json, says) in [
            (r#"[{"age": 3}, {"age": 4}]"#, "not a recipe but a list of 2 entries in JSON"),
            (r#"[]"#, "a list of 0 entries"),
            ("3", "a single value"),
            (r#"{"type": "FeatureCollection", "features": []}"#, "other JSON, with the keys `features`, `type`"),
            (r#"{"policy": {}, "output_sha256": ""}"#, "the report of a release"),
        ] {
            let error = Recipe::parse(json).unwrap_err();
            assert_eq!(error.code(), "recipe-none", "{json}");
            assert!(error.to_string().contains(says), "{error}");
        }
        for json in [r#"{"kanon": 1}"#, r#"{"columns": {}}"#, "{}", "{", r#"{"kanon": 1, "a": 1}"#] {
            assert_ne!(Recipe::parse(json).unwrap_err().code(), "recipe-none", "{json}");
        }
    }
}
