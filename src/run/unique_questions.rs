//! The questions of a recipe about an encoded study.

use crate::data::{Column, EXACT_AS_FLOAT, MissingCodes, Reading};
use crate::error::{RecipeError, Result, SearchError, UniquesError};
use crate::hierarchy::Hierarchy;
use crate::lattice::Level;
use crate::local::CellWeights;
use crate::local::impact::expect_few_coefficients;
use crate::recipe::{Recipe, Suppress, UniquesSettings};
use crate::release::SUPPRESSED;
use crate::table::{EncodedStudy, ReadReport};
use crate::uniques::{Missing, Question, Tuples, UniquesSearch};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The tuples of an encoded study, with the settings under which combinations are searched.
#[derive(Debug, Clone)]
pub struct UniqueQuestions {
    /// The settings.
    pub settings: UniquesSettings,
    tuples: Arc<Tuples>,
    missing: Arc<MissingCodes>,
    /// How the numeric columns of the impact are read, if the recipe says so.
    readings: IndexMap<String, Reading>,
    weights: CellWeights,
    levels: Vec<Level>,
    generalized: Generalized,
    read: ReadReport,
}

/// The generalization applied before anything else, for each quasi-identifier that is not left as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Generalized {
    /// The level.
    pub policy: IndexMap<String, Level>,
    /// The level in words.
    pub in_words: IndexMap<String, String>,
}

impl Generalized {
    fn new(prepared: &EncodedStudy, levels: &[Level]) -> Self {
        let names = prepared.names();
        let above = || (names.iter().zip(levels)).filter(|(_, level)| **level > 0);
        let words = prepared.in_words(levels);
        let said = |name: &String| words.get(name).cloned().unwrap_or_default();
        Self {
            policy: above().map(|(name, &level)| (name.clone(), level)).collect(),
            in_words: above().map(|(name, _)| (name.clone(), said(name))).collect(),
        }
    }
}

impl UniqueQuestions {
    /// Groups the records of a table.
    ///
    /// # Errors
    /// k above the number of records, settings that name no quasi-identifier or no level of it, more records than
    /// combinations or cells can be counted for, and covariates with more categories than can be estimated.
    pub fn new(prepared: &EncodedStudy, recipe: &Recipe) -> Result<Self> {
        let settings = &UniquesSettings { k: Some(recipe.uniques_k()), ..recipe.uniques.clone() };
        let names = prepared.names();
        let levels: Vec<Level> = (names.iter()).map(|name| settings.policy.get(name).copied().unwrap_or(0)).collect();
        for ((name, &level), qi) in names.iter().zip(&levels).zip(prepared.qis()) {
            if usize::from(level) >= qi.height() {
                let problem = format!("{level} is above the hierarchy's highest level, {}", qi.height() - 1);
                return Err(RecipeError::setting(
                    format!("uniques.policy.{name}"),
                    problem,
                    "Choose a level that the hierarchy has.",
                )
                .into());
            }
        }
        let table = prepared.table();
        let tuples = if levels.iter().all(|&level| level == 0) {
            Tuples::new(table, settings.missing, prepared.missing(), settings.k())?
        } else {
            let missing = missing_groups(prepared, settings.missing, &levels);
            let is_missing = |qi: usize, group: u32| missing[qi].contains(prepared.label(qi, levels[qi], group));
            Tuples::generalized(table, prepared.qis(), &levels, &is_missing, settings.k())?
        };
        demand_countable(settings, &tuples)?;
        if settings.suppress != Suppress::None {
            demand_no_star(prepared, &levels)?;
        }
        if settings.impact.outcome.is_some() && settings.suppress != Suppress::None {
            // The regression is fitted last, after work that may take long.
            let covariates = settings.impact.of_covariates(&names);
            expect_few_coefficients(covariates.map(|column| tuples.n_values(column)).sum())?;
        }
        let weights = weights(&names, settings, tuples.records())?;
        Ok(Self {
            settings: settings.clone(),
            tuples: Arc::new(tuples),
            missing: Arc::clone(prepared.missing()),
            readings: (settings.impact.weight.iter())
                .chain(&settings.impact.outcome)
                .filter_map(|name| Some((name.clone(), recipe.column(name)?.kind.clone()?)))
                .collect(),
            weights,
            generalized: Generalized::new(prepared, &levels),
            read: ReadReport::of(recipe, prepared),
            levels,
        })
    }

    /// The distinct tuples.
    pub fn tuples(&self) -> &Arc<Tuples> {
        &self.tuples
    }

    /// The codes for missing values.
    pub fn missing(&self) -> &MissingCodes {
        &self.missing
    }

    /// How a column of numbers is read, if the recipe says so.
    pub(super) fn reading(&self, name: &str) -> Option<&Reading> {
        self.readings.get(name)
    }

    /// The costs of cells.
    pub fn weights(&self) -> &CellWeights {
        &self.weights
    }

