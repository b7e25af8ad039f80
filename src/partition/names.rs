//! The names of intervals in a release.

use super::domain::Domain;
use crate::data::{Date, Number, Reading, TimeOfDay, shown};
use crate::hierarchy::{bounds, distinct_labels, with_unit};

/// The most values that the name of an interval lists.
const MOST_NAMED: u32 = 6;

/// The names of the intervals of a domain, given by the first and last place of each, in order and without a gap.
///
/// A domain given by the recipe is public: its intervals are named by their ends. A domain made of the values that
/// occur is not. The name of an interval of several numbers or dates then has bounds in the gaps between the
/// intervals, as round as the gaps allow. An interval of other values is named by its values, or by the first and the
/// last one if they are many. A single value keeps its own name, as without generalization.
pub(super) fn released_names(domain: &Domain, intervals: &[(u32, u32)]) -> Vec<String> {
    if domain.is_given() {
        let label = |&(first, last)| domain.label(first, last);
        return intervals.iter().map(label).collect();
    }
    let present = || (0..domain.n_present() as u32).map(|place| domain.value(place));
    let named = if let Some(format) = Reading::date_format(domain.reading()) {
        // A year among days has no place between them.
        let place = |value| format.read(value).filter(|_| format.has_one_precision()).map(|moment| moment.date);
        let days = present().map(place);
        by_bounds(days.collect(), intervals, roundest_day, days_between)
    } else if matches!(domain.reading(), Some(Reading::Time)) {
        let times = present().map(TimeOfDay::read);
        by_bounds(times.collect(), intervals, roundest_time, times_between)
    } else {
        let format = Reading::number_format(domain.reading());
        let numbers: Option<Vec<Number>> = present().map(|value| format.read(value)).collect();
        let is_whole = numbers.iter().flatten().all(|number| number.is_whole());
        by_bounds(numbers, intervals, roundest, |below, above| {
            with_unit(bounds(below, above, is_whole), format.unit_read())
        })
    };
    let name = |(&(first, last), name): (&(u32, u32), Option<String>)| {
        if first == last {
            return domain.value(first).to_owned();
        }
        name.unwrap_or_else(|| by_values(domain, first, last))
    };
    let names = intervals.iter().zip(named).map(name);
    let names = distinct_labels(std::iter::empty(), names);
    names.iter().map(str::to_owned).collect()
}

/// The name of the values from one place to another: all of them, or the first and the last one. If these are all
/// values of a domain that has more, it says that: the least and the greatest one belong to single people.
fn by_values(domain: &Domain, first: u32, last: u32) -> String {
    let count = last - first + 1;
    let value = |place: u32| shown(domain.value(place));
    if count <= MOST_NAMED {
        (first..=last).map(value).collect::<Vec<_>>().join(", ")
    } else if count as usize == domain.len() {
        format!("all {count} values")
    } else {
        format!("{} – {} ({count} values)", value(first), value(last))
    }
}

/// The names of intervals by the bounds between them. An interval has none if some of its values have no place on the
/// scale, if it is the only interval, or if one of its sides has no bound. `values` are the present values in order,
/// if all have a place.
fn by_bounds<T: Copy>(
    values: Option<Vec<T>>,
    intervals: &[(u32, u32)],
    between: impl Fn(T, T) -> Option<T>,
    name: impl Fn(Option<T>, Option<T>) -> String,
) -> Vec<Option<String>> {
    let Some(values) = values else {
        return vec![None; intervals.len()];
    };
    // The bound before any interval except the first.
    let cut = |first: u32| between(*values.get(first as usize - 1)?, *values.get(first as usize)?);
    let named = |&(first, last): &(u32, u32)| {
        let is_last = last as usize + 1 >= values.len();
        if last as usize >= values.len() || (first == 0 && is_last) {
            return None;
        }
        let below = if first > 0 { Some(cut(first)?) } else { None };
        let above = if is_last { None } else { Some(cut(last + 1)?) };
        Some(name(below, above))
    };
    intervals.iter().map(named).collect()
}

/// The number with the fewest digits above `below` and not above `up_to`, the greatest of several; `None` if they are
/// equal.
fn roundest(below: Number, up_to: Number) -> Option<Number> {
    let mut steps = (-20..15).rev().filter_map(|exponent| {
        let width = Number::parse(&format!("1e{exponent:+}"))?;
        let bound = Number::ZERO.plus(up_to.steps(Number::ZERO, width), width);
        (bound > below).then_some(bound)
    });
    steps.next()
}

/// The first day of a year, otherwise of a month, after `below` and not after `up_to`, the last of several; otherwise
/// `up_to`; `None` if they are the same day.
fn roundest_day(below: Date, up_to: Date) -> Option<Date> {
    let year = Date::new(i32::from(up_to.year()), 1, 1);
    let month = Date::new(i32::from(up_to.year()), up_to.month(), 1);
    let mut days = [year, month, Some(up_to)].into_iter().flatten();
    days.find(|day| *day > below)
}

/// The name of the days from `from` on and before `until`: by years or months if these are whole.
fn days_between(from: Option<Date>, until: Option<Date>) -> String {
    let ends = || [from, until].into_iter().flatten();
    let in_words = |day: Date| {
        if ends().all(|day| day.month() == 1 && day.day() == 1) {
            format!("{:04}", day.year())
        } else if ends().all(|day| day.day() == 1) {
            format!("{:04}-{:02}", day.year(), day.month())
        } else {
            day.to_string()
        }
    };
    match (from, until) {
        (None, None) => String::new(),
        (None, Some(until)) => format!("<{}", in_words(until)),
        (Some(from), None) => format!("≥{}", in_words(from)),
        (Some(from), Some(until)) => {
            let (first, last) = (in_words(from), in_words(until.day_before()));
            match first.len() {
                _ if first == last => first,
                4 => format!("{first}-{last}"),
                _ => format!("{first} – {last}"),
            }
        }
    }
}

