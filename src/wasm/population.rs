//! The handle classes that read a population into memory.

use super::error::Result;
use super::json;
use super::recipe::RecipeHandle;
use crate::data::{Dialect, RecordReader, Table, TableReader};
use crate::recipe::Recipe;
use crate::run::Tradeoffs;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass over a population table.
#[wasm_bindgen]
pub struct PopulationPass {
    reader: TableReader,
    asked: Asked,
}

/// The requirements of a recipe for its population.
#[derive(PartialEq, Eq)]
struct Asked {
    /// The quasi-identifiers.
    columns: Vec<String>,
    /// The column of counts, if the table has a column of this name.
    count: String,
}

/// A population in memory.
#[wasm_bindgen]
pub struct Population {
    pub(super) table: Arc<Table>,
    asked: Asked,
}

impl Asked {
    fn by(recipe: &Recipe) -> Result<Self> {
        Ok(Self {
            columns: Tradeoffs::population_columns(recipe)?,
            count: recipe.frontier.clone().unwrap_or_default().population_count,
        })
    }
}

#[wasm_bindgen]
impl PopulationPass {
    /// Starts the pass over a table whose first bytes are `head`. If it lacks the recipe's column of counts, each row
    /// is one person.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &RecipeHandle, dialect: Ts<Dialect>, head: &[u8]) -> Result<PopulationPass> {
        let recipe = &recipe.recipe;
        let dialect: Dialect = json::said(&dialect)?;
        let mut header = RecordReader::new(&dialect);
        header.push(head, &mut |_| Ok(()))?;
        let asked = Asked::by(recipe)?;
        let count = recipe.population_count(header.header().unwrap_or_default());
        let reader = TableReader::new(&dialect, &asked.columns);
        Ok(Self { reader: reader.with_count_column(count), asked })
    }

    /// Takes a chunk of the table as UTF-8.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        Ok(self.reader.push(text)?)
    }

    /// The population, for frontiers and counts.
    pub fn finish(self) -> Result<Population> {
        let table = self.reader.finish()?;
        Ok(Population { table: Arc::new(table), asked: self.asked })
    }
}

#[wasm_bindgen]
impl Population {
    /// Whether it also satisfies the requirements of this recipe.
    #[wasm_bindgen(js_name = isFor)]
    pub fn is_for(&self, recipe: &RecipeHandle) -> Result<bool> {
        Ok(self.asked == Asked::by(&recipe.recipe)?)
    }
}
