//! Dates that are written in several ways.

use super::Reading;
use crate::data::date::{DateFormat, UsualFormats};
use serde_json::json;
use std::fmt;

/// A column with values of more shapes than this holds texts.
const SHAPES: usize = 16;

/// Numbers of four digits are years from here to there.
const YEARS: std::ops::RangeInclusive<u16> = 1800..=2199;

/// The ways in which the dates of a column are written: each shape of values, such as `9/9/9`, has its own.
#[derive(Debug, Clone)]
pub struct MixedDates {
    /// The format of all of them.
    format: DateFormat,
    /// The patterns with their numbers of different values, the most frequent first.
    forms: Vec<(String, usize)>,
    /// The number of values that are no dates.
    n_others: usize,
}

/// The values of one shape.
struct Shape {
    shape: String,
    /// The usual formats that read all of them.
    formats: Vec<DateFormat>,
    are_years: bool,
    n_values: usize,
}

impl MixedDates {
    /// The patterns of these values, if at least 19 in 20 are dates, in two patterns or more, and none can be read in
    /// two ways.
    ///
    /// Time: O(values).
    pub fn of(values: &[&str]) -> Option<Self> {
        let usual = UsualFormats::default();
        let mut shapes: Vec<Shape> = Vec::new();
        let mut n_others = 0;
        for value in values {
            let shape = shape_of(value);
            let place = match shapes.iter().position(|own| own.shape == shape) {
                Some(place) => place,
                None if shapes.len() == SHAPES => return None,
                None => {
                    shapes.push(Shape { shape, formats: usual.of(value), are_years: true, n_values: 0 });
                    shapes.len() - 1
                }
            };
            let own = &mut shapes[place];
            own.n_values += 1;
            own.are_years &= value.len() == 4 && value.parse().is_ok_and(|year| YEARS.contains(&year));
            own.formats.retain(|format| format.fits(value));
            if own.formats.is_empty() && !own.are_years {
                n_others += 1;
                if n_others * 20 > values.len() {
                    return None;
                }
            }
        }
        let mut forms: Vec<(String, usize)> = Vec::new();
        for shape in &shapes {
            let pattern = match shape.formats.as_slice() {
                [format] if !format.has_short_years() => format.pattern().to_owned(),
                _ if shape.are_years => "yyyy".to_owned(),
                _ => continue,
            };
            match forms.iter_mut().find(|(own, _)| *own == pattern) {
                Some((_, count)) => *count += shape.n_values,
                None => forms.push((pattern, shape.n_values)),
            }
        }
        crate::sorting::sort_by(&mut forms, |one, other| other.1.cmp(&one.1));
        let patterns: Vec<&str> = forms.iter().map(|(pattern, _)| pattern.as_str()).collect();
        let format = DateFormat::list(&patterns).ok()?;
        let n_others = values.iter().filter(|value| format.read(value).is_none()).count();
        (forms.len() > 1 && n_others * 20 <= values.len()).then_some(Self { format, forms, n_others })
    }

    /// The reading of all values, if each is a date of ISO 8601 with whatever precision.
    pub fn iso(&self) -> Option<Reading> {
        let is_iso = |(pattern, _): &(String, usize)| pattern == "yyyy" || pattern.starts_with("yyyy-MM");
        (self.n_others == 0 && self.forms.iter().all(is_iso)).then(|| Reading::Date(self.format.clone()))
    }

    /// Whether the patterns but the most frequent one have more than one value in 20.
    pub fn is_even(&self) -> bool {
        let n_dates: usize = self.forms.iter().map(|(_, count)| count).sum();
        self.forms.first().is_some_and(|(_, most)| (n_dates - most) * 20 > n_dates)
    }

    /// The reading that a recipe must state, if all values are dates in two usual forms or more that are not one
    /// standard.
    pub fn to_say(values: &[&str]) -> Option<Reading> {
        let mixed = Self::of(values).filter(|mixed| mixed.n_others == 0 && mixed.is_even() && mixed.iso().is_none());
        mixed.map(|mixed| mixed.reading())
    }

