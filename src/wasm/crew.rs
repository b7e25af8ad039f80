//! Several workers on one search: what the one that leads it hands out and takes back, and what one of its crew does.

use super::error::{Result, misuse};
use super::json;
use super::messages::Lent;
use super::search::clock;
use super::session::Session;
use crate::monitor::{Monitor, When};
use crate::search::Status;
use crate::search::exact::{Dive, DiveResult, Diver};
use crate::study::{Grouped, Recipe};
use js_sys::Uint8Array;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The problem of a search.
#[wasm_bindgen(getter_with_clone)]
pub struct GroupedTable {
    /// The recipe.
    pub recipe: String,
    /// The table that it is for, as CSV.
    pub table: Uint8Array,
}

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
    pub fn begin(&mut self, dive: &str) -> Result<()> {
        self.diver.begin(read(dive)?);
        Ok(())
    }

    /// Goes on for about `milliseconds`; tells whether there is more to do.
    pub fn advance(&mut self, milliseconds: f64) -> Result<bool> {
        let clock = clock()?;
        let end = clock.now() + milliseconds;
        let mut monitor = When(|| clock.now() >= end);
        let status = self.diver.advance(&mut monitor as &mut dyn Monitor);
        Ok(status == Status::Running)
    }

    /// Ends the dive, and returns its result, with the boxes that are still open.
    pub fn findings(&mut self) -> Result<String> {
        write(&self.diver.finish())
    }
}

#[wasm_bindgen]
impl Session {
    /// The problem of the search, for its crew: a recipe, and the table that it is for.
    pub fn grouped(&self) -> Result<GroupedTable> {
        let (Some(encoded), Some((_, recipe))) = (&self.encoded, &self.run) else {
            return Err(misuse("no search was started"));
        };
        let missing = &encoded.dialect.missing;
        let Grouped { recipe, csv } = Grouped::of(&encoded.prepared, recipe, missing)?;
        Ok(GroupedTable {
            recipe: recipe.to_json(),
            table: csv.as_slice().into(),
        })
    }

    /// A box of the search for one of the crew, with its number; none while there is none to spare.
    #[wasm_bindgen(js_name = searchLend)]
    pub fn search_lend(&mut self) -> Result<Option<Ts<Lent>>> {
        let lent = self.running()?.1.lend();
        lent.map(|(number, dive)| json::message(&Lent(number, write(&dive)?)))
            .transpose()
    }

    /// Counts time in which the search had to wait for its crew.
    #[wasm_bindgen(js_name = searchWaited)]
    pub fn search_waited(&mut self, milliseconds: f64) -> Result<()> {
        self.running()?.1.waited(milliseconds);
        Ok(())
    }

    /// Takes back the result of a dive.
    #[wasm_bindgen(js_name = searchAbsorb)]
    pub fn search_absorb(&mut self, number: f64, result: &str) -> Result<()> {
        self.running()?.1.absorb(number as u64, read(result)?);
        Ok(())
    }

    /// Takes back a box without a result: it is as open as it was when it was lent.
    #[wasm_bindgen(js_name = searchTakeBack)]
    pub fn search_take_back(&mut self, number: f64, dive: &str) -> Result<()> {
        let dive: Dive = read(dive)?;
        let result = DiveResult {
            open: vec![dive.open],
            ..DiveResult::default()
        };
        self.running()?.1.absorb(number as u64, result);
        Ok(())
    }
}

/// A message to another worker; the page hands it on as it is.
fn write(message: &impl Serialize) -> Result<String> {
    // Indented, so that the module has one writer of JSON.
    serde_json::to_string_pretty(message).map_err(|error| misuse(&error.to_string()))
}

fn read<T: DeserializeOwned>(message: &str) -> Result<T> {
    serde_json::from_str(message).map_err(|error| misuse(&error.to_string()))
}