    /// The level of each quasi-identifier that the table is generalized to.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The levels by name, and in words.
    pub fn generalized(&self) -> &Generalized {
        &self.generalized
    }

    /// How the table was read.
    pub fn read(&self) -> &ReadReport {
        &self.read
    }

    /// The combinations to look for.
    pub fn question(&self) -> Question {
        self.settings.question()
    }

    /// The search for combinations, at its start.
    ///
    /// # Errors
    /// k below 2, and more columns than the method can take.
    pub fn search(&self) -> Result<UniquesSearch> {
        UniquesSearch::new(Arc::clone(&self.tuples), self.question(), self.settings.method)
    }
}

/// The labels of each quasi-identifier on its level that are ignored missing values: those that its hierarchy gives to
/// missing values alone.
fn missing_groups<'a>(prepared: &'a EncodedStudy, missing: Missing, levels: &[Level]) -> Vec<FxHashSet<&'a str>> {
    let of_column = |((column, hierarchy), &level): ((&Column, &'a Hierarchy), &Level)| {
        let labels = |is_missing: bool| -> FxHashSet<&'a str> {
            let own = |row: &Vec<&'a str>| prepared.missing().is_missing(&column.name, row[0]) == is_missing;
            hierarchy.rows().filter(own).map(|row| row[usize::from(level)]).collect()
        };
        match missing {
            Missing::Ignore => &labels(true) - &labels(false),
            Missing::Value => FxHashSet::default(),
        }
    };
    (prepared.table().columns.iter().zip(prepared.hierarchies()).zip(levels)).map(of_column).collect()
}

/// Refuses a column in which some values, and not all, are released as `*`: nobody could tell them from suppressed
/// cells.
fn demand_no_star(prepared: &EncodedStudy, levels: &[Level]) -> Result<()> {
    for ((place, column), &level) in prepared.table().columns.iter().enumerate().zip(levels) {
        let qi = &prepared.qis()[place];
        let mut groups = (0..column.dictionary.len() as u32).map(|value| qi.group(level, value));
        let has_star = groups.clone().any(|group| prepared.label(place, level, group) == SUPPRESSED);
        let first = groups.next();
        if has_star && groups.any(|group| Some(group) != first) {
            let name = column.name.clone();
            return Err(UniquesError::StarAmongValues { name }.into());
        }
    }
    Ok(())
}

/// Refuses so many records that their counts may overflow 64 bits.
///
/// # Errors
/// [`SearchError::TooManyRecords`], [`UniquesError::TooManyRecords`].
fn demand_countable(settings: &UniquesSettings, tuples: &Tuples) -> Result<()> {
    let (records, limit) = (tuples.records(), EXACT_AS_FLOAT);
    if records <= limit {
        return Ok(());
    }
    if settings.suppress != Suppress::None {
        let what = "cells are suppressed";
        return Err(SearchError::TooManyRecords { what, records, limit }.into());
    }
    // The most combinations that are counted for a tuple.
    let limit = u64::MAX >> tuples.n_columns().min(32);
    let rare = (0..tuples.len()).filter(|&tuple| tuples.is_rare(tuple, settings.k()));
    let records = rare.map(|tuple| tuples.count(tuple)).sum();
    match records <= limit {
        true => Ok(()),
        false => Err(UniquesError::TooManyRecords { records, limit }.into()),
    }
}

/// The weights that settings give to the columns `names`.
///
/// # Errors
/// Weights that are not exact multiples of one unit, or whose sum over all records overflows.
fn weights(names: &[String], settings: &UniquesSettings, records: u64) -> Result<CellWeights> {
    let costs: Vec<f64> = (names.iter()).map(|name| settings.weights.get(name).copied().unwrap_or(1.0)).collect();
    let heaviest = (0..costs.len()).max_by(|&a, &b| costs[a].total_cmp(&costs[b]).then(b.cmp(&a)));
    let refused = |problem: String| -> Result<CellWeights> {
        let name = heaviest.map_or("", |column| names[column].as_str());
        let advice = "Choose weights with fewer digits, that lie closer together.";
        Err(RecipeError::setting(format!("uniques.weights.{name}"), problem, advice).into())
    };
    let Some(weights) = CellWeights::new(&costs) else {
        let most = CellWeights::MOST;
        return refused(format!(
            "the weights of all quasi-identifiers add up to more than {most} times the greatest number of which each is a whole multiple, so that they cannot be counted exactly"
        ));
    };
    let of_record: u64 = (0..costs.len()).map(|column| u64::from(weights.of(column))).sum();
    if settings.suppress != Suppress::None && of_record.checked_mul(records).is_none() {
        return refused(format!(
            "the weights of all cells of {records} records add up to more than {} times the greatest number of which each weight is a whole multiple, so that they cannot be counted exactly",
            u64::MAX
        ));
    }
    Ok(weights)
}
