//! The kind and format of a column's values.

mod age_units;
mod guess;
mod mixed_dates;
mod number_format;
mod number_signs;
mod odd;
mod read_column;
mod unit;

pub use age_units::AgeUnits;
pub use guess::{Guess, GuessTally};
pub use mixed_dates::MixedDates;
pub use number_format::NumberFormat;
pub use number_signs::{DecimalPoint, NumberSigns, Thousands};
pub use odd::odd_values;
pub use read_column::ReadColumn;
pub use unit::{is_currency, is_one_of, singular};

use super::date::{DateFormat, Moment, TimeOfDay};
use super::number::Number;
use crate::error::{DataError, Error, Result};
use crate::sorting::{sort, sort_by};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// The kind and format of a column's values: as specified by the user, or inferred from all values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// Integers.
    WholeNumber(NumberFormat),
    /// Numbers with fractions.
    Decimal(NumberFormat),
    /// Dates, with times or without.
    Date(DateFormat),
    /// Times of day without a date.
    Time,
    /// Codes and categories: texts without an order.
    Category,
    /// Codes of places. The shorter a code, the coarser it is.
    Place,
    /// Free text.
    Text,
}

/// The default number format.
static PLAIN: NumberFormat = NumberFormat::PLAIN;

/// The meaning of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// A number.
    Number(Number),
    /// A day, perhaps with a time.
    Moment(Moment),
    /// A time of any day.
    Time(TimeOfDay),
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Moment(moment) => moment.fmt(f),
            Self::Time(time) => time.fmt(f),
        }
    }
}

impl Reading {
    /// The meaning of a value. `None` for a value that does not match, and for every value of a column without an
    /// order.
    pub fn meaning(&self, value: &str) -> Option<Meaning> {
        match self {
            Self::WholeNumber(format) => {
                let number = format.read(value).filter(|number| number.is_whole());
                number.map(Meaning::Number)
            }
            Self::Decimal(format) => format.read(value).map(Meaning::Number),
            Self::Date(format) => format.read(value).map(Meaning::Moment),
            Self::Time => TimeOfDay::read(value).map(Meaning::Time),
            Self::Category | Self::Place | Self::Text => None,
        }
    }

    /// Whether a value matches the reading. Every text is a category, a place or free text.
    pub fn conforms(&self, value: &str) -> bool {
        !self.has_order() || self.meaning(value).is_some()
    }

    /// Whether the values have an order of their own: numbers, dates and times.
    pub fn has_order(&self) -> bool {
        !matches!(self, Self::Category | Self::Place | Self::Text)
    }

