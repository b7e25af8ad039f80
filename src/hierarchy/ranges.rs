//! A hierarchy for values that are ranges of numbers, as tables have that were made coarser before: `25-34`, `85+`.

use super::build::OpenEnd;
use super::tree::Tree;
use crate::data::{Number, NumberFormat};
use crate::sorting::{sort, sort_by};

/// Of fewer ranges, a list is as good.
const FEWEST: usize = 4;

/// How many times as wide as most ranges those of levels 1, 2, … are.
const WIDER: [i128; 3] = [2, 4, 8];

/// What stands before the numbers of a range.
const BEFORE: &str = "[($€£";

/// What stands between the two numbers of a range, beside spaces and signs of money.
const BETWEEN: [&str; 7] = ["-", "–", "—", ",", "to", "bis", "à"];

/// A value that is a range of numbers, or one number.
struct Range<'a> {
    value: &'a str,
    /// Its first number; `None` where it is open below.
    first: Option<Written<'a>>,
    /// Its last number, or the border that it ends below; `None` where it is open above.
    last: Option<Written<'a>>,
    /// What is written up to the last number, where there are two.
    head: Option<&'a str>,
}

/// A number of a range, and the rest of the value from where it is written.
#[derive(Clone, Copy)]
struct Written<'a> {
    number: Number,
    from_here: &'a str,
}

/// Whether values may be ranges of numbers, at a glance: each has a digit, all but those that are open at an end
/// (`under 18`) begin with one or what stands before it, and one has more than digits and letters.
pub(super) fn are_likely(values: &[&str]) -> bool {
    let is_begun = |c: char| c.is_ascii_digit() || BEFORE.contains(c);
    let n_begun = values
        .iter()
        .filter(|value| value.starts_with(is_begun))
        .count();
    let has_digit = |value: &&str| value.bytes().any(|byte| byte.is_ascii_digit());
    let is_plain = |value: &&str| value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    values.len() >= FEWEST
        && n_begun + 2 >= values.len()
        && values.iter().all(has_digit)
        && !values.iter().all(is_plain)
}

/// Neighbours joined level by level, where the values are ranges that follow each other; `None` where any is something
/// else, where two overlap, and where there are too few to be joined.
///
/// Ranges are joined that begin in the same span of two, four and eight times the usual width, counted from 0, so that
/// levels are about as coarse everywhere. A group's name says where its first range begins and where its last one ends.
/// Missing values stay what they are, up to the top.
pub(super) fn joined(values: &[&str], missing: &[&str]) -> Option<Tree> {
    let read = values.iter().map(|&value| Range::read(value));
    let mut ranges: Vec<Range> = read.collect::<Option<_>>()?;
    if ranges.iter().all(Range::is_number) {
        return None;
    }
    let first = |range: &Range| range.first.map(|first| first.number);
    sort_by(&mut ranges, |one, other| first(one).cmp(&first(other)));
    if !ranges.windows(2).all(|pair| pair[0].is_before(&pair[1])) {
        return None;
    }
    let width = usual_width(&ranges)?;
    let mut tree = Tree {
        levels: Vec::new(),
        rows: ranges
            .iter()
            .map(|range| vec![range.value.to_owned()])
            .collect(),
    };
    let mut n_below = ranges.len();
    for wider in WIDER {
        let span = Number::ZERO.plus(wider, width);
        let places = ranges
            .iter()
            .map(|range| range.begins(width).steps(Number::ZERO, span));
        let places: Vec<i128> = places.collect();
        let n_groups = 1 + places.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if n_groups == 1 || n_groups == n_below {
            continue;
        }
        n_below = n_groups;
        tree.levels.push(format!("spans of about {span}"));
        let mut begin = 0;
        while let Some(&place) = places.get(begin) {
            let n_equal = places[begin..]
                .iter()
                .take_while(|&&other| other == place)
                .count();
            let group = begin..begin + n_equal;
            let name = name_of(&ranges[group.clone()]);
            for row in &mut tree.rows[group] {
                row.push(name.clone());
            }
            begin += n_equal;
        }
    }
    let n_names = tree.levels.len() + 1;
    (tree.rows).extend(missing.iter().map(|&value| vec![value.to_owned(); n_names]));
    for row in &mut tree.rows {
        row.push("*".to_owned());
    }
    (!tree.levels.is_empty()).then_some(tree)
}

/// From where a range begins to where the next one does, in the middle of all.
fn usual_width(ranges: &[Range]) -> Option<Number> {
    let firsts = ranges.iter().filter_map(|range| range.first);
    let firsts: Vec<Number> = firsts.map(|first| first.number).collect();
    let mut widths: Vec<Number> = (firsts.windows(2))
        .map(|pair| pair[1].plus(-1, pair[0]))
        .collect();
    sort(&mut widths);
    widths.get(widths.len() / 2).copied()
}

