//! The handle classes for proofs that no policy is better: made for others, and checked by a crate that shares no code
//! with their maker.

use super::clock::take_turn;
use super::crew::{self, GroupedTable};
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages::{Lent, OpenColumn, ProofVerdict};
use super::recipe::RecipeHandle;
use super::search::PolicySearch;
use crate::document::ProofState;
use crate::error::{Error, ProofError};
use crate::jobs::ReadReleaseJob;
use crate::lattice::{Level, Policy};
use crate::proof::Certify;
use crate::proof_file::{Passport, PlainStudy, Proven, demand_provable, proof_file};
use crate::recipe::Recipe;
use crate::table::EncodedStudy;
use js_sys::Function;
use kanon_check::{Failure, Watch, check};
use std::sync::{Arc, Mutex};
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A proof under construction.
#[wasm_bindgen]
pub struct Proving {
    table: Arc<EncodedTable>,
    recipe: Arc<Recipe>,
    certify: Certify,
}

/// The check of a proof against the table in memory, and against a release if its chunks are given.
#[wasm_bindgen]
pub struct ProofCheck {
    table: Arc<EncodedTable>,
    recipe: Arc<Recipe>,
    release: Option<ReadReleaseJob>,
}

#[wasm_bindgen]
impl PolicySearch {
    /// Why the recipe's best policy cannot be proven; `None` if it can.
    pub fn unprovable(&mut self) -> Option<String> {
        demand_provable(&self.run.problem()).err().map(|error| error.to_string())
    }
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the proof that no valid policy of a recipe precedes the one with these levels.
    pub fn prove(&self, recipe: &RecipeHandle, levels: &[Level]) -> Result<Proving> {
        let problem = Arc::new(self.table.prepared.problem(&recipe.recipe)?);
        demand_provable(&problem)?;
        Ok(Proving {
            table: Arc::clone(&self.table),
            recipe: Arc::clone(&recipe.recipe),
            certify: Certify::new(problem, &Policy::new(levels))?,
        })
    }

    /// Starts the check of a proof.
    #[wasm_bindgen(js_name = checkProof)]
    pub fn check_proof(&self, recipe: &RecipeHandle) -> ProofCheck {
        ProofCheck { table: Arc::clone(&self.table), recipe: Arc::clone(&recipe.recipe), release: None }
    }
}

/// The passport of a proven release, as an archive.
#[wasm_bindgen]
pub fn passport(recipe: &RecipeHandle, report: &str, proof: &[u8]) -> Result<Vec<u8>> {
    let passport = Passport::of(Proven { recipe: &recipe.recipe, report, proof });
    Ok(passport.archive()?)
}

#[wasm_bindgen]
impl Proving {
    /// Continues for about `milliseconds`. Returns the share of the policies that is closed; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        Ok(take_turn(&mut self.certify, milliseconds)?.share)
    }

    /// Nodes of the tree so far.
    #[wasm_bindgen(getter)]
    pub fn nodes(&self) -> f64 {
        self.certify.nodes() as f64
    }

    /// The proof as a file, once it is done.
    pub fn finish(self) -> Result<Vec<u8>> {
        let prepared = &self.table.prepared;
        let better = self.certify.better().cloned();
        match (self.certify.finish(), better) {
            (Some(Ok(certificate)), _) => Ok(proof_file(prepared, &self.recipe, &certificate, None)),
            (_, Some(better)) => {
                let better = better.named(&prepared.names());
                Err(Error::new(ProofError::NotFirst { better }).into())
            }
            (..) => Err(super::error::misuse("the proof is not done")),
        }
    }
}

#[wasm_bindgen]
impl Proving {
    /// The problem of the proof, for its crew: a recipe and its table.
    pub fn grouped(&self) -> Result<GroupedTable> {
        GroupedTable::of(&self.table.prepared, &self.recipe)
    }

    /// A box for a crew member, with its number; `None` while there is no box to spare.
    pub fn lend(&mut self) -> Result<Option<Ts<Lent>>> {
        crew::lend(&mut self.certify)
    }

    /// Takes back the result of a box.
    pub fn absorb(&mut self, number: f64, result: &str) -> Result<()> {
        crew::absorb(&mut self.certify, number, result)
    }

    /// Takes back a box without a result. It is as open as when it was lent.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, number: f64, task: &str) -> Result<()> {
        crew::take_back(&mut self.certify, number, task)
    }
}

