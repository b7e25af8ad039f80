//! Several workers on the unsafe combinations of one table: what they are handed, and what comes of it.

use super::error::{Result, misuse};
use super::recipe::RecipeHandle;
use super::uniques::{Asked, FoundCombinations, FoundUniques, UniquesSearch, advanced};
use crate::uniques::{Findings, Method, Question, Tuples};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The distinct tuples of a table, of which ranges are searched.
#[wasm_bindgen]
pub struct UniquesTuples {
    tuples: Arc<Tuples>,
    question: Question,
    method: Option<Method>,
}

/// A search in a range of the tuples.
#[wasm_bindgen]
pub struct UniquesRange {
    search: crate::uniques::UniquesSearch,
}

/// The combinations that were found in ranges of the table, by several workers, as they come together.
#[wasm_bindgen]
pub struct UniquesParts {
    asked: Arc<Asked>,
    method: Method,
    findings: Findings,
}

#[wasm_bindgen]
impl UniquesSearch {
    /// The number of distinct tuples when ranges of them can be searched apart, else 0.
    #[wasm_bindgen(getter)]
    pub fn parts(&self) -> usize {
        match self.search.method() {
            Method::Partition => 0,
            Method::Bitmap | Method::HittingSet => self.asked.questions.tuples().len(),
        }
    }

    /// The tuples, to be searched by ranges.
    pub fn tuples(&self) -> UniquesTuples {
        let questions = &self.asked.questions;
        UniquesTuples {
            tuples: Arc::clone(questions.tuples()),
            question: questions.question(),
            method: Some(self.search.method()),
        }
    }

    /// Begins to put together what was found in ranges.
    pub fn together(&self) -> Result<UniquesParts> {
        Ok(UniquesParts {
            asked: Arc::clone(&self.asked),
            method: self.search.method(),
            findings: self.asked.questions.search()?.into_findings(),
        })
    }
}

#[wasm_bindgen]
impl UniquesTuples {
    /// The tuples that another worker has handed on as bytes, for the search of a recipe's unsafe combinations.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &RecipeHandle, bytes: &[u8]) -> Result<UniquesTuples> {
        let settings = &recipe.recipe.uniques;
        let tuples = Tuples::from_bytes(bytes).ok_or_else(|| misuse("no tuples"))?;
        Ok(Self {
            tuples: Arc::new(tuples),
            question: settings.question(),
            method: settings.method,
        })
    }

    /// The tuples as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.tuples.to_bytes()
    }

    /// The search in a range of the tuples, at its start.
    pub fn range(&self, start: usize, end: usize) -> Result<UniquesRange> {
        let end = end.min(self.tuples.len());
        let search = crate::uniques::UniquesSearch::in_range(
            Arc::clone(&self.tuples),
            self.question,
            self.method,
            start.min(end)..end,
        )?;
        Ok(UniquesRange { search })
    }
}

#[wasm_bindgen]
impl UniquesRange {
    /// Goes on for about `milliseconds`. Gives the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        advanced(&mut self.search, milliseconds)
    }

    /// What was found in the range, to be put together elsewhere.
    pub fn part(self) -> Vec<u64> {
        self.search.findings().to_words()
    }
}

#[wasm_bindgen]
impl UniquesParts {
    /// Adds what was found in a range.
    pub fn absorb(&mut self, part: &[u64]) -> Result<()> {
        if self.findings.absorb_words(part) {
            Ok(())
        } else {
            Err(misuse("a part of another table"))
        }
    }

    /// What was found in the table.
    pub fn finish(self) -> FoundUniques {
        FoundUniques::new(FoundCombinations {
            asked: self.asked,
            method: self.method,
            findings: self.findings,
            milliseconds: 0.0,
        })
    }
}
