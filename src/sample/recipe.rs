//! The recipe for the table: roles, hierarchies, policy.
//!
//! It is written line by line, so that each hierarchy row is on one line and the bytes do not depend on how a library
//! orders or wraps JSON. Only the strings are escaped by serde_json.

use super::hierarchies::Rows;

/// The columns with their roles, in the order of the file.
pub(super) const COLUMNS: [(&str, &str); 11] = [
    ("record_id", "identifier"),
    ("age", "quasi-identifier"),
    ("sex", "quasi-identifier"),
    ("zip", "quasi-identifier"),
    ("race", "quasi-identifier"),
    ("marital_status", "quasi-identifier"),
    ("education", "quasi-identifier"),
    ("admission_date", "quasi-identifier"),
    ("discharge_date", "identifier"),
    ("diagnosis_group", "sensitive"),
    ("charge", "sensitive"),
];

/// The text before the columns.
const HEAD: &str = r#"{
  "kanon": 1,
  "dialect": {"delimiter": ",", "quote": "\"", "header": true, "encoding": "utf-8", "missing": [""]},
  "columns": {
"#;

/// The text after the columns.
const TAIL: &str = r#"
  },
  "privacy": {"k": 5, "suppression_limit": 0.05},
  "loss": {"measure": "iyengar", "aggregate": "arithmetic-mean"},
  "search": {"algorithm": "exact", "seed": 7}
}
"#;

/// The recipe's text, with the hierarchies of the quasi-identifiers inline.
pub(super) fn text(hierarchies: &[(String, Rows)]) -> String {
    let columns: Vec<String> = COLUMNS
        .iter()
        .map(|(name, role)| {
            let rows = hierarchies.iter().find(|(column, _)| column == name && *role == "quasi-identifier");
            let hierarchy = rows.map_or(String::new(), |(_, rows)| hierarchy(rows));
            format!(r#"    "{name}": {{"role": "{role}"{hierarchy}}}"#)
        })
        .collect();
    format!("{HEAD}{}{TAIL}", columns.join(",\n"))
}

fn hierarchy(rows: &Rows) -> String {
    let rows: Vec<String> = rows.iter().map(|row| array(row)).collect();
    format!(", \"hierarchy\": {{\"rows\": [\n      {}\n    ]}}", rows.join(",\n      "))
}

fn array(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| serde_json::to_string_pretty(cell).unwrap_or_default()).collect();
    format!("[{}]", cells.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{calendar, hierarchies};
    use serde_json::Value;

    #[test]
    fn the_recipe_is_json_and_holds_the_hierarchies_of_the_quasi_identifiers() -> Result<(), serde_json::Error> {
        let hierarchies = hierarchies::all(&calendar::days());
        let text = text(&hierarchies);
        let recipe: Value = serde_json::from_str(&text)?;
        let columns = &recipe["columns"];
        assert_eq!(columns.as_object().map(|map| map.len()), Some(11));
        let mut quasi_identifiers = 0;
        for (name, role) in COLUMNS {
            assert_eq!(columns[name]["role"], role);
            let rows = &columns[name]["hierarchy"]["rows"];
            if role == "quasi-identifier" {
                quasi_identifiers += 1;
                let given = hierarchies.iter().find(|(column, _)| column == name);
                let given = given.map(|(_, rows)| rows.clone()).unwrap_or_default();
                assert_eq!(serde_json::from_value::<Rows>(rows.clone())?, given);
            } else {
                assert!(rows.is_null());
            }
        }
        assert_eq!(quasi_identifiers, 7);
        assert_eq!(recipe["dialect"]["missing"], serde_json::json!([""]));
        assert_eq!(recipe["privacy"]["k"], 5);
        assert_eq!(recipe["privacy"]["suppression_limit"], 0.05);
        assert_eq!(recipe["loss"]["measure"], "iyengar");
        assert_eq!(recipe["search"]["algorithm"], "exact");
        Ok(())
    }

    #[test]
    fn the_columns_stand_in_the_order_of_the_file() {
        let text = text(&hierarchies::all(&calendar::days()));
        let places: Vec<Option<usize>> =
            COLUMNS.iter().map(|(name, _)| text.find(&format!("\n    \"{name}\": "))).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(places.is_sorted());
    }
}
