//! The defaults that the page shows are those of an empty recipe.
//!
//! The test reads `www/engine/defaults.json`, so that page and core cannot drift apart.

use kanon::recipe::{Recipe, defaults};
use serde_json::{Value, json};

/// What the page has instead of constants of its own.
const OF_THE_PAGE: &str = include_str!("../www/engine/defaults.json");

#[test]
fn the_defaults_are_the_settings_of_an_empty_recipe() {
    let empty = Recipe::parse(r#"{"kanon": 1, "columns": {}}"#).unwrap();
    let with_frontier = r#"{"kanon": 1, "columns": {}, "frontier": {}}"#;
    let frontier = Recipe::parse(with_frontier).unwrap().frontier;
    let defaults = defaults();
    assert_eq!(defaults.kanon, empty.kanon);
    assert_eq!(defaults.linked, empty.linked);
    assert_eq!(defaults.count_column, empty.count_column);
    assert_eq!(defaults.privacy, empty.privacy);
    assert_eq!(defaults.loss, empty.loss);
    assert_eq!(defaults.search, empty.search);
    assert_eq!(defaults.uniques, empty.uniques);
    assert_eq!(Some(defaults.frontier), frontier);
    assert!(empty.columns.is_empty() && defaults.columns.is_empty());
}

#[test]
fn the_defaults_of_the_page_are_the_core_s() {
    let page: Value = serde_json::from_str(OF_THE_PAGE).unwrap();
    let core = serde_json::to_value(defaults()).unwrap();
    assert_eq!(page, core, "www/engine/defaults.json must be\n{}", serde_json::to_string_pretty(&core).unwrap());
    // They are read back as a recipe that says all of it.
    let recipe = Recipe::parse(OF_THE_PAGE).unwrap();
    assert_eq!(recipe.frontier, Some(defaults().frontier));
    assert_eq!(page["frontier"]["policies"], json!(null));
}
