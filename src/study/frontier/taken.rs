//! The recipe by which a policy of a frontier is released and verified as every other policy is.

use super::{FrontierPolicy, FullDomainRisk, Tradeoffs};
use crate::error::Result;
use crate::hierarchy::HierarchySpec;
use crate::partition::PartitionPolicy;
use crate::study::recipe::{Privacy, Recipe};

impl Tradeoffs {
    /// The recipe of a partition policy: each quasi-identifier has the hierarchy of its intervals, fixed at their
    /// level, and k is the smallest group, so that nothing is suppressed.
    ///
    /// # Errors
    /// A policy of another space.
    pub fn taken(&self, recipe: &Recipe, policy: &PartitionPolicy) -> Result<Recipe> {
        let k = self.figures(policy)?.risk.smallest_group;
        let mut taken = recipe.clone();
        for (name, rows) in self.hierarchy_rows(policy) {
            if let Some(column) = taken.columns.get_mut(&name) {
                let rows = rows.into_iter().map(Vec::from).collect();
                column.hierarchy = Some(HierarchySpec::Rows(rows));
                (column.min_level, column.max_level) = (1, Some(1));
            }
        }
        taken.linked = Vec::new();
        taken.privacy = Privacy {
            k,
            suppression_limit: 0.0,
        };
        Ok(taken)
    }
}

impl Recipe {
    /// The recipe of a full-domain policy of this recipe's frontier over a table of `records`: its levels are the only
    /// ones
    /// allowed, and k is what it was found under.
    #[must_use]
    pub fn taken(&self, policy: &FrontierPolicy, records: u64) -> Self {
        let mut taken = self.clone();
        for (name, &level) in policy.levels.iter().flatten() {
            if let Some(column) = taken.columns.get_mut(name) {
                (column.min_level, column.max_level) = (level, Some(level));
            }
        }
        let settings = self.frontier.clone().unwrap_or_default();
        if settings.risk == FullDomainRisk::Highest {
            taken.privacy.k = k_of(policy.risk, records);
        }
        taken
    }
}

/// The k under which a policy has this highest risk; with risk 0 every record is suppressed.
pub(in crate::study) fn k_of(risk: f64, records: u64) -> u64 {
    let k = (1.0 / risk).round();
    if risk > 0.0 && k >= 1.0 && k <= records as f64 {
        k as u64
    } else {
        records
    }
}
