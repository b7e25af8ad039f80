//! The format of the spans of numbers in a column: `$10,000-$24,999`, `2-3 days`.

use super::span::Span;
use crate::data::{Dictionary, Guess, Number, NumberFormat, Reading, is_currency, is_one_of, singular};
use std::borrow::Cow;

/// The unit of the numbers in a column's spans, and the number format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::hierarchy) struct Spans {
    /// The currency sign, or the word in lower case, that is removed from the values before they are read.
    beside: String,
    format: NumberFormat,
}

impl Spans {
    /// Spans of numbers with a format that the user specified.
    pub(super) fn said(format: &NumberFormat) -> Self {
        Self { beside: String::new(), format: format.clone() }
    }

    /// The format of most of these values, as far as they are numbers and spans of numbers. A value with another unit
    /// is neither.
    ///
    /// Time: O(values).
    #[inline(never)]
    pub(in crate::hierarchy) fn of(values: &[&str]) -> Self {
        let mut spans = Self::said(&NumberFormat::PLAIN);
        let mut units = Dictionary::new();
        let has_digit = |value: &&&str| value.bytes().any(|byte| byte.is_ascii_digit());
        values.iter().filter(has_digit).for_each(|value| {
            units.intern(&unit_of(value), 1);
        });
        // `1 day` among `2-3 days`.
        let one = |many: &str| singular(many).and_then(|one| units.code(one)).map_or(0, |code| units.count(code));
        let counted = units.iter().map(|(unit, count)| (count + one(unit), unit));
        let most = counted.reduce(|most, next| if next.0 > most.0 { next } else { most });
        most.map_or("", |(_, unit)| unit).clone_into(&mut spans.beside);
        let bare: Vec<String> =
            values.iter().filter_map(|value| spans.bare(value)).map(|value| value.to_lowercase()).collect();
        let ends: Vec<&str> = bare.iter().flat_map(|value| Span::ends(value)).collect();
        let readings = Guess::best(&ends, Reading::is_numeric);
        // Bands of integers are adjacent to each other. If a sign may separate thousands or a fraction, it separates
        // thousands.
        let whole = readings.iter().find(|reading| matches!(reading, Reading::WholeNumber(_)));
        spans.format = Reading::number_format(whole.or(readings.first())).clone();
        spans
    }

    /// How the numbers are written, as far as it is not usual.
    pub(super) fn words(&self) -> String {
        let unit = if self.beside.is_empty() { &self.format.unit } else { &self.beside };
        NumberFormat { unit: unit.clone(), ..self.format.clone() }.words()
    }

    /// The unit of all values; empty for none.
    pub(in crate::hierarchy) fn unit(&self) -> &str {
        match self.beside.is_empty() {
            true => self.format.unit_read(),
            false => &self.beside,
        }
    }

    /// The number that a value represents.
    pub(in crate::hierarchy) fn number(&self, value: &str) -> Option<Number> {
        self.format.read(&self.bare(value)?)
    }

    /// The span that a value represents; see [`Span::read`].
    pub(in crate::hierarchy) fn span(&self, value: &str, is_whole: bool) -> Option<Span> {
        Span::read(&self.bare(value)?, &self.format, is_whole)
    }

    /// The numbers at the ends of a value, for an order; see [`Span::rough`]. `None` if it is no number and no span.
    pub(in crate::hierarchy) fn ends(&self, value: &str) -> Option<(f64, f64)> {
        if let Some(number) = self.number(value) {
            return Some((number.to_f64(), number.to_f64()));
        }
        Some(Span::rough(&self.bare(value)?, &self.format)?.borders())
    }

    /// The span that a value represents if its border does not belong to it; see [`Span::half_open`].
    pub(in crate::hierarchy) fn half_open(&self, value: &str) -> Option<Span> {
        Span::half_open(&self.bare(value)?, &self.format)
    }

