//! Counts the people who share the values of a table's rows under a policy, from the text and by the definition alone.
//! Used by checks.

use super::generalized::generalized;
use crate::data::Column;
use crate::error::Result;
use crate::hierarchy::HierarchySpec;
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::release::{PlainConditions, PlainPeople};
use crate::table::{EncodedStudy, Sensitive, not_at_hand};
use std::collections::{BTreeMap, BTreeSet};

/// The people of each row of an encoded study.
///
/// Time in rows of both tables × quasi-identifiers × levels.
///
/// # Errors
/// A missing population.
pub(super) fn plain_people(prepared: &EncodedStudy, recipe: &Recipe, levels: &[Level]) -> Result<PlainPeople> {
    let table = prepared.table();
    let population = match (&recipe.risk.population, &table.people) {
        (Some(_), _) => prepared.population().map(|(population, _)| population),
        (None, Some(weights)) => return Ok(PlainPeople::weighed(weights)),
        (None, None) => None,
    };
    let population = population.ok_or_else(|| not_at_hand(recipe))?;
    let columns = (table.columns.iter())
        .map(|column| Ok(&population.columns[population.place(&column.name)?]))
        .collect::<Result<Vec<&Column>>>()?;
    let own = |qi: usize, column: &Column| generalized(recipe, prepared, qi, &column.dictionary);
    let own: Vec<Labels> = (table.columns.iter().enumerate()).map(|(qi, column)| own(qi, column)).collect();
    let released: Vec<Vec<Option<&String>>> = (columns.iter().enumerate())
        .map(|(qi, column)| {
            let others = with_rows(recipe, column, generalized(recipe, prepared, qi, &column.dictionary));
            in_the_tables_words(&own[qi], &others, usize::from(levels[qi]))
        })
        .collect();
    let mut people: BTreeMap<Vec<&String>, u64> = BTreeMap::new();
    let mut values: BTreeSet<Vec<&str>> = BTreeSet::new();
    for row in 0..population.n_rows {
        values.insert(values_of(&columns, row));
        let words = (released.iter().zip(&columns)).map(|(released, column)| released[column.codes.get(row) as usize]);
        if let Some(words) = words.collect::<Option<Vec<_>>>() {
            let number = people.entry(words).or_default();
            *number = number.saturating_add(population.weight(row));
        }
    }
    let table_columns: Vec<&Column> = table.columns.iter().collect();
    let (mut among, mut alone) = (Vec::new(), Vec::new());
    for row in 0..table.n_rows {
        let words = (own.iter().zip(levels).zip(&table_columns))
            .map(|((labels, &level), column)| labels[usize::from(level)][column.codes.get(row) as usize].as_ref());
        let words: Option<Vec<&String>> = words.collect();
        among.push(words.and_then(|words| people.get(&words).copied()).unwrap_or_default());
        alone.push(match values.contains(&values_of(&table_columns, row)) {
            true => 0,
            false => table.weight(row),
        });
    }
    Ok(PlainPeople::counted(among, alone))
}

/// The labels of the values of a population that a hierarchy of rows has. A person without a row is in no class.
///
/// A check of its own: it looks for the values in the rows of the recipe, whatever the labels say.
pub(crate) fn with_rows(recipe: &Recipe, column: &Column, labels: Labels) -> Labels {
    let settings = recipe.column(&column.name);
    let covered: BTreeSet<&str> = match settings.and_then(|settings| settings.hierarchy.as_ref()) {
        Some(HierarchySpec::Rows(rows)) => rows.iter().filter_map(|row| row.first()).map(String::as_str).collect(),
        Some(HierarchySpec::Tree(tree)) => tree.rows.iter().filter_map(|row| row.first()).map(String::as_str).collect(),
        _ => return labels,
    };
    let has_row: Vec<bool> = column.dictionary.iter().map(|(value, _)| covered.contains(value)).collect();
    let of_level = |(level, labels): (usize, Vec<Option<String>>)| {
        let labels = labels.into_iter().zip(&has_row);
        labels.map(|(label, &has_row)| label.filter(|_| level == 0 || has_row)).collect()
    };
    labels.into_iter().enumerate().map(of_level).collect()
}

/// For each level, the label of each value.
pub(super) type Labels = Vec<Vec<Option<String>>>;

fn values_of<'a>(columns: &[&'a Column], row: usize) -> Vec<&'a str> {
    columns.iter().map(|column| column.value(row)).collect()
}

/// The label of each population value on a level, in the labels of the table: a value takes the label of the table's
/// values that it first shares a label with.
fn in_the_tables_words<'a>(own: &'a Labels, others: &Labels, level: usize) -> Vec<Option<&'a String>> {
    let mut by_label: Vec<BTreeMap<&String, usize>> = Vec::new();
    for labels in own {
        let named = labels.iter().enumerate();
        by_label.push(named.filter_map(|(value, label)| Some((label.as_ref()?, value))).collect());
    }
    let n_values = others.first().map_or(0, Vec::len);
    (0..n_values)
        .map(|value| {
            let alike = (0..=level).find_map(|level| by_label[level].get(others[level][value].as_ref()?).copied());
            own[level][alike?].as_ref()
        })
        .collect()
}

impl EncodedStudy {
    /// The conditions of a recipe over the text of the table under a policy, for checks; `None` if class sizes are the
    /// only condition.
    ///
    /// # Errors
    /// See [`protection`](Self::protection).
    pub(crate) fn plain_conditions<'a>(
        &'a self,
        recipe: &'a Recipe,
        levels: &[Level],
    ) -> Result<Option<PlainConditions<'a>>> {
        if !recipe.is_protected() {
            return Ok(None);
        }
        let columns = (self.sensitive().iter())
            .map(|own| Sensitive::plain(recipe, self.missing(), &own.column))
            .collect::<Result<_>>()?;
        let conditions = PlainConditions::new(&recipe.protect, columns, self.table());
        Ok(Some(match recipe.asks_for_people() {
            true => conditions.with_people(plain_people(self, recipe, levels)?),
            false => conditions,
        }))
    }
}
