//! The handle classes for exhibits: results as snippets for other pages.

use super::error::Result;
use super::frontier::{FullDomainFrontier, PartitionFrontier};
use super::opening::Opened;
use super::recipe::RecipeHandle;
use super::search::PolicySearch;
use super::{json, messages};
use crate::data::Reading;
use crate::exhibit::{Exhibit, GroupRecords, Values};
use crate::hierarchy::HierarchySpec;
use crate::report::FrontierReport;
use crate::report::edition::Edition;
use crate::run::Reference;
use crate::run::{Outcome, RunStatus};
use crate::search::Status;
use tsify::Ts;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PolicySearch {
    /// The outcome as an exhibit, released by a recipe.
    #[wasm_bindgen(js_name = policyExhibit)]
    pub fn policy_exhibit(&mut self, recipe: &RecipeHandle, with_values: bool) -> Result<Ts<messages::Snippet>> {
        let recipe = self.recipe.written_as(&recipe.recipe)?;
        let outcome = Outcome::of(&mut self.run)?;
        let (prepared, values) = (&self.table.prepared, Values::asked(with_values));
        snippet(&Exhibit::outcome(&recipe, prepared, &outcome, values)?)
    }

    /// The lattice as an exhibit. Every policy is evaluated.
    #[wasm_bindgen(js_name = latticeExhibit)]
    pub fn lattice_exhibit(&self) -> Result<Ts<messages::Snippet>> {
        snippet(&Exhibit::lattice(&self.table.prepared, &self.recipe, Edition::Internal)?)
    }
}

#[wasm_bindgen]
impl Opened {
    /// A hierarchy over a column as an exhibit.
    #[wasm_bindgen(js_name = hierarchyExhibit)]
    pub fn hierarchy_exhibit(
        &self,
        column: &str,
        spec: Option<Ts<HierarchySpec>>,
        kind: Option<Ts<Reading>>,
        with_values: bool,
    ) -> Result<Ts<messages::Snippet>> {
        let (dictionary, hierarchy) = self.build(column, spec, kind)?;
        let values = Values::asked(with_values);
        let records = GroupRecords { dictionary, external_k: None };
        snippet(&Exhibit::hierarchy(column, &hierarchy, Some(records), values)?)
    }
}

#[wasm_bindgen]
impl PartitionFrontier {
    /// The frontier as an exhibit, as far as it is searched.
    pub fn exhibit(&self, with_values: bool) -> Result<Ts<messages::Snippet>> {
        let harbor = self.safe_harbor.as_ref().map(|(harbor, _)| harbor);
        let reference = Reference::safe_harbor(&self.recipe, harbor);
        let report = FrontierReport {
            complete: self.status == Status::Done,
            ..FrontierReport::partition(
                &self.recipe,
                &self.table.prepared,
                &self.tradeoffs,
                &self.run,
                reference.as_ref(),
                0.0,
                self.table.sha256.clone(),
            )?
        };
        let values = Values::asked(with_values);
        snippet(&Exhibit::frontier(&report.to_json(), values)?)
    }
}

#[wasm_bindgen]
impl FullDomainFrontier {
    /// The frontier as an exhibit, as far as it is searched.
    pub fn exhibit(&self, with_values: bool) -> Result<Ts<messages::Snippet>> {
        let sha256 = self.table.sha256.clone();
        let report = FrontierReport {
            complete: self.status != RunStatus::Running,
            ..FrontierReport::full_domain(&self.recipe, &self.table.prepared, &self.run, sha256)
        };
        let values = Values::asked(with_values);
        snippet(&Exhibit::frontier(&report.to_json(), values)?)
    }
}

fn snippet(exhibit: &Exhibit) -> Result<Ts<messages::Snippet>> {
    json::message(&exhibit.into())
}
