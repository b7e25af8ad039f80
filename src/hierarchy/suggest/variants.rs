//! Values that differ in capitals and blanks only.

use super::seen::{Seen, list};
use super::{Proposal, suggest};
use crate::data::{Dictionary, one_spelling, without_blanks};
use crate::hierarchy::build::ColumnValues;
use crate::hierarchy::spec::HierarchySpec;
use crate::hierarchy::tree::Tree;
use crate::sorting::sort_by;
use rustc_hash::FxHashMap;

/// More values than this are not listed in a recipe.
const MOST_ROWS: usize = 2_000;

/// Groups of spellings that are named in a reason.
const NAMED: usize = 3;

/// The usual proposal on top of a level that joins values which differ in capitals and blanks only, if there are any:
/// `No`, `no` and `No ` become `No`, as most records have it.
pub(super) fn joined(seen: &Seen<'_>, column: &ColumnValues<'_>) -> Option<Proposal> {
    let mut spellings: FxHashMap<String, Vec<(&str, u64)>> = FxHashMap::default();
    for (value, count) in seen.counted() {
        spellings.entry(one_spelling(value)).or_default().push((value, count));
    }
    if spellings.len() == seen.values.len() || seen.values.len() > MOST_ROWS {
        return None;
    }
    let usual = |value: &str| {
        let group = spellings.get(&one_spelling(value))?;
        let most = group.iter().max_by(|one, other| one.1.cmp(&other.1).then_with(|| other.0.cmp(one.0)))?;
        Some(without_blanks(most.0))
    };
    let mut merged = Dictionary::new();
    for (value, count) in seen.counted() {
        merged.intern(&usual(value)?, count);
    }
    let merged_column = ColumnValues { dictionary: &merged, ..*column };
    let above = suggest(seen.name, &merged_column, seen.k);
    let tree = Tree::of(above.spec.as_ref(), &merged_column).ok()?;
    let rows: FxHashMap<&str, &Vec<String>> =
        tree.rows.iter().filter_map(|row| Some((row.first()?.as_str(), row))).collect();
    let height = tree.rows.first()?.len();
    let present = seen.values.iter().filter_map(|&value| {
        let row = rows.get(usual(value)?.as_str())?;
        Some([value.to_owned()].into_iter().chain(row.iter().cloned()).collect::<Vec<String>>())
    });
    // A missing value is itself below the top.
    let missing =
        column.dictionary.iter().map(|(value, _)| value).filter(|value| column.missing.iter().any(|own| own == value));
    let missing = missing.map(|value| {
        let own = std::iter::repeat_n(value.to_owned(), height);
        own.chain(["*".to_owned()]).collect()
    });
    let rows: Vec<Vec<String>> = present.chain(missing).collect();
    let given = tree.levels.into_iter();
    let levels = ["one spelling".to_owned()].into_iter().chain(given).take(height).collect();
    let mut groups: Vec<Vec<(&str, u64)>> = spellings.into_values().filter(|group| group.len() > 1).collect();
    sort_by(&mut groups, |one, other| one.cmp(other));
    let n = groups.len();
    let quoted = |group: &Vec<(&str, u64)>| {
        let quoted: Vec<(String, u64)> = group.iter().map(|(value, count)| (format!("“{value}”"), *count)).collect();
        list(quoted.iter().map(|(value, count)| (value.as_str(), *count)))
    };
    let mut named: Vec<String> = groups.iter().take(NAMED).map(quoted).collect();
    if n > NAMED {
        named.push(format!("and {} more", n - NAMED));
    }
    Some(Proposal::of(
        HierarchySpec::Tree(Tree { levels, rows }),
        format!(
            "Values that differ in capitals and blanks only are one group from level 1 on: {}. {}",
            named.join("; "),
            above.reason
        ),
    ))
}
