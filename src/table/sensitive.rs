//! A sensitive column that conditions name.

use crate::classes::QuasiIdentifier;
use crate::data::{Column, Meaning, MissingCodes};
use crate::error::{RecipeError, Result};
use crate::hierarchy::{ColumnValues, Hierarchy};
use crate::partition::Domain;
use crate::privacy::{Condition, Distance, SensitiveColumn};
use crate::recipe::{Meanings, Recipe};
use crate::release::PlainSensitive;
use std::collections::{BTreeMap, BTreeSet};

/// A sensitive column that conditions name, as the models and the roll-up see it.
#[derive(Debug, Clone)]
pub(crate) struct Sensitive {
    pub(crate) column: Column,
    /// The column with one value for each number, date or time, if some are written in several ways.
    merged: Option<Column>,
    pub(crate) values: SensitiveColumn,
    /// The column as the roll-up sees it.
    pub(crate) as_quasi_identifier: QuasiIdentifier,
}

impl Sensitive {
    /// The column, with its order and groups if a condition of the recipe needs them.
    ///
    /// # Errors
    /// Values without an order, or that the column's hierarchy lacks. The error names the column.
    pub(crate) fn new(recipe: &Recipe, missing: &MissingCodes, column: Column) -> Result<Self> {
        let merged = by_meaning(recipe, missing, &column);
        let counted = merged.as_ref().unwrap_or(&column);
        let mut values = SensitiveColumn::new(counted, |value| missing.is_missing(&column.name, value));
        if let Some(order) = order_of(recipe, missing, counted)? {
            let (places, n) = order.places(missing, counted);
            values = values.ordered(n, |code| places[code as usize]);
        }
        if let Some(hierarchy) = hierarchy_of(recipe, missing, counted)? {
            values = values.in_groups(counted, &hierarchy)?;
        }
        let identity = Hierarchy::identity(&counted.dictionary);
        let as_quasi_identifier = identity
            .and_then(|identity| QuasiIdentifier::new(&counted.dictionary, &identity))
            .map_err(|error| error.in_column(&column.name))?;
        Ok(Self { column, merged, values, as_quasi_identifier })
    }

    /// The column as conditions count its values: 1 and 1.0 are one where it holds numbers.
    pub(crate) fn counted(&self) -> &Column {
        self.merged.as_ref().unwrap_or(&self.column)
    }

    /// The name of the column.
    pub(crate) fn name(&self) -> &str {
        &self.column.name
    }

    /// The column as text, with its order and hierarchy if the recipe needs them. Used by checks.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub(crate) fn plain<'a>(recipe: &Recipe, missing: &MissingCodes, column: &'a Column) -> Result<PlainSensitive<'a>> {
        let (name, values) = (&column.name, &column.dictionary);
        let is_missing = values.iter().map(|(value, _)| missing.is_missing(name, value));
        let mut plain = PlainSensitive::new(column, is_missing.collect());
        if let Ok(Some(meanings)) = Meanings::of(recipe, missing, column) {
            plain = plain.with_meanings(&|value| meanings.of_value(value));
        }
        match order_of(recipe, missing, column)? {
            Some(Order::Listed(domain)) => {
                let order: Vec<&str> = (0..domain.n_present() as u32).map(|place| domain.value(place)).collect();
                plain = plain.in_order(&order);
            }
            Some(Order::ByMeaning(meanings)) => plain = plain.in_order_of(&|value| meanings.of_value(value)),
            None => {}
        }
        if let Some(hierarchy) = hierarchy_of(recipe, missing, column)? {
            plain = plain.in_hierarchy(&hierarchy)?;
        }
        Ok(plain)
    }
}

