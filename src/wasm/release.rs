//! The handle classes for the release of a policy.

use super::disclosed::{Disclosed, Disclosures};
use super::encoding::EncodedTable;
use super::error::Result;
use super::json;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::released::{ReleasedHead, first_records};
use super::rewriting::Rewriting;
use super::search::PolicySearch;
use super::verification::{ClaimedRelease, VerifyPass};
use crate::data::Table;
use crate::release::disclosure::{ScanSettings, Warning};
use crate::release::{Key, ReleaseWriter, SuppressedRecords, Transformation};
use crate::study::{AttackersBeforeAfter, Outcome, People, Recipe, Report, attackers, policy_warnings};
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass over the original that writes its release.
#[wasm_bindgen]
pub struct ReleasePass {
    rewriting: Rewriting,
    table: Arc<EncodedTable>,
    recipe: Recipe,
    outcome: Outcome,
    key: Option<Key>,
    attackers: AttackersBeforeAfter,
    /// The population of the risk.
    population: Option<Arc<Table>>,
    /// The disclosure warnings that are known before the release is written.
    disclosure: Vec<Warning>,
}

/// A written release.
#[wasm_bindgen]
pub struct Released {
    last: Vec<u8>,
    release: Arc<WrittenRelease>,
}

/// The data of a written release.
pub(super) struct WrittenRelease {
    pub(super) table: Arc<EncodedTable>,
    pub(super) recipe: Recipe,
    pub(super) report: Report,
    /// The key of its keyed hashes.
    pub(super) key: Option<Key>,
    /// The population of the risk.
    pub(super) population: Option<Arc<Table>>,
}

#[wasm_bindgen]
impl PolicySearch {
    /// The first records as the policy would release them, with the other columns treated by a recipe.
    #[wasm_bindgen(js_name = releasedHead)]
    pub fn released_head(&mut self, count: usize, recipe: &RecipeHandle) -> Result<Ts<ReleasedHead>> {
        let outcome = Outcome::of(&mut self.run)?;
        let transformation = self.transformation(&outcome);
        let recipe = self.released_recipe(&recipe.recipe)?;
        let warnings_with = |suppressed| {
            let mut recipe = recipe.clone();
            recipe.release.suppressed = suppressed;
            self.policy_warnings(&recipe, &outcome, &transformation)
        };
        let removed = warnings_with(SuppressedRecords::Remove)?;
        let disclosure = warnings_with(SuppressedRecords::Star)?;
        let (columns, rows) = first_records(&self.table, &transformation, &recipe, count);
        let disclosure = Disclosed::of(&disclosure);
        self.count_people(&recipe)?;
        let levels = outcome.policy.levels();
        let attackers = attackers(&recipe, &self.table.prepared, levels, self.people.as_ref())?;
        json::message(&ReleasedHead {
            columns,
            rows,
            attackers: attackers.into(),
            disclosure,
            disclosure_removed: Disclosed::of(&removed),
        })
    }

    /// Sets the population of the risk, replacing an earlier one.
    #[wasm_bindgen(js_name = setPopulation)]
    pub fn set_population(&mut self, population: &Population) {
        let is_known = (self.population.as_ref()).is_some_and(|known| Arc::ptr_eq(known, &population.table));
        if !is_known {
            self.population = Some(Arc::clone(&population.table));
            self.people = None;
        }
    }

    /// Removes the population: no people are counted.
    #[wasm_bindgen(js_name = withoutPopulation)]
    pub fn without_population(&mut self) {
        self.population = None;
        self.people = None;
    }

    /// Starts the pass that writes the release of the policy that a recipe chose, or else of the best one. `key` is the
    /// key of keyed hashes, if there are any.
    pub fn release(&mut self, recipe: &RecipeHandle, key: Option<String>) -> Result<ReleasePass> {
        recipe.recipe.expect_policy()?;
        self.follow(recipe)?;
        let recipe = self.released_recipe(&recipe.recipe)?;
        recipe.expect_population(self.population.is_some())?;
        let key = key.map(|key| Key::new(key.as_bytes())).transpose()?;
        let outcome = Outcome::of(&mut self.run)?;
        outcome.expect_point(&recipe)?;
        let transformation = Arc::new(self.transformation(&outcome));
        let disclosure = self.policy_warnings(&recipe, &outcome, &transformation)?;
        self.count_people(&recipe)?;
        let prepared = &self.table.prepared;
        let attackers = attackers(&recipe, prepared, outcome.policy.levels(), self.people.as_ref())?;
        let dialect = &self.table.dialect;
        let table = Arc::clone(self.table.prepared.table());
        let treatments = recipe.treatments_with(&self.table.dialect, key.clone());
        let writer = ReleaseWriter::new(dialect, table, transformation, treatments)
            .with_scan(ScanSettings::of(&recipe, dialect).with_levels(&recipe, prepared, outcome.policy.levels()))
            .with_suppressed(recipe.release.suppressed)
            .shuffled(recipe.order_seed()?);
        Ok(ReleasePass {
            rewriting: Rewriting::new(writer),
            table: Arc::clone(&self.table),
            recipe,
            outcome,
            key,
            attackers,
            population: self.population.clone(),
            disclosure,
        })
    }
}

