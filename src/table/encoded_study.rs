//! A table with its hierarchies, grouped and ready for any search over the same quasi-identifiers.

use super::sensitive::Sensitive;
use crate::classes::{Classes, K, Kept, MAX_QUASI_IDENTIFIERS, QuasiIdentifier};
use crate::data::{Column, Dialect, MissingCodes, Table};
use crate::error::{DataError, Error, RecipeError, Result, SearchError};
use crate::hierarchy::{Hierarchy, SAYS_NOTHING};
use crate::lattice::{Lattice, Level, LevelRange};
use crate::loss::LossSettings;
use crate::privacy::Population;
use crate::recipe::Recipe;
use crate::risk::{Prosecutor, slack};
use crate::search::Problem;
use indexmap::IndexMap;
use std::sync::Arc;

/// The quasi-identifiers of a file with their hierarchies, its records grouped. k, limit, loss, level caps, links and
/// algorithm may change without rebuilding it.
#[derive(Debug, Clone)]
pub struct EncodedStudy {
    table: Arc<Table>,
    /// How the file was read.
    dialect: Arc<Dialect>,
    missing: Arc<MissingCodes>,
    hierarchies: Arc<[Hierarchy]>,
    qis: Arc<[QuasiIdentifier]>,
    tuples: Arc<Classes>,
    /// The sensitive columns that conditions name, in the order of the file.
    sensitive: Arc<[Sensitive]>,
    /// The population that k-maps count, as its text and as counts.
    population: Option<(Arc<Table>, Population)>,
}

impl EncodedStudy {
    /// The columns that a table must be read with for this recipe: its quasi-identifiers, and the sensitive columns
    /// that conditions name.
    ///
    /// # Errors
    /// A recipe without a quasi-identifier, or with too many.
    pub fn columns(recipe: &Recipe) -> Result<Vec<String>> {
        let quasi_identifiers = Self::quasi_identifiers(recipe)?;
        let names: Vec<String> =
            (quasi_identifiers.into_iter()).chain(recipe.conditioned().map(str::to_owned)).collect();
        Self::expect_few(names)
    }

    /// The names of the quasi-identifiers.
    ///
    /// # Errors
    /// A recipe without one, or with too many.
    pub fn quasi_identifiers(recipe: &Recipe) -> Result<Vec<String>> {
        Self::expect_few(recipe.quasi_identifiers().map(str::to_owned).collect())
    }

    fn expect_few(names: Vec<String>) -> Result<Vec<String>> {
        match names.len() {
            0 => Err(RecipeError::NoQuasiIdentifier.into()),
            given if given > MAX_QUASI_IDENTIFIERS => {
                Err(SearchError::TooManyQuasiIdentifiers { given, limit: MAX_QUASI_IDENTIFIERS }.into())
            }
            _ => Ok(names),
        }
    }

    /// Checks that the file has every column that the recipe names.
    ///
    /// # Errors
    /// [`DataError::NoSuchColumn`] for the first missing one.
    pub fn check_columns(recipe: &Recipe, header: &[String]) -> Result<()> {
        let named = (recipe.columns.keys().chain(&recipe.count_column)).chain(&recipe.risk.weight_column);
        match named.into_iter().find(|name| !header.contains(name)) {
            Some(name) => {
                let kind = DataError::NoSuchColumn { columns: header.to_vec() };
                Err(Error::new(kind).in_column(name))
            }
            None => Ok(()),
        }
    }

    pub(super) fn of(
        table: Table,
        (dialect, missing): (Dialect, MissingCodes),
        hierarchies: Vec<Hierarchy>,
        qis: Vec<QuasiIdentifier>,
        tuples: Classes,
        sensitive: Vec<Sensitive>,
    ) -> Self {
        Self {
            table: Arc::new(table),
            dialect: Arc::new(dialect),
            missing: Arc::new(missing),
            hierarchies: hierarchies.into(),
            qis: qis.into(),
            tuples: Arc::new(tuples),
            sensitive: sensitive.into(),
            population: None,
        }
    }

