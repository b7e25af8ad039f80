//! Several workers on the unsafe combinations of one table: their tasks, and their results.

use super::clock::take_turn;
use super::error::{Result, misuse};
use super::recipe::RecipeHandle;
use super::uniques::UniquesSearch;
use crate::uniques::{Method, Question, Tuples};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A crew member: it holds the distinct tuples of a table and searches the ranges that it is given.
#[wasm_bindgen]
pub struct UniquesCrew {
    tuples: Arc<Tuples>,
    question: Question,
    method: Option<Method>,
    search: Option<crate::uniques::UniquesSearch>,
}

#[wasm_bindgen]
impl UniquesSearch {
    /// The number of distinct tuples if ranges of them can be searched separately, otherwise 0.
    #[wasm_bindgen(getter)]
    pub fn parts(&self) -> usize {
        match self.search.method() {
            Method::Partition => 0,
            Method::Bitmap | Method::HittingSet => self.asked.questions.tuples().len(),
        }
    }

    /// The first member of the crew.
    pub fn crew(&self) -> UniquesCrew {
        let questions = &self.asked.questions;
        UniquesCrew {
            tuples: Arc::clone(questions.tuples()),
            question: questions.question(),
            method: Some(self.search.method()),
            search: None,
        }
    }

    /// Adds the findings of a range to a search that has not started.
    pub fn absorb(&mut self, part: &[u64]) -> Result<()> {
        match self.search.absorb(part) {
            true => Ok(()),
            false => Err(misuse("a part of another table")),
        }
    }
}

#[wasm_bindgen]
impl UniquesCrew {
    /// A crew member for a recipe's unsafe combinations, with the tuples of another member as bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &RecipeHandle, tuples: &[u8]) -> Result<UniquesCrew> {
        let settings = &recipe.recipe.uniques;
        let tuples = Tuples::from_bytes(tuples).ok_or_else(|| misuse("no tuples"))?;
        Ok(Self { tuples: Arc::new(tuples), question: settings.question(), method: settings.method, search: None })
    }

    /// The tuples as bytes, for another crew member.
    pub fn tuples(&self) -> Vec<u8> {
        self.tuples.to_bytes()
    }

    /// Begins to search a range of the tuples.
    pub fn begin(&mut self, start: usize, end: usize) -> Result<()> {
        let end = end.min(self.tuples.len());
        self.search = Some(crate::uniques::UniquesSearch::in_range(
            Arc::clone(&self.tuples),
            self.question,
            self.method,
            start.min(end)..end,
        )?);
        Ok(())
    }

    /// Continues for about `milliseconds`. Returns the share of the range that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        match &mut self.search {
            Some(search) => Ok(take_turn(search, milliseconds)?.share),
            None => Ok(1.0),
        }
    }

    /// Ends the search of the range, and returns the findings.
    pub fn findings(&mut self) -> Vec<u64> {
        let search = self.search.take();
        search.map_or_else(Vec::new, |search| search.findings().to_words())
    }
}
