//! The setting that a sweep varies, and the recipe at each point.

use crate::error::{RecipeError, Result};
use crate::privacy::{Condition, Threshold};
use crate::recipe::Recipe;
use crate::sorting::sort_by;
use serde::{Deserialize, Serialize};

/// The settings of a sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Swept {
    /// Every k from the first to the last. Everything else is as in the recipe.
    K(u64, u64),
    /// These suppression limits, from the greatest down.
    SuppressionLimits(Vec<f64>),
    /// These thresholds of one condition, from the most lenient to the strictest.
    Thresholds(SweptThresholds),
    /// For each point, the numbers of the conditions that are left out.
    Without(Vec<Vec<usize>>),
}

/// A condition with its thresholds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SweptThresholds {
    /// The number of the condition in the recipe's `protect`, counted from 1.
    pub condition: usize,
    /// The thresholds.
    pub thresholds: Vec<f64>,
}

/// One setting of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweptSetting {
    /// The least size of a class.
    pub k: u64,
    /// The share of the records that may be suppressed.
    pub suppression_limit: f64,
    /// The swept condition with its threshold here.
    pub swept: Option<Condition>,
    /// The numbers of the conditions that are left out, in a sweep over conditions.
    pub without: Option<Vec<usize>>,
    /// The conditions that are left out.
    pub left_out: Vec<Condition>,
    /// The conditions that remain.
    pub protect: Vec<Condition>,
    /// Whether every policy that is valid here is valid at the previous point, and loses no less here than there.
    pub is_stricter: bool,
}

impl Swept {
    /// Suppression limits in descending order, without duplicates.
    pub fn limits(mut limits: Vec<f64>) -> Self {
        sort_by(&mut limits, |one, other| other.total_cmp(one));
        limits.dedup();
        Self::SuppressionLimits(limits)
    }

    /// Thresholds of the condition of this number, counted from 1, from the most lenient to the strictest, without
    /// duplicates.
    ///
    /// # Errors
    /// A number that no condition of the recipe has, and k-anonymity, which has a range of its own.
    pub fn thresholds(recipe: &Recipe, condition: usize, mut thresholds: Vec<f64>) -> Result<Self> {
        let swept = swept_condition(recipe, condition)?;
        sort_by(&mut thresholds, |one, other| swept.compare_thresholds(*one, *other));
        thresholds.dedup();
        Ok(Self::Thresholds(SweptThresholds { condition, thresholds }))
    }

    /// The same settings in the order of a sweep, without duplicates.
    ///
    /// # Errors
    /// See [`thresholds`](Self::thresholds).
    pub fn in_order(self, recipe: &Recipe) -> Result<Self> {
        match self {
            Self::SuppressionLimits(limits) => Ok(Self::limits(limits)),
            Self::Thresholds(swept) => Self::thresholds(recipe, swept.condition, swept.thresholds),
            swept => Ok(swept),
        }
    }

    /// The cost of each condition: all of them left out, if there are several; each one left out; none left out. k
    /// stays.
    ///
    /// # Errors
    /// A recipe that has no condition other than k.
    pub fn each_condition(recipe: &Recipe) -> Result<Self> {
        let is_beside_k = |condition: &Condition| !matches!(condition, Condition::KAnonymity(_));
        let numbered = (1..).zip(&recipe.protect);
        let all: Vec<usize> =
            numbered.filter_map(|(number, condition)| is_beside_k(condition).then_some(number)).collect();
        if all.is_empty() {
            return refuse("protect", "the recipe has no condition beside k", "Add a condition, or sweep over k.");
        }
        let each = all.iter().map(|&number| vec![number]);
        let mut points: Vec<Vec<usize>> = each.collect();
        if all.len() > 1 {
            points.insert(0, all);
        }
        points.push(Vec::new());
        Ok(Self::Without(points))
    }

