//! The handle classes that read the recipe's quasi-identifiers into memory.

use super::error::Result;
use super::json;
use super::messages::{self, TableSummary};
use super::opening::OpenedFile;
use super::population::Population;
use crate::data::{Dialect, Table, TableReader};
use crate::error::{DataError, Error};
use crate::lattice::size_in_words;
use crate::study::{Digest, EncodedStudy, Recipe, StudyBuilder};
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

/// Quasi-identifiers in memory, whose hierarchies are built one by one.
#[wasm_bindgen]
pub struct Preparation {
    preparing: StudyBuilder,
    file: Arc<OpenedFile>,
    recipe: Arc<Recipe>,
    dialect: Dialect,
    sha256: String,
    population: Option<Arc<Table>>,
}

/// A table of quasi-identifiers, from which all further work on a file starts.
#[wasm_bindgen]
pub struct Encoded {
    pub(super) table: Arc<EncodedTable>,
}

/// The quasi-identifiers in memory, shared by everything that was started from them.
pub(super) struct EncodedTable {
    pub(super) file: Arc<OpenedFile>,
    pub(super) prepared: EncodedStudy,
    /// How the file is written, according to the recipe.
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

    /// Takes a chunk of the file: `raw` as on disk, `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<()> {
        self.digest.push(raw);
        Ok(self.reader.push(text)?)
    }

    /// Ends the reading; the hierarchies are built next.
    pub fn finish(self) -> Result<Preparation> {
        let table = self.reader.finish()?;
        Ok(Preparation {
            preparing: StudyBuilder::new(&self.recipe, &self.dialect, table),
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
        EncodedStudy::check_columns(recipe, &file.header())?;
        let dialect = recipe.dialect.as_ref().unwrap_or(&file.dialect).clone();
        let reader = TableReader::new(&dialect, &EncodedStudy::columns(recipe)?)
            .with_count_column(recipe.count_column.clone())
            .with_weight_column(recipe.risk.weight_column.clone())
            .with_weights_read(recipe.weight_reading());
        Ok(Self { reader, digest: Digest::new(), file: Arc::clone(file), recipe: Arc::clone(recipe), dialect })
    }
}

#[wasm_bindgen]
impl Preparation {
    /// Builds the hierarchy of the next column. Returns the share of the preparation that is done: below 1 as long as
    /// there are further columns.
    pub fn step(&mut self) -> Result<f64> {
        self.preparing.step()?;
        let share = self.preparing.next().map(|_| self.preparing.share());
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
        let mut prepared = self.preparing.finish()?;
        if let Some(population) = self.population.filter(|_| recipe.asks_for_people()) {
            prepared = prepared.with_population(recipe, population)?;
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
    /// A summary of the table in memory.
    pub fn summary(&self) -> Result<Ts<messages::TableSummary>> {
        json::message(&self.table.summary)
    }
}

impl EncodedTable {
    /// Checks that the file, read again, is the same.
    ///
    /// # Errors
    /// [`DataError::Changed`].
    pub(super) fn check(&self, read: Digest) -> Result<()> {
        if read.finish() == self.sha256 { Ok(()) } else { Err(Error::new(DataError::Changed).into()) }
    }
}
