//! The report of a release as a document.

use super::error::Result;
use super::json;
use super::messages;
use super::recipe::RecipeHandle;
use crate::document::{Document, Edition, FIELDS, Said};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// What persons fill in a document.
#[wasm_bindgen(js_name = documentFields)]
pub fn document_fields() -> Result<Ts<messages::DocumentFields>> {
    let fields = FIELDS.into_iter().map(messages::DocumentField::from);
    json::message(&messages::DocumentFields {
        fields: fields.collect(),
    })
}

/// The page of a document, made of the report, of its recipe, and of what persons say as JSON.
#[wasm_bindgen]
pub fn document(report: &str, recipe: &RecipeHandle, said: &str, external: bool) -> Result<String> {
    let edition = match external {
        true => Edition::External,
        false => Edition::Internal,
    };
    let document = Document::new(report, &recipe.recipe, &Said::parse(said)?, edition)?;
    Ok(document.html().to_owned())
}
