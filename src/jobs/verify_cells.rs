//! Verifies a report of unsafe combinations, and the table whose cells are suppressed if one was written.

use super::compare::{CompareJob, SideBySide};
use super::read_release::ReadRelease;
use super::verify::Claimed;
use super::work::{Turn, Work};
use crate::audit::{Audited, CellRelease, UniquesAudit, UniquesEvidence};
use crate::data::TableReader;
use crate::error::Result;

/// The search for the same combinations and cells.
pub struct VerifyCellsJob {
    audit: UniquesAudit,
    release: Option<ReadRelease>,
    claimed: Claimed,
}

/// The pass over the original, and over its release by its side if there is one.
pub struct VerifyCellsComparison {
    job: VerifyCellsJob,
    comparing: CompareJob,
    /// Reads the numbers that the impact is measured with, if there are any.
    numbers: Option<TableReader>,
}

impl VerifyCellsJob {
    /// A job that has found nothing yet.
    ///
    /// # Errors
    /// As [`UniquesAudit::new`].
    pub fn new(mut claimed: Claimed) -> Result<Self> {
        let Claimed { original, recipe, report, .. } = &mut claimed;
        recipe.take_order(report)?;
        let evidence = UniquesEvidence {
            recipe: recipe.clone(),
            dialect: original.dialect().clone(),
            prepared: original.prepared.clone(),
            input_sha256: original.sha256.clone(),
        };
        Ok(Self { audit: UniquesAudit::new(report, evidence)?, release: None, claimed })
    }

    /// With the table that was written.
    #[must_use]
    pub fn with_release(self, release: ReadRelease) -> Self {
        Self { release: Some(release), ..self }
    }

    /// The audit of the report.
    pub fn audit(&mut self) -> &mut UniquesAudit {
        &mut self.audit
    }

    /// Starts the comparison with the original.
    pub fn compare(self) -> VerifyCellsComparison {
        let original = &self.claimed.original;
        let comparison = self.release.as_ref().and_then(|_| self.audit.comparison(self.claimed.key.clone()));
        let columns = self.claimed.recipe.uniques.impact.columns();
        let numbers = (!columns.is_empty()).then(|| TableReader::new(original.dialect(), &columns));
        VerifyCellsComparison { comparing: CompareJob::new(original, comparison), numbers, job: self }
    }
}

/// Finds combinations and cells again, and counts what the release shows of them.
impl Work for VerifyCellsJob {
    fn turn(&mut self, turn: &mut Turn) -> Result<bool> {
        let has_cells = self.audit.find(turn) && self.audit.suppress(turn)?;
        match &self.release {
            Some(release) if has_cells => self.audit.read(&release.table, turn),
            _ => Ok(has_cells),
        }
    }

    fn share(&self) -> Option<f64> {
        let shares = self.audit.shares();
        let parts = if self.release.is_some() { 3 } else { 2 };
        Some(shares[..parts].iter().sum::<f64>() / parts as f64)
    }
}

impl VerifyCellsComparison {
    /// Whether the original must be read at all.
    pub fn reads_original(&self) -> bool {
        self.job.release.is_some() || self.numbers.is_some()
    }

    /// Every claim of the report, checked.
    ///
    /// # Errors
    /// As [`UniquesAudit::finish`].
    pub fn finish(self) -> Result<Audited> {
        let VerifyCellsJob { audit, release, claimed } = self.job;
        let numbers = self.numbers.map(TableReader::finish).transpose()?;
        let compared = self.comparing.finish();
        let release = release.as_ref().map(|release| CellRelease {
            table: &release.table,
            sha256: &release.sha256,
            difference: compared.difference.as_ref(),
            seen: &compared.seen,
            has_key: claimed.key.is_some(),
        });
        audit.finish(&numbers.unwrap_or_default(), release)
    }
}

impl SideBySide for VerifyCellsComparison {
    fn push_original(&mut self, raw: &[u8], text: &[u8]) -> Result<usize> {
        if let Some(numbers) = &mut self.numbers {
            numbers.push(text)?;
        }
        self.comparing.push_original(raw, text)
    }

    fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparing.push_release(chunk)
    }

    fn end_original(&mut self) -> Result<()> {
        self.comparing.end_original()
    }
}
