//! The handle class: a recipe.

use super::error::Result;
use crate::study::{FrontierSpace, Recipe};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A recipe that is read once, for everything that is started with it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RecipeHandle {
    pub(super) recipe: Arc<Recipe>,
}

#[wasm_bindgen]
impl RecipeHandle {
    /// Reads a recipe and checks it.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<RecipeHandle> {
        let recipe = Arc::new(Recipe::parse(text)?);
        Ok(Self { recipe })
    }

    /// The recipe with every default written out.
    pub fn normalized(&self) -> String {
        self.recipe.to_json()
    }

    /// Whether its frontier is one of full-domain policies.
    #[wasm_bindgen(getter, js_name = isFullDomain)]
    pub fn is_full_domain(&self) -> bool {
        let frontier = self.recipe.frontier.as_ref();
        frontier.is_some_and(|frontier| frontier.space == FrontierSpace::FullDomain)
    }
}
