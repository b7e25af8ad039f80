//! Columns in whose order a file is.

use crate::data::{Column, Date, Kind, Number};
use crate::sorting::sort_by;
use std::cmp::Ordering;

/// Of so many steps from one value to another, one may go the other way.
const STEPS: u64 = 100;

/// Whether the records are in the order of a column, upwards or downwards, but for one step in a hundred: numbers by
/// quantity, dates by day, other values by text. Records whose value is missing are passed over.
///
/// Time in the records, and in the values times the logarithm of their number.
pub fn is_sorted(column: &Column, missing: &[String]) -> bool {
    let dictionary = &column.dictionary;
    let is_missing = |value: &str| missing.iter().any(|missing| missing == value);
    let mut values: Vec<(&str, u32)> = (dictionary.iter().zip(0..))
        .map(|((value, _), code)| (value, code))
        .filter(|(value, _)| !is_missing(value))
        .collect();
    let kind = Kind::of(values.iter().map(|(value, _)| *value));
    let compare = |one: &str, other: &str| match kind {
        Kind::Integer | Kind::Decimal => Number::parse(one).cmp(&Number::parse(other)),
        Kind::Date => {
            // Of one day, times of day are in the order of their text.
            let day = |text: &str| Date::parse(text).map(|(date, _)| date);
            day(one).cmp(&day(other)).then_with(|| one.cmp(other))
        }
        Kind::Text | Kind::Empty => one.cmp(other),
    };
    sort_by(&mut values, |one, other| compare(one.0, other.0));
    let mut ranks: Vec<Option<u32>> = vec![None; dictionary.len()];
    let mut rank = 0;
    for (place, &(value, code)) in values.iter().enumerate() {
        let is_new = place > 0 && compare(values[place - 1].0, value) != Ordering::Equal;
        rank += u32::from(is_new);
        ranks[code as usize] = Some(rank);
    }
    let (mut up, mut down, mut last) = (0_u64, 0_u64, None);
    for row in 0..column.codes.len() {
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
    let (most, fewest) = (up.max(down), up.min(down));
    most > 0 && fewest.saturating_mul(STEPS) <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted<'a>(values: impl IntoIterator<Item = &'a str>) -> bool {
        let mut column = Column::new("a");
        values.into_iter().for_each(|value| column.push(value));
        is_sorted(&column, &["?".to_owned()])
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
}
