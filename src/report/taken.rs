//! Turns a policy of a frontier into a recipe, by which it is released and verified like every other policy.

use super::frontier::FrontierPolicy;
use crate::error::Result;
use crate::hierarchy::HierarchySpec;
use crate::partition::PartitionPolicy;
use crate::recipe::{Chosen, ChosenPoint, ChosenPopulation, ChosenReference, FrontierSpace, Privacy, Recipe, with_k};
use crate::run::{Reference, Tradeoffs};

impl Tradeoffs {
    /// The recipe of a partition policy. Each quasi-identifier gets the hierarchy of its intervals, fixed at their
    /// level. k is the size of the smallest group, so nothing is suppressed. The section `chosen` describes the policy
    /// and says whether its frontier is `exact`.
    ///
    /// # Errors
    /// A policy of a different space.
    pub fn taken(
        &self,
        recipe: &Recipe,
        policy: &PartitionPolicy,
        reference: Option<&Reference>,
        exact: bool,
    ) -> Result<Recipe> {
        let figures = self.figures(policy)?;
        let mut taken = recipe.clone();
        for (name, rows) in self.hierarchy_rows(policy) {
            if let Some(column) = taken.columns.get_mut(&name) {
                let rows = rows.into_iter().map(Vec::from).collect();
                column.hierarchy = Some(HierarchySpec::Rows(rows));
                (column.min_level, column.max_level) = (1, Some(1));
            }
        }
        taken.linked = Vec::new();
        taken.privacy = Privacy { k: figures.risk.smallest_group, suppression_limit: 0.0 };
        taken.protect = with_k(&taken.protect, taken.privacy.k);
        let file = recipe.frontier.as_ref().and_then(|settings| settings.population.clone());
        if taken.risk.weight_column.is_none() {
            taken.risk.population.clone_from(&file);
        }
        let reference = match reference {
            None => None,
            // A policy that leaves an identifier as it is cannot be called Safe Harbor.
            Some(Reference { safe_harbor: Some(table), .. }) if !table.incomplete.is_empty() => None,
            Some(reference) => {
                let point = self.figures_of(&reference.grouping).point;
                let against = reference.against_rule(self.space(), policy);
                Some(ChosenReference {
                    name: reference.name.clone(),
                    risk: point.risk,
                    loss: point.loss,
                    against_rule: against.into_iter().map(str::to_owned).collect(),
                })
            }
        };
        taken.chosen = Some(Chosen::Frontier(ChosenPoint {
            space: FrontierSpace::Partition,
            risk: figures.point.risk,
            loss: figures.point.loss,
            expected: Some(figures.risk.expected),
            population: file.map(|file| ChosenPopulation {
                file,
                people: self.frequencies().n_people(),
                journalist: figures.risk.journalist,
            }),
            exact,
            reference,
            why: String::new(),
        }));
        Ok(taken)
    }
}

impl Recipe {
    /// The recipe of a full-domain policy of this recipe's frontier, `exact` or not, over a table of `records`. It
    /// allows the policy's levels only. k, or the swept condition, is the one under which the policy was found, so that
    /// its release is the point. The section `chosen` describes it.
    #[must_use]
    pub fn taken(&self, policy: &FrontierPolicy, records: u64, exact: bool) -> Self {
        let settings = self.frontier.clone().unwrap_or_default();
        let made_it = policy.made_at.and_then(|number| settings.risk.made_at(self, number));
        let mut taken = made_it.unwrap_or_else(|| settings.risk.holding(self, policy.risk, records));
        for (name, &level) in policy.levels.iter().flatten() {
            if let Some(column) = taken.columns.get_mut(name) {
                (column.min_level, column.max_level) = (level, Some(level));
            }
        }
        taken.chosen = Some(Chosen::Frontier(ChosenPoint {
            space: FrontierSpace::FullDomain,
            risk: policy.risk,
            loss: policy.loss,
            expected: None,
            population: None,
            exact,
            reference: None,
            why: String::new(),
        }));
        taken
    }
}
