//! Generalizes values that the table may not contain.

use crate::data::Dictionary;
use crate::hierarchy::{ColumnValues, Hierarchy, HierarchySpec};
use crate::recipe::Recipe;
use crate::release::SUPPRESSED;
use crate::table::EncodedStudy;
use rustc_hash::FxHashMap;

/// For each level of a quasi-identifier's hierarchy, the label of each of `values`; `None` where the hierarchy gives
/// none.
///
/// The table's own values have a row in the hierarchy. A hierarchy that is a rule is built once more, for both sets of
/// values. Its labels for the other values are used on each level where the table's own values keep their labels. A
/// rule may depend on the values, as neighbours in a text order do. If that changes its labels, only a level that is
/// `*` for all gives a label. A value without a row in a hierarchy of rows has no label on any level above 0: nothing
/// says what it would become.
///
/// Time and memory in the values of both × levels.
pub(crate) fn generalized(
    recipe: &Recipe,
    prepared: &EncodedStudy,
    qi: usize,
    values: &Dictionary,
) -> Vec<Vec<Option<String>>> {
    let column = &prepared.table().columns[qi];
    let hierarchy = &prepared.hierarchies()[qi];
    let own: FxHashMap<&str, Vec<&str>> = hierarchy.rows().map(|row| (row[0], row)).collect();
    let both = together(recipe, prepared, qi, values);
    let others: FxHashMap<&str, Vec<&str>> = (both.iter().flat_map(Hierarchy::rows)).map(|row| (row[0], row)).collect();
    let spec = recipe.column(&column.name).and_then(|settings| settings.hierarchy.as_ref());
    // Without a hierarchy, a column is as it is or `*`.
    let is_rule = spec.is_none_or(HierarchySpec::is_rule);
    let says_the_same = |level: usize| {
        (column.dictionary.iter()).all(|(value, _)| {
            let of_both = others.get(value).and_then(|row| row.get(level));
            own.get(value).map(|row| &row[level]) == of_both
        })
    };
    (0..hierarchy.height())
        .map(|level| {
            let says_the_same = says_the_same(level);
            let one = (hierarchy.n_groups(level) == 1).then(|| hierarchy.label(level, 0));
            let one = one.filter(|&label| is_rule && label == SUPPRESSED);
            let label = |(value, _): (&str, u64)| -> Option<String> {
                let itself = Some(value).filter(|_| level == 0);
                let of_own = || Some(own.get(value)?[level]);
                let of_both = || others.get(value).filter(|_| says_the_same)?.get(level).copied();
                (itself.or_else(of_own).or_else(of_both).or(one)).map(str::to_owned)
            };
            values.iter().map(label).collect()
        })
        .collect()
}

/// The hierarchy of the table's values and `values` together, if it is a rule that covers them all.
fn together(recipe: &Recipe, prepared: &EncodedStudy, qi: usize, values: &Dictionary) -> Option<Hierarchy> {
    let column = &prepared.table().columns[qi];
    let settings = recipe.column(&column.name)?;
    let mut both = column.dictionary.clone();
    for (value, _) in values.iter() {
        both.intern(value, 0);
    }
    let of_both = settings.hierarchy.as_ref()?.build(&ColumnValues {
        dictionary: &both,
        missing: prepared.missing().of(&column.name),
        reading: settings.kind.as_ref(),
    });
    of_both.ok()
}
