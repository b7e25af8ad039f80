//! The conditions of a recipe on the classes of an encoded study, other than class size.

use super::encoded_study::EncodedStudy;
use crate::classes::{Classes, K, Kept, RollupMemory, rollup};
use crate::data::{Codes, EXACT_AS_FLOAT};
use crate::error::{DataError, Error, RecipeError, Result, SearchError};
use crate::lattice::{Level, Policy};
use crate::privacy::{Condition, Judge, Population, Protection};
use crate::recipe::Recipe;
use std::sync::Arc;

impl EncodedStudy {
    /// The conditions on classes other than size; `None` if there are none.
    ///
    /// Time in records × columns.
    ///
    /// # Errors
    /// A condition on a column that the table was not read with, on people of a population that is not at hand, or
    /// t-closeness of so many records that its products overflow.
    pub fn protection(&self, recipe: &Recipe) -> Result<Option<Protection>> {
        if !recipe.is_protected() {
            return Ok(None);
        }
        let (records, limit) = (self.table().records(), EXACT_AS_FLOAT);
        let is_closeness = |asked: &Condition| matches!(asked, Condition::TCloseness(_));
        if records > limit && recipe.protect.iter().any(is_closeness) {
            let what = "distances of t-closeness are reckoned";
            return Err(SearchError::TooManyRecords { what, records, limit }.into());
        }
        let sensitive = (recipe.conditioned())
            .map(|name| {
                let own = self.sensitive().iter().find(|own| own.name() == name);
                own.ok_or_else(|| {
                    let columns = self.sensitive().iter();
                    let columns = columns.map(|column| column.name().to_owned()).collect();
                    Error::new(DataError::NoSuchColumn { columns }).in_column(name)
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let table = self.table();
        let codes: Vec<&Codes> = table.columns.iter().map(|column| &column.codes).collect();
        let seen = sensitive
            .into_iter()
            .map(|own| (own.values.clone(), own.as_quasi_identifier.clone(), &own.counted().codes));
        let people = match recipe.asks_for_people() {
            true => Some(self.people_asked_for(recipe, &codes)?),
            false => None,
        };
        Ok(Some(Protection::new(
            recipe.protect.clone(),
            (self.qis(), &codes),
            seen.collect(),
            table.weights.as_deref(),
            people,
        )))
    }

    /// The people that a recipe counts: of its population, or by the weights of the table.
    fn people_asked_for(&self, recipe: &Recipe, codes: &[&Codes]) -> Result<Population> {
        let by_weights = (self.table().people.as_ref()).map(|weights| Population::weighed(codes, weights, self.qis()));
        let people = match &recipe.risk.population {
            Some(_) => self.population().map(|(_, people)| people.clone()),
            None => by_weights,
        };
        people.ok_or_else(|| not_at_hand(recipe))
    }

    /// The classes of a policy, and which of them the recipe keeps.
    ///
    /// Time in records × columns if the recipe has conditions other than sizes, otherwise in tuples.
    ///
    /// # Errors
    /// See [`protection`](Self::protection).
    pub fn kept(&self, recipe: &Recipe, levels: &[Level]) -> Result<(Classes, Kept)> {
        let mut classes = Classes::like(self.tuples());
        let mut memory = RollupMemory::default();
        let policy = Policy::new(levels);
        rollup(self.tuples(), &policy, self.qis(), &mut memory, &mut classes);
        let mut kept = Kept::default();
        match self.protection(recipe)? {
            Some(protection) => {
                let k = recipe.privacy.k.max(protection.least_records());
                Judge::new(Arc::new(protection)).decide(&classes, K::new(k), &mut kept);
            }
            None => kept.decide(&classes, K::new(recipe.privacy.k)),
        }
        Ok((classes, kept))
    }
}

/// The error for a population that the recipe needs and that is missing.
pub(crate) fn not_at_hand(recipe: &Recipe) -> Error {
    let name = (recipe.protect.iter()).find(|own| own.counts_people()).map_or("condition", Condition::name);
    let (key, problem) = match &recipe.risk.population {
        Some(file) => {
            ("risk.population", format!("the population {file} was not given, and a {name} counts its people"))
        }
        None => (
            "risk.weight_column",
            format!("the table was read without the weights, and a {name} counts the people by them"),
        ),
    };
    let advice = format!("Give it with the table, or leave the {name} out of the conditions.");
    RecipeError::setting(key, problem, &advice).into()
}
