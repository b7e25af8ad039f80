//! The handle class: unsafe combinations and suppression of cells.
//!
//! What is found crosses as JSON, in the form that the command line writes too.

use super::error::{Result, misuse};
use super::search::clock;
use super::session::{Pass, Session};
use crate::data::{Table, TableReader};
use crate::error::{DataError, Error};
use crate::monitor::When;
use crate::release::{ReleaseWriter, Transformation};
use crate::study::uniques::{
    FindingsView, ImpactColumns, RecordView, Suppressed, Suppressing, UniqueQuestions,
    UniquesReport, impact,
};
use crate::study::{Digest, Recipe};
use crate::uniques::{Findings, Method, UniquesSearch};
use serde::Serialize;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// Riskiest records that are listed.
const SHOWN_RECORDS: usize = 200;

/// What is being asked of the table in memory.
pub(super) struct Uniques {
    questions: UniqueQuestions,
    search: UniquesSearch,
    /// Parts that other workers have found, put together.
    found: Option<Findings>,
    suppressing: Option<Suppressing>,
    suppressed: Option<Suppressed>,
    numbers: ImpactColumns,
    milliseconds: f64,
    report: Option<UniquesReport>,
}

#[wasm_bindgen]
impl Session {
    /// Starts the search for the recipe's unsafe combinations in the table in memory. Gives the number of distinct
    /// tuples when ranges of them can be searched apart, else 0.
    #[wasm_bindgen(js_name = uniquesBegin)]
    pub fn uniques_begin(&mut self, recipe: &str) -> Result<usize> {
        let questions = self.questions(recipe)?;
        let search = questions.search()?;
        let parts = match search.method() {
            Method::Partition => 0,
            Method::Bitmap | Method::HittingSet => questions.tuples().len(),
        };
        self.uniques = Some(Uniques {
            questions,
            search,
            found: None,
            suppressing: None,
            suppressed: None,
            numbers: ImpactColumns::default(),
            milliseconds: 0.0,
            report: None,
        });
        Ok(parts)
    }

    /// Restricts the search to a range of tuples.
    #[wasm_bindgen(js_name = uniquesRange)]
    pub fn uniques_range(&mut self, start: usize, end: usize) -> Result<()> {
        let uniques = self.asked()?;
        let tuples = Arc::clone(uniques.questions.tuples());
        let end = end.min(tuples.len());
        let (question, method) = (uniques.questions.question(), uniques.search.method());
        uniques.search =
            UniquesSearch::in_range(tuples, question, Some(method), start.min(end)..end)?;
        Ok(())
    }

    /// Goes on with the search for about `milliseconds`. Gives the share that is done; 1 only at the end.
    #[wasm_bindgen(js_name = uniquesAdvance)]
    pub fn uniques_advance(&mut self, milliseconds: f64) -> Result<f64> {
        let clock = clock()?;
        let start = clock.now();
        let uniques = self.asked()?;
        let mut monitor = When(|| clock.now() - start >= milliseconds);
        let done = uniques.search.advance(&mut monitor);
        uniques.milliseconds += clock.now() - start;
        Ok(if done {
            1.0
        } else {
            uniques.search.share().min(0.999)
        })
    }

    /// What was found in the range, to be put together elsewhere.
    #[wasm_bindgen(js_name = uniquesPart)]
    pub fn uniques_part(&mut self) -> Result<Vec<u64>> {
        Ok(self.asked()?.search.findings().to_words())
    }

    /// Adds what was found in a range.
    #[wasm_bindgen(js_name = uniquesAbsorb)]
    pub fn uniques_absorb(&mut self, part: &[u64]) -> Result<()> {
        let uniques = self.asked()?;
        let found = match &mut uniques.found {
            Some(found) => found,
            None => uniques
                .found
                .insert(uniques.questions.search()?.into_findings()),
        };
        if found.absorb_words(part) {
            Ok(())
        } else {
            Err(misuse("a part of another table"))
        }
    }

