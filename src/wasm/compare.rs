//! The handle classes: what policies make of a table, before anything is released.
//!
//! What is told crosses as JSON, in the form that the command line writes too.

use super::encoding::{Encoded, EncodedTable};
use super::error::{Result, misuse};
use super::json;
use super::recipe::RecipeHandle;
use crate::data::{Table, TableReader};
use crate::study::Digest;
use crate::study::compare::{Asked, Candidate, CandidateReport};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The pass over the file that reads the columns beside the quasi-identifiers that policies are compared by.
#[wasm_bindgen]
pub struct SensitivePass {
    table: Arc<EncodedTable>,
    columns: Vec<String>,
    reader: TableReader,
    digest: Digest,
}

/// Columns of the table in memory beside its quasi-identifiers: sensitive ones, and those that are crossed.
#[wasm_bindgen]
pub struct SensitiveColumns {
    table: Table,
}

#[wasm_bindgen]
impl Encoded {
    /// The pass that reads the sensitive columns of which the classes may tell, and those that are crossed; none where
    /// there are none.
    #[wasm_bindgen(js_name = sensitivePass)]
    pub fn sensitive_pass(&self, recipe: &RecipeHandle, cross: Vec<String>) -> Option<SensitivePass> {
        let columns = recipe.recipe.read_to_compare(&cross);
        (!columns.is_empty()).then(|| SensitivePass {
            table: Arc::clone(&self.table),
            reader: TableReader::new(&self.table.dialect, &columns),
            columns,
            digest: Digest::new(),
        })
    }

    /// What the policy of these levels makes of the table when classes of fewer than k records are suppressed, as
    /// JSON; with a threshold of risk that is asked for, and two columns that are crossed, or none. Where the
    /// recipe has other hierarchies than the table was encoded by, it is `rebuilt` under them.
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
        let EncodedTable { prepared, dialect, .. } = &*self.table;
        let other = rebuilt.then(|| prepared.rebuilt(&recipe.recipe, dialect)).transpose()?;
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
    /// Of a release that has none.
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

    /// Takes a chunk of the file as it is on disk, and the same as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// The columns that were read.
    pub fn finish(self) -> Result<SensitiveColumns> {
        let table = self.reader.finish()?;
        self.table.check(self.digest)?;
        Ok(SensitiveColumns { table })
    }
}
