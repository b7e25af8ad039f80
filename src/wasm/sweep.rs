//! The handle class for the best policy of every setting of a sweep.

use super::clock::take_turn;
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages::{SweepPoint, SweepStep};
use super::recipe::RecipeHandle;
use super::search::in_words;
use crate::privacy::Condition;
use crate::recipe::Swept;
use crate::run::{Sweep, SweepPoint as Proven};
use crate::table::EncodedStudy;
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
    /// Starts a sweep over settings in the form of a report's `swept`, in any order.
    pub fn sweep(&self, recipe: &RecipeHandle, swept: &str) -> Result<PolicySweep> {
        let (prepared, recipe) = (&self.table.prepared, &recipe.recipe);
        let swept = json::read::<Swept>(swept)?.in_order(recipe)?;
        let sweep = Sweep::new(prepared, recipe, &swept)?;
        let table = Arc::clone(&self.table);
        Ok(PolicySweep { table, sweep })
    }
}

#[wasm_bindgen]
impl PolicySweep {
    /// Continues for about `milliseconds`. Returns the points from number `shown` on.
    pub fn advance(&mut self, milliseconds: f64, shown: usize) -> Result<Ts<SweepStep>> {
        let (prepared, sweep) = (&self.table.prepared, &mut self.sweep);
        let done = take_turn(sweep, milliseconds)?.is_over;
        let points = sweep.points().iter().skip(shown);
        let message = SweepStep {
            done,
            all: sweep.n_points(),
            milliseconds: sweep.milliseconds(),
            points: points.map(|point| told(prepared, point)).collect(),
        };
        json::message(&message)
    }
}

fn told(prepared: &EncodedStudy, point: &Proven) -> SweepPoint {
    let (setting, best) = (&point.setting, point.best.as_ref());
    let left_out = setting.left_out.iter().map(Condition::words).collect();
    SweepPoint {
        k: setting.k,
        suppression_limit: setting.suppression_limit,
        threshold: setting.threshold(),
        left_out: setting.without.as_ref().map(|_| left_out),
        levels: best.map(|best| best.levels.clone()),
        words: best.map(|best| in_words(prepared, &best.levels)),
        loss: best.map(|best| best.loss),
        suppressed_records: best.map(|best| best.suppressed_records),
        classes: best.map(|best| best.classes),
        followed: point.followed,
    }
}