/// A name for ranges that follow each other.
fn name_of(group: &[Range]) -> String {
    let (begin, end) = (&group[0], &group[group.len() - 1]);
    match (begin.first, end.last) {
        _ if group.len() == 1 => begin.value.to_owned(),
        (Some(first), Some(last)) => match begin.head {
            Some(head) => format!("{head}{}", last.from_here),
            None => format!("{}-{}", first.number, last.from_here),
        },
        (Some(first), None) => format!("{}+", first.number),
        (None, Some(last)) => match end.value.ends_with(')') {
            true => format!("<{}", last.number),
            false => format!("≤{}", last.number),
        },
        (None, None) => "*".to_owned(),
    }
}

impl<'a> Range<'a> {
    /// The range that a value is, if it is one: `25-34`, `25 to 34 years`, `[25, 35)`, `25`, `85+`, `under 18`.
    fn read(value: &'a str) -> Option<Self> {
        let whole = |number| Written {
            number,
            from_here: value,
        };
        let (first, last) = match OpenEnd::read(value, NumberFormat::PLAIN, true) {
            Some(OpenEnd::From(first)) => (Some(whole(first)), None),
            Some(OpenEnd::Below(border)) => (None, Some(whole(border))),
            None => return Self::closed(value),
        };
        Some(Self {
            value,
            first,
            last,
            head: None,
        })
    }

    fn closed(value: &'a str) -> Option<Self> {
        // Within brackets a comma stands between the numbers, and elsewhere in one.
        let has_brackets = value.starts_with(['[', '(']);
        let of_number = |c: char| c.is_ascii_digit() || c == '.' || (c == ',' && !has_brackets);
        let next = |text: &'a str| {
            let from_here = &text[text.find(|c: char| c.is_ascii_digit())?..];
            let end = from_here.find(|c| !of_number(c)).unwrap_or(from_here.len());
            let number = number(&from_here[..end])?;
            Some((Written { number, from_here }, &from_here[end..]))
        };
        let (first, behind) = next(value)?;
        let before = &value[..value.len() - first.from_here.len()];
        if !before.chars().all(|c| BEFORE.contains(c)) {
            return None;
        }
        if behind.is_empty() && before.is_empty() {
            return Some(Self {
                value,
                first: Some(first),
                last: Some(first),
                head: None,
            });
        }
        let (last, behind_both) = next(behind)?;
        let between = &behind[..behind.len() - last.from_here.len()];
        let between = between.trim_matches(|c: char| c.is_whitespace() || BEFORE.contains(c));
        let is_range = BETWEEN.contains(&between)
            && first.number <= last.number
            && !behind_both.contains(|c: char| c.is_ascii_digit());
        is_range.then(|| Self {
            value,
            first: Some(first),
            last: Some(last),
            head: Some(&value[..value.len() - last.from_here.len()]),
        })
    }

    fn is_number(&self) -> bool {
        self.head.is_none() && self.first.is_some() && self.last.is_some()
    }

    /// Whether another range begins after this one, and not within it.
    fn is_before(&self, other: &Self) -> bool {
        let numbers = |written: Option<Written>| written.map(|written| written.number);
        match (numbers(self.last), numbers(other.first)) {
            (Some(last), Some(next)) => {
                last <= next && numbers(self.first).is_none_or(|first| first < next)
            }
            _ => false,
        }
    }

    /// Its first number; of a range that is open below, as if it had this width.
    fn begins(&self, width: Number) -> Number {
        match (self.first, self.last) {
            (Some(first), _) => first.number,
            (None, Some(border)) => border.number.plus(-1, width),
            (None, None) => Number::ZERO,
        }
    }
}

