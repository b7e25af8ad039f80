//! Writes a table with suppressed cells, with its report.

use super::encode::Original;
use super::rewriting::{Rewrite, Rewriting, Rewritten};
use crate::error::Result;
use crate::recipe::Recipe;
use crate::release::Key;
use crate::report::UniquesReport;
use crate::run::{Suppressed, UniqueQuestions};
use std::sync::Arc;

/// The pass over an original that writes it with suppressed cells.
pub struct CellsReleaseJob {
    rewriting: Rewriting,
    original: Arc<Original>,
    recipe: Recipe,
    questions: Arc<UniqueQuestions>,
    suppressed: Arc<Suppressed>,
    report: UniquesReport,
}

impl CellsReleaseJob {
    /// The table with these cells suppressed. `report` tells how they were found, and `key` is the key of keyed hashes.
    ///
    /// # Errors
    /// A recipe without a seed for the order of the rows.
    pub fn new(
        original: &Arc<Original>,
        recipe: Recipe,
        questions: &Arc<UniqueQuestions>,
        suppressed: &Arc<Suppressed>,
        report: UniquesReport,
        key: Option<Key>,
    ) -> Result<Self> {
        let transformation = Arc::new(suppressed.transformation(&original.prepared, questions));
        Ok(Self {
            rewriting: Rewriting::new(original, &recipe.for_cells(), transformation, questions.levels(), key)?,
            original: Arc::clone(original),
            recipe,
            questions: Arc::clone(questions),
            suppressed: Arc::clone(suppressed),
            report,
        })
    }
}

impl Rewrite<UniquesReport> for CellsReleaseJob {
    fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8> {
        self.rewriting.push(raw, text)
    }

    fn rest(&mut self) -> Vec<u8> {
        self.rewriting.rest()
    }

    fn finish(self) -> Result<Rewritten<UniquesReport>> {
        let Self { rewriting, original, recipe, questions, suppressed, report } = self;
        let (last, seen, output_sha256) = rewriting.finish()?;
        let disclosure = suppressed.disclosure(&recipe, &original.prepared, &questions, seen);
        Ok(Rewritten { last, report: report.of_release(&recipe, &suppressed, disclosure, output_sha256) })
    }
}
