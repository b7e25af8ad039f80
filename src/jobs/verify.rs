//! Verifies the release of a policy from its own bytes.

use super::compare::{CompareJob, SideBySide};
use super::encode::Original;
use super::read_release::{ReadRelease, ReadReleaseJob};
use crate::audit::{Evidence, ReleaseAudit};
use crate::data::Table;
use crate::error::Result;
use crate::recipe::Recipe;
use crate::release::Key;
use crate::release::verify::Verification;
use std::sync::Arc;

/// What is claimed of a release, and of what it is the release.
pub struct Claimed {
    /// The original.
    pub original: Arc<Original>,
    /// The recipe.
    pub recipe: Recipe,
    /// The report, as JSON.
    pub report: String,
    /// The key of keyed hashes, if it is at hand.
    pub key: Option<Key>,
    /// The population of the risk, if it is at hand.
    pub population: Option<Arc<Table>>,
}

/// The pass over a release.
pub struct VerifyJob {
    audit: Arc<ReleaseAudit>,
    reading: ReadReleaseJob,
    claimed: Claimed,
}

/// The pass over the original and its release, side by side.
pub struct VerifyComparison {
    audit: Arc<ReleaseAudit>,
    comparing: CompareJob,
    release: ReadRelease,
    claimed: Claimed,
}

impl VerifyJob {
    /// A job at the beginning of the release.
    ///
    /// # Errors
    /// As [`ReleaseAudit::new`].
    pub fn new(mut claimed: Claimed) -> Result<Self> {
        let Claimed { original, recipe, report, .. } = &mut claimed;
        recipe.take_order(report)?;
        let audit = Arc::new(ReleaseAudit::new(report, recipe, &original.prepared)?);
        Ok(Self { audit, reading: ReadReleaseJob::new(original, recipe), claimed })
    }

    /// The audit of the report.
    pub fn audit(&self) -> &Arc<ReleaseAudit> {
        &self.audit
    }

    /// Sets the population of the risk, so that it is counted again.
    pub fn set_population(&mut self, population: Arc<Table>) {
        self.claimed.population = Some(population);
    }

    /// Takes a chunk of the release.
    ///
    /// # Errors
    /// As [`ReadReleaseJob::push`].
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.reading.push(chunk)
    }

    /// Starts the comparison with the original.
    ///
    /// # Errors
    /// As [`ReadReleaseJob::finish`].
    pub fn finish(self) -> Result<VerifyComparison> {
        let Self { audit, reading, claimed } = self;
        let Claimed { original, recipe, key, .. } = &claimed;
        let comparison = audit.comparison(recipe, &original.prepared, original.dialect(), key.clone());
        let comparing = CompareJob::new(original, Some(comparison));
        Ok(VerifyComparison { audit, comparing, release: reading.finish()?, claimed })
    }
}

impl VerifyComparison {
    /// Every claim of the report, checked.
    ///
    /// # Errors
    /// As [`ReleaseAudit::finish`].
    pub fn finish(self) -> Result<Verification> {
        let Self { audit, comparing, release, claimed } = self;
        let compared = comparing.finish();
        audit.finish(&Evidence {
            recipe: &claimed.recipe,
            prepared: &claimed.original.prepared,
            input_sha256: &claimed.original.sha256,
            release: &release.table,
            output_sha256: &release.sha256,
            difference: compared.difference.as_ref(),
            seen: &compared.seen,
            has_key: claimed.key.is_some(),
            population: claimed.population.as_deref(),
        })
    }
}

impl SideBySide for VerifyComparison {
    fn push_original(&mut self, raw: &[u8], text: &[u8]) -> Result<usize> {
        self.comparing.push_original(raw, text)
    }

    fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparing.push_release(chunk)
    }

    fn end_original(&mut self) -> Result<()> {
        self.comparing.end_original()
    }
}