/// A number of a range, also with zeros before it and commas for thousands.
fn number(text: &str) -> Option<Number> {
    let thousands = text.split(',').skip(1);
    if !thousands.into_iter().all(|digits| {
        digits
            .split('.')
            .next()
            .is_some_and(|digits| digits.len() == 3)
    }) {
        return None;
    }
    let digits = text.replace(',', "");
    let significant = digits.trim_start_matches('0');
    Number::parse(if significant.is_empty() {
        "0"
    } else {
        significant
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of each level of ranges, which may come in any order.
    fn levels(values: &[&str]) -> Option<Vec<Vec<String>>> {
        let backwards: Vec<&str> = values.iter().rev().copied().collect();
        assert!(are_likely(values), "{values:?}");
        let tree = joined(&backwards, &[])?;
        let found: Vec<&str> = tree.rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(found, values);
        let level = |level: usize| {
            let mut names: Vec<_> = tree.rows.iter().map(|row| row[level].clone()).collect();
            names.dedup();
            names
        };
        Some((1..=tree.levels.len()).map(level).collect())
    }

    /// The groups of level 1.
    fn first(values: &[&str]) -> Vec<String> {
        levels(values).map_or_else(Vec::new, |levels| levels[0].clone())
    }

    #[test]
    fn bands_of_ages_are_joined_where_round_numbers_are() {
        let ages = [
            "0-4", "5-9", "10-14", "15-19", "20-24", "25-34", "35-44", "45-54", "55-64", "65-74",
            "75-84", "85+",
        ];
        let tree = joined(&ages, &[]);
        assert_eq!(
            tree.map(|tree| tree.levels),
            Some(vec![
                "spans of about 20".to_owned(),
                "spans of about 40".into(),
                "spans of about 80".into()
            ])
        );
        let joined = levels(&ages).unwrap_or_default();
        assert_eq!(joined[0], ["0-19", "20-44", "45-64", "65-84", "85+"]);
        assert_eq!(joined[1], ["0-44", "45-84", "85+"]);
        assert_eq!(joined[2], ["0-84", "85+"]);
        let adults = [
            "18-24",
            "25-34",
            "35-44",
            "45-54",
            "55-64",
            "65-74",
            "75 and over",
        ];
        assert_eq!(first(&adults), ["18-24", "25-44", "45-64", "65+"]);
    }

    #[test]
    fn ranges_are_read_as_they_are_written_and_named_so() {
        assert_eq!(
            first(&["[0-10)", "[10-20)", "[20-30)", "[30-40)", "[50-60)"]),
            ["[0-20)", "[20-40)", "[50-60)"]
        );
        assert_eq!(
            first(&["(0, 10]", "(10, 20]", "(20, 30]", "(30, 40]"]),
            ["(0, 20]", "(20, 40]"]
        );
        assert_eq!(
            first(&[
                "under 20",
                "20 to 29 years",
                "30 to 39 years",
                "40 to 49 years"
            ]),
            ["under 20", "20 to 39 years", "40 to 49 years"]
        );
        assert_eq!(first(&["<10", "10–19", "20–29", "30–39"]), ["≤19", "20–39"]);
        assert_eq!(
            first(&["[0,5)", "[5,10)", "[10,15)", "≥15"]),
            ["[0,10)", "10+"]
        );
        assert_eq!(
            first(&[
                "$0 - $9,999",
                "$10,000 - $19,999",
                "$20,000 - $29,999",
                ">29999"
            ]),
            ["$0 - $19,999", "20000+"]
        );
        assert_eq!(
            first(&["1", "2", "3", "4", "5", "6 or more"]),
            ["1", "2-3", "4-5", "6 or more"]
        );
        assert_eq!(
            first(&["00-04", "05-09", "10-14", "15-19"]),
            ["00-09", "10-19"]
        );
        assert_eq!(
            first(&["18.5-24.9", "25.0-29.9", "30.0-34.9", "35.0-39.9"]),
            ["18.5-24.9", "25.0-29.9", "30.0-39.9"]
        );
    }

    #[test]
    fn what_is_no_range_and_what_overlaps_is_left_alone() {
        for values in [
            // Two orders at once, and one within another.
            &["0-9", "5-14", "10-19", "20-29"][..],
            &["0-9", "0-4", "10-19", "20-29"],
            &["0-9", "0 - 9", "10-19", "20-29"],
            &["50+", "60+", "0-9", "10-19"],
            &["<10", "<20", "20-29", "30-39"],
            &["85+", "80-89", "70-79", "60-69"],
            // Codes, dates, telephone numbers, numbers below 0, words.
            &["2019-20", "2020-21", "2021-22", "2022-23"],
            &["2019-03-01", "2019-03-02", "2019-03-03", "2019-03-04"],
            &["030-1", "031-12-3", "032-44", "033-45"],
            &["-9-0", "1-2", "3-4", "5-6"],
            &["1/2", "3/4", "5/6", "7/8"],
            &["0-9", "10-19", "20-29", "unknown"],
            &["10,00-19,99", "20,00-29,99", "30,00-39,99", "40,00-49,99"],
            // Too few, and numbers alone.
            &["0-9", "10-19", "20-29"],
            &["1", "2", "3", "4", "5"],
            &[],
        ] {
            let found = joined(values, &[]).filter(|_| are_likely(values));
            assert_eq!(found, None, "{values:?}");
        }
    }
}
