//! The names that intervals have in a release.

use super::domain::Domain;
use crate::data::Number;
use crate::hierarchy::{bounds, distinct_labels, place};

/// The names of the intervals of a domain, first and last place of each, in order and without a gap.
///
/// A domain that the recipe gives is no secret: its intervals are named by their ends. A domain made of the values that
/// occur is: the name of an interval of several numbers then has bounds in the gaps between the intervals, as round as
/// the gaps allow, and that of an interval of other values is its place. One value alone is its own name, as it is where
/// nothing is generalized.
pub(super) fn released_names(domain: &Domain, intervals: &[(u32, u32)]) -> Vec<String> {
    if domain.is_given() {
        let label = |&(first, last)| domain.label(first, last);
        return intervals.iter().map(label).collect();
    }
    let numbers: Option<Vec<Number>> = (0..domain.n_present() as u32)
        .map(|place| Number::parse(domain.value(place)))
        .collect();
    let is_whole = |numbers: &Vec<Number>| numbers.iter().all(|number| number.is_whole());
    let is_whole = numbers.as_ref().is_some_and(is_whole);
    let number = |place: u32| numbers.as_ref()?.get(place as usize).copied();
    // The bound before each interval but the first; none where the values are no numbers, or are missing.
    let cut = |first: u32| roundest(number(first - 1)?, number(first)?);
    let name = |(index, &(first, last)): (usize, &(u32, u32))| {
        if first == last {
            return domain.value(first).to_owned();
        }
        let below = (first > 0).then(|| cut(first));
        let is_last = last as usize + 1 >= domain.n_present();
        let above = (!is_last).then(|| cut(last + 1));
        let are_known = number(last).is_some() && below != Some(None) && above != Some(None);
        if are_known && (below.is_some() || above.is_some()) {
            bounds(below.flatten(), above.flatten(), is_whole)
        } else {
            place(index, intervals.len())
        }
    };
    let names = distinct_labels(std::iter::empty(), intervals.iter().enumerate().map(name));
    names.iter().map(str::to_owned).collect()
}

/// The number with the fewest digits above `below` and not above `up_to`, of several the greatest; none where they are equal.
fn roundest(below: Number, up_to: Number) -> Option<Number> {
    let mut steps = (-20..15).rev().filter_map(|exponent| {
        let width = Number::parse(&format!("1e{exponent:+}"))?;
        let bound = Number::ZERO.plus(up_to.steps(Number::ZERO, width), width);
        (bound > below).then_some(bound)
    });
    steps.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use crate::error::Result;
    use proptest::prelude::*;

    fn domain(values: &[String]) -> Result<Domain> {
        let mut column = Dictionary::new();
        for value in values {
            column.intern(value, 1);
        }
        Domain::new("a", None, &[&column], &["?".to_owned()], None)
    }

    fn names(values: &[&str], intervals: &[(u32, u32)]) -> Result<Vec<String>> {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        Ok(released_names(&domain(&values)?, intervals))
    }

    #[test]
    fn bounds_lie_in_the_gaps() -> Result<()> {
        let ages = ["21", "22", "35", "37", "44", "45", "90", "?"];
        let cut = [(0, 1), (2, 3), (4, 5), (6, 6), (7, 7)];
        assert_eq!(names(&ages, &cut)?, ["<30", "30-39", "40-89", "90", "?"]);
        assert_eq!(names(&ages, &[(0, 5), (6, 7)])?, ["<90", "group 2 of 2"]);
        assert_eq!(names(&ages, &[(0, 7)])?, ["group 1 of 1"]);
        let shares = ["-0.5", "0.12", "0.38", "0.4"];
        assert_eq!(names(&shares, &[(0, 1), (2, 3)])?, ["<0.3", "≥0.3"]);
        assert_eq!(
            names(&["ann", "bob", "cy"], &[(0, 1), (2, 2)])?,
            ["group 1 of 2", "cy"]
        );
        let same = ["1", "2", "2.0", "3"];
        assert_eq!(
            names(&same, &[(0, 1), (2, 3)])?,
            ["group 1 of 2", "group 2 of 2"]
        );
        Ok(())
    }

    proptest! {
        /// Each value lies within the bounds of its interval's name, and the names of several values are all different.
        #[test]
        fn names_hold_for_any_numbers(
            values in proptest::collection::btree_set(-300..300_i32, 2..40),
            width in 2..5_usize,
        ) {
            let values: Vec<String> = values.iter().map(|&value| format!("{}", f64::from(value) / 4.0)).collect();
            let domain = domain(&values).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let last = domain.len() - 1;
            let intervals: Vec<(u32, u32)> = (0..domain.len()).step_by(width)
                .map(|first| (first as u32, (first + width - 1).min(last) as u32))
                .collect();
            let names = released_names(&domain, &intervals);
            let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
            prop_assert_eq!(distinct.len(), names.len());
            let read = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
            for (name, &(first, last)) in names.iter().zip(&intervals).filter(|(_, (first, last))| first < last) {
                let (lower, upper) = if let Some(upper) = name.strip_prefix('<') {
                    (f64::NEG_INFINITY, read(upper))
                } else if let Some(lower) = name.strip_prefix('≥') {
                    (read(lower), f64::INFINITY)
                } else if let Some((lower, upper)) = name.strip_prefix('[').and_then(|name| name.split_once(", ")) {
                    (read(lower), read(upper.trim_end_matches(')')))
                } else if let Some((lower, upper)) = name.split_once(" to ") {
                    (read(lower), read(upper) + 1.0)
                } else if let Some((lower, upper)) = name.split_once('-') {
                    (read(lower), read(upper) + 1.0)
                } else {
                    prop_assert_eq!(intervals.len(), 1, "{}", name);
                    continue;
                };
                for place in first..=last {
                    let value = read(domain.value(place));
                    prop_assert!(lower <= value && value < upper, "{} in {}", value, name);
                }
            }
        }
    }
}
