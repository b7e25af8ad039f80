//! The handle class: a recipe.

use super::error::Result;
use super::random::random;
use crate::recipe::{FrontierSpace, Recipe, Shuffle};
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
    /// Reads a recipe and checks it. Draws the order of the rows if it asks for that.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<RecipeHandle> {
        let mut recipe = Recipe::parse(text)?;
        if let Some(Shuffle::Drawn(None)) = recipe.release.shuffle {
            recipe.draw_order(random()?);
        }
        Ok(Self { recipe: Arc::new(recipe) })
    }

    /// The recipe with every default written out.
    pub fn normalized(&self) -> String {
        self.recipe.to_json()
    }

    /// [`normalized`](Self::normalized), with a seed in place of an order that each run draws. Each call draws another.
    pub fn settled(&self) -> Result<String> {
        let mut recipe = Recipe::clone(&self.recipe);
        recipe.settle_order(random()?);
        Ok(recipe.to_json())
    }

    /// Whether its frontier is one of full-domain policies.
    #[wasm_bindgen(getter, js_name = isFullDomain)]
    pub fn is_full_domain(&self) -> bool {
        let frontier = self.recipe.frontier.as_ref();
        frontier.is_some_and(|frontier| frontier.space == FrontierSpace::FullDomain)
    }
}