    /// A value without its unit. `None` if it has another one.
    fn bare<'a>(&self, value: &'a str) -> Option<Cow<'a, str>> {
        match self.beside.as_str() {
            "" => Some(Cow::Borrowed(value)),
            unit => without(unit, value).map(Cow::Owned),
        }
    }
}

/// The unit of a value: the currency sign, or the word after the last number.
fn unit_of(value: &str) -> String {
    if let Some(sign) = value.chars().find(|&sign| is_currency(sign)) {
        return sign.to_string();
    }
    let value = value.to_lowercase();
    let behind = value.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let unit = behind.rsplit(|sign: char| sign.is_ascii_digit()).next();
    // `29+ days` has a sign before its unit.
    let unit = Span::without_sign(unit.unwrap_or_default()).trim_start_matches(['+', ')', ']']).trim();
    let is_word = unit.chars().all(|sign| sign.is_alphabetic() || sign == '%');
    if is_word { unit.to_owned() } else { String::new() }
}

/// A value without this unit. `None` if it has another one. The first part of the module does not need this: spans
/// rarely have a unit.
#[inline(never)]
fn without(unit: &str, value: &str) -> Option<String> {
    let own = unit_of(value);
    let is_it = own == unit || is_one_of(&own, unit);
    is_it.then(|| {
        let bare = removed(&own, &value.to_lowercase());
        let one = singular(&own).map(|one| removed(one, &bare));
        one.unwrap_or(bare).trim().to_owned()
    })
}

/// A value without a currency sign, or without a unit wherever it follows a number.
fn removed(unit: &str, value: &str) -> String {
    let mut parts = value.split(unit);
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_behind = bare.trim_end().ends_with(|sign: char| sign.is_ascii_digit() || "+])".contains(sign))
            && !part.starts_with(char::is_alphabetic);
        if !is_behind && !unit.contains(is_currency) {
            bare.push_str(unit);
        }
        bare.push_str(part);
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_signs_are_those_of_all_values() {
        for (values, unit, thousands) in [
            (&["<$10,000", "$10,000-$24,999", "$25,000-$49,999", "$100,000+"] as &[&str], "$", true),
            (&["0-1 days", "2-3 days", "29+ days"], "days", false),
            (&["1 day", "2 to 3 days", "4 days or more"], "days", false),
            (&["under 5 years", "5-9 years", "90 years and over"], "years", false),
            (&["0-9%", "10-19%"], "%", false),
            (&["0-9", "10-19", "20+"], "", false),
            // The unit of most values, so that the others can be named.
            (&["0-9 kg", "10-19 kg", "20-29 lb", "30-39"], "kg", false),
            (&["0-9 kg", "10-19", "20-29"], "", false),
            (&["0-9 kg", "unknown", "not known"], "kg", false),
            (&["1,000-1,999", "2,000-2,999"], "", true),
            (&["18.5-24.9", "25.0-29.9"], "", false),
            (&["unter 20 Jahre", "20 bis unter 30 Jahre", "80 Jahre und mehr"], "jahre", false),
            (&["moins de 20 ans", "de 20 à 29 ans", "80 ans et plus"], "ans", false),
            (&["[0,10) kg", "[10,20) kg"], "kg", false),
        ] {
            let spans = Spans::of(values);
            assert_eq!(spans.unit(), unit, "{values:?}");
            assert_eq!(spans.format.thousands.is_some(), thousands, "{values:?}");
        }
        let dollars = Spans::of(&["$10-$19", "$20-$29"]);
        assert_eq!(dollars.bare("$10-$19").as_deref(), Some("10-19"));
        assert_eq!(dollars.bare("10-19"), None);
        assert_eq!(Spans::of(&["10 to 20 t", "under 10 t"]).bare("10 to 20 t").as_deref(), Some("10 to 20"));
        assert_eq!(Spans::of(&["1 day", "2-3 Days"]).bare("1 day").as_deref(), Some("1"));
    }
}
