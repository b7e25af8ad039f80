//! The handle class for single policies of the lattice.

use super::error::Result;
use super::json;
use super::messages::{Axes, AxisView, Judgement};
use super::recipe::RecipeHandle;
use super::search::{PolicySearch, policy};
use crate::lattice::Policy;
use crate::run::Visited;
use js_sys::{Float64Array, Uint8Array};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Policies that a search has checked. The levels of policy i are `levels[i * m ..]` for m quasi-identifiers.
#[wasm_bindgen(getter_with_clone)]
pub struct Trail {
    /// The levels, policy by policy.
    pub levels: Uint8Array,
    /// The losses.
    pub loss: Float64Array,
    /// Lower bounds for the losses of the policies and all their generalizations.
    pub bound: Float64Array,
    /// Records that they suppress.
    pub suppressed: Float64Array,
    /// 1 if that number is within the limit.
    pub valid: Uint8Array,
    /// Policies checked, possibly more than are listed here.
    pub checked: f64,
}

#[wasm_bindgen]
impl PolicySearch {
    /// The axes of the search's lattice.
    pub fn axes(&mut self) -> Result<Ts<Axes>> {
        let names = self.table.prepared.level_names();
        let problem = self.run.problem();
        let axes: Vec<AxisView> = (problem.lattice().axes().iter())
            .map(|axis| AxisView {
                members: axis.members().to_vec(),
                min: axis.range().min,
                max: axis.range().max,
                names: (axis.members().iter()).map(|&member| names[member].clone()).collect(),
            })
            .collect();
        json::message(&Axes(axes))
    }

    /// At most `most` of the policies that the search has checked.
    pub fn trail(&self, most: usize) -> Result<Trail> {
        let visited = Visited::of(&self.run, most);
        let valid: Vec<u8> = visited.valid.iter().map(|&valid| valid.into()).collect();
        let suppressed: Vec<f64> = visited.suppressed.iter().map(|&records| records as f64).collect();
        Ok(Trail {
            levels: visited.levels.as_slice().into(),
            loss: visited.losses.as_slice().into(),
            bound: visited.bounds.as_slice().into(),
            suppressed: suppressed.as_slice().into(),
            valid: valid.as_slice().into(),
            checked: visited.n_checked as f64,
        })
    }

    /// Checks the policy of these levels.
    pub fn evaluate(&mut self, levels: &[u8]) -> Result<Ts<Judgement>> {
        let (prepared, run, recipe) = self.running();
        let evaluation = run.evaluate(levels)?;
        let message = Judgement {
            policy: policy(prepared, recipe, &Policy::new(levels)),
            loss: evaluation.loss,
            bound: evaluation.bound,
            suppressed_records: evaluation.suppressed,
            valid: evaluation.valid,
            classes: evaluation.classes_kept,
        };
        json::message(&message)
    }

    /// Uses the policy that a recipe chose for the outcome and the release, or else the best one.
    pub fn follow(&mut self, recipe: &RecipeHandle) -> Result<()> {
        self.run.follow(&recipe.recipe, &self.table.prepared.names())?;
        Ok(())
    }
}
