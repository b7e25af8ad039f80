//! Ages with their units: `62Y`, `5D`, `11 months`.

use super::unit::is_space;
use crate::data::number::Number;
use serde::{Deserialize, Serialize};

/// How the ages of a column have units. They are read as years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum AgeUnits {
    /// Each age has its unit.
    All,
    /// An age without a unit is one of years.
    BareYears,
}

/// A unit of ages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AgeUnit {
    Year,
    Month,
    Week,
    Day,
}

/// The spellings of each unit, in lower case.
const SPELLINGS: [(AgeUnit, &[&str]); 4] = [
    (AgeUnit::Year, &["y", "yr", "yrs", "year", "years", "yo", "y/o"]),
    (AgeUnit::Month, &["m", "mo", "mos", "mth", "mths", "month", "months"]),
    (AgeUnit::Week, &["w", "wk", "wks", "week", "weeks"]),
    (AgeUnit::Day, &["d", "day", "days"]),
];

/// The mean length of a year in the calendar.
const DAYS_OF_A_YEAR: f64 = 365.25;

/// Nobody is older, in years.
const OLDEST: f64 = 150.0;

impl AgeUnit {
    fn of(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        SPELLINGS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(unit, _)| *unit)
    }

    /// How many make a year.
    fn of_a_year(self) -> f64 {
        match self {
            Self::Year => 1.0,
            Self::Month => 12.0,
            Self::Week => DAYS_OF_A_YEAR / 7.0,
            Self::Day => DAYS_OF_A_YEAR,
        }
    }
}

/// The number of an age and its unit, if it has one.
fn parted(text: &str) -> Option<(f64, Option<AgeUnit>)> {
    let text = text.trim_matches(is_space);
    let end = text.find(|sign: char| !(sign.is_ascii_digit() || sign == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let is_number = number.starts_with(|sign: char| sign.is_ascii_digit()) && !number.ends_with('.');
    let number = is_number.then(|| number.parse::<f64>().ok())??;
    match unit.trim_matches(is_space) {
        "" => Some((number, None)),
        unit => Some((number, Some(AgeUnit::of(unit)?))),
    }
}

impl AgeUnits {
    /// The age in years, to four decimals. `None` for a text that is no age.
    pub(super) fn read(self, text: &str) -> Option<Number> {
        let (number, unit) = parted(text)?;
        let unit = match (unit, self) {
            (Some(unit), _) => unit,
            (None, Self::BareYears) => AgeUnit::Year,
            (None, Self::All) => return None,
        };
        let years = number / unit.of_a_year();
        Number::from_f64((years * 10_000.0).round() / 10_000.0).filter(|_| years <= OLDEST)
    }

    /// How the ages of a column have units, if they have several, and years among them. Ages without a unit are only
    /// read as years where somebody says so.
    pub(super) fn of(values: &[&str]) -> Option<Self> {
        let mut units: Vec<AgeUnit> = Vec::new();
        for value in values {
            let unit = parted(value)?.1?;
            if !units.contains(&unit) {
                units.push(unit);
            }
            Self::All.read(value)?;
        }
        (units.len() > 1 && units.contains(&AgeUnit::Year)).then_some(Self::All)
    }

    /// In words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::All => "units of age",
            Self::BareYears => "units of age, or years without one",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_read_as_years() {
        let read = |units: AgeUnits, text| units.read(text).map(|years| years.to_string());
        for (text, years) in [
            ("62Y", "62"),
            ("045Y", "45"),
            ("5D", "0.0137"),
            ("11M", "0.9167"),
            ("18 months", "1.5"),
            ("3 weeks", "0.0575"),
            ("364 d", "0.9966"),
            ("1461 days", "4"),
            ("2.5 yrs", "2.5"),
        ] {
            assert_eq!(read(AgeUnits::All, text).as_deref(), Some(years), "{text}");
        }
        for other in ["", "Y", "62", "62 kg", "-5D", "5.D", "1,5 Y", "151Y", "62Y 3M", "5DD"] {
            assert_eq!(read(AgeUnits::All, other), None, "{other}");
        }
        assert_eq!(read(AgeUnits::BareYears, "62").as_deref(), Some("62"));
    }

    #[test]
    fn several_units_make_a_column_of_ages() {
        for (values, are_ages) in [
            (&["62Y", "5D", "11M"] as &[&str], true),
            (&["3 weeks", "1 year", "2 years"], true),
            (&["62Y", "5Y"], false),
            (&["5D", "11M"], false),
            (&["62Y", "5D", "11"], false),
            (&["62Y", "5D", "unknown"], false),
        ] {
            assert_eq!(AgeUnits::of(values).is_some(), are_ages, "{values:?}");
        }
    }
}