    /// The first settings of a sweep.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        match &mut self {
            Self::K(from, to) => *to = (*to).min(from.saturating_add(most as u64).saturating_sub(1)),
            Self::SuppressionLimits(limits) => limits.truncate(most),
            Self::Thresholds(swept) => swept.thresholds.truncate(most),
            Self::Without(points) => points.truncate(most),
        }
        self
    }

    /// How many settings there are.
    pub fn len(&self) -> u64 {
        match self {
            Self::K(from, to) if from > to => 0,
            Self::K(from, to) => (to - from).saturating_add(1),
            Self::SuppressionLimits(limits) => limits.len() as u64,
            Self::Thresholds(swept) => swept.thresholds.len() as u64,
            Self::Without(points) => points.len() as u64,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The settings one by one, over the recipe's table.
    ///
    /// # Errors
    /// An empty list, settings that are not in the order of a sweep, and settings that no recipe may have.
    pub fn settings(&self, recipe: &Recipe) -> Result<Vec<SweptSetting>> {
        // A different k, ℓ or t keeps different classes, and their average risk may fall if they are fewer.
        let has_average = (recipe.protect.iter()).any(Condition::is_of_release);
        let own = SweptSetting {
            k: recipe.privacy.k,
            suppression_limit: recipe.privacy.suppression_limit,
            swept: None,
            without: None,
            left_out: Vec::new(),
            protect: recipe.protect.clone(),
            is_stricter: true,
        };
        let mut settings: Vec<SweptSetting> = match self {
            Self::K(from, to) => {
                if *from == 0 || from > to {
                    let problem = format!("{from} to {to} is not a range of k");
                    let advice = "Give two numbers of at least 1, the smaller one first.";
                    return refuse("k", problem, advice);
                }
                let at = |k| SweptSetting {
                    k,
                    protect: with_k(&recipe.protect, k),
                    is_stricter: !has_average,
                    ..own.clone()
                };
                (*from..=*to).map(at).collect()
            }
            Self::SuppressionLimits(limits) => {
                let key = "suppression_limit";
                if let Some(limit) = limits.iter().find(|limit| !(0.0..=1.0).contains(*limit)) {
                    return refuse(key, format!("{limit} is not a share"), "Give numbers from 0 to 1.");
                }
                if limits.windows(2).any(|pair| pair[0] <= pair[1]) {
                    return unordered(key);
                }
                let at = |&suppression_limit: &f64| SweptSetting { suppression_limit, ..own.clone() };
                limits.iter().map(at).collect()
            }
            Self::Thresholds(swept) => of_thresholds(recipe, swept, &own, has_average)?,
            Self::Without(points) => of_conditions(recipe, points, &own)?,
        };
        match settings.first_mut() {
            Some(first) => first.is_stricter = false,
            None => return refuse("sweep", "there is no setting", "Give at least one."),
        }
        Ok(settings)
    }
}

impl SweptSetting {
    /// The recipe of this setting.
    #[must_use]
    pub fn recipe(&self, recipe: &Recipe) -> Recipe {
        let mut own = recipe.clone();
        own.privacy.k = self.k;
        own.privacy.suppression_limit = self.suppression_limit;
        own.protect.clone_from(&self.protect);
        own
    }

    /// The threshold of the swept condition.
    pub fn threshold(&self) -> Option<f64> {
        self.swept.as_ref().map(Condition::threshold)
    }

    /// The swept threshold or the left-out conditions in words, to follow k and the limit; empty if there are none.
    pub fn words(&self) -> String {
        let mut words = String::new();
        if let Some(condition) = &self.swept {
            words += &format!(", {}", condition.words());
        }
        if self.without.is_some() {
            words += &match self.left_out.as_slice() {
                [] => ", all conditions".to_owned(),
                conditions => {
                    let conditions: Vec<String> = conditions.iter().map(Condition::words).collect();
                    format!(", without: {}", conditions.join("; "))
                }
            };
        }
        words
    }
}

fn of_thresholds(
    recipe: &Recipe,
    swept: &SweptThresholds,
    own: &SweptSetting,
    has_average: bool,
) -> Result<Vec<SweptSetting>> {
    let condition = swept_condition(recipe, swept.condition)?;
    let is_average = condition.is_of_release();
    let in_order = |pair: &[f64]| condition.compare_thresholds(pair[0], pair[1]).is_lt();
    if !swept.thresholds.windows(2).all(in_order) {
        return unordered("thresholds");
    }
    let at = |&threshold: &f64| {
        let condition = condition.at(threshold);
        if condition.threshold() != threshold {
            let problem = format!("{threshold} is not a whole number");
            return refuse("thresholds", problem, "Give whole numbers from 1 on.");
        }
        let mut setting = SweptSetting { is_stricter: is_average || !has_average, ..own.clone() };
        setting.protect[swept.condition - 1] = condition.clone();
        setting.swept = Some(condition);
        setting.recipe(recipe).check_conditions()?;
        Ok(setting)
    };
    swept.thresholds.iter().map(at).collect()
}

fn of_conditions(recipe: &Recipe, points: &[Vec<usize>], own: &SweptSetting) -> Result<Vec<SweptSetting>> {
    let at = |(place, without): (usize, &Vec<usize>)| {
        let is_there = |number: &usize| swept_condition(recipe, *number).is_ok();
        let is_rising = without.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_rising || !without.iter().all(is_there) {
            let problem = format!("{without:?} are no conditions beside k");
            let advice = "Give the numbers of conditions in the recipe's protect, from 1 on, each once.";
            return refuse("without", problem, advice);
        }
        let of = |is_left_out: bool| {
            let conditions = (1..).zip(&recipe.protect);
            let conditions = conditions.filter(|(number, _)| without.contains(number) == is_left_out);
            conditions.map(|(_, condition)| condition.clone()).collect()
        };
        let setting = SweptSetting {
            without: Some(without.clone()),
            left_out: of(true),
            protect: of(false),
            is_stricter: place > 0 && adds(recipe, &points[place - 1], without),
            ..own.clone()
        };
        Ok(setting)
    };
    points.iter().enumerate().map(at).collect()
}

/// Whether leaving out `now` instead of `before` only adds conditions, none of which can make an average risk fall.
fn adds(recipe: &Recipe, before: &[usize], now: &[usize]) -> bool {
    let is_average = |number: usize| {
        let condition = recipe.protect.get(number - 1);
        condition.is_some_and(Condition::is_of_release)
    };
    let added = || before.iter().filter(|number| !now.contains(number));
    let has_average = (1..=recipe.protect.len()).any(|number| is_average(number) && !before.contains(&number));
    now.iter().all(|number| before.contains(number)) && (!has_average || added().all(|&number| is_average(number)))
}

/// The swept condition, by its number from 1.
fn swept_condition(recipe: &Recipe, number: usize) -> Result<&Condition> {
    let condition = number.checked_sub(1).and_then(|place| recipe.protect.get(place));
    match condition {
        None => {
            let n = recipe.protect.len();
            let problem = format!("there is no condition {number}");
            let advice = match n {
                0 => "There is no condition beside k: add one (`protect` in a recipe).".to_owned(),
                n => format!("The conditions have the numbers 1 to {n}."),
            };
            Err(RecipeError::setting("protect", problem, advice).into())
        }
        Some(Condition::KAnonymity(_)) => {
            refuse("protect", format!("condition {number} is k-anonymity"), "Sweep over a range of k.")
        }
        Some(condition) => Ok(condition),
    }
}

/// The conditions with a different k.
pub(crate) fn with_k(protect: &[Condition], k: u64) -> Vec<Condition> {
    let is_other = |condition: &&Condition| !matches!(condition, Condition::KAnonymity(_));
    let others: Vec<Condition> = protect.iter().filter(is_other).cloned().collect();
    match protect {
        [] => Vec::new(),
        _ => [vec![Condition::KAnonymity(Threshold::Number(k))], others].concat(),
    }
}

fn unordered<T>(key: &str) -> Result<T> {
    let problem = "the settings are not in the order of a sweep";
    let advice = "Give each once, from the most lenient to the strictest.";
    refuse(key, problem, advice)
}

fn refuse<T>(key: &str, problem: impl Into<String>, advice: &str) -> Result<T> {
    Err(RecipeError::setting(key, problem, advice).into())
}
