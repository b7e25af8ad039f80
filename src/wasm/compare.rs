//! The handle classes for comparing policies before anything is released.
//!
//! Results cross as JSON, in the form that the command line writes.

use super::encoding::{Encoded, EncodedTable};
use super::error::{Result, misuse};
use super::json;
use super::recipe::RecipeHandle;
use crate::compare::{Asked, Candidate, CandidateReport};
use crate::data::{Table, TableReader};
use crate::recipe::Digest;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The pass over the file that reads the other columns by which policies are compared.
#[wasm_bindgen]
pub struct SensitivePass {
    table: Arc<EncodedTable>,
    columns: Vec<String>,
    reader: TableReader,
    digest: Digest,
}

/// Columns of the table in memory beside its quasi-identifiers: sensitive ones, and those to cross.
#[wasm_bindgen]
pub struct SensitiveColumns {
    table: Table,
}

#[wasm_bindgen]
impl Encoded {
    /// The pass that reads the sensitive columns that classes may reveal, and those to cross; `None` if there are none.
    #[wasm_bindgen(js_name = sensitivePass)]
    pub fn sensitive_pass(&self, recipe: &RecipeHandle, cross: Vec<String>) -> Option<SensitivePass> {
        let columns = recipe.recipe.read_to_compare(&cross);
        (!columns.is_empty()).then(|| SensitivePass {
            table: Arc::clone(&self.table),
            reader: TableReader::new(self.table.dialect(), &columns),
            columns,
            digest: Digest::new(),
        })
    }

    /// The effect of the policy with these levels on the table, if classes of fewer than k records are suppressed, as
    /// JSON. A risk threshold and two columns to cross may be given. If the recipe has different hierarchies from those
    /// of the encoded table, the table is `rebuilt` under them.
    #[allow(clippy::too_many_arguments, reason = "an object would have to be declared twice")]
    pub fn candidate(
        &self,
        recipe: &RecipeHandle,
        levels: &[u8],
        k: u32,
        sensitive: &SensitiveColumns,
        threshold: Option<f64>,
        cross: Vec<String>,
        rebuilt: bool,
    ) -> Result<String> {
        let cross = match <[String; 2]>::try_from(cross) {
            Ok([one, other]) => Some((one, other)),
            Err(none) if none.is_empty() => None,
            Err(_) => return Err(misuse("two columns are crossed, or none")),
        };
        let candidate = Candidate { levels: levels.to_vec(), k: k.into() };
        let prepared = &self.table.prepared;
        let other = rebuilt.then(|| prepared.rebuilt(&recipe.recipe, prepared.dialect())).transpose()?;
        let report = CandidateReport::new(
            other.as_ref().unwrap_or(prepared),
            &recipe.recipe,
            &candidate,
            &sensitive.table,
            &Asked { threshold, cross },
        )?;
        Ok(report.to_json())
    }
}

#[wasm_bindgen]
impl SensitiveColumns {
    /// The value for a release that has none.
    pub fn none() -> SensitiveColumns {
        let table = Table::default();
        SensitiveColumns { table }
    }
}

#[wasm_bindgen]
impl SensitivePass {
    /// The columns that it reads, as JSON.
    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> Result<String> {
        json::text(&self.columns)
    }

    /// Takes a chunk of the file: `raw` as on disk, `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// The columns that were read.
    pub fn finish(self) -> Result<SensitiveColumns> {
        let table = self.reader.finish()?;
        self.table.expect_same(self.digest)?;
        Ok(SensitiveColumns { table })
    }
}
