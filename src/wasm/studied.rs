//! The handle class that checks the report of a sweep or a frontier.

use super::clock::clock;
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::{json, messages};
use crate::audit::{StudiedEvidence, audit_studied};
use crate::data::Table;
use crate::recipe::Recipe;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The check of a report that is not about a release, against the table in memory.
#[wasm_bindgen]
pub struct StudiedCheck {
    table: Arc<EncodedTable>,
    recipe: Arc<Recipe>,
    population: Option<Arc<Table>>,
    reference: Option<Arc<Recipe>>,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the check of a sweep's or a frontier's report.
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
    /// Sets the population of a frontier.
    #[wasm_bindgen(js_name = setPopulation)]
    pub fn set_population(&mut self, population: &Population) {
        self.population = Some(Arc::clone(&population.table));
    }

    /// Sets the recipe whose policy a frontier is compared with.
    pub fn beside(&mut self, reference: &RecipeHandle) {
        self.reference = Some(Arc::clone(&reference.recipe));
    }

    /// Every claim of the report, checked at once.
    pub fn finish(self, report: &str) -> Result<Ts<messages::SettledClaims>> {
        let table = &self.table;
        let clock = clock()?;
        let audited = audit_studied(
            report,
            &StudiedEvidence {
                recipe: &self.recipe,
                prepared: &table.prepared,
                dialect: table.dialect(),
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
