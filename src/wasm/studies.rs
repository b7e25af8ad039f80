//! The handle class for the papers' studies on the table in memory.

use super::clock::clock;
use super::encoding::Encoded;
use super::error::Result;
use super::json;
use super::messages::{StudyName, StudyStep};
use super::recipe::RecipeHandle;
use crate::published::{Step, Study, Subject};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A study that produces row after row.
#[wasm_bindgen]
pub struct PublishedStudy {
    study: Study,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts a study. `pruning` and `anytime` take numbers of leading quasi-identifiers, `ola` takes k and suppression
    /// limits. No run takes longer than `seconds`.
    pub fn study(
        &self,
        recipe: &RecipeHandle,
        name: Ts<StudyName>,
        numbers: Vec<usize>,
        limits: &[f64],
        seconds: f64,
    ) -> Result<PublishedStudy> {
        let subject = Subject {
            recipe: (*recipe.recipe).clone(),
            dialect: self.table.dialect.clone(),
            prepared: self.table.prepared.clone(),
            seconds,
        };
        let study = match json::said(&name)? {
            StudyName::Pruning => Study::pruning(subject, &numbers),
            StudyName::Anytime => Study::anytime(subject, &numbers),
            StudyName::Ola => {
                let ks: Vec<u64> = numbers.iter().map(|&k| k as u64).collect();
                Study::ola(subject, &ks, limits)
            }
        };
        Ok(PublishedStudy { study })
    }
}

#[wasm_bindgen]
impl PublishedStudy {
    /// Continues for about `milliseconds`, or until a row is done.
    pub fn advance(&mut self, milliseconds: f64) -> Result<Ts<StudyStep>> {
        let clock = clock()?;
        let step = self.study.advance(milliseconds, &mut || clock.now())?;
        let message = StudyStep {
            done: step == Step::Done,
            left: self.study.n_left(),
            row: match step {
                Step::Row(row) => Some(row.to_json()),
                Step::Running | Step::Done => None,
            },
        };
        json::message(&message)
    }
}
