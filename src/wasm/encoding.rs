//! The handle classes that read the recipe's quasi-identifiers into memory.

use super::error::Result;
use super::json;
use super::messages::{self, TableSummary};
use super::population::Population;
use crate::data::Table;
use crate::jobs::{EncodeJob, OpenedTable, Original};
use crate::lattice::size_in_words;
use crate::recipe::Recipe;
use std::ops::Deref;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass over a file that reads quasi-identifiers into memory.
#[wasm_bindgen]
pub struct EncodePass {
    job: EncodeJob,
    file: Arc<OpenedTable>,
    recipe: Arc<Recipe>,
}

/// Quasi-identifiers in memory, whose hierarchies are built one by one.
#[wasm_bindgen]
pub struct Preparation {
    job: crate::jobs::Preparation,
    file: Arc<OpenedTable>,
    recipe: Arc<Recipe>,
    population: Option<Arc<Table>>,
}

/// A table of quasi-identifiers, from which all further work on a file starts.
#[wasm_bindgen]
pub struct Encoded {
    pub(super) table: Arc<EncodedTable>,
}

/// The quasi-identifiers in memory, shared by everything that was started from them.
pub(super) struct EncodedTable {
    pub(super) file: Arc<OpenedTable>,
    pub(super) original: Arc<Original>,
    summary: TableSummary,
}

#[wasm_bindgen]
impl EncodePass {
    /// The encoding of the file.
    #[wasm_bindgen(getter)]
    pub fn encoding(&self) -> String {
        self.job.encoding().to_owned()
    }

    /// Takes a chunk of the file: `raw` as on disk, `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        Ok(self.job.push(raw, text)?)
    }

    /// Ends the reading; the hierarchies are built next.
    pub fn finish(self) -> Result<Preparation> {
        let job = self.job.finish()?.prepare(&self.recipe);
        Ok(Preparation { job, file: self.file, recipe: self.recipe, population: None })
    }
}

impl EncodePass {
    pub(super) fn new(file: &Arc<OpenedTable>, recipe: &Arc<Recipe>) -> Result<Self> {
        let dialect = recipe.dialect.as_ref().unwrap_or(&file.dialect).clone();
        let job = EncodeJob::new(recipe, dialect, file.header(), Vec::new())?;
        Ok(Self { job, file: Arc::clone(file), recipe: Arc::clone(recipe) })
    }
}

#[wasm_bindgen]
impl Preparation {
    /// Builds the hierarchy of the next column. Returns the share of the preparation that is done: below 1 as long as
    /// there are further columns.
    pub fn step(&mut self) -> Result<f64> {
        self.job.step()?;
        let share = self.job.next().map(|_| self.job.share());
        Ok(share.unwrap_or(1.0))
    }

    /// Sets the population whose people the recipe counts.
    #[wasm_bindgen(js_name = setPopulation)]
    pub fn set_population(&mut self, population: &Population) {
        self.population = Some(Arc::clone(&population.table));
    }

    /// Ends the preparation: groups the records, and counts people if the recipe asks for it.
    pub fn finish(self) -> Result<Encoded> {
        let recipe = &self.recipe;
        let original = self.job.finish(recipe, self.population)?;
        let prepared = &original.prepared;
        let summary = TableSummary {
            records: prepared.table().records(),
            tuples: prepared.tuples().len(),
            input_sha256: original.sha256.clone(),
            risk_before: prepared.risk(recipe.privacy.k).into(),
            lattice_size: size_in_words(prepared.problem(recipe)?.lattice().size()),
        };
        Ok(Encoded { table: Arc::new(EncodedTable { file: self.file, original: Arc::new(original), summary }) })
    }
}

#[wasm_bindgen]
impl Encoded {
    /// A summary of the table in memory.
    pub fn summary(&self) -> Result<Ts<messages::TableSummary>> {
        json::message(&self.table.summary)
    }
}

impl Deref for EncodedTable {
    type Target = Original;

    fn deref(&self) -> &Original {
        &self.original
    }
}
