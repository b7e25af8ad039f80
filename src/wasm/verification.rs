//! The handle classes: the verification of a release that was written, from its own bytes.

use super::error::Result;
use super::json;
use super::messages;
use super::release::WrittenRelease;
use crate::data::{Table, TableReader};
use crate::release::{Comparison, Treatment};
use crate::study::Digest;
use crate::study::audit::{Evidence, ReleaseAudit};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass over a release that reads it.
#[wasm_bindgen]
pub struct VerifyPass {
    reader: TableReader,
    digest: Digest,
    release: Arc<WrittenRelease>,
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
    release: Arc<WrittenRelease>,
}

#[wasm_bindgen]
impl VerifyPass {
    /// Takes a chunk of the release.
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.digest.push(chunk);
        Ok(self.reader.push(chunk)?)
    }

    /// The comparison with the original, at its start.
    pub fn finish(self) -> Result<ComparePass> {
        let WrittenRelease {
            table: original,
            recipe,
            report,
            key,
        } = &*self.release;
        let mut table = self.reader.finish()?;
        // Without a header, columns are named by their positions, which are others in the release.
        for (column, name) in table.columns.iter_mut().zip(original.prepared.names()) {
            column.name = name;
        }
        let audit = ReleaseAudit::new(&report.to_json(), &original.prepared)?;
        let comparison =
            audit.comparison(recipe, &original.prepared, &original.dialect, key.clone());
        Ok(ComparePass {
            audit,
            comparison,
            digest: Digest::new(),
            table,
            output_sha256: self.digest.finish(),
            release: self.release,
        })
    }
}

impl VerifyPass {
    pub(super) fn new(release: &Arc<WrittenRelease>) -> Self {
        let WrittenRelease { table, recipe, .. } = &**release;
        let names = release.names(table.prepared.names());
        let count_column = release.names(recipe.count_column.clone()).pop();
        let reader = TableReader::new(&table.dialect.of_release(), &names)
            .with_count_column(count_column)
            .may_be_empty(recipe.release.suppressed.are_removed());
        Self {
            reader,
            digest: Digest::new(),
            release: Arc::clone(release),
        }
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
        let WrittenRelease {
            table: original,
            recipe,
            key,
            ..
        } = &*self.release;
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
        })?;
        json::message(&messages::Verification::from(verification))
    }
}

impl WrittenRelease {
    /// The names that these columns have in the release. Without a header, columns are named by their positions, which
    /// change where identifiers are left out.
    fn names(&self, names: impl IntoIterator<Item = String>) -> Vec<String> {
        if self.table.dialect.header {
            return names.into_iter().collect();
        }
        let header = self.table.file.header();
        let released: Vec<&String> = (header.iter())
            .filter(|name| self.recipe.treatment(name) != Treatment::Drop)
            .collect();
        let position = |name: String| released.iter().position(|released| **released == name);
        (names.into_iter().filter_map(position))
            .map(|position| format!("column {}", position + 1))
            .collect()
    }
}
