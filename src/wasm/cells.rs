//! The handle classes for verifying suppressed cells, in a table just written or in one given with a report.

use super::clock::take_turn;
use super::encoding::Encoded;
use super::error::Result;
use super::recipe::RecipeHandle;
use super::{json, messages};
use crate::audit::{CellsAlone, ReleasedTable};
use crate::data::{Dialect, TableReader};
use crate::jobs::{Claimed, ReadReleaseJob, SideBySide, VerifyCellsComparison, VerifyCellsJob};
use crate::recipe::{Digest, Recipe};
use crate::release::Key;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass that reads a table with suppressed cells.
#[wasm_bindgen]
pub struct CellsVerifyPass {
    reading: ReadReleaseJob,
    claimed: Claimed,
}

/// The search for the same combinations and cells, and the counts of the table that was read.
#[wasm_bindgen]
pub struct CellsCheck {
    job: VerifyCellsJob,
}

/// The pass over the original and the table side by side that compares them byte by byte.
#[wasm_bindgen]
pub struct CellsComparePass {
    comparison: VerifyCellsComparison,
}

/// The pass over a table with suppressed cells without its original.
#[wasm_bindgen]
pub struct CellsAlonePass {
    reader: TableReader,
    digest: Digest,
    report: String,
    recipe: Option<Recipe>,
    dialect: Dialect,
}

/// The counts of such a table.
#[wasm_bindgen]
pub struct CellsAloneCheck {
    alone: CellsAlone,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the pass over a table with suppressed cells that is given with its report. The table in memory is its
    /// original. `key` is the key of keyed hashes, if it is at hand.
    #[wasm_bindgen(js_name = verifyCells)]
    pub fn verify_cells(&self, recipe: &RecipeHandle, report: String, key: Option<String>) -> Result<CellsVerifyPass> {
        CellsVerifyPass::new(Claimed {
            original: Arc::clone(&self.table.original),
            recipe: Recipe::clone(&recipe.recipe),
            report,
            key: key.map(|key| Key::new(key.as_bytes())).transpose()?,
            population: None,
        })
    }
}

#[wasm_bindgen]
impl CellsVerifyPass {
    /// Takes a chunk of the table.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        Ok(self.reading.push(chunk)?)
    }

    /// Starts the check of what was read.
    pub fn finish(self) -> Result<CellsCheck> {
        let release = self.reading.finish()?;
        Ok(CellsCheck { job: VerifyCellsJob::new(self.claimed)?.with_release(release) })
    }
}

impl CellsVerifyPass {
    pub(super) fn new(claimed: Claimed) -> Result<Self> {
        Ok(Self { reading: ReadReleaseJob::new(&claimed.original, &claimed.recipe), claimed })
    }
}

#[wasm_bindgen]
impl CellsCheck {
    /// Continues for about `milliseconds`. Returns the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        Ok(take_turn(&mut self.job, milliseconds)?.share)
    }

    /// Starts the comparison with the original.
    pub fn compare(self) -> CellsComparePass {
        CellsComparePass { comparison: self.job.compare() }
    }
}

#[wasm_bindgen]
impl CellsComparePass {
    /// Takes a chunk of the original: `raw` as on disk, `text` as UTF-8. Returns how many bytes of the table can be
    /// compared.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<usize> {
        Ok(self.comparison.push_original(raw, text)?)
    }

    /// Takes a chunk of the table. Returns how many more bytes can be compared.
    #[wasm_bindgen(js_name = pushRelease)]
    pub fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparison.push_release(chunk)
    }

    /// Ends the original: the rest of the table must be its end.
    #[wasm_bindgen(js_name = originalEnded)]
    pub fn original_ended(&mut self) -> Result<()> {
        Ok(self.comparison.end_original()?)
    }

    /// Every claim of the report, checked.
    pub fn finish(self) -> Result<Ts<messages::SettledClaims>> {
        json::message(&messages::SettledClaims::from(self.comparison.finish()?.claims))
    }
}

#[wasm_bindgen]
impl CellsAlonePass {
    /// Starts the pass over a table with suppressed cells in this dialect, with its report, and its recipe if that is
    /// at hand. Without a recipe, the caller must know its count column.
    #[wasm_bindgen(constructor)]
    pub fn new(
        report: String,
        recipe: Option<String>,
        dialect: Ts<Dialect>,
        count_column: Option<String>,
    ) -> Result<CellsAlonePass> {
        let recipe = recipe.map(|text| Recipe::parse(&text)).transpose()?;
        let dialect: Dialect = json::said(&dialect)?;
        let released = ReleasedTable::alone(&report, recipe.as_ref(), count_column)?;
        Ok(Self { reader: released.reader(&dialect), digest: Digest::new(), report, recipe, dialect })
    }

    /// Takes a chunk of the table: `raw` as on disk, `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// Starts the check of what was read.
    pub fn finish(self) -> Result<CellsAloneCheck> {
        let recipe = self.recipe.as_ref();
        // The dialect of the recipe knows which values are missing.
        let dialect = recipe.and_then(|recipe| recipe.dialect.as_ref());
        let dialect = dialect.unwrap_or(&self.dialect);
        let (table, sha256) = (self.reader.finish()?, self.digest.finish());
        Ok(CellsAloneCheck { alone: CellsAlone::new(&self.report, recipe, dialect, table, sha256)? })
    }
}

#[wasm_bindgen]
impl CellsAloneCheck {
    /// Continues for about `milliseconds`. Returns the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        Ok(take_turn(&mut self.alone, milliseconds)?.share)
    }

    /// Every claim of the report, as far as the table shows it.
    pub fn finish(self) -> Result<Ts<messages::SettledClaims>> {
        json::message(&messages::SettledClaims::from(self.alone.finish()?))
    }
}
