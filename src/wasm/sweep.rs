//! The handle class: the best policy for every k, or every suppression limit.

use super::error::{Result, misuse};
use super::json;
use super::messages::{SweepPoint, SweepStep};
use super::search::clock;
use super::session::Session;
use crate::study::{Recipe, RunStatus, Sweep};
use tsify::Ts;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Session {
    /// Starts a sweep over the suppression limits, or, where there are none, over k.
    #[wasm_bindgen(js_name = sweepBegin)]
    pub fn sweep_begin(&mut self, recipe: &str, from: u32, to: u32, limits: &[f64]) -> Result<()> {
        let recipe = Recipe::parse(recipe)?;
        let prepared = self.prepared()?;
        self.sweep = Some(if limits.is_empty() {
            Sweep::over_k(prepared, &recipe, from.into(), to.into())?
        } else {
            Sweep::over_limits(prepared, &recipe, limits)?
        });
        Ok(())
    }

    /// Goes on for about `milliseconds`; gives the points from the one of this number on.
    #[wasm_bindgen(js_name = sweepAdvance)]
    pub fn sweep_advance(&mut self, milliseconds: f64, shown: usize) -> Result<Ts<SweepStep>> {
        let sweep =
            (self.sweep.as_mut()).ok_or_else(|| misuse("`sweepAdvance` before `sweepBegin`"))?;
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
