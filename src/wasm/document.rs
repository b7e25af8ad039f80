//! The report of a release as a document.

use super::error::Result;
use super::json;
use super::messages;
use super::recipe::RecipeHandle;
use crate::document::{Document, Edition, FIELDS, GLOSSARY, Said};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The fields of a document for people to fill in.
#[wasm_bindgen(js_name = documentFields)]
pub fn document_fields() -> Result<Ts<messages::DocumentFields>> {
    let fields = FIELDS.into_iter().map(messages::DocumentField::from);
    json::message(&messages::DocumentFields { fields: fields.collect() })
}

/// The glossary.
#[wasm_bindgen]
pub fn glossary() -> Result<Ts<messages::Glossary>> {
    let terms = GLOSSARY.into_iter().map(messages::GlossaryTerm::from);
    json::message(&messages::Glossary { terms: terms.collect() })
}

/// The page of a document, made from the report, its recipe, the filled-in fields as JSON, and the description of the
/// policy ([`Encoded::candidate`](super::Encoded::candidate)), if that is at hand.
#[wasm_bindgen]
pub fn document(
    report: &str,
    recipe: &RecipeHandle,
    said: &str,
    external: bool,
    candidate: Option<String>,
) -> Result<String> {
    let edition = match external {
        true => Edition::External,
        false => Edition::Internal,
    };
    let (recipe, said) = (&recipe.recipe, Said::parse(said)?);
    let document = match candidate {
        None => Document::new(report, recipe, &said, edition),
        Some(candidate) => {
            let compared = format!("[{candidate}]");
            Document::with_distributions(report, recipe, &said, edition, &compared)
        }
    }?;
    Ok(document.html().to_owned())
}
