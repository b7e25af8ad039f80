//! The handle classes for verifying a release from its own bytes, one just written or one given with a report.

use super::encoding::Encoded;
use super::error::Result;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::{json, messages};
use crate::audit::{ReleasedTable, audit_alone};
use crate::data::{Dialect, TableReader};
use crate::jobs::{Claimed, SideBySide, VerifyComparison, VerifyJob};
use crate::recipe::{Digest, Recipe};
use crate::release::Key;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass that reads a release.
#[wasm_bindgen]
pub struct VerifyPass {
    job: VerifyJob,
}

/// The pass over a release without its original.
#[wasm_bindgen]
pub struct AlonePass {
    reader: TableReader,
    digest: Digest,
    report: String,
    recipe: Option<Recipe>,
}

/// The pass over the original and its release side by side that compares them byte by byte.
#[wasm_bindgen]
pub struct ComparePass {
    comparison: VerifyComparison,
}

#[wasm_bindgen]
impl VerifyPass {
    /// Sets the population of the risk, so that it is counted again.
    #[wasm_bindgen(js_name = setPopulation)]
    pub fn set_population(&mut self, population: &Population) {
        self.job.set_population(Arc::clone(&population.table));
    }

    /// Takes a chunk of the release.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        Ok(self.job.push(chunk)?)
    }

    /// Starts the comparison with the original.
    pub fn finish(self) -> Result<ComparePass> {
        Ok(ComparePass { comparison: self.job.finish()? })
    }
}

impl VerifyPass {
    pub(super) fn new(claimed: Claimed) -> Result<Self> {
        Ok(Self { job: VerifyJob::new(claimed)? })
    }
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the pass over a release that is given with its report. The table in memory is its original. `key` is the
    /// key of keyed hashes, if it is at hand.
    pub fn verify(&self, recipe: &RecipeHandle, report: String, key: Option<String>) -> Result<VerifyPass> {
        VerifyPass::new(Claimed {
            original: Arc::clone(&self.table.original),
            recipe: Recipe::clone(&recipe.recipe),
            report,
            key: key.map(|key| Key::new(key.as_bytes())).transpose()?,
            population: None,
        })
    }
}

#[wasm_bindgen]
impl AlonePass {
    /// Starts the pass over a release in this dialect, with its report, and its recipe if that is at hand. Without a
    /// recipe, the caller must know its count column.
    #[wasm_bindgen(constructor)]
    pub fn new(
        report: String,
        recipe: Option<String>,
        dialect: Ts<Dialect>,
        count_column: Option<String>,
    ) -> Result<AlonePass> {
        let recipe = recipe.map(|text| Recipe::parse(&text)).transpose()?;
        let dialect: Dialect = json::said(&dialect)?;
        let released = ReleasedTable::alone(&report, recipe.as_ref(), count_column)?;
        Ok(Self { reader: released.reader(&dialect), digest: Digest::new(), report, recipe })
    }

    /// Takes a chunk of the release: `raw` as on disk, `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// Every claim of the report, as far as the release shows it.
    pub fn finish(self) -> Result<Ts<messages::Verification>> {
        let table = self.reader.finish()?;
        let sha256 = self.digest.finish();
        let found = audit_alone(&self.report, self.recipe.as_ref(), &table, &sha256)?;
        json::message(&messages::Verification::from(found))
    }
}

#[wasm_bindgen]
impl ComparePass {
    /// Takes a chunk of the original: `raw` as on disk, `text` as UTF-8. Returns how many bytes of the release can be
    /// compared.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<usize> {
        Ok(self.comparison.push_original(raw, text)?)
    }

    /// Takes a chunk of the release. Returns how many more bytes can be compared.
    #[wasm_bindgen(js_name = pushRelease)]
    pub fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparison.push_release(chunk)
    }

    /// Ends the original: the rest of the release must be its end.
    #[wasm_bindgen(js_name = originalEnded)]
    pub fn original_ended(&mut self) -> Result<()> {
        Ok(self.comparison.end_original()?)
    }

    /// Every claim of the report, checked.
    pub fn finish(self) -> Result<Ts<messages::Verification>> {
        json::message(&messages::Verification::from(self.comparison.finish()?))
    }
}