    /// The report, as JSON. With `suppressed`, of the suppression too.
    #[wasm_bindgen(js_name = uniquesReport)]
    pub fn uniques_report(&mut self) -> Result<String> {
        let (prepared, sha256) = match &self.encoded {
            Some(encoded) => (encoded.prepared.clone(), encoded.sha256.clone()),
            None => return Err(misuse("no table is in memory")),
        };
        let uniques = self.asked()?;
        let findings = uniques.found.as_ref().unwrap_or(uniques.search.findings());
        let suppressed = uniques.suppressed.as_ref();
        let method = uniques.search.method();
        let questions = &uniques.questions;
        let mut report =
            UniquesReport::new(&prepared.names(), questions, method, findings, suppressed);
        report.impact = suppressed
            .map(|suppressed| impact(&prepared, questions, suppressed, &uniques.numbers))
            .transpose()?;
        report.seconds = uniques.milliseconds / 1e3;
        report.input_sha256 = sha256;
        let json = report.to_json();
        uniques.report = Some(report);
        Ok(json)
    }

    /// The findings in more detail, as JSON.
    #[wasm_bindgen(js_name = uniquesView)]
    pub fn uniques_view(&self) -> Result<String> {
        let (Some(encoded), Some(uniques)) = (&self.encoded, &self.uniques) else {
            return Err(misuse("nothing was searched"));
        };
        let findings = uniques.found.as_ref().unwrap_or(uniques.search.findings());
        written(&FindingsView::new(
            &encoded.prepared,
            &uniques.questions,
            findings,
            SHOWN_RECORDS,
        ))
    }

    /// Why the record of a row (from 0) is unsafe, and what would help, as JSON.
    #[wasm_bindgen(js_name = uniquesRecord)]
    pub fn uniques_record(&self, row: usize) -> Result<String> {
        let (Some(encoded), Some(uniques)) = (&self.encoded, &self.uniques) else {
            return Err(misuse("nothing was searched"));
        };
        if row >= encoded.prepared.table().n_records {
            return Err(misuse("there is no such record"));
        }
        written(&RecordView::new(
            &encoded.prepared,
            &uniques.questions,
            row,
        )?)
    }