#[wasm_bindgen]
impl ProofCheck {
    /// Takes a chunk of the release.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        let (table, recipe) = (&self.table, &self.recipe);
        let reader = (self.release).get_or_insert_with(|| ReadReleaseJob::new(table, recipe));
        Ok(reader.push(chunk)?)
    }

    /// The recipe and the table for other checkers of the proof.
    pub fn plain(&self) -> Result<GroupedTable> {
        let study = PlainStudy::of(&self.table.prepared, &self.recipe)?;
        Ok(GroupedTable { recipe: study.recipe.to_json(), table: study.csv.as_slice().into(), population: None })
    }

    /// Checks a proof to its end, or part `part` of `of` of its tree. Calls `tell` from time to time with the share of
    /// nodes done.
    pub fn finish(self, proof: &[u8], part: usize, of: usize, tell: Function) -> Result<Ts<ProofVerdict>> {
        let prepared = &self.table.prepared;
        let study = PlainStudy::of(prepared, &self.recipe)?;
        let release = match self.release {
            Some(reader) => Some(study.release(&reader.finish()?.table)?),
            None => None,
        };
        let seen = Seen::new(tell, part, of);
        let recipe = study.recipe.to_json();
        let found = check(proof, &study.csv, &recipe, release.as_deref(), 1, &seen);
        json::message(&seen.verdict(found, prepared))
    }
}

/// Checks part `part` of `of` of a proof's tree over the table from [`ProofCheck::plain`]. Returns whether it is
/// proven. If it is not, the caller checks the same part with a [`ProofCheck`], which says why.
#[wasm_bindgen(js_name = checkPart)]
pub fn check_part(recipe: &str, csv: &[u8], proof: &[u8], part: usize, of: usize, tell: Function) -> bool {
    check(proof, csv, recipe, None, 1, &Seen::new(tell, part, of)).is_ok()
}

/// The reports of the checker on its way, and the part of the tree that it checks.
struct Seen {
    tell: Function,
    part: usize,
    of: usize,
    boxes: Mutex<Boxes>,
}

#[derive(Default)]
struct Boxes {
    /// The lowest and the highest levels of the box that is open.
    open: Option<(Vec<Level>, Vec<Level>)>,
    are_closed: bool,
}

impl Watch for Seen {
    fn passed(&self, share: f64) {
        // A listener that fails does not affect the check.
        let _heard = self.tell.call1(&JsValue::NULL, &share.into());
    }

    fn found_open(&self, lo: &[usize], hi: &[usize]) {
        let levels = |levels: &[usize]| levels.iter().map(|&level| level as Level).collect();
        if let Ok(mut boxes) = self.boxes.lock() {
            boxes.open = Some((levels(lo), levels(hi)));
        }
    }

    fn is_own(&self, node: usize) -> bool {
        node % self.of.max(1) == self.part
    }

    fn all_closed(&self) {
        if let Ok(mut boxes) = self.boxes.lock() {
            boxes.are_closed = true;
        }
    }
}

impl Seen {
    fn new(tell: Function, part: usize, of: usize) -> Self {
        Self { tell, part, of, boxes: Mutex::default() }
    }

    fn verdict(
        self,
        found: std::result::Result<kanon_check::Proven, Failure>,
        prepared: &EncodedStudy,
    ) -> ProofVerdict {
        let boxes = self.boxes.into_inner().unwrap_or_default();
        let why = match &found {
            Ok(_) => String::new(),
            Err(Failure::WrongFile(why) | Failure::Refused(why)) => why.clone(),
        };
        let is_other_file = matches!(found, Err(Failure::WrongFile(_)));
        let state = ProofState::of_check(found.is_ok(), is_other_file, boxes.are_closed);
        let open = boxes.open.map(|(lo, hi)| {
            let (from, to) = (prepared.words(&lo), prepared.words(&hi));
            let words = prepared.names().into_iter().zip(from.into_iter().zip(to));
            let columns = words.map(|(column, (from, to))| OpenColumn { column, from, to });
            columns.collect()
        });
        let proven = found.ok();
        ProofVerdict {
            outcome: state,
            title: state.words().to_owned(),
            why,
            open,
            policies: proven.as_ref().map(|proven| proven.policies),
            nodes: proven.as_ref().map(|proven| proven.nodes),
            loss: proven.as_ref().map(|proven| proven.loss),
            slack: proven.as_ref().map(|proven| proven.slack),
            levels: proven.map(|proven| proven.levels),
        }
    }
}
