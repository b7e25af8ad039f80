//! The risk axis of a frontier of levels: its value for a release, and the recipe that demands less of it.

use super::frontier::FullDomainRisk;
use super::swept::with_k;
use crate::error::{RecipeError, Result};
use crate::privacy::Condition;
use crate::recipe::Recipe;

impl FullDomainRisk {
    /// The name of the risk under these conditions.
    pub fn words(self, protect: &[Condition]) -> String {
        match self {
            Self::Highest => "highest risk of a record".to_owned(),
            Self::Average => "average risk of a record".to_owned(),
            Self::Condition(number) => (protect.get(number.wrapping_sub(1)))
                .map_or_else(|| format!("risk by condition {number}"), Condition::risk_words),
        }
    }

    /// Checks that a recipe has a frontier of this risk.
    ///
    /// A sweep goes from one risk to the next lower one. Nothing lies between two of its steps as long as every policy
    /// that is valid under the stricter step is valid under the other and loses no less. A condition on the whole
    /// release breaks this: with fewer classes kept, the average may fall, and a policy may become valid.
    ///
    /// # Errors
    /// A number without a condition, a k-anonymity condition, and a sweep beside a condition on the whole release.
    pub(crate) fn check(self, recipe: &Recipe) -> Result<()> {
        let swept = match self {
            Self::Average => return Ok(()),
            Self::Highest => None,
            Self::Condition(number) => Some(asked(recipe, number)?),
        };
        let of_release = Condition::is_of_release;
        if recipe.protect.iter().any(of_release) && !swept.is_some_and(of_release) {
            return refuse(
                "a stricter step may lose less beside a condition on the risk of the whole release".to_owned(),
                "Choose the average risk (`average` in a recipe), or the condition on that risk by its number, or leave that condition out.",
            );
        }
        Ok(())
    }

    /// The recipe that a sweep starts with. The highest risk is swept over every k from the least group on, a condition
    /// from its threshold down.
    pub(crate) fn first(self, recipe: &Recipe) -> Recipe {
        match self {
            Self::Highest => at_k(recipe, least_group(recipe)),
            Self::Average | Self::Condition(_) => raised(recipe),
        }
    }

    /// The strictest recipe under which a policy of this risk is still valid, over a table of `records`.
    pub(crate) fn holding(self, recipe: &Recipe, risk: f64, records: u64) -> Recipe {
        match self {
            Self::Highest => at_k(recipe, k_of(risk, records)),
            Self::Average => raised(recipe),
            Self::Condition(number) => {
                let raised = raised(recipe);
                with(&raised, number, |condition| Some(condition.holding(risk))).unwrap_or(raised)
            }
        }
    }

    /// The recipe with a stricter number in the condition whose risk this is.
    pub(crate) fn made_at(self, recipe: &Recipe, number: f64) -> Option<Recipe> {
        let Self::Condition(place) = self else { return None };
        with(&raised(recipe), place, |asked| asked.stricter_at(number))
    }

    /// The number of the condition under which a policy keeps no record, if its risk, 0, does not tell a recipe that
    /// does so. `step` is the recipe under which it was found.
    pub(crate) fn keeping_nothing(self, recipe: &Recipe, step: &Recipe) -> Option<f64> {
        let Self::Condition(place) = self else { return None };
        let (asked, own) = (asked(recipe, place).ok()?, asked(step, place).ok()?);
        (asked.holding(0.0) == *asked && own != asked).then(|| own.number())
    }

    /// The most lenient recipe that excludes this risk and every higher one. `None` if there is none, for example
    /// because the risk is 0: no record is kept.
    pub(crate) fn beyond(self, recipe: &Recipe, risk: f64, records: u64) -> Option<Recipe> {
        match self {
            _ if risk.is_nan() || risk <= 0.0 => None,
            Self::Highest => Some(at_k(recipe, k_of(risk, records) + 1)),
            Self::Average => None,
            Self::Condition(number) => with(&raised(recipe), number, |condition| condition.beyond(risk)),
        }
    }

    /// The risk of a release, given its smallest class, its average risk, and the worst figure of each condition.
    pub(crate) fn of(self, protect: &[Condition], smallest_class: u64, average: f64, worst: &[Option<f64>]) -> f64 {
        match self {
            _ if smallest_class == 0 => 0.0,
            Self::Highest => 1.0 / smallest_class as f64,
            Self::Average => average,
            Self::Condition(number) => {
                let place = number.wrapping_sub(1);
                let figure = worst.get(place).copied().flatten();
                (protect.get(place)).map_or(0.0, |condition| condition.risk(figure))
            }
        }
    }
}

fn least_group(recipe: &Recipe) -> u64 {
    recipe.frontier.as_ref().map_or(1, |frontier| frontier.least_group).max(1)
}

/// The recipe with a k of at least the least group that its frontier may form.
fn raised(recipe: &Recipe) -> Recipe {
    match least_group(recipe) {
        least if least > recipe.privacy.k => at_k(recipe, least),
        _ => recipe.clone(),
    }
}

/// The recipe with a different k.
fn at_k(recipe: &Recipe, k: u64) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.privacy.k = k;
    recipe.protect = with_k(&recipe.protect, k);
    recipe
}

/// The recipe with one condition replaced.
fn with(recipe: &Recipe, number: usize, other: impl Fn(&Condition) -> Option<Condition>) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    let condition = recipe.protect.get_mut(number.checked_sub(1)?)?;
    *condition = other(condition)?;
    Some(recipe)
}

fn asked(recipe: &Recipe, number: usize) -> Result<&Condition> {
    let condition = number.checked_sub(1).and_then(|place| recipe.protect.get(place));
    match condition {
        None => {
            let advice = match recipe.protect.len() {
                0 => "There is no condition: choose the highest or the average risk (`highest` or `average` in a recipe).".to_owned(),
                n => format!("The conditions have the numbers 1 to {n}."),
            };
            refuse(format!("there is no condition {number}"), &advice)
        }
        Some(Condition::KAnonymity(_)) => refuse(
            format!("condition {number} is k-anonymity"),
            "Choose the highest risk (`highest` in a recipe): that is its risk, over every k.",
        ),
        Some(condition) => Ok(condition),
    }
}

fn refuse<T>(problem: String, advice: &str) -> Result<T> {
    Err(RecipeError::setting("frontier.risk", problem, advice).into())
}

/// The k under which a policy has this highest risk. With risk 0, every record is suppressed.
fn k_of(risk: f64, records: u64) -> u64 {
    let k = (1.0 / risk).round();
    if risk > 0.0 && k >= 1.0 && k <= records as f64 { k as u64 } else { records }
}
