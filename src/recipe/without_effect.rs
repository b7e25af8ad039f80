//! Settings of a recipe that change nothing.

use super::uniques::{ImpactSettings, Suppress, UniquesSettings};
use super::{ColumnSettings, Recipe};
use crate::data::Role;
use crate::privacy::{Closeness, Condition, Distance};

impl Recipe {
    /// The settings that are given and change nothing, whatever is done with the recipe: each key, and why.
    pub fn without_effect(&self) -> Vec<(String, &'static str)> {
        let mut idle = Vec::new();
        for (name, column) in self.columns.iter().filter(|(name, _)| !self.is_quasi_identifier(name)) {
            let ColumnSettings { role, hierarchy, domain, weight, min_level, max_level, .. } = column;
            let given = [
                ("hierarchy", hierarchy.is_some() && !self.has_distance(name, Distance::Hierarchical)),
                ("domain", domain.is_some() && !self.has_distance(name, Distance::Ordered)),
                ("weight", *weight != 1.0),
                ("min_level", *min_level != 0),
                ("max_level", max_level.is_some()),
            ];
            let why = match role {
                Role::QuasiIdentifier => "the column is left out of the release",
                _ => "the column is no quasi-identifier",
            };
            let keys = given.iter().filter(|(_, is_given)| *is_given).map(|(key, _)| *key);
            idle.extend(keys.map(|key| (format!("columns.{name}.{key}"), why)));
        }
        for (place, condition) in self.protect.iter().enumerate() {
            let number = place + 1;
            if matches!(condition, Condition::KAnonymity(least) if least.k() < self.privacy.k) {
                idle.push((format!("protect.{number}.k-anonymity"), "another k-anonymity asks for more records"));
            } else if self.protect[..place].contains(condition) {
                idle.push((format!("protect.{number}.{}", condition.name()), "an earlier condition is the same"));
            }
        }
        idle
    }

    /// The settings that are given and change nothing where single cells are suppressed: each key, and why.
    pub fn without_effect_on_cells(&self) -> Vec<(String, &'static str)> {
        let UniquesSettings { suppress, weights, end_after_steps, impact, .. } = &self.uniques;
        let is_none = *suppress == Suppress::None;
        let [no_cell, no_record] = ["no cell is suppressed", "single cells are suppressed, and no whole records"];
        let given = [
            ("uniques.weights", is_none && !weights.is_empty(), no_cell),
            ("uniques.end_after_steps", is_none && end_after_steps.is_some(), no_cell),
            ("uniques.impact", is_none && *impact != ImpactSettings::default(), no_cell),
            ("release.suppressed", !is_none && self.release.suppressed.are_removed(), no_record),
        ];
        given.iter().filter(|(_, is_given, _)| *is_given).map(|&(key, _, why)| (key.to_owned(), why)).collect()
    }

    /// Whether t-closeness of a column is by this distance.
    fn has_distance(&self, name: &str, asked: Distance) -> bool {
        self.protect.iter().any(|condition| {
            matches!(condition, Condition::TCloseness(Closeness { column, distance, .. }) if column == name && *distance == asked)
        })
    }
}
