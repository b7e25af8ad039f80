//! The handle classes for unsafe combinations.
//!
//! Results cross as JSON, in the form that the command line writes.

use super::clock::take_turn;
use super::encoding::{Encoded, EncodedTable};
use super::error::{Result, misuse};
use super::json;
use super::recipe::RecipeHandle;
use super::suppressing::CellSuppression;
use crate::report::UniquesReport;
use crate::run::{FindingsView, RecordView, Suppressed, UniqueQuestions};
use crate::uniques::{Findings, Method};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// The most of the riskiest records that are listed.
const SHOWN_RECORDS: usize = 200;

/// The questions about the table in memory.
pub(super) struct Asked {
    pub(super) table: Arc<EncodedTable>,
    pub(super) questions: Arc<UniqueQuestions>,
}

/// A search for a recipe's unsafe combinations.
#[wasm_bindgen]
pub struct UniquesSearch {
    pub(super) asked: Arc<Asked>,
    pub(super) search: crate::uniques::UniquesSearch,
    milliseconds: f64,
}

/// The unsafe combinations of a table.
#[wasm_bindgen]
pub struct FoundUniques {
    found: Arc<FoundCombinations>,
}

/// The findings in a table, shared by everything that is started from them.
pub(super) struct FoundCombinations {
    pub(super) asked: Arc<Asked>,
    method: Method,
    findings: Findings,
    pub(super) milliseconds: f64,
}

#[wasm_bindgen]
impl Encoded {
    /// Starts the search for the recipe's unsafe combinations.
    pub fn uniques(&self, recipe: &RecipeHandle) -> Result<UniquesSearch> {
        let asked = Asked::new(&self.table, recipe)?;
        Ok(UniquesSearch { search: asked.questions.search()?, asked: Arc::new(asked), milliseconds: 0.0 })
    }
}

#[wasm_bindgen]
impl UniquesSearch {
    /// Continues for about `milliseconds`. Returns the share that is done; 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        let turned = take_turn(&mut self.search, milliseconds)?;
        self.milliseconds += turned.milliseconds;
        Ok(turned.share)
    }

    /// The findings in the table.
    pub fn finish(self) -> FoundUniques {
        FoundUniques::new(FoundCombinations {
            asked: self.asked,
            method: self.search.method(),
            findings: self.search.into_findings(),
            milliseconds: self.milliseconds,
        })
    }
}

#[wasm_bindgen]
impl FoundUniques {
    /// The report, as JSON.
    pub fn report(&self) -> String {
        let FoundCombinations { asked, .. } = &*self.found;
        self.found.report(&asked.questions, None).to_json()
    }

    /// The findings in more detail, as JSON.
    pub fn view(&self) -> Result<String> {
        let FoundCombinations { asked, findings, .. } = &*self.found;
        let prepared = &asked.table.prepared;
        json::text(&FindingsView::new(prepared, &asked.questions, findings, SHOWN_RECORDS))
    }

    /// Why the record with this number in the file (from 1) is unsafe, and what would help, as JSON.
    pub fn record(&self, number: usize) -> Result<String> {
        self.found.asked.record(number)
    }

    /// Starts the suppression of the recipe, which may differ from that of the search.
    pub fn suppress(&self, recipe: &RecipeHandle) -> Result<CellSuppression> {
        let asked = Asked::new(&self.found.asked.table, recipe)?;
        CellSuppression::new(&self.found, asked)
    }
}

impl Asked {
    fn new(table: &Arc<EncodedTable>, recipe: &RecipeHandle) -> Result<Self> {
        let questions = UniqueQuestions::new(&table.prepared, &recipe.recipe)?;
        Ok(Self { questions: Arc::new(questions), table: Arc::clone(table) })
    }

    pub(super) fn record(&self, number: usize) -> Result<String> {
        let prepared = &self.table.prepared;
        let row = prepared.table().row_of_number(number as u64);
        let row = row.ok_or_else(|| misuse("there is no such record"))?;
        json::text(&RecordView::new(prepared, &self.questions, row)?)
    }
}

impl FoundUniques {
    fn new(found: FoundCombinations) -> Self {
        let found = Arc::new(found);
        Self { found }
    }
}

impl FoundCombinations {
    /// The report, including a suppression under these questions.
    pub(super) fn report(&self, questions: &UniqueQuestions, suppressed: Option<&Suppressed>) -> UniquesReport {
        let table = &self.asked.table;
        let names = table.prepared.names();
        let mut report = UniquesReport::new(&names, questions, self.method, &self.findings, suppressed);
        report.seconds = self.milliseconds / 1e3;
        report.input_sha256 = Some(table.sha256.clone());
        report
    }
}