    /// The reading of all values.
    pub fn reading(&self) -> Reading {
        Reading::Date(self.format.clone())
    }

    /// The kind in a recipe.
    pub fn as_kind(&self) -> String {
        json!(self.reading()).to_string()
    }
}

impl fmt::Display for MixedDates {
    /// `207 different values are dates in the form MM-dd-yyyy, 104 in the form MM/dd/yyyy`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (pattern, count)) in self.forms.iter().enumerate() {
            match (place, count) {
                (0, 1) => write!(f, "1 value is a date in the form {pattern}")?,
                (0, _) => write!(f, "{count} different values are dates in the form {pattern}")?,
                _ => write!(f, ", {count} in the form {pattern}")?,
            }
        }
        match self.n_others {
            0 => Ok(()),
            1 => write!(f, ", and 1 is none"),
            others => write!(f, ", and {others} are none"),
        }
    }
}

/// The shape of a value: `9/9/9` for `12/31/2019`.
fn shape_of(value: &str) -> String {
    let mut shape = String::new();
    for sign in value.trim().chars() {
        let kind = match sign {
            digit if digit.is_ascii_digit() => '9',
            letter if letter.is_alphabetic() => 'a',
            other => other,
        };
        if !(matches!(kind, '9' | 'a') && shape.ends_with(kind)) {
            shape.push(kind);
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::reading::Guess;

    fn shown(values: &[String]) -> Option<String> {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        MixedDates::of(&values).map(|mixed| mixed.to_string())
    }

    #[test]
    fn two_usual_forms_are_told_with_their_counts() {
        let dates = |n: usize, form: &dyn Fn(usize, usize) -> String| -> Vec<String> {
            (0..n).map(|at| form(1 + at % 12, 13 + at % 15)).collect()
        };
        let hyphens = dates(60, &|month, day| format!("{month:02}-{day:02}-1990"));
        let slashes = dates(40, &|month, day| format!("{month}/{day}/1991"));
        let both = [hyphens.clone(), slashes.clone()].concat();
        let words = "60 different values are dates in the form MM-dd-yyyy, 40 in the form MM/dd/yyyy";
        assert_eq!(shown(&both).as_deref(), Some(words));
        let with_other = [both.clone(), vec!["soon".to_owned()]].concat();
        assert_eq!(shown(&with_other), Some(format!("{words}, and 1 is none")));
        // Too many others, one form alone, and a form that can be read in two ways.
        let others: Vec<String> = (0..9).map(|at| format!("soon {at}")).collect();
        assert_eq!(shown(&[both, others].concat()), None);
        assert_eq!(shown(&hyphens), None);
        let open = dates(40, &|month, _| format!("{month}/{month}/1991 "));
        assert_eq!(shown(&[hyphens, open].concat()), None);
    }

    #[test]
    fn iso_dates_of_any_precision_are_one_form() {
        let guess = |values: &[&str]| Guess::of(values.iter().copied());
        for (values, is_one) in [
            (&["2013", "2013-08", "2013-08-06", "2013-08-06T12:30"] as &[&str], true),
            (&["2013-01-10T10:30", "2013-02-11"], true),
            (&["2013-08-06T12:30:01Z", "2013-08"], true),
            (&["2013", "2014"], false),
            (&["2013", "2013-08", "31.12.1999"], false),
            (&["1013", "2013-08"], false),
            (&["2013", "2013-13"], false),
        ] {
            let reading = guess(values).reading().cloned();
            let is_list = matches!(&reading, Some(Reading::Date(format)) if !format.list_of_patterns().is_empty());
            assert_eq!(is_list, is_one, "{values:?}: {reading:?}");
            if let Some(reading) = reading.filter(|_| is_one) {
                assert!(values.iter().all(|value| reading.conforms(value)), "{values:?}");
            }
        }
    }
}
