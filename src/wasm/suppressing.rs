//! The handle classes for the suppression of cells.

use super::cells::CellsVerifyPass;
use super::clock::take_turn;
use super::disclosed::{Disclosed, Disclosures};
use super::encoding::EncodedTable;
use super::error::{Result, misuse};
use super::json;
use super::recipe::RecipeHandle;
use super::released::{CellsHead, first_records};
use super::uniques::{Asked, FoundCombinations};
use crate::data::TableReader;
use crate::jobs::{Claimed, ReleaseJob, Rewritten, SuppressJob};
use crate::recipe::{Recipe, UniquesSettings};
use crate::release::Key;
use crate::report::UniquesReport;
use crate::run::{ImpactColumns, Suppressed, impact};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A search for the cells of a table to suppress.
#[wasm_bindgen]
pub struct CellSuppression {
    found: Arc<FoundCombinations>,
    asked: Arc<Asked>,
    job: Option<SuppressJob>,
    milliseconds: f64,
}

/// The pass over the file that reads the columns for the impact.
#[wasm_bindgen]
pub struct ImpactPass {
    reader: TableReader,
    asked: Arc<Asked>,
}

/// The numbers of those columns.
#[wasm_bindgen]
pub struct ImpactNumbers {
    columns: ImpactColumns,
}

/// The suppressed cells, with their impact.
#[wasm_bindgen]
pub struct SuppressedCells {
    asked: Arc<Asked>,
    suppressed: Option<Arc<Suppressed>>,
    report: UniquesReport,
}

/// The pass over the file that writes the table with its cells suppressed.
#[wasm_bindgen]
pub struct CellsPass {
    job: ReleaseJob<UniquesReport>,
    table: Arc<EncodedTable>,
    recipe: Recipe,
    key: Option<Key>,
}

/// A written table with suppressed cells.
#[wasm_bindgen]
pub struct WrittenTable {
    last: Vec<u8>,
    table: Arc<EncodedTable>,
    recipe: Recipe,
    key: Option<Key>,
    report: UniquesReport,
}

#[wasm_bindgen]
impl CellSuppression {
    /// Continues for about `milliseconds`. Returns the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        let Some(job) = &mut self.job else {
            return Ok(1.0);
        };
        let turned = take_turn(job, milliseconds)?;
        self.milliseconds += turned.milliseconds;
        Ok(turned.share)
    }

    /// The cost so far.
    #[wasm_bindgen(getter)]
    pub fn cost(&self) -> f64 {
        self.job.as_ref().map_or(0.0, |job| job.search.cost_so_far())
    }

    /// The proven lower bound for the cost of any such suppression.
    #[wasm_bindgen(getter)]
    pub fn bound(&self) -> f64 {
        self.job.as_ref().map_or(0.0, |job| job.search.bound_so_far())
    }

    /// Whether there is a suppression with which the search could end.
    #[wasm_bindgen(getter, js_name = canEnd)]
    pub fn can_end(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.search.can_end())
    }

    /// Ends the search with the best suppression so far, if there is one. Only the count of records that are still
    /// unsafe is left.
    pub fn end(&mut self) {
        if let Some(job) = &mut self.job {
            job.search.end();
        }
    }

    /// The pass over the file for the impact; `None` if no further column is needed.
    #[wasm_bindgen(js_name = impactPass)]
    pub fn impact_pass(&self) -> Option<ImpactPass> {
        let columns = self.asked.questions.settings.impact.columns();
        (!columns.is_empty()).then(|| ImpactPass {
            reader: TableReader::new(self.asked.table.dialect(), &columns),
            asked: Arc::clone(&self.asked),
        })
    }

    /// The cells and the impact of their suppression, measured with these numbers.
    pub fn finish(self, numbers: Option<ImpactNumbers>) -> Result<SuppressedCells> {
        let Asked { table, questions } = &*self.asked;
        let suppressed = self.job.and_then(SuppressJob::finish).map(Arc::new);
        let columns = numbers.map(|numbers| numbers.columns).unwrap_or_default();
        let mut report = self.found.report(questions, suppressed.as_deref());
        let own = suppressed.as_deref();
        report.impact = own.map(|own| impact(&table.prepared, questions, own, &columns)).transpose()?;
        report.seconds = (self.found.milliseconds + self.milliseconds) / 1e3;
        Ok(SuppressedCells { asked: self.asked, suppressed, report })
    }
}

impl CellSuppression {
    pub(super) fn new(found: &Arc<FoundCombinations>, asked: Asked) -> Result<Self> {
        Ok(Self {
            job: SuppressJob::new(&asked.table.prepared, &asked.questions)?,
            found: Arc::clone(found),
            asked: Arc::new(asked),
            milliseconds: 0.0,
        })
    }
}

