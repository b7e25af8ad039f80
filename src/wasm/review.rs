//! The handle classes for the review of a finished file.

use super::clock::take_turn;
use super::disclosed::{Disclosed, FinishedDisclosed};
use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::opening::Opened;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::{json, messages};
use crate::audit::FinishedConditions;
use crate::data::Dialect;
use crate::document::Verdict;
use crate::recipe::{Digest, Recipe};
use crate::release::disclosure::{FinishedScan, ScanSettings, looks_like_identifiers};
use crate::release::review;
use crate::review_files::{GivenFile, ReviewFiles};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// Recognizes the files that were given together for a review.
#[wasm_bindgen(js_name = reviewFiles)]
pub fn review_files(files: Ts<messages::GivenFiles>) -> Result<Ts<messages::ReviewFiles>> {
    let files: Vec<GivenFile> = json::said(&files)?;
    json::message(&ReviewFiles::of(&files).into())
}

/// The page for the findings of a review, given as JSON.
#[wasm_bindgen]
pub fn verdict(found: &str) -> Result<String> {
    Ok(Verdict::parse(found)?.html())
}

/// The conclusions from the findings of a review, given as JSON.
#[wasm_bindgen(js_name = verdictTold)]
pub fn verdict_told(found: &str) -> Result<Ts<messages::VerdictTold>> {
    json::message(&messages::VerdictTold::from(&Verdict::parse(found)?))
}

/// The pass that computes a file's digest.
#[wasm_bindgen]
pub struct DigestPass {
    digest: Digest,
}

#[wasm_bindgen]
impl DigestPass {
    /// Starts the pass.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "the browser has no default")]
    pub fn new() -> Self {
        Self { digest: Digest::new() }
    }

    /// Takes a chunk of the file, as on disk.
    pub fn push(&mut self, raw: &[u8]) {
        self.digest.push(raw);
    }

    /// SHA-256 in hexadecimal digits.
    pub fn finish(self) -> String {
        self.digest.finish()
    }
}

#[wasm_bindgen]
impl Opened {
    /// The values of every column that may identify a person.
    pub fn signs(&self) -> Result<Ts<messages::SignsOfColumns>> {
        json::message(&messages::SignsOfColumns(self.file.profile.signs()))
    }
}

/// A review of the table in memory as a finished one.
#[wasm_bindgen]
pub struct Review {
    table: Arc<EncodedTable>,
    review: review::Review,
}

/// The pass over its file that looks for disclosure risks.
#[wasm_bindgen]
pub struct ReviewPass {
    scan: FinishedScan,
    digest: Digest,
    table: Arc<EncodedTable>,
}

/// The pass over a finished file that checks conditions beside k.
#[wasm_bindgen]
pub struct ConditionsPass {
    check: FinishedConditions,
}

#[wasm_bindgen]
impl ConditionsPass {
    /// Starts the pass. `asked` is JSON; the recipe defines how sensitive columns are read.
    #[wasm_bindgen(constructor)]
    pub fn new(asked: &str, recipe: Option<String>, dialect: Ts<Dialect>) -> Result<ConditionsPass> {
        let dialect: Dialect = json::said(&dialect)?;
        let recipe = recipe.as_deref().map(Recipe::parse).transpose()?;
        let check = FinishedConditions::new(json::read(asked)?, recipe.as_ref(), &dialect)?;
        Ok(Self { check })
    }

    /// Counts people in this population.
    #[wasm_bindgen(js_name = setPopulation)]
    pub fn set_population(&mut self, population: &Population) {
        self.check.set_population(Arc::clone(&population.table));
    }

    /// Takes a chunk of the file as UTF-8.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        Ok(self.check.push(text)?)
    }

    /// The result for each condition, as JSON.
    pub fn finish(self) -> Result<String> {
        json::text(&self.check.finish()?)
    }
}

#[wasm_bindgen]
impl Encoded {
    /// Starts a review of the table in memory as a finished one. Blank cells are those with `*` or one of these values.
    /// These but `*` are missing values that are ignored if `ignores_missing`.
    pub fn review(
        &self,
        k: u32,
        blank: Ts<review::Blank>,
        missing: Vec<String>,
        ignores_missing: bool,
    ) -> Result<Review> {
        let prepared = &self.table.prepared;
        let (table, names) = (prepared.table(), prepared.names());
        let blank = json::said(&blank)?;
        let cells = review::BlankCells::of_words(&missing, ignores_missing);
        Ok(Review {
            table: Arc::clone(&self.table),
            review: review::Review::new(table, &names, k.into(), blank, &cells)?,
        })
    }

    /// Starts another pass over the file of the table in memory that looks for disclosure risks. The recipe describes
    /// its columns.
    #[wasm_bindgen(js_name = reviewPass)]
    pub fn review_pass(
        &self,
        recipe: &RecipeHandle,
        k: u32,
        blank: Ts<review::Blank>,
        missing: Vec<String>,
    ) -> Result<ReviewPass> {
        let prepared = &self.table.prepared;
        let (table, names) = (prepared.table(), prepared.names());
        let blank = json::said(&blank)?;
        let settings = ScanSettings { k: k.into(), ..ScanSettings::of(&recipe.recipe, &self.table.file.dialect) };
        Ok(ReviewPass {
            scan: FinishedScan::new(Arc::clone(table), &names, blank, &missing, settings)?,
            digest: Digest::new(),
            table: Arc::clone(&self.table),
        })
    }
}

#[wasm_bindgen]
impl ReviewPass {
    /// Takes a chunk of the file: `raw` as on disk, `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.scan.push(text)?)
    }

    /// The disclosure warnings.
    pub fn finish(self) -> Result<Ts<FinishedDisclosed>> {
        let found = self.scan.finish()?;
        self.table.expect_same(self.digest)?;
        json::message(&FinishedDisclosed {
            has_classes: found.has_classes,
            identifiers: looks_like_identifiers(&found.warnings),
            disclosure: Disclosed::of_finished(&found.warnings),
        })
    }
}

#[wasm_bindgen]
impl Review {
    /// Continues for about `milliseconds`. Returns the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        Ok(take_turn(&mut self.review, milliseconds)?.share)
    }

    /// The findings, as JSON.
    pub fn finish(self) -> Result<String> {
        json::text(&self.review.reviewed(self.table.prepared.table()))
    }
}
