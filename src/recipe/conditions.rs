//! The conditions of a recipe other than class sizes.

use super::check::setting;
use super::frontier::FrontierSpace;
use super::uniques::UniquesSettings;
use super::{Chosen, Recipe};
use crate::data::{Reading, Role};
use crate::error::{RecipeError, Result};
use crate::privacy::{Closeness, Condition, Distance};
use crate::release::Treatment;

impl Recipe {
    /// Whether there are conditions other than class sizes.
    pub fn is_protected(&self) -> bool {
        (self.protect.iter()).any(|condition| !matches!(condition, Condition::KAnonymity(_)))
    }

    /// The sensitive columns that conditions name, in the order of the recipe's columns.
    pub fn conditioned(&self) -> impl Iterator<Item = &str> {
        let is_named = |name: &str| {
            let mut columns = self.protect.iter().filter_map(Condition::column);
            columns.any(|column| column == name)
        };
        let names = self.columns.keys().map(String::as_str);
        names.filter(move |name| is_named(name))
    }

    /// The recipe without conditions other than class sizes.
    #[must_use]
    pub fn by_sizes_alone(&self) -> Self {
        Self { protect: Vec::new(), ..self.clone() }
    }

    /// Checks that only class sizes count, as `what` requires.
    ///
    /// # Errors
    /// The recipe has other conditions.
    pub fn expect_sizes_alone(&self, what: &str) -> Result<()> {
        if !self.is_protected() {
            return Ok(());
        }
        let problem = format!("{what} only supports class sizes");
        let advice = "Leave out all conditions but k-anonymity for it; its result then ignores them.";
        Err(RecipeError::setting("protect", problem, advice).into())
    }

    /// Settles the one k of the recipe. `is_given` says whether the recipe gives the k of `privacy`: then it holds
    /// beside all conditions.
    ///
    /// # Errors
    /// Another k in the conditions.
    pub(super) fn settle_k(&mut self, is_given: bool) -> Result<()> {
        let own = self.protect.iter().filter_map(|condition| match condition {
            Condition::KAnonymity(least) => Some(least.k()),
            _ => None,
        });
        let own = own.max();
        match own {
            Some(own) if is_given && own != self.privacy.k => {
                let problem =
                    format!("it is {}, and the k-anonymity among the conditions asks for {own}", self.privacy.k);
                return setting("privacy.k", problem, "Give the k that must hold in one of the two.");
            }
            Some(own) => self.privacy.k = own,
            None if !is_given && !self.protect.is_empty() => self.privacy.k = 1,
            None => {}
        }
        if !is_given && own.is_none() {
            self.uniques.k.get_or_insert(UniquesSettings::LEAST_K);
        }
        Ok(())
    }

    /// Checks that each condition makes sense and is on a column that allows it.
    ///
    /// # Errors
    /// The first condition that fails.
    pub(crate) fn check_conditions(&self) -> Result<()> {
        for (number, condition) in self.protect.iter().enumerate() {
            let key = format!("protect.{}.{}", number + 1, condition.name());
            let people = || match condition.counts_people() {
                true => self.no_population(),
                false => None,
            };
            let problem = condition.wrong().or_else(people);
            if let Some((problem, advice)) = problem {
                return setting(key, problem, advice);
            }
            if let Some(column) = condition.column() {
                self.check_conditioned(&key, column)?;
            }
            if let Condition::TCloseness(Closeness { column, distance: Distance::Hierarchical, .. }) = condition
                && self.column(column).is_some_and(|column| column.hierarchy.is_none())
            {
                let problem = format!("`{column}` has no hierarchy");
                let advice = "Give the column a hierarchy, or choose another distance.";
                return setting(key, problem, advice);
            }
        }
        if !self.is_protected() {
            return Ok(());
        }
        match &self.chosen {
            Some(Chosen::Cells(_)) => {
                let problem = "the recipe chose suppressed cells, which only support class sizes";
                let advice = "Leave out all conditions but k-anonymity, or the choice (`chosen` in a recipe).";
                setting("protect", problem, advice)
            }
            Some(Chosen::Frontier(point)) if point.space == FrontierSpace::Partition => {
                let problem = "the recipe chose a point of a frontier of intervals, which only supports class sizes";
                let advice = "Leave out all conditions but k-anonymity, or the choice (`chosen` in a recipe).";
                setting("protect", problem, advice)
            }
            Some(Chosen::Frontier(_) | Chosen::Policy(_)) | None => Ok(()),
        }
    }

    /// Whether a condition counts people of a population.
    pub fn asks_for_people(&self) -> bool {
        self.protect.iter().any(Condition::counts_people)
    }

    /// How the numbers of the weight column are written, if the column says so.
    pub fn weight_reading(&self) -> Option<Reading> {
        let name = self.risk.weight_column.as_ref()?;
        self.column(name)?.kind.clone()
    }

    fn no_population(&self) -> Option<(String, &'static str)> {
        let is_told = self.risk.weight_column.is_some() || self.risk.population.is_some();
        (!is_told).then(|| {
            let problem = "the recipe does not define the population".to_owned();
            (
                problem,
                "Name a table of its people (`risk.population` in a recipe), or the column of the table's weights (`risk.weight_column` in a recipe).",
            )
        })
    }

    /// A condition must be on a sensitive column that is released unchanged. On any other column it would say nothing
    /// about the release.
    fn check_conditioned(&self, key: &str, name: &str) -> Result<()> {
        if self.count_column.as_deref() == Some(name) || self.role(name) != Role::Sensitive {
            let problem = format!("`{name}` is not a sensitive column");
            let advice = "Name a sensitive column, or give this one the role sensitive.";
            return setting(key, problem, advice);
        }
        if self.treatment(name) != Treatment::Keep {
            let problem = format!("`{name}` is not released as it is");
            let advice = "Keep the column, or leave the condition out: a column that is not released reveals nothing, and a masked one has other values.";
            return setting(key, problem, advice);
        }
        Ok(())
    }
}