    /// Whether the values are numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(self, Self::WholeNumber(_) | Self::Decimal(_))
    }

    /// The number format; the plain one for a column that is not declared to hold numbers.
    pub fn number_format(reading: Option<&Self>) -> &NumberFormat {
        match reading {
            Some(Self::WholeNumber(format) | Self::Decimal(format)) => format,
            _ => &PLAIN,
        }
    }

    /// The number format for a calculation: the specified one; otherwise the plain one if it fits all values;
    /// otherwise the inferred one.
    ///
    /// # Errors
    /// If the values are numbers in two readings, neither of them plain, and none was specified.
    pub fn format_of_numbers<'a>(
        given: Option<&Self>,
        values: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<NumberFormat> {
        let is_plain = |value| Number::parse(value).is_some();
        if given.is_none() && values.clone().all(is_plain) {
            return Ok(NumberFormat::PLAIN);
        }
        let reading = Self::of_values(given, values)?;
        Ok(Self::number_format(reading.as_ref()).clone())
    }

    /// The date format.
    pub fn date_format(reading: Option<&Self>) -> Option<&DateFormat> {
        match reading {
            Some(Self::Date(format)) => Some(format),
            _ => None,
        }
    }

    /// Sorts values by their meaning, and by text if they have the same meaning or none.
    pub fn sort(reading: Option<&Self>, values: &mut Vec<&str>) {
        sort(values);
        if let Some(reading) = reading.filter(|reading| reading.has_order()) {
            let mut meant: Vec<(Option<Meaning>, &str)> =
                values.iter().map(|&value| (reading.meaning(value), value)).collect();
            sort_by(&mut meant, |one, other| one.0.cmp(&other.0));
            values.clear();
            values.extend(meant.into_iter().map(|(_, value)| value));
        }
    }

    /// The reading of a column's values: the specified one, or the inferred one. `None` for texts.
    ///
    /// # Errors
    /// If the values are numbers or dates in two readings, and none was specified.
    pub fn of_values<'a>(given: Option<&Self>, values: impl IntoIterator<Item = &'a str>) -> Result<Option<Self>> {
        Self::of_each(given, &mut values.into_iter())
    }

    /// As [`of_values`](Self::of_values), compiled once for all of its callers.
    fn of_each(given: Option<&Self>, values: &mut dyn Iterator<Item = &str>) -> Result<Option<Self>> {
        if given.is_some() {
            return Ok(given.cloned());
        }
        let guess = Guess::of_each(values);
        if guess.is_doubtful() {
            if let [Self::Date(format)] = guess.readings.as_slice() {
                let kind = format.clone().with_from_year(DateFormat::FROM_YEAR).map(Self::Date);
                let kind = kind.ok().and_then(|kind| serde_json::to_string(&kind).ok()).unwrap_or_default();
                return Err(DataError::ShortYears { kind, from_year: DateFormat::FROM_YEAR }.into());
            }
            let readings = guess.readings.iter();
            let readings = readings.map(|reading| serde_json::to_string(reading).unwrap_or_default());
            return Err(Error::new(DataError::Doubtful { readings: readings.collect() }));
        }
        Ok(guess.reading().cloned())
    }

    /// Compares two values by their meaning.
    pub fn compare(&self, one: &str, other: &str) -> Ordering {
        self.meaning(one).cmp(&self.meaning(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_is_the_recipes() -> std::result::Result<(), Box<dyn std::error::Error>> {
        let dates = Reading::Date(DateFormat::new("dd/MM/yyyy")?);
        let comma =
            NumberFormat { point: DecimalPoint::Comma, thousands: Some(Thousands::Point), ..NumberFormat::PLAIN };
        let cases = [
            (r#""category""#, Reading::Category),
            (r#""place""#, Reading::Place),
            (r#""text""#, Reading::Text),
            (r#"{"whole-number":{}}"#, Reading::WholeNumber(NumberFormat::PLAIN)),
            (r#"{"decimal":{"point":",","thousands":"."}}"#, Reading::Decimal(comma)),
            (r#"{"date":{"format":"dd/MM/yyyy"}}"#, dates),
        ];
        for (json, reading) in cases {
            assert_eq!(serde_json::from_str::<Reading>(json)?, reading);
            assert_eq!(serde_json::to_string(&reading)?, json);
        }
        let wrong = serde_json::from_str::<Reading>(r#"{"date":{"format":"dd/mm/yyyy"}}"#);
        assert!(wrong.is_err_and(|error| error.to_string().contains("has no month")));
        Ok(())
    }

    #[test]
    fn values_are_sorted_by_what_they_mean() -> std::result::Result<(), String> {
        let mut values = vec!["01/12/2022", "02/01/2023", "31/01/1999", "?"];
        let day_first = Reading::Date(DateFormat::new("dd/MM/yyyy")?);
        Reading::sort(Some(&day_first), &mut values);
        assert_eq!(values, ["?", "31/01/1999", "01/12/2022", "02/01/2023"]);
        let comma = Reading::Decimal(NumberFormat { point: DecimalPoint::Comma, ..NumberFormat::PLAIN });
        let mut values = vec!["10,5", "9,75", "9"];
        Reading::sort(Some(&comma), &mut values);
        assert_eq!(values, ["9", "9,75", "10,5"]);
        Reading::sort(Some(&Reading::Category), &mut values);
        assert_eq!(values, ["10,5", "9", "9,75"]);
        assert!(!day_first.conforms("2022-12-01") && day_first.conforms("1/12/2022"));
        assert!(!Reading::WholeNumber(NumberFormat::PLAIN).conforms("1.5"));
        assert!(Reading::Category.conforms("1.5"));
        Ok(())
    }
}
