//! The policy that a frontier is compared with.

use super::outcome::Outcome;
use super::search::Run;
use super::tradeoffs::Tradeoffs;
use crate::data::Profile;
use crate::error::Result;
use crate::frontier::{self, Method, SafeHarbor, SafeHarborTable, Settings};
use crate::hierarchy::Census;
use crate::partition::{Grouping, PartitionPolicy, Space};
use crate::recipe::{FrontierSettings, Recipe};
use crate::table::EncodedStudy;
use std::sync::Arc;

/// The policy that a recipe compares with.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// The name of the policy in the recipe.
    pub name: String,
    /// The values that it puts together.
    pub grouping: Grouping,
    /// The most specific policy of intervals that puts all of these together.
    pub policy: PartitionPolicy,
    /// For Safe Harbor, the census that says which ZIP areas are small.
    pub census: Option<Census>,
    /// For Safe Harbor, the treatment of each of its identifiers.
    pub safe_harbor: Option<SafeHarborTable>,
}

impl Reference {
    /// A policy of intervals.
    pub fn of_policy(name: &str, tradeoffs: &Tradeoffs, policy: PartitionPolicy) -> Self {
        let grouping = Grouping::of_policy(tradeoffs.space(), &policy);
        Self { name: name.to_owned(), grouping, policy, census: None, safe_harbor: None }
    }

    /// Safe Harbor's rule, if a recipe compares with it, without the table of identifiers.
    pub fn safe_harbor(recipe: &Recipe, harbor: Option<&SafeHarbor>) -> Option<Self> {
        let name = recipe.frontier.as_ref()?.reference.as_deref()?;
        let harbor = harbor.filter(|_| name == FrontierSettings::SAFE_HARBOR)?;
        Some(Self::of_harbor(harbor.clone(), None))
    }

    /// The best policy of another recipe for the same table, searched to the end. `prepared` is the table prepared by
    /// that recipe. `now` reads the caller's clock in milliseconds.
    ///
    /// # Errors
    /// A problem that the recipe's search does not take, and no valid policy.
    pub fn of_recipe(
        name: &str,
        recipe: &Recipe,
        tradeoffs: &Tradeoffs,
        prepared: &EncodedStudy,
        now: &mut dyn FnMut() -> f64,
    ) -> Result<Self> {
        let mut run = Run::new(Arc::new(prepared.problem(recipe)?), &recipe.search)?;
        run.advance(f64::INFINITY, now);
        let policy = Outcome::of(&mut run)?.policy;
        Ok(Self::of_policy(name, tradeoffs, tradeoffs.of_levels(prepared, &policy)))
    }

    /// Safe Harbor's rule, with the treatment of each of its identifiers in a file with this profile.
    ///
    /// # Errors
    /// No column that the rule covers.
    pub fn of_rule(tradeoffs: &Tradeoffs, recipe: &Recipe, profile: &Profile) -> Result<Self> {
        let harbor = tradeoffs.safe_harbor(recipe)?;
        let table = tradeoffs.safe_harbor_table(Some(&harbor), recipe, profile);
        Ok(Self::of_harbor(harbor, Some(table)))
    }

    /// Safe Harbor's rule, with the treatment of its identifiers if it is known.
    pub fn of_harbor(harbor: SafeHarbor, table: Option<SafeHarborTable>) -> Self {
        Self {
            name: FrontierSettings::SAFE_HARBOR.to_owned(),
            grouping: harbor.grouping,
            policy: harbor.policy,
            census: Some(harbor.census),
            safe_harbor: table,
        }
    }

    /// The columns in which a policy tells apart what the rule puts together. A policy of another recipe has no rule.
    pub fn against_rule<'a>(&self, space: &'a Space, policy: &PartitionPolicy) -> Vec<&'a str> {
        if self.census.is_none() || policy.generalizes(&self.policy) {
            return Vec::new();
        }
        let columns = self.grouping.told_apart_by(space, policy);
        columns.into_iter().map(|qi| space.domains()[qi].name()).collect()
    }
}

impl Tradeoffs {
    /// Starts the search that a recipe asks for. `reference` is the policy to compare with. Without one, the search
    /// begins with the policy closest to Safe Harbor's rule if there is one, so that the result does not depend on what
    /// else is drawn. A bisecting search uses the reference that the recipe names.
    ///
    /// # Errors
    /// See [`frontier::Run::new`].
    pub fn run(&self, recipe: &Recipe, reference: Option<&Reference>) -> Result<frontier::Run> {
        let settings = recipe.frontier.clone().unwrap_or_default();
        let usual = || match settings.method {
            Method::Bisecting => None,
            _ => self.safe_harbor(recipe).ok().map(|harbor| harbor.policy),
        };
        let most_risk = reference.map(|reference| self.figures_of(&reference.grouping).point.risk);
        let settings = Settings {
            method: settings.method,
            policies: settings.policies,
            threshold: settings.threshold,
            seed: recipe.search.seed(),
            reference: reference.map(|reference| reference.policy.clone()).or_else(usual),
            most_risk,
            least_group: settings.least_group,
        };
        frontier::Run::new(self.space(), self.engine(), &settings)
    }
}