    /// Adds a population, as its text and as k-maps count it.
    pub(crate) fn with_counted_population(self, table: Arc<Table>, people: Population) -> Self {
        let population = Some((table, people));
        Self { population, ..self }
    }

    /// The population, if one was given.
    pub(crate) fn population(&self) -> Option<&(Arc<Table>, Population)> {
        self.population.as_ref()
    }

    /// The sensitive columns that conditions name.
    pub(crate) fn sensitive(&self) -> &[Sensitive] {
        &self.sensitive
    }

    /// The encoded quasi-identifiers, in the order of the file.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// How the file was read.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The columns in use: the quasi-identifiers, then the sensitive columns that conditions name.
    pub fn read_columns(&self) -> impl Iterator<Item = &Column> {
        self.table.columns.iter().chain(self.sensitive.iter().map(|sensitive| &sensitive.column))
    }

    /// The codes for missing values.
    pub fn missing(&self) -> &Arc<MissingCodes> {
        &self.missing
    }

    /// The hierarchies of the quasi-identifiers, in the order of the file.
    pub fn hierarchies(&self) -> &[Hierarchy] {
        &self.hierarchies
    }

    /// The quasi-identifiers as the search sees them.
    pub fn qis(&self) -> &[QuasiIdentifier] {
        &self.qis
    }