#[wasm_bindgen]
impl ReleasePass {
    /// Transforms a chunk of the file: `raw` as on disk (for the digest), `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<Vec<u8>> {
        self.rewriting.push(raw, text)
    }

    /// The next piece of the rest after the end of the file; empty once all is written.
    pub fn rest(&mut self) -> Result<Vec<u8>> {
        self.rewriting.rest()
    }

    /// The release, with its report.
    pub fn finish(self) -> Result<Released> {
        let written = self.rewriting.finish(&self.table)?;
        let mut disclosure = self.disclosure;
        disclosure.extend(written.seen);
        let report = Report::new(
            &self.recipe,
            &self.table.prepared.names(),
            &self.outcome,
            self.table.sha256.clone(),
            written.output_sha256,
        )
        .with_words(self.table.prepared.in_words(self.outcome.policy.levels()))
        .with_attackers(self.attackers)
        .with_slack((self.table.prepared).slack(&self.recipe, self.outcome.policy.levels()));
        let report = report.with_reading(&self.recipe, &self.table.prepared);
        Ok(Released {
            last: written.last,
            release: Arc::new(WrittenRelease {
                table: self.table,
                recipe: self.recipe,
                report: report.with_disclosure(disclosure),
                key: self.key,
                population: self.population,
            }),
        })
    }
}

#[wasm_bindgen]
impl Released {
    /// The last bytes of the release, still to be written.
    pub fn last(&self) -> Vec<u8> {
        self.last.clone()
    }

    /// The report as JSON, for recipients or for those who keep the original.
    pub fn report(&self, for_recipients: bool) -> Result<String> {
        let report = &self.release.report;
        Ok(if for_recipients { report.for_recipients()?.to_json() } else { report.to_json() })
    }

    /// The disclosure warnings.
    pub fn disclosed(&self) -> Result<Ts<Disclosures>> {
        json::message(&Disclosures(Disclosed::of(&self.release.report.disclosure)))
    }

    /// Starts the pass that reads the release to verify it.
    pub fn verify(&self) -> Result<VerifyPass> {
        let WrittenRelease { table, recipe, report, key, population } = &*self.release;
        VerifyPass::new(ClaimedRelease {
            table: Arc::clone(table),
            recipe: recipe.clone(),
            report: report.to_json(),
            key: key.clone(),
            population: population.clone(),
        })
    }
}

impl PolicySearch {
    fn transformation(&mut self, outcome: &Outcome) -> Transformation {
        let classes = self.run.evaluator().classes(&outcome.policy);
        let prepared = &self.table.prepared;
        Transformation::new(prepared.table(), prepared.hierarchies(), prepared.qis(), classes)
    }

    /// The recipe of the search, with the release settings of the given one.
    fn released_recipe(&self, given: &Recipe) -> Result<Recipe> {
        Ok(self.recipe.written_as(given)?)
    }

    /// Counts the people of the population once, if a recipe asks for it.
    fn count_people(&mut self, recipe: &Recipe) -> Result<()> {
        if recipe.risk.population.is_none() || self.people.is_some() {
            return Ok(());
        }
        self.people = match &self.population {
            Some(population) => Some(People::new(&self.recipe, &self.table.prepared, population)?),
            None => None,
        };
        Ok(())
    }

    fn policy_warnings(
        &self,
        recipe: &Recipe,
        outcome: &Outcome,
        transformation: &Transformation,
    ) -> Result<Vec<Warning>> {
        let is_suppressed = |row| transformation.is_suppressed(row);
        Ok(policy_warnings(recipe, &self.table.prepared, outcome.policy.levels(), &is_suppressed)?)
    }
}
