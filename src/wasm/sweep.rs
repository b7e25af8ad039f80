//! The handle class: the best policy for every k, or every suppression limit.

use super::clock::clock;
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages::{SweepPoint, SweepStep};
use super::recipe::RecipeHandle;
use super::search::in_words;
use crate::study::{RunStatus, Sweep};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The best policies of a recipe, point by point.
#[wasm_bindgen]
pub struct PolicySweep {
    table: Arc<EncodedTable>,
    sweep: Sweep,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts a sweep over the suppression limits, or, where there are none, over k.
    pub fn sweep(
        &self,
        recipe: &RecipeHandle,
        from: u32,
        to: u32,
        limits: &[f64],
    ) -> Result<PolicySweep> {
        let (prepared, recipe) = (&self.table.prepared, &recipe.recipe);
        let sweep = if limits.is_empty() {
            Sweep::over_k(prepared, recipe, from.into(), to.into())?
        } else {
            Sweep::over_limits(prepared, recipe, limits)?
        };
        let table = Arc::clone(&self.table);
        Ok(PolicySweep { table, sweep })
    }
}

#[wasm_bindgen]
impl PolicySweep {
    /// Goes on for about `milliseconds`; gives the points from the one of this number on.
    pub fn advance(&mut self, milliseconds: f64, shown: usize) -> Result<Ts<SweepStep>> {
        let (prepared, sweep) = (&self.table.prepared, &mut self.sweep);
        let clock = clock()?;
        let status = sweep.advance(milliseconds, &mut || clock.now());
        let points = sweep.points().iter().skip(shown);
        let message = SweepStep {
            done: status == RunStatus::Done,
            all: sweep.n_points(),
            milliseconds: sweep.milliseconds(),
            points: (points.map(|point| SweepPoint {
                k: point.k,
                suppression_limit: point.suppression_limit,
                levels: point.best.as_ref().map(|best| best.levels.clone()),
                words: (point.best.as_ref()).map(|best| in_words(prepared, &best.levels)),
                loss: point.best.as_ref().map(|best| best.loss),
                suppressed_records: point.best.as_ref().map(|best| best.suppressed_records),
                classes: point.best.as_ref().map(|best| best.classes),
                followed: point.followed,
            }))
            .collect(),
        };
        json::message(&message)
    }
}
