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

    /// Sets the seed of an order of the rows that each run draws: any whole number below 2⁵³.
    #[wasm_bindgen(js_name = drawOrder)]
    pub fn draw_order(&mut self, random: f64) {
        Arc::make_mut(&mut self.recipe).draw_order(random as u64);
    }

    /// Whether its frontier is one of full-domain policies.
    #[wasm_bindgen(getter, js_name = isFullDomain)]
    pub fn is_full_domain(&self) -> bool {
        let frontier = self.recipe.frontier.as_ref();
        frontier.is_some_and(|frontier| frontier.space == FrontierSpace::FullDomain)
    }
}