/// The first time of an hour, otherwise of a quarter of an hour, otherwise of a minute, after `below` and not after
/// `up_to`, the last of several; otherwise `up_to`; `None` if they are the same time.
fn roundest_time(below: TimeOfDay, up_to: TimeOfDay) -> Option<TimeOfDay> {
    let times = [3600, 900, 60, 1].map(|seconds| TimeOfDay { second: up_to.second - up_to.second % seconds });
    times.into_iter().find(|time| *time > below)
}

/// The name of the times from `from` on and before `until`, by their last minute, or second if a bound is not on a
/// full minute.
fn times_between(from: Option<TimeOfDay>, until: Option<TimeOfDay>) -> String {
    let ends = || [from, until].into_iter().flatten();
    let unit = if ends().all(|time| time.second % 60 == 0) { 60 } else { 1 };
    match (from, until) {
        (None, None) => String::new(),
        (None, Some(until)) => format!("<{until}"),
        (Some(from), None) => format!("≥{from}"),
        (Some(from), Some(until)) => {
            let last = TimeOfDay { second: until.second.saturating_sub(unit) };
            if from == last { from.to_string() } else { format!("{from}-{last}") }
        }
    }
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
        assert_eq!(names(&ages, &[(0, 5), (6, 7)])?, ["<90", "90, ?"]);
        assert_eq!(names(&ages, &[(0, 7)])?, ["all 8 values"]);
        let shares = ["-0.5", "0.12", "0.38", "0.4"];
        assert_eq!(names(&shares, &[(0, 1), (2, 3)])?, ["<0.3", "≥0.3"]);
        assert_eq!(names(&["ann", "bob", "cy"], &[(0, 1), (2, 2)])?, ["ann, bob", "cy"]);
        let races = ["Asian", "Black", "Native", "Other", "White"];
        assert_eq!(names(&races, &[(0, 3), (4, 4)])?, ["Asian, Black, Native, Other", "White"]);
        let towns = ["a", "b", "c", "d", "e", "f", "g", "h"];
        assert_eq!(names(&towns, &[(0, 6), (7, 7)])?, ["a – g (7 values)", "h"]);
        let same = ["1", "2", "2.0", "3"];
        assert_eq!(names(&same, &[(0, 1), (2, 3)])?, ["1, 2", "2.0, 3"]);
        Ok(())
    }

    fn day_names(days: &[&str], intervals: &[(u32, u32)]) -> Result<Vec<String>> {
        let mut column = Dictionary::new();
        days.iter().for_each(|day| {
            column.intern(day, 1);
        });
        let domain = Domain::new("a", None, &[&column], &["?".to_owned()], None)?;
        Ok(released_names(&domain, intervals))
    }

    #[test]
    fn dates_are_named_by_years_or_months_where_the_gaps_allow_it() -> Result<()> {
        let days = ["13/01/1999", "14/03/2000", "02/06/2003", "30/06/2003", "03/07/2003", "04/07/2003", "?"];
        assert_eq!(
            day_names(&days, &[(0, 1), (2, 3), (4, 5), (6, 6)])?,
            ["<2003", "2003-01 – 2003-06", "≥2003-07", "?"]
        );
        assert_eq!(
            day_names(&days, &[(0, 0), (1, 1), (2, 4), (5, 5), (6, 6)])?,
            ["13/01/1999", "14/03/2000", "2003-01-01 – 2003-07-03", "04/07/2003", "?"]
        );
        let days = ["1999-01-13", "2000-03-14", "2001-01-01", "2003-06-02"];
        assert_eq!(day_names(&days, &[(0, 0), (1, 2), (3, 3)])?[1], "2000-2002");
        // Moments of a single day cannot be separated by days.
        let moments = ["2020-05-05 10:00", "2020-05-05 11:00", "2020-05-05 12:00"];
        assert_eq!(day_names(&moments, &[(0, 1), (2, 2)])?[0], "2020-05-05 10:00, 2020-05-05 11:00");
        Ok(())
    }

    #[test]
    fn times_are_named_by_hours_or_minutes_where_the_gaps_allow_it() -> Result<()> {
        let times = ["7:05", "7:50", "9:10", "9:20", "9:50", "18:00", "?"];
        assert_eq!(day_names(&times, &[(0, 1), (2, 3), (4, 5), (6, 6)])?, ["<09:00", "09:00-09:44", "≥09:45", "?"]);
        assert_eq!(day_names(&times, &[(0, 2), (3, 4), (5, 6)])?, ["<09:15", "09:15-17:59", "18:00, ?"]);
        let seconds = ["09:10:05", "09:10:07", "09:10:30", "09:12:00"];
        assert_eq!(day_names(&seconds, &[(0, 0), (1, 2), (3, 3)])?, ["09:10:05", "09:10:07-09:11:59", "09:12:00"]);
        Ok(())
    }

    #[test]
    fn numbers_are_read_as_their_column_writes_them() -> Result<()> {
        let shares = ["0,12", "0,38", "0,4", "1,5"];
        assert_eq!(names(&shares, &[(0, 1), (2, 3)])?, ["<0.4", "≥0.4"]);
        Ok(())
    }

    proptest! {
        /// Each value is within the bounds of its interval's name, and the names of intervals of several values are
        /// all different.
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
            // All values together have no bounds in gaps.
            if intervals.len() == 1 {
                let all = names[0].split(", ").eq((0..domain.len()).map(|place| domain.value(place as u32)));
                prop_assert!(all || names[0] == format!("all {} values", domain.len()), "{}", names[0]);
                return Ok(());
            }
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
                    prop_assert!(false, "{}", name);
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
