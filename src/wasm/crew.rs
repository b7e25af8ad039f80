//! Several workers on one search, or one proof: the work of a crew member, and the exchange with the leading worker.

use super::clock::clock;
use super::error::{Result, misuse};
use super::json;
use super::messages::Lent;
use super::recipe::RecipeHandle;
use super::search::PolicySearch;
use crate::lattice::{Level, Policy};
use crate::monitor::{Monitor, When};
use crate::people::Grouped;
use crate::proof::{ProofSubject, ProofTask, Prover};
use crate::recipe::Recipe;
use crate::search::exact::{Dive, DiveResult, Diver};
use crate::search::{Problem, Status};
use crate::table::EncodedStudy;
use js_sys::Uint8Array;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The problem of a search, or of a proof.
#[wasm_bindgen(getter_with_clone)]
pub struct GroupedTable {
    /// The recipe.
    pub recipe: String,
    /// The table, as CSV.
    pub table: Uint8Array,
    /// The population whose people the recipe counts, as CSV.
    pub population: Option<Uint8Array>,
}

/// A crew member: it holds the distinct tuples of a table and searches the boxes that it is given.
#[wasm_bindgen]
pub struct Crew {
    diver: Diver,
}

#[wasm_bindgen]
impl Crew {
    /// A crew member for a search over this grouped table.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &RecipeHandle, csv: Vec<u8>, population: Option<Vec<u8>>) -> Result<Crew> {
        let problem = problem(recipe, csv, population)?;
        let diver = Diver::new(problem).ok_or_else(|| misuse("a problem without boxes"))?;
        Ok(Self { diver })
    }

    /// Begins to search a box.
    pub fn begin(&mut self, dive: &str) -> Result<()> {
        self.diver.begin(json::read(dive)?);
        Ok(())
    }

    /// Continues for about `milliseconds`. Returns whether there is more to do.
    pub fn advance(&mut self, milliseconds: f64) -> Result<bool> {
        advance(milliseconds, |monitor| self.diver.advance(monitor))
    }

    /// Ends the dive, and returns its result, with the boxes that are still open.
    pub fn findings(&mut self) -> Result<String> {
        json::text(&self.diver.finish())
    }
}

/// A crew member for a proof.
#[wasm_bindgen]
pub struct ProofCrew {
    prover: Prover,
}

#[wasm_bindgen]
impl ProofCrew {
    /// A crew member for the proof that no valid policy of this grouped table precedes the one with these levels.
    #[wasm_bindgen(constructor)]
    pub fn new(
        recipe: &RecipeHandle,
        csv: Vec<u8>,
        population: Option<Vec<u8>>,
        levels: &[Level],
    ) -> Result<ProofCrew> {
        let problem = problem(recipe, csv, population)?;
        let subject = ProofSubject::new(problem, &Policy::new(levels))?;
        Ok(Self { prover: Prover::new(Arc::new(subject)) })
    }

    /// Begins with a box.
    pub fn begin(&mut self, task: &str) -> Result<()> {
        self.prover.begin(&read(ProofTask::read(task))?);
        Ok(())
    }

    /// Continues for about `milliseconds`. Returns whether there is more to do.
    pub fn advance(&mut self, milliseconds: f64) -> Result<bool> {
        advance(milliseconds, |monitor| self.prover.advance(monitor))
    }

    /// Ends the work on the box, and returns the result.
    pub fn findings(&mut self) -> String {
        self.prover.finish().text()
    }
}

/// The parsed message of another worker, or an error.
pub(super) fn read<T>(message: Option<T>) -> Result<T> {
    message.ok_or_else(|| misuse("a message that no worker sends"))
}

fn problem(recipe: &RecipeHandle, csv: Vec<u8>, population: Option<Vec<u8>>) -> Result<Arc<Problem>> {
    let grouped = Grouped { recipe: (*recipe.recipe).clone(), csv, population };
    Ok(Arc::new(grouped.prepare()?.problem(&grouped.recipe)?))
}

/// Continues for about `milliseconds`. Returns whether there is more to do.
fn advance(milliseconds: f64, go_on: impl FnOnce(&mut dyn Monitor) -> Status) -> Result<bool> {
    let clock = clock()?;
    let end = clock.now() + milliseconds;
    Ok(go_on(&mut When(|| clock.now() >= end)) == Status::Running)
}

impl GroupedTable {
    pub(super) fn of(prepared: &EncodedStudy, recipe: &Recipe) -> Result<Self> {
        let Grouped { recipe, csv, population } = Grouped::of(prepared, recipe)?;
        Ok(Self {
            recipe: recipe.to_json(),
            table: csv.as_slice().into(),
            population: population.map(|population| population.as_slice().into()),
        })
    }
}

#[wasm_bindgen]
impl PolicySearch {
    /// The problem of the search, for its crew: a recipe and its table.
    pub fn grouped(&self) -> Result<GroupedTable> {
        GroupedTable::of(&self.table.prepared, &self.recipe)
    }

    /// A box of the search for a crew member, with its number; `None` while there is no box to spare.
    pub fn lend(&mut self) -> Result<Option<Ts<Lent>>> {
        let lent = self.run.lend();
        lent.map(|(number, dive)| json::message(&Lent(number, json::text(&dive)?))).transpose()
    }

    /// Adds time that the search spent waiting for its crew.
    pub fn waited(&mut self, milliseconds: f64) {
        self.run.waited(milliseconds);
    }

    /// Takes back the result of a dive.
    pub fn absorb(&mut self, number: f64, result: &str) -> Result<()> {
        self.run.absorb(number as u64, json::read(result)?);
        Ok(())
    }

    /// Takes back a box without a result. It is as open as when it was lent.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, number: f64, dive: &str) -> Result<()> {
        let dive: Dive = json::read(dive)?;
        let result = DiveResult { open: vec![dive.open], ..DiveResult::default() };
        self.run.absorb(number as u64, result);
        Ok(())
    }
}
