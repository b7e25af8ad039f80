//! A table that was anonymized in memory, and the verification of its release as program and page do it.

use kanon::Result;
use kanon::data::{Dialect, RecordReader, Table, TableReader};
use kanon::release::disclosure::{ScanSettings, Warning};
use kanon::release::verify::Verification;
use kanon::release::{Difference, Key, ReleaseWriter, Transformation, Treatment};
use kanon::study::audit::{Evidence, ReleaseAudit};
use kanon::study::{Digest, EncodedStudy, Outcome, People, Recipe, Report, Run, attackers, policy_warnings};
use std::sync::Arc;

/// An original, its recipe, its release and the report.
pub struct Released {
    pub recipe: Recipe,
    pub dialect: Dialect,
    pub original: Vec<u8>,
    pub prepared: EncodedStudy,
    pub release: Vec<u8>,
    pub report: String,
    /// What whoever verifies has of the key.
    pub key: Option<Key>,
    /// What whoever verifies has of the population.
    pub population: Option<Table>,
}

pub fn sha256(bytes: &[u8]) -> String {
    let mut digest = Digest::new();
    digest.push(bytes);
    digest.finish()
}

impl Released {
    /// Anonymizes a table by a recipe whose dialect is given or the default one.
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
        let dialect = recipe.dialect.clone().unwrap_or_default();
        let columns = EncodedStudy::columns(&recipe).unwrap();
        let mut reader = TableReader::new(&dialect, &columns)
            .with_count_column(recipe.count_column.clone())
            .with_weight_column(recipe.risk.weight_column.clone());
        reader.push(original).unwrap();
        let prepared = EncodedStudy::new(&recipe, &dialect, reader.finish().unwrap()).unwrap();
        let population = population.map(|text| {
            let count = recipe.population_count(&["count".to_owned()]);
            let columns = EncodedStudy::quasi_identifiers(&recipe).unwrap();
            let mut reader = TableReader::new(&dialect, &columns).with_count_column(count);
            reader.push(text).unwrap();
            reader.finish().unwrap()
        });
        let counted = population.clone().filter(|_| recipe.asks_for_people());
        let prepared = match counted {
            Some(population) => prepared.with_population(&recipe, Arc::new(population)).unwrap(),
            None => prepared,
        };
        let people = (population.as_ref()).map(|population| People::new(&recipe, &prepared, population).unwrap());
        let problem = Arc::new(prepared.problem(&recipe).unwrap());
        let mut run = Run::new(problem, &recipe.search).unwrap();
        run.advance(f64::INFINITY, &mut || 0.0);
        let outcome = Outcome::of(&mut run).unwrap();
        let transformation = Transformation::new(
            prepared.table(),
            prepared.hierarchies(),
            prepared.qis(),
            run.evaluator().classes(&outcome.policy),
        );
        let mut disclosure =
            policy_warnings(&recipe, &prepared, outcome.policy.levels(), &|row| transformation.is_suppressed(row))
                .unwrap();
        let mut writer = ReleaseWriter::new(
            &dialect,
            Arc::clone(prepared.table()),
            Arc::new(transformation),
            recipe.treatments_with(&dialect, key.clone()),
        )
        .with_scan(ScanSettings::of(&recipe, &dialect).with_levels(&recipe, &prepared, outcome.policy.levels()))
        .with_suppressed(recipe.release.suppressed)
        .shuffled(recipe.order_seed().unwrap());
        let mut release = Vec::new();
        writer.push(original, &mut release).unwrap();
        disclosure.extend(writer.finish(&mut release).unwrap());
        let report = Report::new(&recipe, &prepared.names(), &outcome, sha256(original), sha256(&release))
            .with_reading(&recipe, &prepared)
            .with_words(prepared.in_words(outcome.policy.levels()))
            .with_attackers(attackers(&recipe, &prepared, outcome.policy.levels(), people.as_ref()).unwrap())
            .with_slack(prepared.slack(&recipe, outcome.policy.levels()))
            .with_disclosure(disclosure);
        Self {
            recipe,
            dialect,
            original: original.to_vec(),
            prepared,
            release,
            report: report.to_json(),
            key,
            population,
        }
    }

    /// Verifies the release and the report as they stand, reading both files in pieces of so many bytes.
    pub fn verify_in(&self, piece: usize) -> Result<Verification> {
        let audit = ReleaseAudit::new(&self.report, &self.recipe, &self.prepared)?;
        let mut header = RecordReader::new(&self.dialect);
        header.push(&self.original, &mut |_| Ok(()))?;
        let released: Vec<String> = (header.header().unwrap().iter())
            .filter(|name| self.recipe.treatment(name) != Treatment::Drop)
            .cloned()
            .collect();
        let own = |name: &String| match self.dialect.header {
            true => name.clone(),
            false => format!("column {}", released.iter().position(|own| own == name).unwrap() + 1),
        };
        let names: Vec<String> = self.prepared.names().iter().map(own).collect();
        let mut reader = TableReader::new(&self.dialect.of_release(), &names)
            .with_count_column(self.recipe.count_column.as_ref().map(own))
            .may_be_empty(self.recipe.release.suppressed.are_removed());
        reader.push(&self.release)?;
        let mut release = reader.finish()?;
        for (column, name) in release.columns.iter_mut().zip(self.prepared.names()) {
            column.name = name;
        }
        let (difference, seen) = self.compare(&audit, piece)?;
        audit.finish(&Evidence {
            recipe: &self.recipe,
            prepared: &self.prepared,
            input_sha256: &sha256(&self.original),
            release: &release,
            output_sha256: &sha256(&self.release),
            difference: difference.as_ref(),
            seen: &seen,
            has_key: self.key.is_some(),
            population: self.population.as_ref(),
        })
    }

    pub fn verify(&self) -> Result<Verification> {
        self.verify_in(1 << 20)
    }

    fn compare(&self, audit: &ReleaseAudit, piece: usize) -> Result<(Option<Difference>, Vec<Warning>)> {
        let mut comparison = audit.comparison(&self.recipe, &self.prepared, &self.dialect, self.key.clone());
        let mut release = self.release.chunks(piece);
        for chunk in self.original.chunks(piece) {
            comparison.push_original(chunk)?;
            while comparison.wanted() > 0 {
                match release.next() {
                    Some(chunk) => comparison.push_release(chunk),
                    None => break,
                }
            }
        }
        comparison.end_original()?;
        release.for_each(|chunk| comparison.push_release(chunk));
        let seen = comparison.seen();
        Ok((comparison.finish(), seen))
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
            prepared: self.prepared.clone(),
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
