//! Several workers on one search: what the one that leads it hands out and takes back, and what one of its crew does.

use super::error::{Result, misuse};
use super::messages::Progress;
use super::search::{advance, clock};
use super::session::Session;
use crate::monitor::{Monitor, When};
use crate::search::Status;
use crate::search::exact::{Dive, Diver, Findings};
use crate::study::{Grouped, Recipe};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// What passes between the leader and its crew, as far as the page has to know it.
#[wasm_bindgen(typescript_custom_section)]
const CREW_TYPES: &str = r#"
export interface OpenBox { steps: number[]; bound: number }
export interface Dive { open: OpenBox }
export interface Findings { best: unknown; open: OpenBox[]; boxes: number; evaluated: number }
"#;

/// One of the crew: it holds the distinct tuples of a table and searches the boxes that it is given.
#[wasm_bindgen]
pub struct Crew {
    diver: Diver,
}

#[wasm_bindgen]
impl Crew {
    /// One of the crew of a search over this grouped table.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &str, csv: Vec<u8>) -> Result<Crew> {
        console_error_panic_hook::set_once();
        let recipe = Recipe::parse(recipe)?;
        let grouped = Grouped { recipe, csv };
        let problem = Arc::new(grouped.prepare()?.problem(&grouped.recipe)?);
        let diver = Diver::new(problem).ok_or_else(|| misuse("a problem without boxes"))?;
        Ok(Self { diver })
    }

    /// Begins to search a box.
    pub fn begin(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Dive")] dive: JsValue,
    ) -> Result<()> {
        let dive: Dive = serde_wasm_bindgen::from_value(dive)?;
        self.diver.begin(dive);
        Ok(())
    }

    /// Goes on for about so many milliseconds; tells whether there is more to do.
    pub fn advance(&mut self, milliseconds: f64) -> Result<bool> {
        let clock = clock()?;
        let end = clock.now() + milliseconds;
        let mut monitor = When(|| clock.now() >= end);
        let status = self.diver.advance(&mut monitor as &mut dyn Monitor);
        Ok(status == Status::Running)
    }

    /// What has come of the box so far, which is given back with it.
    #[wasm_bindgen(unchecked_return_type = "Findings")]
    pub fn findings(&mut self) -> Result<JsValue> {
        plain(&self.diver.findings())
    }
}

#[wasm_bindgen]
impl Session {
    /// The problem of the search, for its crew: a recipe, and the table that it is for.
    #[wasm_bindgen(unchecked_return_type = "[string, Uint8Array]")]
    pub fn grouped(&self) -> Result<js_sys::Array> {
        let (Some(encoded), Some((_, recipe))) = (&self.encoded, &self.run) else {
            return Err(misuse("no search was started"));
        };
        let missing = &encoded.dialect.missing;
        let Grouped { recipe, csv } = Grouped::of(&encoded.prepared, recipe, missing)?;
        Ok(js_sys::Array::of2(
            &recipe.to_json().into(),
            &js_sys::Uint8Array::from(csv.as_slice()).into(),
        ))
    }

    /// A box of the search for one of the crew, with its number; null while there is none to spare.
    #[wasm_bindgen(js_name = searchLend, unchecked_return_type = "[number, Dive] | null")]
    pub fn search_lend(&mut self) -> Result<JsValue> {
        let (_, run, _) = self.running()?;
        match run.lend() {
            Some((number, dive)) => plain(&(number, dive)),
            None => Ok(JsValue::NULL),
        }
    }

    /// Counts time in which the search had to wait for its crew.
    #[wasm_bindgen(js_name = searchWaited)]
    pub fn search_waited(&mut self, milliseconds: f64) -> Result<()> {
        self.running()?.1.waited(milliseconds);
        Ok(())
    }

    /// Takes back what has come of a box.
    #[wasm_bindgen(js_name = searchAbsorb)]
    pub fn search_absorb(
        &mut self,
        number: u32,
        #[wasm_bindgen(unchecked_param_type = "Findings")] findings: JsValue,
    ) -> Result<Ts<Progress>> {
        let findings: Findings = serde_wasm_bindgen::from_value(findings)?;
        let (_, run, _) = self.running()?;
        run.absorb(number.into(), findings);
        advance(run, 0.0)
    }
}

/// A value whose shape the page need not know: it goes from one worker to another.
fn plain(value: &impl Serialize) -> Result<JsValue> {
    let serializer = Serializer::json_compatible().serialize_large_number_types_as_bigints(false);
    Ok(value.serialize(&serializer)?)
}
