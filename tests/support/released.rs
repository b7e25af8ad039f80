//! A table that was anonymized in memory, and the verification of its release as program and page do it.

use kanon::Result;
use kanon::data::{Dialect, Table, TableReader};
use kanon::jobs::{Anonymization, Claimed, Original, SideBySide, VerifyJob};
use kanon::recipe::{Digest, Recipe};
use kanon::release::Key;
use kanon::release::verify::Verification;
use kanon::table::EncodedStudy;
use std::sync::Arc;

/// An original, its recipe, its release and the report.
pub struct Released {
    pub recipe: Recipe,
    pub dialect: Dialect,
    pub original: Vec<u8>,
    pub encoded: Arc<Original>,
    pub release: Vec<u8>,
    pub report: String,
    /// What whoever verifies has of the key.
    pub key: Option<Key>,
    /// What whoever verifies has of the population.
    pub population: Option<Arc<Table>>,
}

pub fn sha256(bytes: &[u8]) -> String {
    let mut digest = Digest::new();
    digest.push(bytes);
    digest.finish()
}

impl Released {
    /// Anonymizes a table by a recipe.
    pub fn new(original: &[u8], recipe: Recipe) -> Self {
        Self::with_key(original, recipe, None)
    }

    /// The same, with the key of keyed hashes.
    pub fn with_key(original: &[u8], recipe: Recipe, key: Option<Key>) -> Self {
        Self::made(original, recipe, key, None)
    }

    /// Anonymizes a table by a recipe that counts people in a population, whose column `count` says how many.
    pub fn with_population(original: &[u8], recipe: Recipe, population: &[u8]) -> Self {
        Self::made(original, recipe, None, Some(population))
    }

    fn made(original: &[u8], recipe: Recipe, key: Option<Key>, population: Option<&[u8]>) -> Self {
        let population = population.map(|text| {
            let count = recipe.population_count(&["count".to_owned()]);
            let columns = EncodedStudy::quasi_identifiers(&recipe).unwrap();
            let mut reader = TableReader::new(&Dialect::default(), &columns).with_count_column(count);
            reader.push(text).unwrap();
            Arc::new(reader.finish().unwrap())
        });
        let job = Anonymization::new(recipe.clone()).with_key(key.clone()).with_population(population.clone());
        let encoded = Arc::new(job.original(original).unwrap());
        let (release, report) = job.release(original, &encoded).unwrap();
        Self {
            recipe,
            dialect: encoded.dialect().clone(),
            original: original.to_vec(),
            encoded,
            release,
            report: report.to_json(),
            key,
            population,
        }
    }

    /// Verifies the release and the report as they stand, reading both files in pieces of so many bytes.
    pub fn verify_in(&self, piece: usize) -> Result<Verification> {
        let original = Arc::new(Original { sha256: sha256(&self.original), ..Original::clone(&self.encoded) });
        let (recipe, report) = (self.recipe.clone(), self.report.clone());
        let (key, population) = (self.key.clone(), self.population.clone());
        let mut job = VerifyJob::new(Claimed { original, recipe, report, key, population })?;
        self.release.chunks(piece).try_for_each(|chunk| job.push(chunk))?;
        let mut comparison = job.finish()?;
        let mut release = self.release.chunks(piece);
        for chunk in self.original.chunks(piece) {
            let mut wanted = comparison.push_original(chunk, chunk)?;
            while let Some(chunk) = (wanted > 0).then(|| release.next()).flatten() {
                wanted = comparison.push_release(chunk);
            }
        }
        comparison.end_original()?;
        release.for_each(|chunk| {
            comparison.push_release(chunk);
        });
        comparison.finish()
    }

    pub fn verify(&self) -> Result<Verification> {
        self.verify_in(1 << 20)
    }

    /// The same with another release, to which the report's digest is made to fit, as whoever changes one would change
    /// both.
    pub fn with_release(&self, release: &[u8]) -> Self {
        let report = self.report.replace(&sha256(&self.release), &sha256(release));
        Self {
            release: release.to_vec(),
            report,
            recipe: self.recipe.clone(),
            dialect: self.dialect.clone(),
            original: self.original.clone(),
            encoded: Arc::clone(&self.encoded),
            key: self.key.clone(),
            population: self.population.clone(),
        }
    }

    /// The same with another report.
    pub fn with_report(&self, report: String) -> Self {
        Self { report, ..self.with_release(&self.release) }
    }
}

/// Whether every claim that can be checked holds.
pub fn holds(released: &Released) -> bool {
    released.verify().is_ok_and(|found| found.holds)
}

/// What does not hold, each claim with what was found.
pub fn failing(released: &Released) -> String {
    let claims = released.verify().unwrap().claims;
    let failing = claims.iter().filter(|claim| claim.holds == Some(false));
    failing.map(|claim| format!("{}: {}\n", claim.claim, claim.found)).collect()
}
