//! Disclosure warnings for the release of a recipe.

use super::encoded_study::EncodedStudy;
use crate::data::{Dialect, Role};
use crate::error::Result;
use crate::hierarchy::HierarchySpec;
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::release::disclosure::{Labelled, ReleasedLevels, ScanSettings, Warning, is_sorted, rare_labels};
use crate::release::{SuppressedRecords, Treatment};

impl ScanSettings {
    /// What to scan in a release of a recipe.
    pub fn of(recipe: &Recipe, dialect: &Dialect) -> Self {
        let named = |role| recipe.with_role(role).map(str::to_owned);
        let is_told = |name: &String| {
            let is_counted = recipe.count_column.as_ref() == Some(name);
            !is_counted && matches!(recipe.treatment(name), Treatment::Keep | Treatment::Mask(_))
        };
        let is_replaced = |name: &String| {
            use Treatment::{KeyedHash, Mask, Pseudonym};
            matches!(recipe.treatment(name), Mask(_) | Pseudonym(_) | KeyedHash(_))
        };
        let is_hidden = |name: &&String| !recipe.is_quasi_identifier(name) && recipe.treatment(name) != Treatment::Keep;
        // What is left of an identifier is a column like any other.
        let not_generalized = [Role::Identifier, Role::Sensitive, Role::Insensitive].into_iter().flat_map(named);
        Self {
            k: recipe.privacy.k,
            sensitive: recipe.told_by_classes(),
            identifiers: named(Role::Identifier).collect(),
            uncovered: not_generalized.filter(is_told).collect(),
            replaced: named(Role::Identifier).filter(is_replaced).collect(),
            hidden: match recipe.release.shuffle {
                None => recipe.columns.keys().filter(is_hidden).cloned().collect(),
                Some(_) => Vec::new(),
            },
            named: (recipe.columns.keys().chain(&recipe.count_column)).cloned().collect(),
            missing: recipe.missing(dialect),
            dialect: dialect.clone(),
            levels: Vec::new(),
            records: 0,
        }
    }

    /// What to scan while the release of a table is written with its quasi-identifiers on these levels.
    #[must_use]
    pub fn with_levels(mut self, recipe: &Recipe, prepared: &EncodedStudy, levels: &[Level]) -> Self {
        let table = prepared.table();
        self.records = table.records();
        self.levels = (table.columns.iter().zip(prepared.qis()).zip(levels).enumerate())
            .map(|(place, ((column, qi), &level))| {
                let values = || 0..column.dictionary.len() as u32;
                let on_level = |level: usize| values().map(|value| qi.group(level as Level, value)).collect();
                let is_given = level > 0 && !is_built(recipe, &column.name);
                let label = |value| prepared.label(place, level, qi.group(level, value)).to_owned();
                ReleasedLevels {
                    column: column.name.clone(),
                    released: level.into(),
                    groups: (0..qi.height()).map(on_level).collect(),
                    given_labels: is_given.then(|| values().map(label).collect()),
                }
            })
            .collect();
        self
    }
}

/// Whether the labels of a column are not written by a person: they are positions, parameters or parts of values.
fn is_built(recipe: &Recipe, column: &str) -> bool {
    let spec = (recipe.column(column)).and_then(|settings| settings.hierarchy.as_ref());
    !matches!(spec, Some(HierarchySpec::Rows(_) | HierarchySpec::Tree(_)))
}

/// The disclosure warnings that are known before the release of a policy is written: suppressed records, labels, order.
/// `is_suppressed` says whether a row is suppressed.
///
/// Time in records × quasi-identifiers.
///
/// # Errors
/// None for a table that was prepared with its recipe.
pub fn policy_warnings(
    recipe: &Recipe,
    prepared: &EncodedStudy,
    levels: &[Level],
    is_suppressed: &dyn Fn(usize) -> bool,
) -> Result<Vec<Warning>> {
    let k = recipe.privacy.k;
    let table = prepared.table();
    let records = table.records();
    let suppressed = (0..table.n_rows).filter(|&row| is_suppressed(row)).map(|row| table.weight(row)).sum();
    let are_removed = recipe.release.suppressed.are_removed();
    let mut warnings = Vec::new();
    if suppressed == records {
        warnings.push(match recipe.release.suppressed {
            SuppressedRecords::Star => Warning::AllSuppressed { records },
            SuppressedRecords::Remove => Warning::AllRemoved { records },
        });
    }
    if !are_removed && (1..k).contains(&suppressed) {
        let records = suppressed;
        warnings.push(Warning::SuppressedClass { records, k });
    }
    for (qi, column) in table.columns.iter().enumerate() {
        let mut is_released = vec![false; column.dictionary.len()];
        for row in (0..table.n_rows).filter(|&row| !is_suppressed(row)) {
            is_released[column.codes.get(row) as usize] = true;
        }
        let spec = (recipe.column(&column.name)).and_then(|settings| settings.hierarchy.as_ref());
        // Their labels are positions and parameters, even if they share digits with a value.
        let is_built = matches!(spec, Some(HierarchySpec::Intervals(_) | HierarchySpec::Groups(_)));
        if !is_built {
            let labelled = Labelled {
                column: &column.name,
                values: &column.dictionary,
                missing: prepared.missing().of(&column.name),
                hierarchy: &prepared.hierarchies()[qi],
                level: levels[qi].into(),
                is_released: &is_released,
            };
            warnings.extend(rare_labels(&labelled, k)?);
        }
    }
    let is_hidden = |qi: usize| levels[qi] > 0 || (!are_removed && suppressed > 0);
    // A row that is left out has no position that could reveal anything.
    let is_written = |row: usize| !are_removed || !is_suppressed(row);
    warnings.extend(sorted_by(recipe, prepared, &is_hidden, &is_written));
    Ok(warnings)
}

/// The columns by which the rows of a release are sorted, among those for which `is_hidden` is true. Only rows for
/// which `is_written` is true count. If the recipe shuffles the rows, only whether their order can be guessed.
///
/// Time in records × quasi-identifiers.
pub fn sorted_by(
    recipe: &Recipe,
    prepared: &EncodedStudy,
    is_hidden: &dyn Fn(usize) -> bool,
    is_written: &dyn Fn(usize) -> bool,
) -> Vec<Warning> {
    match recipe.release.shuffle {
        Some(shuffle) if shuffle.is_guessable() => return vec![Warning::GuessableOrder {}],
        Some(_) => return Vec::new(),
        None => {}
    }
    (prepared.table().columns.iter().enumerate())
        .filter(|&(qi, column)| is_hidden(qi) && is_sorted(column, prepared.missing().of(&column.name), is_written))
        .map(|(_, column)| {
            let column = column.name.clone();
            Warning::Sorted { column }
        })
        .collect()
}
