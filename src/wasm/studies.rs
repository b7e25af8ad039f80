//! The handle class: the papers' studies on the table in memory.

use super::error::{Result, misuse};
use super::json;
use super::messages::StudyStep;
use super::search::clock;
use super::session::Session;
use crate::published::{Step, Study, Subject};
use crate::study::Recipe;
use tsify::Ts;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Session {
    /// Starts a study: `pruning` and `anytime` take numbers of first quasi-identifiers, `ola` takes k and suppression
    /// limits. No run takes longer than `seconds`.
    #[wasm_bindgen(js_name = studyBegin)]
    pub fn study_begin(
        &mut self,
        recipe: &str,
        #[wasm_bindgen(unchecked_param_type = "\"pruning\" | \"anytime\" | \"ola\"")] name: &str,
        numbers: Vec<usize>,
        limits: &[f64],
        seconds: f64,
    ) -> Result<()> {
        let encoded =
            (self.encoded.as_ref()).ok_or_else(|| misuse("a study before `encodeEnd`"))?;
        let subject = Subject {
            recipe: Recipe::parse(recipe)?,
            dialect: encoded.dialect.clone(),
            prepared: encoded.prepared.clone(),
            seconds,
        };
        self.study = Some(match name {
            "pruning" => Study::pruning(subject, &numbers),
            "anytime" => Study::anytime(subject, &numbers),
            "ola" => {
                let ks: Vec<u64> = numbers.iter().map(|&k| k as u64).collect();
                Study::ola(subject, &ks, limits)
            }
            _ => return Err(misuse("there is no study of this name")),
        });
        Ok(())
    }

    /// Goes on for about `milliseconds`, or until a row is made.
    #[wasm_bindgen(js_name = studyAdvance)]
    pub fn study_advance(&mut self, milliseconds: f64) -> Result<Ts<StudyStep>> {
        let study =
            (self.study.as_mut()).ok_or_else(|| misuse("`studyAdvance` before `studyBegin`"))?;
        let clock = clock()?;
        let step = study.advance(milliseconds, &mut || clock.now())?;
        let message = StudyStep {
            done: step == Step::Done,
            left: study.n_left(),
            row: match step {
                Step::Row(row) => Some(row.to_json()),
                Step::Running | Step::Done => None,
            },
        };
        json::message(&message)
    }

    /// Forgets the study and what it holds in memory.
    #[wasm_bindgen(js_name = studyEnd)]
    pub fn study_end(&mut self) {
        self.study = None;
    }
}
