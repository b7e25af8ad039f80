//! Labels that tell a rare value.

use super::Warning;
use crate::data::{Date, Dictionary, Number};
use crate::hierarchy::Hierarchy;

/// One quasi-identifier of a release, with what its values are released as.
#[derive(Debug, Clone, Copy)]
pub struct Labelled<'a> {
    /// Its name.
    pub column: &'a str,
    /// Its values with their records.
    pub values: &'a Dictionary,
    /// Values that are missing: nobody learns anything from them.
    pub missing: &'a [String],
    /// Its hierarchy.
    pub hierarchy: &'a Hierarchy,
    /// The level of the policy.
    pub level: usize,
    /// For each value, whether a record with it is released with its label.
    pub is_released: &'a [bool],
}

/// The labels that contain a value of their own group that fewer than `k` records have.
///
/// A number or a day in a label is no such value where the hierarchy has rows that the data do not have: its bounds are
/// those of a domain that was given.
///
/// # Errors
/// Values that the hierarchy does not have.
pub fn rare_labels(qi: &Labelled<'_>, k: u64) -> crate::Result<Option<Warning>> {
    let maps = qi.hierarchy.encode(qi.values)?;
    let has_given_domain = qi.hierarchy.n_leaves() > qi.values.len();
    let mut rare = vec![false; qi.hierarchy.n_groups(qi.level)];
    let mut fewest = u64::MAX;
    for ((value, records), (code, &group)) in
        (qi.values.iter()).zip((0_usize..).zip(&maps.groups[qi.level]))
    {
        let is_bound =
            || has_given_domain && (Number::parse(value).is_some() || Date::parse(value).is_some());
        let is_missing = || qi.missing.iter().any(|missing| missing == value);
        if records < k
            && contains(qi.hierarchy.label(qi.level, group), value)
            && !is_missing()
            && !is_bound()
            && qi.is_released[code]
        {
            rare[group as usize] = true;
            fewest = fewest.min(records);
        }
    }
    let labels = rare.into_iter().filter(|&rare| rare).count() as u64;
    Ok((labels > 0).then(|| Warning::RareLabels {
        column: qi.column.to_owned(),
        labels,
        records: fewest,
        k,
    }))
}

/// Whether a label has a value in it, as a word or several and not as a part of one.
fn contains(label: &str, value: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric();
    // A point between digits belongs to a number.
    let goes_on = |mut rest: std::str::Chars<'_>, backwards: bool| {
        let mut next = || {
            if backwards {
                rest.next_back()
            } else {
                rest.next()
            }
        };
        match next() {
            Some('.' | ',') => next().is_some_and(|digit| digit.is_ascii_digit()),
            next => next.is_some_and(is_word),
        }
    };
    value.contains(is_word)
        && label.match_indices(value).any(|(start, found)| {
            let (before, after) = (&label[..start], &label[start + found.len()..]);
            !goes_on(before.chars(), true) && !goes_on(after.chars(), false)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_as_a_word() {
        for (label, value) in [
            ("35 – 37", "35"),
            ("35–37", "37"),
            ("[2.5, 5)", "2.5"),
            ("Pilot of Htown … Zookeeper", "Pilot of Htown"),
            ("Straße, Äther", "Äther"),
            ("x", "x"),
        ] {
            assert!(contains(label, value), "{label}: {value}");
        }
        for (label, value) in [
            ("35 – 37", "3"),
            ("[2.5, 5)", "2"),
            ("20-24", "-"),
            ("Straße", "Stra"),
            ("1,000", "1"),
            ("x", ""),
        ] {
            assert!(!contains(label, value), "{label}: {value}");
        }
    }
}
