//! All of it for a table in memory.

use super::compare::SideBySide;
use super::encode::{EncodeJob, Original, dialect_and_names};
use super::release::{ReleaseJob, Rewritten};
use super::verify::{Claimed, VerifyJob};
use super::work::Work;
use crate::data::{Dialect, RecordReader, Table, sniff};
use crate::error::Result;
use crate::people::People;
use crate::recipe::Recipe;
use crate::release::Key;
use crate::release::verify::Verification;
use crate::report::Report;
use crate::run::{Outcome, Run};
use std::sync::Arc;

/// The number of bytes that are read at once for the names of the columns.
const CHUNK: usize = 1 << 16;

/// A release, its report, and what a verification found of both.
pub struct Anonymized {
    /// The release, as CSV in UTF-8.
    pub release: Vec<u8>,
    /// The report.
    pub report: Report,
    /// Every claim of the report, checked against the bytes of the release and of the table.
    pub verification: Verification,
}

/// What is needed to anonymize a table.
pub struct Anonymization {
    recipe: Recipe,
    key: Option<Key>,
    population: Option<Arc<Table>>,
}

/// Anonymizes a table in UTF-8: finds the best policy of the recipe, or takes the one that the recipe chose, writes its
/// release, and verifies it from its own bytes. Columns that the recipe does not name are released as they are.
///
/// # Errors
/// A table or a recipe with a fault, no valid policy, and a recipe that needs a key or a population: see
/// [`Anonymization`].
pub fn anonymize(csv: &[u8], recipe: &Recipe) -> Result<Anonymized> {
    Anonymization::new(recipe.clone()).run(csv)
}

impl Anonymization {
    /// By a recipe.
    pub fn new(recipe: Recipe) -> Self {
        Self { recipe, key: None, population: None }
    }

    /// With the key of keyed hashes.
    #[must_use]
    pub fn with_key(self, key: Option<Key>) -> Self {
        Self { key, ..self }
    }

    /// With the population of the risk.
    #[must_use]
    pub fn with_population(self, population: Option<Arc<Table>>) -> Self {
        Self { population, ..self }
    }

    /// Anonymizes a table.
    ///
    /// # Errors
    /// As [`anonymize`].
    pub fn run(self, csv: &[u8]) -> Result<Anonymized> {
        let original = Arc::new(self.original(csv)?);
        let (release, report) = self.release(csv, &original)?;
        let verification = self.verification(csv, original, &release, report.to_json())?;
        Ok(Anonymized { release, report, verification })
    }

    /// The table, encoded.
    ///
    /// # Errors
    /// As [`EncodeJob`].
    pub fn original(&self, csv: &[u8]) -> Result<Original> {
        let recipe = &self.recipe;
        let guessed = recipe.dialect.is_none().then(|| sniff(csv, true).dialect);
        let (dialect, header) = dialect_and_names(recipe, guessed, |dialect| names(csv, dialect))?;
        let mut encode = EncodeJob::new(recipe, dialect, header, Vec::new())?;
        encode.push(csv, csv)?;
        encode.finish()?.prepare(recipe).finish(recipe, self.population.clone())
    }

    /// The release of the table, and its report.
    ///
    /// # Errors
    /// As [`anonymize`].
    pub fn release(&self, csv: &[u8], original: &Arc<Original>) -> Result<(Vec<u8>, Report)> {
        let recipe = &self.recipe;
        recipe.expect_policy()?;
        recipe.expect_population(self.population.is_some())?;
        let prepared = &original.prepared;
        let population = self.population.as_deref();
        let people = population.map(|population| People::new(recipe, prepared, population)).transpose()?;
        let problem = Arc::new(prepared.problem(recipe)?);
        let mut run = Run::new(problem, &recipe.search)?;
        if !run.follow(recipe, &prepared.names())? {
            run.complete()?;
        }
        let outcome = Outcome::of(&mut run)?;
        let transformation = Arc::new(original.transformation(run.evaluator().classes(&outcome.policy)));
        let (recipe, key) = (recipe.clone(), self.key.clone());
        let mut job = ReleaseJob::of_policy(original, recipe, outcome, transformation, people.as_ref(), key)?;
        let mut release = job.push(csv, csv);
        let Rewritten { last, report } = job.finish()?;
        release.extend(last);
        Ok((release, report))
    }

    fn verification(self, csv: &[u8], original: Arc<Original>, release: &[u8], report: String) -> Result<Verification> {
        let Self { recipe, key, population } = self;
        let mut job = VerifyJob::new(Claimed { original, recipe, report, key, population })?;
        job.push(release)?;
        let mut comparison = job.finish()?;
        comparison.push_original(csv, csv)?;
        comparison.push_release(release);
        comparison.end_original()?;
        comparison.finish()
    }
}

/// The names of a table's columns. Reads no more of it than needed.
fn names(csv: &[u8], dialect: &Dialect) -> Result<Vec<String>> {
    let mut reader = RecordReader::new(dialect);
    for chunk in csv.chunks(CHUNK) {
        reader.push(chunk, &mut |_| Ok(()))?;
        if let Some(names) = reader.header() {
            return Ok(names.to_vec());
        }
    }
    reader.finish(&mut |_| Ok(()))?;
    reader.expect_records()?;
    Ok(reader.header().unwrap_or_default().to_vec())
}
