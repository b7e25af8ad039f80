//! The handle classes: the recipe's quasi-identifiers in memory, and how they come there.

use super::error::Result;
use super::json;
use super::messages::{self, TableSummary};
use super::opening::OpenedFile;
use super::population::Population;
use crate::data::{Dialect, Table, TableReader};
use crate::error::{DataError, Error};
use crate::lattice::size_in_words;
use crate::study::{Digest, Prepared, Preparing, Recipe};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass over a file that reads quasi-identifiers into memory.
#[wasm_bindgen]
pub struct EncodePass {
    reader: TableReader,
    digest: Digest,
    file: Arc<OpenedFile>,
    recipe: Arc<Recipe>,
    dialect: Dialect,
}

/// Quasi-identifiers in memory, whose hierarchies are built one after the other.
#[wasm_bindgen]
pub struct Preparation {
    preparing: Preparing,
    file: Arc<OpenedFile>,
    recipe: Arc<Recipe>,
    dialect: Dialect,
    sha256: String,
    population: Option<Arc<Table>>,
}

/// A table of quasi-identifiers: what is asked of a file is begun here.
#[wasm_bindgen]
pub struct Encoded {
    pub(super) table: Arc<EncodedTable>,
}

/// The quasi-identifiers in memory, shared by all that was begun over them.
pub(super) struct EncodedTable {
    pub(super) file: Arc<OpenedFile>,
    pub(super) prepared: Prepared,
    /// How the file is written, as the recipe has it.
    pub(super) dialect: Dialect,
    pub(super) sha256: String,
    summary: TableSummary,
}

#[wasm_bindgen]
impl EncodePass {
    /// The encoding of the file.
    #[wasm_bindgen(getter)]
    pub fn encoding(&self) -> String {
        self.dialect.encoding.clone()
    }

    /// Takes a chunk of the file as it is on disk, and the same as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// What was read, to be prepared.
    pub fn finish(self) -> Result<Preparation> {
        let table = self.reader.finish()?;
        Ok(Preparation {
            preparing: Preparing::new(&self.recipe, &self.dialect, table),
            file: self.file,
            recipe: self.recipe,
            dialect: self.dialect,
            sha256: self.digest.finish(),
            population: None,
        })
    }
}

impl EncodePass {
    pub(super) fn new(file: &Arc<OpenedFile>, recipe: &Arc<Recipe>) -> Result<Self> {
        Prepared::check_columns(recipe, &file.header())?;
        let dialect = recipe.dialect.as_ref().unwrap_or(&file.dialect).clone();
        let reader = TableReader::new(&dialect, &Prepared::columns(recipe)?)
            .with_count_column(recipe.count_column.clone())
            .with_weight_column(recipe.risk.weight_column.clone())
            .with_weights_read(recipe.weight_reading());
        Ok(Self { reader, digest: Digest::new(), file: Arc::clone(file), recipe: Arc::clone(recipe), dialect })
    }
}

#[wasm_bindgen]
impl Preparation {
    /// Builds the hierarchy of the next column. Gives the share of the preparation that is done: below 1 as long as
    /// there are further columns.
    pub fn step(&mut self) -> Result<f64> {
        self.preparing.step()?;
        let share = self.preparing.next().map(|_| self.preparing.share());
        Ok(share.unwrap_or(1.0))
    }

    /// Names the population whose people the recipe asks for.
    pub fn among(&mut self, population: &Population) {
        self.population = Some(Arc::clone(&population.table));
    }

    /// Ends the preparation: the records are grouped, and people are counted where the recipe asks for them.
    pub fn finish(self) -> Result<Encoded> {
        let recipe = &self.recipe;
        let mut prepared = self.preparing.finish()?;
        if let Some(population) = self.population.filter(|_| recipe.asks_for_people()) {
            prepared = prepared.among(recipe, population)?;
        }
        let summary = TableSummary {
            records: prepared.table().records(),
            tuples: prepared.tuples().len(),
            input_sha256: self.sha256.clone(),
            risk_before: prepared.risk(recipe.privacy.k).into(),
            lattice_size: size_in_words(prepared.problem(recipe)?.lattice().size()),
        };
        let table = EncodedTable { file: self.file, prepared, dialect: self.dialect, sha256: self.sha256, summary };
        Ok(Encoded { table: Arc::new(table) })
    }
}

#[wasm_bindgen]
impl Encoded {
    /// What is in memory.
    pub fn summary(&self) -> Result<Ts<messages::TableSummary>> {
        json::message(&self.table.summary)
    }
}

impl EncodedTable {
    /// Whether the file that was read again is the same.
    ///
    /// # Errors
    /// [`DataError::Changed`].
    pub(super) fn check(&self, read: Digest) -> Result<()> {
        if read.finish() == self.sha256 { Ok(()) } else { Err(Error::new(DataError::Changed).into()) }
    }
}
