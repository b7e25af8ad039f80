//! The handle classes for the release of a policy.

use super::disclosed::{Disclosed, Disclosures};
use super::encoding::EncodedTable;
use super::error::Result;
use super::json;
use super::population::Population;
use super::recipe::RecipeHandle;
use super::released::{ReleasedHead, first_records};
use super::search::PolicySearch;
use super::verification::VerifyPass;
use crate::data::Table;
use crate::jobs::{Claimed, ReleaseJob, Rewritten};
use crate::people::{People, attackers};
use crate::recipe::Recipe;
use crate::release::disclosure::Warning;
use crate::release::{Key, SuppressedRecords, Transformation};
use crate::report::Report;
use crate::run::Outcome;
use crate::table::policy_warnings;
use std::sync::Arc;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// The pass over the original that writes its release.
#[wasm_bindgen]
pub struct ReleasePass {
    job: ReleaseJob<Report>,
    table: Arc<EncodedTable>,
    recipe: Recipe,
    key: Option<Key>,
    /// The population of the risk.
    population: Option<Arc<Table>>,
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
        self.follow(recipe)?;
        let recipe = self.released_recipe(&recipe.recipe)?;
        recipe.expect_population(self.population.is_some())?;
        let key = key.map(|key| Key::new(key.as_bytes())).transpose()?;
        let outcome = Outcome::of(&mut self.run)?;
        let transformation = Arc::new(self.transformation(&outcome));
        self.count_people(&recipe)?;
        let (original, people) = (&self.table.original, self.people.as_ref());
        let job = ReleaseJob::of_policy(original, recipe.clone(), outcome, transformation, people, key.clone())?;
        let (table, population) = (Arc::clone(&self.table), self.population.clone());
        Ok(ReleasePass { job, table, recipe, key, population })
    }
}

#[wasm_bindgen]
impl ReleasePass {
    /// Transforms a chunk of the file: `raw` as on disk (for the digest), `text` as UTF-8.
    pub fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8> {
        self.job.push(raw, text)
    }

    /// The next piece of the rest after the end of the file; empty once all is written.
    pub fn rest(&mut self) -> Vec<u8> {
        self.job.rest()
    }

    /// The release, with its report.
    pub fn finish(self) -> Result<Released> {
        let Self { job, table, recipe, key, population } = self;
        let Rewritten { last, report } = job.finish()?;
        Ok(Released { last, release: Arc::new(WrittenRelease { table, recipe, report, key, population }) })
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
        VerifyPass::new(Claimed {
            original: Arc::clone(&table.original),
            recipe: recipe.clone(),
            report: report.to_json(),
            key: key.clone(),
            population: population.clone(),
        })
    }
}

impl PolicySearch {
    fn transformation(&mut self, outcome: &Outcome) -> Transformation {
        self.table.original.transformation(self.run.evaluator().classes(&outcome.policy))
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
