//! What a recipe asks of the classes of a prepared table beside their size.

use super::prepared::Prepared;
use super::recipe::Recipe;
use crate::classes::{Classes, K, Kept, QuasiIdentifier, RollupMemory, rollup};
use crate::data::{Codes, Column, MissingCodes};
use crate::error::{DataError, Error, RecipeError, Result};
use crate::hierarchy::{ColumnValues, Hierarchy};
use crate::lattice::{Level, Policy};
use crate::partition::Domain;
use crate::privacy::{Condition, Distance, Judge, Protection, SensitiveColumn};
use crate::release::{PlainConditions, PlainSensitive};
use std::sync::Arc;

/// A sensitive column that conditions name, as the models and the roll-up see it.
#[derive(Debug, Clone)]
pub(super) struct Sensitive {
    pub(super) column: Column,
    values: SensitiveColumn,
    as_quasi_identifier: QuasiIdentifier,
}

impl Sensitive {
    /// The column, with its order and groups where a condition of the recipe asks for them.
    ///
    /// # Errors
    /// Values that have no order, or that the column's hierarchy does not have; the error names the column.
    pub(super) fn new(recipe: &Recipe, missing: &MissingCodes, column: Column) -> Result<Self> {
        let own = missing.of(&column.name);
        let mut values =
            SensitiveColumn::new(&column, |value| missing.is_missing(&column.name, value));
        let settings = recipe.column(&column.name);
        let reading = settings.and_then(|settings| settings.kind.as_ref());
        if asks(recipe, &column.name, Distance::Ordered) {
            let spec = settings.and_then(|settings| settings.domain.as_ref());
            let domain = Domain::new(&column.name, spec, &[&column.dictionary], own, reading)?;
            if spec.is_none() && domain.reading().is_none() {
                let key = format!("columns.{}.domain", column.name);
                let problem = "its values are texts, whose order nobody has said";
                let advice = "Give the values in their order (`domain`), or choose the distance equal or hierarchical.";
                return Err(RecipeError::setting(key, problem, advice).into());
            }
            values = values.ordered(domain.n_present() as u32, |code| {
                domain
                    .place(column.dictionary.value(code))
                    .unwrap_or_default()
            });
        }
        let spec = settings.and_then(|settings| settings.hierarchy.as_ref());
        if let Some(spec) = spec.filter(|_| asks(recipe, &column.name, Distance::Hierarchical)) {
            let hierarchy = spec
                .build(&ColumnValues {
                    dictionary: &column.dictionary,
                    missing: own,
                    reading,
                })
                .map_err(|error| error.in_column(&column.name))?;
            values = values.in_groups(&column, &hierarchy)?;
        }
        let identity = Hierarchy::identity(&column.dictionary);
        let as_quasi_identifier = identity
            .and_then(|identity| QuasiIdentifier::new(&column.dictionary, &identity))
            .map_err(|error| error.in_column(&column.name))?;
        Ok(Self {
            column,
            values,
            as_quasi_identifier,
        })
    }

    /// The name of the column.
    pub(super) fn name(&self) -> &str {
        &self.column.name
    }
}

impl Sensitive {
    /// The column as text shows it, with its order and hierarchy where the recipe has them: for checks.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub(super) fn plain<'a>(
        recipe: &Recipe,
        missing: &MissingCodes,
        column: &'a Column,
    ) -> Result<PlainSensitive<'a>> {
        let (name, values) = (&column.name, &column.dictionary);
        let is_missing = values
            .iter()
            .map(|(value, _)| missing.is_missing(name, value));
        let mut plain = PlainSensitive::new(column, is_missing.collect());
        let settings = recipe.column(name);
        let reading = settings.and_then(|settings| settings.kind.as_ref());
        if asks(recipe, name, Distance::Ordered) {
            let spec = settings.and_then(|settings| settings.domain.as_ref());
            let domain = Domain::new(name, spec, &[values], missing.of(name), reading)?;
            let order: Vec<&str> = (0..domain.n_present() as u32)
                .map(|place| domain.value(place))
                .collect();
            plain = plain.in_order(&order);
        }
        let spec = settings.and_then(|settings| settings.hierarchy.as_ref());
        if let Some(spec) = spec.filter(|_| asks(recipe, name, Distance::Hierarchical)) {
            let given = ColumnValues {
                dictionary: values,
                missing: missing.of(name),
                reading,
            };
            let hierarchy = spec.build(&given).map_err(|error| error.in_column(name))?;
            plain = plain.in_hierarchy(&hierarchy)?;
        }
        Ok(plain)
    }
}

/// Whether a recipe asks for the closeness of a column by this distance.
fn asks(recipe: &Recipe, name: &str, distance: Distance) -> bool {
    recipe.protect.iter().any(|condition| match condition {
        Condition::TCloseness(closeness) => {
            closeness.column == name && closeness.distance == distance
        }
        _ => false,
    })
}

impl Prepared {
    /// The conditions of a recipe over the text of the table, for checks; `None` where it asks for sizes alone.
    ///
    /// # Errors
    /// As for [`protection`](Self::protection).
    pub(super) fn plain_conditions<'a>(
        &'a self,
        recipe: &'a Recipe,
    ) -> Result<Option<PlainConditions<'a>>> {
        if !recipe.is_protected() {
            return Ok(None);
        }
        let columns = (self.sensitive().iter())
            .map(|own| Sensitive::plain(recipe, self.missing(), &own.column))
            .collect::<Result<_>>()?;
        Ok(Some(PlainConditions::new(
            &recipe.protect,
            columns,
            self.table(),
        )))
    }

    /// What the recipe asks of classes beside their size; `None` where it is nothing.
    ///
    /// Time in records × columns.
    ///
    /// # Errors
    /// A condition on a column that the table was not read with, and one that no class of the table can hold.
    pub fn protection(&self, recipe: &Recipe) -> Result<Option<Protection>> {
        if !recipe.is_protected() {
            return Ok(None);
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
        let seen = sensitive.into_iter().map(|own| {
            let Sensitive {
                column,
                values,
                as_quasi_identifier,
            } = own;
            (values.clone(), as_quasi_identifier.clone(), &column.codes)
        });
        Ok(Some(Protection::new(
            recipe.protect.clone(),
            (self.qis(), &codes),
            seen.collect(),
            table.weights.as_deref(),
        )))
    }

    /// The classes of a policy, and which of them the recipe keeps.
    ///
    /// Time in records × columns where the recipe asks for more than sizes, else in tuples.
    ///
    /// # Errors
    /// As for [`protection`](Self::protection).
    pub fn kept(&self, recipe: &Recipe, levels: &[Level]) -> Result<(Classes, Kept)> {
        let mut classes = Classes::like(self.tuples());
        let mut memory = RollupMemory::default();
        let policy = Policy::new(levels);
        rollup(
            self.tuples(),
            &policy,
            self.qis(),
            &mut memory,
            &mut classes,
        );
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
