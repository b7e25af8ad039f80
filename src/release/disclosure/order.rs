//! Finds columns by which a file is sorted.

use crate::data::{Column, Guess, Number};
use crate::sorting::sort_by;
use std::cmp::Ordering;

/// One in this many steps from a value to the next may go the other way.
const STEPS: u64 = 100;

/// Whether the records are sorted by a column, ascending or descending, except for one step in a hundred. Numbers are
/// ordered by quantity, dates by day and time in any of the forms that fit, other values by text. Records with a
/// missing value and rows that are not written are skipped.
///
/// Time in the records, and in the values times the logarithm of their number.
pub fn is_sorted(column: &Column, missing: &[String], is_written: &dyn Fn(usize) -> bool) -> bool {
    let values = present(column, missing);
    let readings = Guess::of(values.iter().map(|(value, _)| *value)).readings;
    if readings.is_empty() {
        return is_sorted_by(column, values, &str::cmp, is_written);
    }
    readings.iter().any(|reading| {
        let compare = |one: &str, other: &str| reading.compare(one, other);
        is_sorted_by(column, values.clone(), &compare, is_written)
    })
}

fn is_sorted_by(
    column: &Column,
    mut values: Vec<(&str, u32)>,
    compare: &dyn Fn(&str, &str) -> Ordering,
    is_written: &dyn Fn(usize) -> bool,
) -> bool {
    sort_by(&mut values, |one, other| compare(one.0, other.0));
    let mut ranks: Vec<Option<u32>> = vec![None; column.dictionary.len()];
    let mut rank = 0;
    for (place, &(value, code)) in values.iter().enumerate() {
        let is_new = place > 0 && compare(values[place - 1].0, value) != Ordering::Equal;
        rank += u32::from(is_new);
        ranks[code as usize] = Some(rank);
    }
    is_in_order(column, &ranks, is_written)
}

/// Whether the records of a finished file are sorted by a column whose values may be labels of groups: as
/// [`is_sorted`], or by the first number in each label, if no two labels share it. A label that begins with `<` comes
/// before all others.
pub fn is_sorted_by_labels(column: &Column, missing: &[String]) -> bool {
    let is_written = |_| true;
    if is_sorted(column, missing, &is_written) {
        return true;
    }
    let values = present(column, missing);
    if !(Guess::of(values.iter().map(|(value, _)| *value)).readings).is_empty() {
        return false;
    }
    let mut labels = Vec::new();
    for (label, code) in values {
        let Some(number) = first_number(label) else {
            return false;
        };
        labels.push((!label.starts_with('<'), number, code));
    }
    sort_by(&mut labels, |one, other| one.cmp(other));
    let mut pairs = labels.iter().zip(labels.iter().skip(1));
    if pairs.any(|(one, next)| (one.0, &one.1) == (next.0, &next.1)) {
        return false;
    }
    let mut ranks: Vec<Option<u32>> = vec![None; column.dictionary.len()];
    for ((_, _, code), rank) in labels.iter().zip(0..) {
        ranks[*code as usize] = Some(rank);
    }
    is_in_order(column, &ranks, &is_written)
}

/// The values that are not missing, with their codes.
fn present<'a>(column: &'a Column, missing: &[String]) -> Vec<(&'a str, u32)> {
    let is_missing = |value: &str| missing.iter().any(|missing| missing == value);
    (column.dictionary.iter().zip(0..))
        .map(|((value, _), code)| (value, code))
        .filter(|(value, _)| !is_missing(value))
        .collect()
}

/// The first number in a label. A sign between two numbers is not part of a number.
fn first_number(label: &str) -> Option<Number> {
    let start = label.find(|character: char| character.is_ascii_digit())?;
    let (before, rest) = label.split_at(start);
    let is_part = |character: char| character.is_ascii_digit() || character == '.';
    let end = rest.find(|character| !is_part(character));
    let digits = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
    let sign = if before.ends_with('-') { "-" } else { "" };
    Number::parse(&format!("{sign}{digits}"))
}

/// Whether nearly all steps from one record to the next go the same way, by the ranks of the values.
fn is_in_order(column: &Column, ranks: &[Option<u32>], is_written: &dyn Fn(usize) -> bool) -> bool {
    let (mut up, mut down, mut last) = (0_u64, 0_u64, None);
    for row in (0..column.codes.len()).filter(|&row| is_written(row)) {
        let Some(rank) = ranks[column.codes.get(row) as usize] else {
            continue;
        };
        match last.map(|last| rank.cmp(&last)) {
            Some(Ordering::Greater) => up += 1,
            Some(Ordering::Less) => down += 1,
            Some(Ordering::Equal) | None => {}
        }
        last = Some(rank);
    }
    goes_one_way(up.max(down), up.min(down))
}

/// Whether steps go one way: there are some, and at most one in a hundred goes the other way.
pub(super) fn goes_one_way(most: u64, fewest: u64) -> bool {
    most > 0 && fewest.saturating_mul(STEPS) <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted<'a>(values: impl IntoIterator<Item = &'a str>) -> bool {
        let mut column = Column::new("a");
        values.into_iter().for_each(|value| column.push(value));
        is_sorted(&column, &["?".to_owned()], &|_| true)
    }

    #[test]
    fn rows_that_are_not_written_are_passed_over() {
        let mut column = Column::new("a");
        ["1", "9", "2", "3"].into_iter().for_each(|value| column.push(value));
        assert!(!is_sorted(&column, &[], &|_| true));
        assert!(is_sorted(&column, &[], &|row| row != 1));
        assert!(!is_sorted(&column, &[], &|_| false));
    }

    #[test]
    fn the_order_is_that_of_the_kind() {
        assert!(sorted(["9", "?", "10", "10", "11"]));
        assert!(sorted(["11", "10", "9"]));
        assert!(sorted(["31.12.2019", "1.2.2020", "15.2.2020"]));
        assert!(sorted(["a", "a", "b"]));
        assert!(!sorted(["a", "b", "a"]));
        assert!(!sorted(["a", "a", "?"]));
        assert!(!sorted(["9", "10", "1"]));
    }

    #[test]
    fn one_step_in_a_hundred_may_go_the_other_way() {
        let mut values: Vec<String> = (0..202).map(|value| value.to_string()).collect();
        values.swap(50, 51);
        assert!(sorted(values.iter().map(String::as_str)));
        for place in [10, 60, 100] {
            values.swap(place, place + 1);
        }
        assert!(!sorted(values.iter().map(String::as_str)));
    }

    #[test]
    fn labels_are_in_the_order_of_their_first_numbers() {
        let by_labels = |values: &[&str]| {
            let mut column = Column::new("a");
            values.iter().for_each(|value| column.push(value));
            is_sorted_by_labels(&column, &["*".to_owned()])
        };
        assert!(by_labels(&["<5", "*", "5-9", "10-14", "10-14", "100-104"]));
        assert!(by_labels(&["[9.5, 10)", "[0, 9.5)", "[-3, 0)", "-20 to -4"]));
        assert!(by_labels(&["group 2 of 11", "group 10 of 11"]));
        assert!(by_labels(&["x", "y"]));
        assert!(!by_labels(&["5-9", "10-14", "5-9"]));
        // Two labels with the same number have no order.
        assert!(!by_labels(&["12.2019", "1.2020", "1.2019", "12.2018"]));
        assert!(!by_labels(&["*", "*"]));
    }
}
