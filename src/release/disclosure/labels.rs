//! Labels that reveal a rare value.

use super::Warning;
use super::bands::{are_a_grid, is_prefix};
use super::spelling::{key, words};
use super::tokens::tokens;
use crate::data::{Dictionary, Number, UsualFormats};
use crate::hierarchy::{GroupCode, Hierarchy};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// One quasi-identifier of a release, with the released labels of its values.
#[derive(Debug, Clone, Copy)]
pub struct Labelled<'a> {
    /// The name of the column.
    pub column: &'a str,
    /// The values of the column with their numbers of records.
    pub values: &'a Dictionary,
    /// Missing values, which reveal nothing.
    pub missing: &'a [String],
    /// The hierarchy of the column.
    pub hierarchy: &'a Hierarchy,
    /// The level of the policy.
    pub level: usize,
    /// For each value, whether a record with it is released with its label.
    pub is_released: &'a [bool],
}

/// The labels that contain a value of their own group that fewer than `k` records have.
///
/// A label contains a value if the value's words stand in it side by side, in any order and spelling, and one of them
/// has a letter or digit. So `15–19` contains 15 and not 5, `[-5, 3)` contains -5 and not 5, and `Htown pilots`
/// contains `Pilot of Htown`. A comma is a decimal comma if any value of the column has one between digits that is not
/// a thousands separator.
///
/// A label that all values of its group begin with tells of none of them, and neither do bands of a regular grid.
///
/// A number or a date in a label is not counted if the hierarchy has rows that the data do not have: the label's bounds
/// then come from a given domain.
///
/// Time in the values, and in the labels' words times the distinct word counts of a group's rare values.
///
/// # Errors
/// Values that the hierarchy does not have.
pub fn rare_labels(qi: &Labelled<'_>, k: u64) -> crate::Result<Option<Warning>> {
    let maps = qi.hierarchy.encode(qi.values)?;
    let has_given_domain = qi.hierarchy.n_leaves() > qi.values.len();
    let has_decimal_commas = qi.values.iter().any(|(value, _)| has_decimal_comma(value));
    let dates = UsualFormats::default();
    let mut rare: Vec<Vec<(&str, u64)>> = vec![Vec::new(); qi.hierarchy.n_groups(qi.level)];
    for ((value, records), (code, &group)) in (qi.values.iter()).zip((0_usize..).zip(&maps.groups[qi.level])) {
        let is_bound = || has_given_domain && (Number::parse(value).is_some() || !dates.of(value).is_empty());
        let is_missing = || qi.missing.iter().any(|missing| missing == value);
        if records < k && qi.is_released[code] && !is_missing() && !is_bound() {
            rare[group as usize].push((value, records));
        }
    }
    let groups = 0..qi.hierarchy.n_groups(qi.level) as GroupCode;
    if qi.level > 0 && are_a_grid(groups.map(|group| qi.hierarchy.label(qi.level, group))) {
        return Ok(None);
    }
    let fewest: Vec<u64> = (rare.iter().zip(0..))
        .filter_map(|(values, group)| {
            let label = qi.hierarchy.label(qi.level, group);
            let own = (qi.values.iter().zip(&maps.groups[qi.level])).filter(|(_, own)| **own == group);
            if !values.is_empty() && is_prefix(label, own.map(|((value, _), _)| value)) {
                return None;
            }
            fewest_contained(label, values, has_decimal_commas)
        })
        .collect();
    Ok(fewest.iter().min().map(|&records| Warning::RareLabels {
        column: qi.column.to_owned(),
        labels: fewest.len() as u64,
        records,
        k,
    }))
}

/// The fewest records of a value that a label contains.
fn fewest_contained(label: &str, values: &[(&str, u64)], has_decimal_commas: bool) -> Option<u64> {
    // The values by their number of words.
    let mut wanted: BTreeMap<usize, FxHashMap<String, u64>> = BTreeMap::new();
    for &(value, records) in values {
        if value.contains(char::is_alphanumeric) {
            let words = words(value, has_decimal_commas);
            let fewest = wanted.entry(words.len()).or_default().entry(key(&words)).or_insert(records);
            *fewest = records.min(*fewest);
        }
    }
    if wanted.is_empty() {
        return None;
    }
    let label = words(label, has_decimal_commas);
    let of_length = |(&length, wanted): (&usize, &FxHashMap<String, u64>)| {
        label.windows(length.max(1)).filter_map(|window| wanted.get(&key(window))).min().copied()
    };
    wanted.iter().filter_map(of_length).min()
}

