//! The handle classes: the verification of a release from its own bytes, of one that was written as of one that
//! somebody gives with a report.

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

/// The pass over a release that reads it.
#[wasm_bindgen]
pub struct VerifyPass {
    reader: TableReader,
    digest: Digest,
    claimed: ClaimedRelease,
}

/// What is claimed of a release, and what it was made from.
pub(super) struct ClaimedRelease {
    pub(super) table: Arc<EncodedTable>,
    pub(super) recipe: Recipe,
    /// The report, as JSON.
    pub(super) report: String,
    /// The key of its keyed hashes.
    pub(super) key: Option<Key>,
    /// The population that risk is against.
    pub(super) population: Option<Arc<Table>>,
}

/// Reads what was released of a table.
pub(super) fn release_reader(original: &EncodedTable, recipe: &Recipe) -> TableReader {
    let (dialect, names) = (&original.dialect, original.prepared.names());
    let released = ReleasedTable::of(recipe, dialect, &original.file.header(), &names);
    released.reader(&dialect.of_release())
}

/// A release with the original's names: without a header, columns are named by their positions, which are others in a
/// release.
pub(super) fn named_as(original: &EncodedTable, mut release: Table) -> Table {
    for (column, name) in release.columns.iter_mut().zip(original.prepared.names()) {
        column.name = name;
    }
    release
}

/// The pass over a release whose original is not at hand.
#[wasm_bindgen]
pub struct AlonePass {
    reader: TableReader,
    digest: Digest,
    report: String,
    recipe: Option<Recipe>,
}

/// The pass over the original, and over its release beside it, that compares them byte by byte.
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
    /// Names the population that risk is against, so that it is counted again.
    pub fn among(&mut self, population: &Population) {
        self.claimed.population = Some(Arc::clone(&population.table));
    }

    /// Takes a chunk of the release.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.digest.push(chunk);
        Ok(self.reader.push(chunk)?)
    }

    /// The comparison with the original, at its start.
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
    pub(super) fn new(claimed: ClaimedRelease) -> Self {
        let ClaimedRelease { table, recipe, .. } = &claimed;
        Self { reader: release_reader(table, recipe), digest: Digest::new(), claimed }
    }
}

#[wasm_bindgen]
impl Encoded {
    /// The pass over a release that somebody gives with its report, the table in memory being its original; with the
    /// key of keyed hashes, if it is at hand.
    pub fn verify(&self, recipe: &RecipeHandle, report: String, key: Option<String>) -> Result<VerifyPass> {
        Ok(VerifyPass::new(ClaimedRelease {
            table: Arc::clone(&self.table),
            recipe: Recipe::clone(&recipe.recipe),
            report,
            key: key.map(|key| Key::new(key.as_bytes())).transpose()?,
            population: None,
        }))
    }
}

#[wasm_bindgen]
impl AlonePass {
    /// The pass over a release that is written like this, with its report, and with its recipe if that is at hand; else
    /// somebody has to know its count column.
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

    /// Takes a chunk of the release as it is on disk, and the same as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// Every claim of the report that the release can settle.
    pub fn finish(self) -> Result<Ts<messages::Verification>> {
        let table = self.reader.finish()?;
        let sha256 = self.digest.finish();
        let found = audit_alone(&self.report, self.recipe.as_ref(), &table, &sha256)?;
        json::message(&messages::Verification::from(found))
    }
}

#[wasm_bindgen]
impl ComparePass {
    /// Takes a chunk of the original as it is on disk, and the same as UTF-8. Gives how many bytes of the release can
    /// be compared.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<usize> {
        self.digest.push(raw);
        self.comparison.push_original(text)?;
        Ok(self.comparison.wanted())
    }

    /// Takes a chunk of the release. Gives how many bytes more can be compared.
    #[wasm_bindgen(js_name = pushRelease)]
    pub fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparison.push_release(chunk);
        self.comparison.wanted()
    }

    /// Says that there is no more of the original: what is left of the release is to be the end of it.
    #[wasm_bindgen(js_name = originalEnded)]
    pub fn original_ended(&mut self) -> Result<()> {
        Ok(self.comparison.end_original()?)
    }

    /// Every claim of the report, settled.
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
