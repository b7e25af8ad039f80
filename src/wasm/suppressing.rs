//! The handle classes: the suppression of cells.

use super::clock::clock;
use super::encoding::EncodedTable;
use super::error::{Result, misuse};
use super::recipe::RecipeHandle;
use super::rewriting::Rewriting;
use super::uniques::{Asked, FoundCombinations};
use crate::data::TableReader;
use crate::monitor::When;
use crate::release::{Key, ReleaseWriter, Transformation};
use crate::study::uniques::{ImpactColumns, Suppressed, Suppressing, UniquesReport, impact};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// A search for the cells of a table that are to be suppressed.
#[wasm_bindgen]
pub struct CellSuppression {
    found: Arc<FoundCombinations>,
    asked: Arc<Asked>,
    suppressing: Option<Suppressing>,
    suppressed: Option<Suppressed>,
    milliseconds: f64,
}

/// The pass over the file that reads the columns that the impact is measured with.
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

/// The cells that are to be suppressed, with what that does.
#[wasm_bindgen]
pub struct SuppressedCells {
    asked: Arc<Asked>,
    suppressed: Option<Suppressed>,
    report: UniquesReport,
}

/// The pass over the file that writes the table with its cells suppressed.
#[wasm_bindgen]
pub struct CellsPass {
    rewriting: Rewriting,
    table: Arc<EncodedTable>,
    report: UniquesReport,
}

/// A table that was written with its cells suppressed.
#[wasm_bindgen]
pub struct WrittenTable {
    last: Vec<u8>,
    report: UniquesReport,
}

#[wasm_bindgen]
impl CellSuppression {
    /// Goes on for about `milliseconds`. Gives the share that is done, 1 only at the end.
    pub fn advance(&mut self, milliseconds: f64) -> Result<f64> {
        let clock = clock()?;
        let start = clock.now();
        let Some(suppressing) = &mut self.suppressing else {
            return Ok(1.0);
        };
        let mut monitor = When(|| clock.now() - start >= milliseconds);
        self.suppressed = suppressing.advance(&mut monitor)?;
        self.milliseconds += clock.now() - start;
        Ok(match &self.suppressed {
            Some(_) => 1.0,
            None => suppressing.share().min(0.999),
        })
    }

    /// The cost so far.
    #[wasm_bindgen(getter)]
    pub fn cost(&self) -> f64 {
        let suppressing = self.suppressing.as_ref();
        suppressing.map_or(0.0, Suppressing::cost_so_far)
    }

    /// The pass over the file that the impact needs; none where it needs no further column.
    #[wasm_bindgen(js_name = impactPass)]
    pub fn impact_pass(&self) -> Option<ImpactPass> {
        let columns = self.asked.questions.settings.impact.columns();
        (!columns.is_empty()).then(|| ImpactPass {
            reader: TableReader::new(&self.asked.table.dialect, &columns),
            asked: Arc::clone(&self.asked),
        })
    }

    /// The cells, and what their suppression does, measured with these numbers.
    pub fn finish(self, numbers: Option<ImpactNumbers>) -> Result<SuppressedCells> {
        let Asked { table, questions } = &*self.asked;
        let suppressed = self.suppressed.as_ref();
        let columns = numbers.map(|numbers| numbers.columns).unwrap_or_default();
        let mut report = self.found.report(questions, suppressed);
        report.impact = suppressed
            .map(|suppressed| impact(&table.prepared, questions, suppressed, &columns))
            .transpose()?;
        report.seconds = (self.found.milliseconds + self.milliseconds) / 1e3;
        Ok(SuppressedCells {
            asked: self.asked,
            suppressed: self.suppressed,
            report,
        })
    }
}

impl CellSuppression {
    pub(super) fn new(found: &Arc<FoundCombinations>, asked: Asked) -> Result<Self> {
        Ok(Self {
            suppressing: Suppressing::new(&asked.table.prepared, &asked.questions)?,
            suppressed: None,
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
        Ok(ImpactNumbers {
            columns: ImpactColumns::new(&table, &self.asked.questions)?,
        })
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

    /// The pass that writes the table with its cells suppressed; the recipe says which columns it is without, and in
    /// which order the rows come; with the key of keyed hashes, if there are any.
    pub fn write(&self, recipe: &RecipeHandle, key: Option<String>) -> Result<CellsPass> {
        let recipe = &recipe.recipe;
        let key = key.map(|key| Key::new(key.as_bytes())).transpose()?;
        let Some(suppressed) = &self.suppressed else {
            return Err(misuse("nothing was suppressed"));
        };
        let Asked {
            table: encoded,
            questions,
        } = &*self.asked;
        let prepared = &encoded.prepared;
        let levels = questions.levels();
        let label = |qi: usize, value: u32| {
            let group = prepared.qis()[qi].group(levels[qi], value);
            prepared.label(qi, levels[qi], group).to_owned()
        };
        let table = Arc::clone(prepared.table());
        let transformation =
            Transformation::of_cells(&table, &label, suppressed.suppression.clone());
        let transformation = Arc::new(transformation);
        let dialect = &encoded.dialect;
        let treatments = recipe.treatments_with(&encoded.dialect, key);
        let writer = ReleaseWriter::new(dialect, table, transformation, treatments)
            .shuffled(recipe.release.shuffle);
        Ok(CellsPass {
            rewriting: Rewriting::new(writer),
            table: Arc::clone(encoded),
            report: UniquesReport {
                treatments: recipe.treatments(),
                ..self.report.clone()
            },
        })
    }
}

#[wasm_bindgen]
impl CellsPass {
    /// What a chunk of the file becomes, which is given as it is on disk, and as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<Vec<u8>> {
        self.rewriting.push(raw, text)
    }

    /// The next piece of what is left of the table when the file has ended; nothing where all is written.
    pub fn rest(&mut self) -> Result<Vec<u8>> {
        self.rewriting.rest()
    }

    /// The table that was written, with its report.
    pub fn finish(self) -> Result<WrittenTable> {
        let written = self.rewriting.finish(&self.table)?;
        let mut report = self.report;
        report.output_sha256 = Some(written.output_sha256);
        Ok(WrittenTable {
            last: written.last,
            report,
        })
    }
}

#[wasm_bindgen]
impl WrittenTable {
    /// The last bytes of the table, which are still to be written.
    pub fn last(&self) -> Vec<u8> {
        self.last.clone()
    }

    /// The report, as JSON, with the digest of what was written.
    pub fn report(&self) -> String {
        self.report.to_json()
    }
}