/// Whether there is a comma between digits that is not a thousands separator.
fn has_decimal_comma(value: &str) -> bool {
    value.contains(',') && tokens(value, true).len() < tokens(value, false).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contains(label: &str, value: &str) -> bool {
        fewest_contained(label, &[(value, 1)], has_decimal_comma(value)).is_some()
    }

    #[test]
    fn the_text_of_two_words_is_no_value_of_one() {
        let values = [("b b", 1), ("-1", 2)];
        assert_eq!(fewest_contained("1-1", &values, false), None);
        assert_eq!(fewest_contained("1 – -1", &values, false), Some(2));
    }

    #[test]
    fn a_value_is_found_as_a_word() {
        for (label, value) in [
            ("35 – 37", "35"),
            ("35–37", "37"),
            ("35-37", "37"),
            ("20,21,22", "21"),
            ("[2.5, 5)", "2.5"),
            ("[-5, 3)", "-5"),
            ("2,5 – 7,5", "7,5"),
            ("Pilot of Htown … Zookeeper", "Pilot of Htown"),
            ("Pilot of Htown … Zookeeper", "pilot of htown "),
            ("Straße, Äther", "Äther"),
            ("C, C++", "C++"),
            ("x", "x"),
            ("Pilot  of Htown", "Pilot of Htown"),
            ("Pilot-of-Htown", "Pilot of Htown"),
            ("Htown pilots", "Pilot of Htown"),
            ("Pilót of Htown and others", "Pilot of Htown"),
            ("37y", "37"),
            ("age37", "37"),
            ("037 and more", "37"),
            ("37.0", "37"),
            ("37", "037"),
        ] {
            assert!(contains(label, value), "{label}: {value}");
        }
        for (label, value) in [
            ("35 – 37", "3"),
            ("15–19", "5"),
            ("[2.5, 5)", "2"),
            ("[-5, 3)", "5"),
            ("10-5", "-5"),
            ("20-24", "-"),
            ("Straße", "Stra"),
            ("1,000", "1"),
            ("20,21,22", "1"),
            ("Pilot of Atown … Cook of Htown", "Pilot of Htown"),
            ("C, Java", "C++"),
            ("20s", "20"),
            ("2nd", "2"),
            ("Q1", "1"),
            ("370", "37"),
            ("3.7", "37"),
            ("x", ""),
        ] {
            assert!(!contains(label, value), "{label}: {value}");
        }
    }

    /// By the definition: somewhere in the label stand the value's words, each as often as the value has it.
    fn contains_by_definition(label: &str, value: &str, has_decimal_commas: bool) -> bool {
        let (label, own) = (words(label, has_decimal_commas), words(value, has_decimal_commas));
        let number = |words: &[String], wanted: &String| words.iter().filter(|word| *word == wanted).count();
        let are_at = |start: usize| {
            let Some(part) = label.get(start..start + own.len()) else { return false };
            own.iter().all(|word| number(part, word) == number(&own, word))
        };
        value.contains(char::is_alphanumeric) && (0..label.len()).any(are_at)
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_the_definition_says(
            label in "[ab1 .,–-]{0,12}",
            values in prop::collection::vec("[aB1 .,-]{0,4}", 0..6),
            has_decimal_commas in any::<bool>(),
        ) {
            let values: Vec<(&str, u64)> = values.iter().map(String::as_str).zip(1..).collect();
            let contained = |value: &str| contains_by_definition(&label, value, has_decimal_commas);
            let expected = values.iter().find(|(value, _)| contained(value)).map(|(_, records)| *records);
            prop_assert_eq!(fewest_contained(&label, &values, has_decimal_commas), expected);
        }
    }

    /// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
    mod slow {
        use super::*;

        /// As many values as labels can name. Comparing each with each would take hours.
        #[test]
        fn many_values_in_long_labels_take_no_longer_than_their_text() {
            let names: Vec<String> = (0..100_000).map(|value| format!("{value} {}", value / 7)).collect();
            let values: Vec<(&str, u64)> = names.iter().map(String::as_str).zip(1..).collect();
            let label = names.join(" / ");
            assert_eq!(fewest_contained(&label, &values, false), Some(1));
            let none = label.replace(" / ", " x ").replace(' ', " y ");
            assert_eq!(fewest_contained(&none, &values, false), None);
        }
    }
}
