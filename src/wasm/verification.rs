//! The handle classes for verifying a release from its own bytes, one just written or one given with a report.

use super::encoding::{Encoded, EncodedTable};
use super::error::Result;
use super::json;
use super::messages;
use super::population::Population;
use super::recipe::RecipeHandle;
use crate::data::{Dialect, Table, TableReader};
use crate::release::{Comparison, Key};
use crate::study::audit::{Evidence, ReleaseAudit, ReleasedTable, audit_alone};
use crate::study::{Digest, Recipe};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass that reads a release.
#[wasm_bindgen]
pub struct VerifyPass {
    reader: TableReader,
    digest: Digest,
    claimed: ClaimedRelease,
}

/// The claims about a release, and its source.
pub(super) struct ClaimedRelease {
    pub(super) table: Arc<EncodedTable>,
    pub(super) recipe: Recipe,
    /// The report, as JSON.
    pub(super) report: String,
    /// The key of its keyed hashes.
    pub(super) key: Option<Key>,
    /// The population of the risk.
    pub(super) population: Option<Arc<Table>>,
}

/// A reader for the release of a table.
pub(super) fn release_reader(original: &EncodedTable, recipe: &Recipe) -> TableReader {
    let (dialect, names) = (&original.dialect, original.prepared.names());
    let released = ReleasedTable::of(recipe, dialect, &original.file.header(), &names);
    released.reader(&dialect.of_release())
}

/// A release with the original's names. Without a header, columns are named by position, and positions differ in a
/// release.
pub(super) fn named_as(original: &EncodedTable, mut release: Table) -> Table {
    for (column, name) in release.columns.iter_mut().zip(original.prepared.names()) {
        column.name = name;
    }
    release
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
    audit: ReleaseAudit,
    comparison: Comparison,
    digest: Digest,
    /// The release as it was read.
    table: Table,
    output_sha256: String,
    claimed: ClaimedRelease,
}

#[wasm_bindgen]
impl VerifyPass {
    /// Sets the population of the risk, so that it is counted again.
    #[wasm_bindgen(js_name = setPopulation)]
    pub fn set_population(&mut self, population: &Population) {
        self.claimed.population = Some(Arc::clone(&population.table));
    }

    /// Takes a chunk of the release.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.digest.push(chunk);
        Ok(self.reader.push(chunk)?)
    }

    /// Starts the comparison with the original.
    pub fn finish(self) -> Result<ComparePass> {
        let ClaimedRelease { table: original, recipe, report, key, .. } = &self.claimed;
        let table = named_as(original, self.reader.finish()?);
        let audit = ReleaseAudit::new(report, recipe, &original.prepared)?;
        let comparison = audit.comparison(recipe, &original.prepared, &original.dialect, key.clone());
        Ok(ComparePass {
            audit,
            comparison,
            digest: Digest::new(),
            table,
            output_sha256: self.digest.finish(),
            claimed: self.claimed,
        })
    }
}

impl VerifyPass {
    pub(super) fn new(mut claimed: ClaimedRelease) -> Result<Self> {
        claimed.recipe.take_order(&claimed.report)?;
        let reader = release_reader(&claimed.table, &claimed.recipe);
        Ok(Self { reader, digest: Digest::new(), claimed })
    }
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the pass over a release that is given with its report. The table in memory is its original. `key` is the
    /// key of keyed hashes, if it is at hand.
    pub fn verify(&self, recipe: &RecipeHandle, report: String, key: Option<String>) -> Result<VerifyPass> {
        VerifyPass::new(ClaimedRelease {
            table: Arc::clone(&self.table),
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
        dialect: Ts<messages::Dialect>,
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
        self.digest.push(raw);
        self.comparison.push_original(text)?;
        Ok(self.comparison.wanted())
    }

    /// Takes a chunk of the release. Returns how many more bytes can be compared.
    #[wasm_bindgen(js_name = pushRelease)]
    pub fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparison.push_release(chunk);
        self.comparison.wanted()
    }

    /// Ends the original: the rest of the release must be its end.
    #[wasm_bindgen(js_name = originalEnded)]
    pub fn original_ended(&mut self) -> Result<()> {
        Ok(self.comparison.end_original()?)
    }

    /// Every claim of the report, checked.
    pub fn finish(mut self) -> Result<Ts<messages::Verification>> {
        let ClaimedRelease { table: original, recipe, key, population, .. } = &self.claimed;
        original.check(self.digest)?;
        let seen = self.comparison.seen();
        let difference = self.comparison.finish();
        let verification = self.audit.finish(&Evidence {
            recipe,
            prepared: &original.prepared,
            input_sha256: &original.sha256,
            release: &self.table,
            output_sha256: &self.output_sha256,
            difference: difference.as_ref(),
            seen: &seen,
            has_key: key.is_some(),
            population: population.as_deref(),
        })?;
        json::message(&messages::Verification::from(verification))
    }
}