#[wasm_bindgen]
impl ImpactPass {
    /// Takes a chunk of the file as UTF-8.
    pub fn push(&mut self, text: &[u8]) -> Result<()> {
        Ok(self.reader.push(text)?)
    }

    /// The numbers that were read.
    pub fn finish(self) -> Result<ImpactNumbers> {
        let table = self.reader.finish()?;
        Ok(ImpactNumbers { columns: ImpactColumns::new(&table, &self.asked.questions)? })
    }
}

#[wasm_bindgen]
impl SuppressedCells {
    /// The report, as JSON.
    pub fn report(&self) -> String {
        self.report.to_json()
    }

    /// Why the record with this number in the file (from 1) is unsafe, and what would help, as JSON.
    pub fn record(&self, number: usize) -> Result<String> {
        self.asked.record(number)
    }

    /// The first records as they would be released, with the other columns treated by a recipe.
    #[wasm_bindgen(js_name = releasedHead)]
    pub fn released_head(&self, count: usize, recipe: &RecipeHandle) -> Result<Ts<CellsHead>> {
        let recipe = &recipe.recipe;
        let suppressed = self.suppressed_by(recipe)?;
        let Asked { table, questions } = &*self.asked;
        let prepared = &table.prepared;
        let transformation = suppressed.transformation(prepared, questions);
        let (columns, rows) = first_records(table, &transformation, recipe, count);
        let disclosure = suppressed.disclosure(recipe, prepared, questions, Vec::new());
        json::message(&CellsHead { columns, rows, disclosure: Disclosed::of(&disclosure) })
    }

    /// Starts the pass that writes the table with its cells suppressed. The recipe defines the columns that are left
    /// out and the order of the rows. `key` is the key of keyed hashes, if there are any.
    pub fn write(&self, recipe: &RecipeHandle, key: Option<String>) -> Result<CellsPass> {
        let recipe = &recipe.recipe;
        let key = key.map(|key| Key::new(key.as_bytes())).transpose()?;
        let suppressed = self.suppressed_by(recipe)?;
        let Asked { table, questions } = &*self.asked;
        let (own, report) = (Recipe::clone(recipe), self.report.clone());
        let job = ReleaseJob::of_cells(&table.original, own, questions, suppressed, report, key.clone())?;
        Ok(CellsPass { job, table: Arc::clone(table), recipe: Recipe::clone(recipe), key })
    }
}

impl SuppressedCells {
    /// The suppression, if it is that of the recipe.
    fn suppressed_by(&self, recipe: &Recipe) -> Result<&Arc<Suppressed>> {
        match &self.suppressed {
            None => Err(misuse("nothing was suppressed")),
            Some(suppressed) => {
                let asked = &self.asked.questions.settings;
                // The number of steps reproduces a search that was ended early.
                let found = UniquesSettings {
                    end_after_steps: suppressed.ended_after.or(asked.end_after_steps),
                    ..asked.clone()
                };
                match recipe.uniques == found {
                    true => Ok(suppressed),
                    false => Err(misuse("the cells were suppressed under other settings")),
                }
            }
        }
    }
}

#[wasm_bindgen]
impl CellsPass {
    /// Transforms a chunk of the file: `raw` as on disk (for the digest), `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8> {
        self.job.push(raw, text)
    }

    /// The next piece of the rest after the end of the file; empty once all is written.
    pub fn rest(&mut self) -> Vec<u8> {
        self.job.rest()
    }

    /// The written table, with its report.
    pub fn finish(self) -> Result<WrittenTable> {
        let Self { job, table, recipe, key } = self;
        let Rewritten { last, report } = job.finish()?;
        Ok(WrittenTable { last, table, recipe, key, report })
    }
}

#[wasm_bindgen]
impl WrittenTable {
    /// The last bytes of the table, still to be written.
    pub fn last(&self) -> Vec<u8> {
        self.last.clone()
    }

    /// The report as JSON, for recipients or for those who keep the original.
    pub fn report(&self, for_recipients: bool) -> Result<String> {
        Ok(match for_recipients {
            true => self.report.for_recipients()?.to_json(),
            false => self.report.to_json(),
        })
    }

    /// The disclosure warnings.
    pub fn disclosed(&self) -> Result<Ts<Disclosures>> {
        json::message(&Disclosures(Disclosed::of(self.report.disclosure.as_deref().unwrap_or_default())))
    }

    /// Starts the pass that reads the table to verify it.
    pub fn verify(&self) -> Result<CellsVerifyPass> {
        CellsVerifyPass::new(Claimed {
            original: Arc::clone(&self.table.original),
            recipe: self.recipe.clone(),
            report: self.report.to_json(),
            key: self.key.clone(),
            population: None,
        })
    }
}