/// A column with one value for each number, date or time, one of its texts. `None` if each has one text.
fn by_meaning(recipe: &Recipe, missing: &MissingCodes, column: &Column) -> Option<Column> {
    let meanings = Meanings::of(recipe, missing, column).ok().flatten()?;
    let mut first: BTreeMap<Meaning, &str> = BTreeMap::new();
    let mut is_merged = false;
    for (value, _) in column.dictionary.iter() {
        if let Some(meaning) = meanings.of_value(value) {
            let own = first.entry(meaning).or_insert(value);
            is_merged |= *own != value;
            *own = value.min(own);
        }
    }
    if !is_merged {
        return None;
    }
    let mut merged = Column::new(&*column.name);
    let codes: Vec<_> = (column.dictionary.iter())
        .map(|(value, records)| {
            let own = meanings.of_value(value).and_then(|meaning| first.get(&meaning).copied());
            merged.dictionary.intern(own.unwrap_or(value), records)
        })
        .collect();
    (0..column.codes.len()).for_each(|row| merged.codes.push(codes[column.codes.get(row) as usize]));
    Some(merged)
}

/// The order of a column's values.
enum Order {
    /// The one that the recipe lists.
    Listed(Domain),
    /// That of the numbers, dates or times; values that are none come first, by their text.
    ByMeaning(Meanings),
}

impl Order {
    /// The place of each value of a column that is known, and the number of places.
    fn places(&self, missing: &MissingCodes, column: &Column) -> (Vec<u32>, u32) {
        let values = || column.dictionary.iter().map(|(value, _)| value);
        match self {
            Self::Listed(domain) => {
                let places = values().map(|value| domain.place(value).unwrap_or_default());
                (places.collect(), domain.n_present() as u32)
            }
            Self::ByMeaning(meanings) => {
                let known = values().filter(|value| !missing.is_missing(&column.name, value));
                let order: BTreeSet<_> = known.map(|value| (meanings.of_value(value), value)).collect();
                let ranks: BTreeMap<&str, u32> = order.iter().map(|(_, value)| *value).zip(0..).collect();
                (values().map(|value| ranks.get(value).copied().unwrap_or_default()).collect(), ranks.len() as u32)
            }
        }
    }
}

/// The order of a column's values, if a condition of the recipe needs it.
///
/// # Errors
/// Values without an order. The error names the column.
fn order_of(recipe: &Recipe, missing: &MissingCodes, column: &Column) -> Result<Option<Order>> {
    let (name, values) = (&column.name, &column.dictionary);
    if !asks(recipe, name, Distance::Ordered) {
        return Ok(None);
    }
    let settings = recipe.column(name);
    let spec = settings.and_then(|settings| settings.domain.as_ref());
    if spec.is_some() {
        let reading = settings.and_then(|settings| settings.kind.as_ref());
        let listed = Domain::new(name, spec, &[values], missing.of(name), reading)?;
        return Ok(Some(Order::Listed(listed)));
    }
    Domain::expect_few_values(name, spec, &[values])?;
    let Some(meanings) = Meanings::of(recipe, missing, column)? else {
        let key = format!("columns.{name}.domain");
        let problem = "its values are texts, whose order nobody has said";
        let advice =
            "Give the values in their order (`domain` in a recipe), or choose the distance equal or hierarchical.";
        return Err(RecipeError::setting(key, problem, advice).into());
    };
    Ok(Some(Order::ByMeaning(meanings)))
}

/// A column's hierarchy, if a condition of the recipe needs it.
///
/// # Errors
/// A hierarchy that cannot be built. The error names the column.
fn hierarchy_of(recipe: &Recipe, missing: &MissingCodes, column: &Column) -> Result<Option<Hierarchy>> {
    let (name, values) = (&column.name, &column.dictionary);
    let settings = recipe.column(name);
    let reading = settings.and_then(|settings| settings.kind.as_ref());
    let given = ColumnValues { dictionary: values, missing: missing.of(name), reading };
    (settings.and_then(|settings| settings.hierarchy.as_ref()))
        .filter(|_| asks(recipe, name, Distance::Hierarchical))
        .map(|spec| spec.build(&given).map_err(|error| error.in_column(name)))
        .transpose()
}

/// Whether a recipe asks for t-closeness of a column by this distance.
fn asks(recipe: &Recipe, name: &str, distance: Distance) -> bool {
    recipe.protect.iter().any(|condition| match condition {
        Condition::TCloseness(closeness) => closeness.column == name && closeness.distance == distance,
        _ => false,
    })
}