    /// Starts the suppression of the recipe, which may ask for another one than the search did.
    #[wasm_bindgen(js_name = suppressBegin)]
    pub fn suppress_begin(&mut self, recipe: &str) -> Result<()> {
        let questions = self.questions(recipe)?;
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no table is in memory"));
        };
        let suppressing = questions.suppressing(&encoded.prepared)?;
        let uniques = self.asked()?;
        uniques.questions = questions;
        uniques.suppressing = suppressing;
        uniques.suppressed = None;
        uniques.numbers = ImpactColumns::default();
        Ok(())
    }

    /// Goes on with the suppression for about `milliseconds`. Gives the share that is done, 1 only at the end, and
    /// the cost so far.
    #[wasm_bindgen(js_name = suppressAdvance)]
    pub fn suppress_advance(&mut self, milliseconds: f64) -> Result<Vec<f64>> {
        let clock = clock()?;
        let start = clock.now();
        let uniques = self.asked()?;
        let Some(suppressing) = &mut uniques.suppressing else {
            return Ok(vec![1.0, 0.0]);
        };
        let mut monitor = When(|| clock.now() - start >= milliseconds);
        let suppressed = suppressing.advance(&mut monitor)?;
        let share = if suppressed.is_some() {
            1.0
        } else {
            suppressing.share().min(0.999)
        };
        let cost = suppressing.cost_so_far();
        uniques.suppressed = suppressed.or(uniques.suppressed.take());
        uniques.milliseconds += clock.now() - start;
        Ok(vec![share, cost])
    }

    /// Begins to read the columns that the impact is measured with; `false` when there are none.
    #[wasm_bindgen(js_name = impactBegin)]
    pub fn impact_begin(&mut self) -> Result<bool> {
        let columns = self.asked()?.questions.settings.impact.columns();
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no table is in memory"));
        };
        let reader = TableReader::new(&encoded.dialect, &columns);
        let any = !columns.is_empty();
        if any {
            self.begin(Pass::Impact(Box::new(reader)));
        }
        Ok(any)
    }

    /// Ends that reading.
    #[wasm_bindgen(js_name = impactEnd)]
    pub fn impact_end(&mut self) -> Result<()> {
        let Some(Pass::Impact(reader)) = self.pass.take() else {
            return Err(misuse("`impactEnd` before `impactBegin`"));
        };
        let table: Table = reader.finish()?;
        let Some(encoded) = &self.encoded else {
            return Err(misuse("no table is in memory"));
        };
        let dialect = encoded.dialect.clone();
        let uniques = self.asked()?;
        uniques.numbers = ImpactColumns::new(&table, &dialect, &uniques.questions)?;
        Ok(())
    }

    /// Begins to write the table with its cells suppressed while the file is read again; `releaseRead` goes on.
    #[wasm_bindgen(js_name = suppressedBegin)]
    pub fn suppressed_begin(&mut self, recipe: &str) -> Result<()> {
        let recipe = Recipe::parse(recipe)?;
        let (Some(encoded), Some(uniques)) = (&self.encoded, &self.uniques) else {
            return Err(misuse("nothing was suppressed"));
        };
        let Some(suppressed) = &uniques.suppressed else {
            return Err(misuse("nothing was suppressed"));
        };
        let prepared = &encoded.prepared;
        let levels = uniques.questions.levels();
        let label = |qi: usize, value: u32| {
            let group = prepared.qis()[qi].group(levels[qi], value);
            prepared.label(qi, levels[qi], group).to_owned()
        };
        let table = Arc::clone(prepared.table());
        let transformation =
            Transformation::of_cells(&table, &label, suppressed.suppression.clone());
        let identifiers = (recipe.with_role(crate::data::Role::Identifier))
            .map(str::to_owned)
            .collect();
        let writer = ReleaseWriter::new(
            &encoded.dialect,
            table,
            Arc::new(transformation),
            identifiers,
        )
        .shuffled(recipe.release.shuffle);
        self.begin(Pass::Suppressed(Box::new(writer), Digest::new()));
        Ok(())
    }

    /// What is left of that table.
    #[wasm_bindgen(js_name = suppressedEnd)]
    pub fn suppressed_end(&mut self) -> Result<Vec<u8>> {
        let Some(Pass::Suppressed(writer, mut digest)) = self.pass.take() else {
            return Err(misuse("`suppressedEnd` before `suppressedBegin`"));
        };
        let mut released = Vec::new();
        writer.finish(&mut released)?;
        digest.push(&released);
        let input = std::mem::take(&mut self.digest).finish();
        if self
            .encoded
            .as_ref()
            .is_none_or(|encoded| encoded.sha256 != input)
        {
            return Err(Error::new(DataError::Changed).into());
        }
        let output = digest.finish();
        if let Some(report) = &mut self.asked()?.report {
            report.output_sha256 = Some(output);
        }
        Ok(released)
    }

    /// The last report, as JSON, with the digest of what was written.
    #[wasm_bindgen(js_name = suppressedReport)]
    pub fn suppressed_report(&mut self) -> Result<String> {
        let report = self.asked()?.report.as_ref();
        report
            .map(UniquesReport::to_json)
            .ok_or_else(|| misuse("there is no report"))
    }
}

impl Session {
    fn questions(&self, recipe: &str) -> Result<UniqueQuestions> {
        let recipe = Recipe::parse(recipe)?;
        let encoded = (self.encoded.as_ref())
            .ok_or_else(|| misuse("unsafe combinations before `encodeEnd`"))?;
        Ok(UniqueQuestions::new(
            &encoded.prepared,
            &encoded.dialect,
            &recipe.uniques,
        )?)
    }

    fn asked(&mut self) -> Result<&mut Uniques> {
        (self.uniques.as_mut()).ok_or_else(|| misuse("nothing was asked of unsafe combinations"))
    }
}

/// Written as reports are, whose writer is thus the only one.
pub(super) fn written(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(|error| misuse(&error.to_string()))
}
