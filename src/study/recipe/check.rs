//! What settings of a recipe are allowed.

use super::{Budget, Privacy, Recipe};
use crate::data::{Reading, Role};
use crate::error::{RecipeError, Result};
use crate::loss::Aggregate;
use crate::study::uniques::UniquesSettings;

/// The most that a cell may weigh.
const MOST_CELL_WEIGHT: f64 = 1e9;

impl Recipe {
    /// Checks settings that were changed after the recipe was read.
    ///
    /// # Errors
    /// The first setting that is not allowed.
    pub fn check(&self) -> Result<()> {
        if self.kanon != Self::FORMAT {
            return Err(RecipeError::Version {
                given: self.kanon,
                expected: Self::FORMAT,
            }
            .into());
        }
        if let Some(dialect) = &self.dialect
            && dialect.quote == Some(dialect.delimiter)
        {
            let problem = "delimiter and quote are the same character";
            return setting(
                "dialect",
                problem,
                "Choose another quote, or null for none.",
            );
        }
        self.check_columns()?;
        self.check_linked()?;
        self.check_uniques()?;
        let Privacy {
            k,
            suppression_limit,
        } = self.privacy;
        if k == 0 {
            return setting(
                "privacy.k",
                "0 is not allowed",
                "Choose 2 or more; 1 asks for nothing.",
            );
        }
        if !(0.0..=1.0).contains(&suppression_limit) {
            let problem = format!("{suppression_limit} is not between 0 and 1");
            return setting(
                "privacy.suppression_limit",
                problem,
                "Give the share as a fraction: 0.05 is 5 %.",
            );
        }
        if self.loss.aggregate != Aggregate::default() && !self.loss.measure.is_aggregated() {
            let problem = "this measure is not one loss for each quasi-identifier";
            let advice = "Leave the aggregate out, or choose iyengar, precision, precision-cells or distortion.";
            return setting("loss.aggregate", problem, advice);
        }
        if let Some(frontier) = &self.frontier {
            if frontier.policies == 0 {
                return setting(
                    "frontier.policies",
                    "0 leaves nothing to look at",
                    "Give more than 0.",
                );
            }
            if !(0.0..=1.0).contains(&frontier.threshold) {
                let problem = format!("{} is not between 0 and 1", frontier.threshold);
                return setting(
                    "frontier.threshold",
                    problem,
                    "Give a share, for example 0.3.",
                );
            }
        }
        self.check_budget()
    }

    fn check_budget(&self) -> Result<()> {
        let Budget { seconds, checks } = self.search.budget;
        let advice = "Give more than 0, or null for no budget.";
        if let Some(seconds) = seconds.filter(|seconds| seconds.is_nan() || *seconds <= 0.0) {
            let problem = format!("{seconds} s leave no time to search");
            return setting("search.budget.seconds", problem, advice);
        }
        if checks == Some(0) {
            let problem = "0 leaves no policy to look at";
            return setting("search.budget.checks", problem, advice);
        }
        Ok(())
    }

    fn check_columns(&self) -> Result<()> {
        let mut heaviest = 0.0;
        for (name, column) in &self.columns {
            let key = |key: &str| format!("columns.{name}.{key}");
            let (least, most) = (Self::LEAST_WEIGHT, Self::MOST_WEIGHT);
            if column.weight != 0.0 && !(least..=most).contains(&column.weight) {
                let problem = format!("{:?} is not a weight", column.weight);
                let advice = format!("Choose 0, or a number from {least} to {most}.");
                return setting(key("weight"), problem, advice);
            }
            if !Reading::number_format(column.kind.as_ref()).is_clear() {
                let problem = "one sign stands before the fraction and between thousands";
                return setting(key("kind"), problem, "Choose two signs.");
            }
            if column.role == Role::QuasiIdentifier {
                heaviest = f64::max(heaviest, column.weight);
            }
            if let Some(max) = column.max_level.filter(|max| *max < column.min_level) {
                let problem = format!("{max} is below the minimum level {}", column.min_level);
                return setting(
                    key("max_level"),
                    problem,
                    "Raise it, or lower the minimum level.",
                );
            }
        }
        if heaviest == 0.0 && self.with_role(Role::QuasiIdentifier).next().is_some() {
            return setting(
                "columns",
                "all quasi-identifiers have weight 0",
                "Give one of them a weight above 0.",
            );
        }
        if let Some(name) = &self.count_column
            && self.role(name) == Role::QuasiIdentifier
        {
            let problem = format!("`{name}` is a quasi-identifier as well");
            return setting("count_column", problem, "Give the column another role.");
        }
        if let Some(name) = &self.count_column
            && self.role(name) == Role::Identifier
        {
            let problem = format!(
                "`{name}` is an identifier as well: the release would leave it out, and not show how many records a row stands for"
            );
            return setting(
                "count_column",
                problem,
                "Give the column the role `insensitive`.",
            );
        }
        Ok(())
    }

    fn check_uniques(&self) -> Result<()> {
        let UniquesSettings {
            k,
            max_size,
            weights,
            ..
        } = &self.uniques;
        if *k < 2 {
            let problem = format!("{k} makes nothing unsafe");
            return setting("uniques.k", problem, "Choose 2 or more.");
        }
        if *max_size == Some(0) {
            let advice = "Choose 1 or more, or null for all sizes.";
            return setting("uniques.max_size", "0 leaves no combination", advice);
        }
        match weights
            .iter()
            .find(|(_, weight)| !(**weight > 0.0 && **weight <= MOST_CELL_WEIGHT))
        {
            Some((name, weight)) => {
                let problem = if *weight > MOST_CELL_WEIGHT {
                    format!("{weight:e} is above {MOST_CELL_WEIGHT}")
                } else {
                    format!("{weight:?} is not above 0")
                };
                setting(
                    format!("uniques.weights.{name}"),
                    problem,
                    format!("Choose a weight above 0, up to {MOST_CELL_WEIGHT}."),
                )
            }
            None => Ok(()),
        }
    }

    fn check_linked(&self) -> Result<()> {
        for name in self.linked.iter().flatten() {
            if self.role(name) != Role::QuasiIdentifier {
                let problem = format!("`{name}` is not a quasi-identifier");
                return setting("linked", problem, "Link quasi-identifiers only.");
            }
        }
        if self.linked.iter().any(|group| group.len() < 2) {
            return setting(
                "linked",
                "a group has fewer than two members",
                "Name two or more columns, or leave it out.",
            );
        }
        Ok(())
    }
}

fn setting(
    key: impl Into<String>,
    problem: impl Into<String>,
    advice: impl Into<String>,
) -> Result<()> {
    Err(RecipeError::setting(key, problem, advice).into())
}
