//! Several workers on one search, or one proof: the work of a crew member, and the exchange with the leading worker.

use super::clock::in_turn;
use super::error::{Result, misuse};
use super::json;
use super::messages::Lent;
use super::recipe::RecipeHandle;
use super::search::PolicySearch;
use crate::jobs::{Helper, Lend, Turn};
use crate::lattice::{Level, Policy};
use crate::people::Grouped;
use crate::proof::{ProofSubject, ProofTask, Proved, Prover};
use crate::recipe::Recipe;
use crate::search::Status;
use crate::search::exact::{Dive, DiveResult, Diver};
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

/// A crew member: it holds the distinct tuples of a table and does the boxes that it is given.
#[wasm_bindgen]
pub struct Crew {
    helper: Box<dyn Told>,
}

#[wasm_bindgen]
impl Crew {
    /// A crew member for a search over this grouped table. With levels, it is one for the proof that no valid policy
    /// precedes the one with these levels.
    #[wasm_bindgen(constructor)]
    pub fn new(
        recipe: &RecipeHandle,
        csv: Vec<u8>,
        population: Option<Vec<u8>>,
        levels: Option<Vec<Level>>,
    ) -> Result<Crew> {
        let grouped = Grouped { recipe: (*recipe.recipe).clone(), csv, population };
        let problem = Arc::new(grouped.prepare()?.problem(&grouped.recipe)?);
        Ok(Self {
            helper: match levels {
                None => Box::new(Diver::new(problem).ok_or_else(|| misuse("a problem without boxes"))?),
                Some(levels) => {
                    let subject = ProofSubject::new(problem, &Policy::new(levels))?;
                    Box::new(Prover::new(Arc::new(subject)))
                }
            },
        })
    }

    /// Begins with a box.
    pub fn begin(&mut self, part: &str) -> Result<()> {
        self.helper.begin_told(part)
    }

    /// Continues for about `milliseconds`. Returns whether there is more to do.
    pub fn advance(&mut self, milliseconds: f64) -> Result<bool> {
        in_turn(milliseconds, |turn| Ok(self.helper.go_on(turn) == Status::Running))
    }

    /// Ends the work on the box, and returns the result, with what is still open.
    pub fn findings(&mut self) -> Result<String> {
        self.helper.finish_told()
    }
}

/// A helper whose parts and results cross as text.
trait Told {
    fn begin_told(&mut self, part: &str) -> Result<()>;
    fn go_on(&mut self, turn: &mut Turn) -> Status;
    fn finish_told(&mut self) -> Result<String>;
}

impl<H: Helper<Part: Message, Found: Message>> Told for H {
    fn begin_told(&mut self, part: &str) -> Result<()> {
        self.begin(Message::read(part)?);
        Ok(())
    }

    fn go_on(&mut self, turn: &mut Turn) -> Status {
        self.advance(turn)
    }

    fn finish_told(&mut self) -> Result<String> {
        self.finish().text()
    }
}

/// A part or a result, as workers exchange it.
pub(super) trait Message: Sized {
    fn text(&self) -> Result<String>;
    fn read(text: &str) -> Result<Self>;
}

/// A message that is JSON.
macro_rules! as_json {
    ($($message:ty),*) => {$(
        impl Message for $message {
            fn text(&self) -> Result<String> {
                json::text(self)
            }

            fn read(text: &str) -> Result<Self> {
                json::read(text)
            }
        }
    )*};
}

/// A message in a form of its own.
macro_rules! as_own {
    ($($message:ty),*) => {$(
        impl Message for $message {
            fn text(&self) -> Result<String> {
                Ok(self.text())
            }

            fn read(text: &str) -> Result<Self> {
                Self::read(text).ok_or_else(|| misuse("a message that no worker sends"))
            }
        }
    )*};
}

as_json!(Dive, DiveResult);
as_own!(ProofTask, Proved);

/// A part of the work for a crew member, with its number; `None` while there is none to spare.
pub(super) fn lend<W: Lend<Helper: Helper<Part: Message>>>(work: &mut W) -> Result<Option<Ts<Lent>>> {
    let lent = work.lend();
    lent.map(|(number, part)| json::message(&Lent(number, part.text()?))).transpose()
}

/// Takes back the result of a part.
pub(super) fn absorb<W: Lend<Helper: Helper<Found: Message>>>(work: &mut W, number: f64, found: &str) -> Result<()> {
    work.absorb(number as u64, Message::read(found)?);
    Ok(())
}

/// Takes back a part without a result. It is as open as when it was lent.
pub(super) fn take_back<W: Lend<Helper: Helper<Part: Message>>>(work: &mut W, number: f64, part: &str) -> Result<()> {
    work.absorb(number as u64, W::untouched(Message::read(part)?));
    Ok(())
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
        lend(&mut self.run)
    }

    /// Adds time that the search spent waiting for its crew.
    pub fn waited(&mut self, milliseconds: f64) {
        self.run.waited(milliseconds);
    }

    /// Takes back the result of a dive.
    pub fn absorb(&mut self, number: f64, result: &str) -> Result<()> {
        absorb(&mut self.run, number, result)
    }

    /// Takes back a box without a result. It is as open as when it was lent.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, number: f64, dive: &str) -> Result<()> {
        take_back(&mut self.run, number, dive)
    }
}
