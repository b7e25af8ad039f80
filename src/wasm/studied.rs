//! The handle class: the check of a report of a sweep or a frontier.

use super::clock::clock;
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages;
use super::population::Population;
use super::recipe::RecipeHandle;
use crate::data::Table;
use crate::study::Recipe;
use crate::study::audit::{StudiedEvidence, audit_studied};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The check of a report that speaks of no release, the table in memory being what it is of.
#[wasm_bindgen]
pub struct StudiedCheck {
    table: Arc<EncodedTable>,
    recipe: Arc<Recipe>,
    population: Option<Arc<Table>>,
    reference: Option<Arc<Recipe>>,
}

#[wasm_bindgen]
impl Encoded {
    /// The check of a sweep's or a frontier's report, at its start.
    #[wasm_bindgen(js_name = verifyStudied)]
    pub fn verify_studied(&self, recipe: &RecipeHandle) -> StudiedCheck {
        StudiedCheck {
            table: Arc::clone(&self.table),
            recipe: Arc::clone(&recipe.recipe),
            population: None,
            reference: None,
        }
    }
}

#[wasm_bindgen]
impl StudiedCheck {
    /// Names the population that a frontier is among.
    pub fn among(&mut self, population: &Population) {
        self.population = Some(Arc::clone(&population.table));
    }

    /// Names the recipe whose policy a frontier is compared with.
    pub fn beside(&mut self, reference: &RecipeHandle) {
        self.reference = Some(Arc::clone(&reference.recipe));
    }

    /// Every claim of the report, settled; in one go.
    pub fn finish(self, report: &str) -> Result<Ts<messages::SettledClaims>> {
        let table = &self.table;
        let clock = clock()?;
        let audited = audit_studied(
            report,
            &StudiedEvidence {
                recipe: &self.recipe,
                prepared: &table.prepared,
                dialect: &table.dialect,
                input_sha256: &table.sha256,
                profile: &table.file.profile,
                population: self.population.as_deref(),
                reference: self.reference.as_deref(),
            },
            &mut || clock.now(),
        )?;
        json::message(&messages::SettledClaims::from(audited.claims))
    }
}
