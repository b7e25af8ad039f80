//! Values that differ in capitals and blanks only, or are short for a word beside them.

use super::seen::{Seen, list};
use super::{Proposal, suggest};
use crate::data::{Dictionary, one_spelling, without_blanks};
use crate::hierarchy::build::ColumnValues;
use crate::hierarchy::spec::HierarchySpec;
use crate::hierarchy::tree::Tree;
use crate::sorting::{sort, sort_by};
use rustc_hash::FxHashMap;

/// More values than this are not listed in a recipe.
const MOST_ROWS: usize = 2_000;

/// Groups of spellings that are named in a reason.
const NAMED: usize = 3;

/// Among more values a letter is hardly short for a word.
const FEW: usize = 40;

/// What `1` stands for, and `0`, beside such a word.
const ANSWERS: [(&str, [&str; 6]); 2] =
    [("1", ["yes", "ja", "oui", "sí", "si", "true"]), ("0", ["no", "nein", "non", "nee", "nej", "false"])];

/// The usual proposal on top of a level that joins values which differ in capitals and blanks only, or are short for a
/// word, if there are any: `No`, `no`, `No ` and `N` become `No`, as most records have it.
pub(super) fn joined(seen: &Seen<'_>, column: &ColumnValues<'_>) -> Option<Proposal> {
    if seen.values.len() > MOST_ROWS {
        return None;
    }
    let longer = long_forms(&seen.values);
    let key = |value: &str| {
        let spelling = one_spelling(value);
        let long = longer.iter().find(|(short, _)| *short == spelling).map(|(_, long)| long.clone());
        long.unwrap_or(spelling)
    };
    let mut spellings: FxHashMap<String, Vec<(&str, u64)>> = FxHashMap::default();
    for (value, count) in seen.counted() {
        spellings.entry(key(value)).or_default().push((value, count));
    }
    if spellings.len() == seen.values.len() {
        return None;
    }
    let usual = |value: &str| {
        let group = spellings.get(&key(value))?;
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
    let rows: Vec<Vec<String>> = present.collect();
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
            "Values that differ in capitals and blanks only{} are one group from level 1 on: {}. {}",
            if !longer.is_empty() { ", or may be short for a word beside them," } else { "" },
            named.join("; "),
            above.reason
        ),
    ))
}

/// The values that may be short for a word beside them, with the word. Columns without values of one letter or digit do
/// not need the code below, which is not in the module's first part.
fn long_forms(values: &[&str]) -> Vec<(String, String)> {
    let is_short = |value: &&str| value.trim().chars().nth(1).is_none();
    let are_mixed = values.iter().any(is_short) && !values.iter().all(is_short);
    if are_mixed && values.len() <= FEW { long_forms_of_few(values) } else { Vec::new() }
}

#[inline(never)]
fn long_forms_of_few(values: &[&str]) -> Vec<(String, String)> {
    let mut words: Vec<String> = values.iter().map(|value| one_spelling(value)).collect();
    sort(&mut words);
    words.dedup();
    let found = words.iter().filter_map(|short| Some((short.clone(), long_form(short, &words)?.to_owned())));
    found.collect()
}

/// The word that a value may be short for: the only one that begins with this letter, or what an answer of `1` or `0`
/// means. `words` are all values.
fn long_form<'a>(short: &str, words: &'a [String]) -> Option<&'a str> {
    let is_answer = |word: &str| ANSWERS.iter().any(|(_, answers)| answers.contains(&word));
    let mut found: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != short).collect();
    if let Some((_, answers)) = ANSWERS.iter().find(|(number, _)| *number == short) {
        let is_number = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
        if found.iter().any(|word| is_number(word) && !matches!(*word, "0" | "1")) {
            return None;
        }
        found.retain(|word| answers.contains(word));
    } else {
        found.retain(|word| word.starts_with(short));
        // `A` is not short for `AB`, nor `I` for `III`.
        let is_numeral = |word: &str| word.chars().all(|letter| "ivxlcdm".contains(letter));
        let is_word =
            |word: &&str| word.chars().all(char::is_alphabetic) && word.chars().count() > 2 && !is_numeral(word);
        if short.chars().count() != 1
            || !short.chars().all(char::is_alphabetic)
            || !found.iter().all(|word| is_word(word) || is_answer(word))
        {
            return None;
        }
    }
    match found[..] {
        [word] => Some(word),
        _ => None,
    }
}