    /// The names of the quasi-identifiers.
    pub fn names(&self) -> Vec<String> {
        self.table.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// The distinct tuples of quasi-identifiers.
    pub fn tuples(&self) -> &Classes {
        &self.tuples
    }

    /// The risk of the original table.
    pub fn risk(&self, k: u64) -> Prosecutor {
        Prosecutor::of_table(&self.tuples, &Kept::of(&self.tuples, K::new(k)))
    }

    /// How much finer each quasi-identifier of a policy's release could be, as [`slack`] defines it by class sizes;
    /// `None` if the recipe asks for more than sizes.
    pub fn slack(&self, recipe: &Recipe, levels: &[Level]) -> Option<IndexMap<String, u64>> {
        if recipe.is_protected() {
            return None;
        }
        let k = K::new(recipe.privacy.k);
        let are_removed = recipe.release.suppressed.are_removed();
        let cells = slack(&self.tuples, &self.qis, levels, k, are_removed);
        Some(self.names().into_iter().zip(cells).collect())
    }

    /// The most frequent known value of a quasi-identifier (on a tie, the first to appear), and its group on a level.
    pub fn example(&self, qi: usize, level: Level) -> (String, String) {
        let column = &self.table.columns[qi];
        let dictionary = &column.dictionary;
        let is_known = |value| !self.missing.is_missing(&column.name, dictionary.value(value));
        let most = (0..dictionary.len() as u32)
            .rev()
            .max_by_key(|&value| (is_known(value), dictionary.count(value)))
            .unwrap_or_default();
        let group = self.qis[qi].hierarchy_group(level, self.qis[qi].group(level, most));
        (dictionary.value(most).to_owned(), self.hierarchies[qi].label(usize::from(level), group).to_owned())
    }

    /// The names of each quasi-identifier's levels, as [`Hierarchy::level_names`] gives them.
    pub fn level_names(&self) -> Vec<Vec<String>> {
        self.hierarchies.iter().map(Hierarchy::level_names).collect()
    }

    /// The effect of a policy on each quasi-identifier, in words.
    pub fn words(&self, levels: &[Level]) -> Vec<String> {
        (levels.iter().enumerate())
            .map(|(qi, &level)| {
                let name = self.hierarchies[qi].level_name(level.into());
                let is_one_group = level > 0 && self.qis[qi].n_groups(level) == 1;
                match is_one_group && !name.ends_with(SAYS_NOTHING) {
                    // Without a name, the level has its number and the groups that are in the hierarchy.
                    true if name.starts_with(&format!("level {level}: ")) => format!("level {level}{SAYS_NOTHING}"),
                    true => format!("{name}{SAYS_NOTHING}"),
                    false => name,
                }
            })
            .collect()
    }

    /// As [`words`](Self::words), by the names of the quasi-identifiers.
    pub fn in_words(&self, levels: &[Level]) -> IndexMap<String, String> {
        self.names().into_iter().zip(self.words(levels)).collect()
    }

    /// The label of a group that occurs in the data, by its number there.
    pub fn label(&self, qi: usize, level: Level, group: u32) -> &str {
        let group = self.qis[qi].hierarchy_group(level, group);
        self.hierarchies[qi].label(usize::from(level), group)
    }

    /// How the recipe measures loss.
    pub fn loss(&self, recipe: &Recipe) -> LossSettings {
        LossSettings {
            measure: recipe.loss.measure,
            aggregate: recipe.loss.aggregate,
            weights: (self.table.columns.iter())
                .map(|column| recipe.column(&column.name).map_or(1.0, |settings| settings.weight))
                .collect(),
        }
    }

    /// The problem that the recipe poses.
    ///
    /// # Errors
    /// k above the number of records, and level caps or links that leave no level.
    pub fn problem(&self, recipe: &Recipe) -> Result<Problem> {
        let records = self.table.records();
        let k = recipe.privacy.k;
        if k > records {
            return Err(SearchError::KTooLarge { k, records }.into());
        }
        let limit = recipe.suppression_limit(records);
        let (qis, tuples) = (Arc::clone(&self.qis), Arc::clone(&self.tuples));
        let problem = Problem::new(qis, tuples, self.lattice(recipe)?, K::new(k), limit, &self.loss(recipe));
        Ok(match self.protection(recipe)? {
            Some(protection) => problem.protected(Arc::new(protection)),
            None => problem,
        })
    }

    /// Linked columns go no higher than the lowest of their hierarchies. The recipe must say so; otherwise the top of a
    /// higher one would silently be out of reach.
    fn check_heights(&self, group: &[usize], ranges: &[LevelRange], names: &[String]) -> Result<()> {
        let highest = |qi: usize| self.qis[qi].height() - 1;
        let lowest = group.iter().map(|&qi| highest(qi)).min().unwrap_or_default();
        if group.iter().all(|&qi| usize::from(ranges[qi].max) <= lowest) {
            return Ok(());
        }
        let levels: Vec<String> =
            (group.iter()).map(|&qi| format!("`{}` has the levels 0 to {}", names[qi], highest(qi))).collect();
        Err(RecipeError::setting(
            "linked",
            format!("linked columns share one level, and {}", levels.join(", ")),
            format!(
                "Give their hierarchies the same number of levels, or each of them a highest level of at most {lowest} (`max_level` in a recipe)."
            ),
        )
        .into())
    }

    /// The policies that the recipe allows.
    ///
    /// # Errors
    /// Level caps or links that leave no level.
    pub(crate) fn lattice(&self, recipe: &Recipe) -> Result<Lattice> {
        let names = self.names();
        let ranges = (names.iter().zip(self.qis.iter()))
            .map(|(name, qi)| level_range(recipe, name, (qi.height() - 1) as Level))
            .collect::<Result<Vec<_>>>()?;
        let linked: Vec<Vec<usize>> = (recipe.linked.iter())
            .map(|group| group.iter().filter_map(|name| names.iter().position(|own| own == name)).collect())
            .collect();
        for group in &linked {
            self.check_heights(group, &ranges, &names)?;
        }
        Lattice::new(&ranges, &linked).map_err(|empty| {
            let problem =
                format!("the level ranges of the columns linked with `{}` have no level in common", names[empty.qi]);
            let advice = "Widen their minimum and maximum levels, or unlink them.";
            RecipeError::setting("linked", problem, advice).into()
        })
    }
}

fn level_range(recipe: &Recipe, name: &str, highest: Level) -> Result<LevelRange> {
    let settings = recipe.column(name);
    let min = settings.map_or(0, |settings| settings.min_level);
    let max = settings.and_then(|settings| settings.max_level).unwrap_or(highest);
    for (key, level) in [("min_level", min), ("max_level", max)] {
        if level > highest {
            let key = format!("columns.{name}.{key}");
            let problem = format!("{level} is above the hierarchy's highest level, {highest}");
            let advice = format!("Choose 0 to {highest}.");
            return Err(RecipeError::setting(key, problem, advice).into());
        }
    }
    Ok(LevelRange { min, max })
}
