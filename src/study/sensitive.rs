//! A sensitive column that conditions name.

use super::recipe::Recipe;
use crate::classes::QuasiIdentifier;
use crate::data::{Column, MissingCodes};
use crate::error::{RecipeError, Result};
use crate::hierarchy::{ColumnValues, Hierarchy};
use crate::partition::Domain;
use crate::privacy::{Condition, Distance, SensitiveColumn};
use crate::release::PlainSensitive;

/// A sensitive column that conditions name, as the models and the roll-up see it.
#[derive(Debug, Clone)]
pub(super) struct Sensitive {
    pub(super) column: Column,
    pub(super) values: SensitiveColumn,
    /// The column as the roll-up sees it.
    pub(super) as_quasi_identifier: QuasiIdentifier,
}

impl Sensitive {
    /// The column, with its order and groups if a condition of the recipe needs them.
    ///
    /// # Errors
    /// Values without an order, or that the column's hierarchy lacks. The error names the column.
    pub(super) fn new(recipe: &Recipe, missing: &MissingCodes, column: Column) -> Result<Self> {
        let mut values = SensitiveColumn::new(&column, |value| missing.is_missing(&column.name, value));
        let (domain, hierarchy) = order_and_hierarchy(recipe, missing, &column)?;
        if let Some(domain) = domain {
            values = values.ordered(domain.n_present() as u32, |code| {
                domain.place(column.dictionary.value(code)).unwrap_or_default()
            });
        }
        if let Some(hierarchy) = hierarchy {
            values = values.in_groups(&column, &hierarchy)?;
        }
        let identity = Hierarchy::identity(&column.dictionary);
        let as_quasi_identifier = identity
            .and_then(|identity| QuasiIdentifier::new(&column.dictionary, &identity))
            .map_err(|error| error.in_column(&column.name))?;
        Ok(Self { column, values, as_quasi_identifier })
    }

    /// The name of the column.
    pub(super) fn name(&self) -> &str {
        &self.column.name
    }

    /// The column as text, with its order and hierarchy if the recipe needs them. Used by checks.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub(super) fn plain<'a>(recipe: &Recipe, missing: &MissingCodes, column: &'a Column) -> Result<PlainSensitive<'a>> {
        let (name, values) = (&column.name, &column.dictionary);
        let is_missing = values.iter().map(|(value, _)| missing.is_missing(name, value));
        let mut plain = PlainSensitive::new(column, is_missing.collect());
        let (domain, hierarchy) = order_and_hierarchy(recipe, missing, column)?;
        if let Some(domain) = domain {
            let order: Vec<&str> = (0..domain.n_present() as u32).map(|place| domain.value(place)).collect();
            plain = plain.in_order(&order);
        }
        if let Some(hierarchy) = hierarchy {
            plain = plain.in_hierarchy(&hierarchy)?;
        }
        Ok(plain)
    }
}

/// The order of a column's values and its hierarchy, each if a condition of the recipe needs it.
///
/// # Errors
/// Values without an order, and a hierarchy that cannot be built. The error names the column.
fn order_and_hierarchy(
    recipe: &Recipe,
    missing: &MissingCodes,
    column: &Column,
) -> Result<(Option<Domain>, Option<Hierarchy>)> {
    let (name, values) = (&column.name, &column.dictionary);
    let settings = recipe.column(name);
    let reading = settings.and_then(|settings| settings.kind.as_ref());
    let mut domain = None;
    if asks(recipe, name, Distance::Ordered) {
        let spec = settings.and_then(|settings| settings.domain.as_ref());
        let own = Domain::new(name, spec, &[values], missing.of(name), reading)?;
        if spec.is_none() && own.reading().is_none() {
            let key = format!("columns.{name}.domain");
            let problem = "its values are texts, whose order nobody has said";
            let advice =
                "Give the values in their order (`domain` in a recipe), or choose the distance equal or hierarchical.";
            return Err(RecipeError::setting(key, problem, advice).into());
        }
        domain = Some(own);
    }
    let given = ColumnValues { dictionary: values, missing: missing.of(name), reading };
    let hierarchy = (settings.and_then(|settings| settings.hierarchy.as_ref()))
        .filter(|_| asks(recipe, name, Distance::Hierarchical))
        .map(|spec| spec.build(&given).map_err(|error| error.in_column(name)))
        .transpose()?;
    Ok((domain, hierarchy))
}

/// Whether a recipe asks for t-closeness of a column by this distance.
fn asks(recipe: &Recipe, name: &str, distance: Distance) -> bool {
    recipe.protect.iter().any(|condition| match condition {
        Condition::TCloseness(closeness) => closeness.column == name && closeness.distance == distance,
        _ => false,
    })
}
