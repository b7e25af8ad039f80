//! Dates by calendar unit, and ages from dates.

use super::interval::Intervals;
use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::data::{Date, DateFormat, Dictionary, Guess, MixedDates, Moment, Number, Precision, Reading};
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use crate::sorting::sort;
use serde::{Deserialize, Serialize};

/// A span of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DateUnit {
    /// `2019-03-31`.
    Day,
    /// Monday to Sunday, numbered as in ISO 8601: `2019-W13`.
    Week,
    /// `2019-03`.
    Month,
    /// `2019-Q1`.
    Quarter,
    /// `2019-H1`.
    HalfYear,
    /// `2019`.
    Year,
    /// This many years. The first one is a multiple of their number: `2015-2019`.
    Years(u16),
}

/// Days, months, years and spans of years, as successive levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// The units of levels 1, 2, …; each consists of whole units of the previous level.
    pub units: Vec<DateUnit>,
}

/// Ages in whole years on a given day, and intervals of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ages {
    /// The day on which the persons have these ages.
    pub on: Date,
    /// The widths of the intervals in years on levels 1, 2, …; rising, each a multiple of the previous one.
    pub widths: Vec<u16>,
    /// People of this age or older are one group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<u16>,
}

impl DateUnit {
    /// The unit that contains a day, as the first number of its label and the second, if it has one.
    fn of(self, date: Date) -> (i32, u8) {
        let year = i32::from(date.year());
        match self {
            Self::Day => (year * 12 + i32::from(date.month()), date.day()),
            Self::Week => date.week(),
            Self::Month => (year, date.month()),
            Self::Quarter => (year, date.quarter()),
            Self::HalfYear => (year, date.half_year()),
            Self::Year => (year, 0),
            Self::Years(years) => (year - year % i32::from(years.max(1)), 0),
        }
    }

    fn label(self, date: Date) -> String {
        let (year, part) = self.of(date);
        match self {
            Self::Day => date.to_string(),
            Self::Week => format!("{year:04}-W{part:02}"),
            Self::Month => format!("{year:04}-{part:02}"),
            Self::Quarter => format!("{year:04}-Q{part}"),
            Self::HalfYear => format!("{year:04}-H{part}"),
            Self::Year | Self::Years(0 | 1) => format!("{year:04}"),
            Self::Years(years) => format!("{year:04}-{:04}", year + i32::from(years) - 1),
        }
    }

    /// The number of months of the unit; 0 for days and weeks, which do not make whole months.
    fn months(self) -> u32 {
        match self {
            Self::Day | Self::Week => 0,
            Self::Month => 1,
            Self::Quarter => 3,
            Self::HalfYear => 6,
            Self::Year => 12,
            Self::Years(years) => 12 * u32::from(years),
        }
    }

    /// Whether the other unit consists of whole units of this one.
    fn makes(self, other: Self) -> bool {
        match (self, other) {
            (Self::Day, other) => other != Self::Day,
            (Self::Week, _) | (_, Self::Day | Self::Week) => false,
            (one, other) => other.months() > one.months() && other.months().is_multiple_of(one.months()),
        }
    }

    /// This unit, or the coarser one that a date with this precision is: `2019` is no month.
    fn not_below(self, precision: Precision) -> Self {
        let written = match precision {
            Precision::Year => Self::Year,
            Precision::Quarter => Self::Quarter,
            Precision::Month => Self::Month,
            Precision::Day | Precision::Time => Self::Day,
        };
        let is_finer = written.months() > self.months();
        if is_finer { written } else { self }
    }

    /// The unit in words: `quarter`, `5 years`.
    fn words(self) -> String {
        match self {
            Self::Day => "day".into(),
            Self::Week => "week".into(),
            Self::Month => "month".into(),
            Self::Quarter => "quarter".into(),
            Self::HalfYear => "half-year".into(),
            Self::Year => "year".into(),
            Self::Years(years) => format!("{years} years"),
        }
    }
}

impl Dates {
    /// The hierarchy. Its rows are in calendar order.
    ///
    /// A date that is coarser than the unit of a level is a group of its own there, with its own label: among months,
    /// `2019` stays `2019`, and joins `2019-03` where years are the unit. So each level coarsens the one below, and no
    /// label says more than the file does.
    ///
    /// # Errors
    /// If there is no unit, a span of no years, or a unit that does not consist of whole units of the previous one.
    /// If the column is not declared to hold dates and does not hold them in one unambiguous form; if a value is not
    /// a date in this form (with its records); if there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        expect_few_levels(self.units.len())?;
        self.check_units()?;
        let mut values = Values::of(column);
        let (format, moments) = values.sort_by_moment(None)?;
        let units_of =
            |unit: DateUnit| moments.iter().map(move |&(moment, precision)| (unit.not_below(precision), moment.date));
        if !format.has_day()
            && let Some(unit) = self.units.iter().find(|unit| unit.months() == 0)
        {
            return Err(parameter(
                format!("the dates have no days, which the unit {} needs", unit.words()),
                "Begin with months or longer units.",
            ));
        }
        if !format.has_month() && self.units.contains(&DateUnit::Month) {
            return Err(parameter(
                "the dates have no months, which the unit month needs",
                "Begin with quarters or longer units.",
            ));
        }
        let levels: Vec<Level> = (self.units.iter())
            .map(|&unit| {
                let mut groups = Dictionary::new();
                let labels = units_of(unit).map(|(unit, date)| groups.intern(&unit.label(date), 1));
                let group_of_value = labels.collect();
                Level::new(unit.words(), group_of_value, groups.iter().map(|(label, _)| label))
            })
            .collect();
        values.stack(&levels)
    }

    fn check_units(&self) -> Result<()> {
        if self.units.is_empty() {
            return Err(parameter("there is no unit", "Give at least one unit, for example month."));
        }
        if self.units.contains(&DateUnit::Years(0)) {
            return Err(parameter("a span of 0 years holds no day", "Give 2 or more years."));
        }
        match self.units.windows(2).find(|pair| !pair[0].makes(pair[1])) {
            None => Ok(()),
            Some(pair) => Err(parameter(
                format!(
                    "the unit {} is not made of whole ones of the unit before it, {}",
                    pair[1].words(),
                    pair[0].words()
                ),
                "Choose longer and longer units; weeks go into no longer one.",
            )),
        }
    }
}

impl Ages {
    /// The hierarchy. Its rows are in calendar order, the youngest last.
    ///
    /// # Errors
    /// As [`Intervals::build`], and for dates as [`Dates::build`]. Also if a date is after the day of the ages (with
    /// its records).
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        expect_few_levels(self.widths.len())?;
        let mut values = Values::of(column);
        let (_, moments) = values.sort_by_moment(Some(self.on))?;
        let finest = moments.iter().map(|&(_, precision)| precision.min(Precision::Day)).max();
        let coarse: Vec<&str> = (values.present.iter().zip(&moments))
            .filter(|(_, (_, precision))| Some((*precision).min(Precision::Day)) < finest)
            .map(|(&value, _)| value)
            .collect();
        values.reject(&coarse, || "dates precise enough for an age".to_owned())?;
        let later: Vec<&str> = (values.present.iter().zip(&moments))
            .filter(|(_, (moment, _))| moment.date > self.on)
            .map(|(&value, _)| value)
            .collect();
        values.reject(&later, || format!("dates up to the day of the ages, {}", self.on))?;
        let ages: Vec<Number> =
            (moments.iter()).map(|(moment, _)| Number::whole(moment.date.years_until(self.on))).collect();
        let intervals = Intervals {
            widths: self.widths.iter().copied().map(f64::from).collect(),
            origin: 0.0,
            bottom: None,
            top: self.top.map(f64::from),
        };
        values.stack(&intervals.levels(&ages, "", bands)?)
    }
}

/// The name of a level of ages.
fn bands(width: Number) -> String {
    if width == Number::ONE { "age in years".to_owned() } else { format!("age in {width}-year bands") }
}

impl Values<'_> {
    /// The reading of dates whose years have two digits, of the hundred years up to a day: nobody is born after it.
    /// `None` if the reading is specified, or has years of four digits.
    fn short_years_up_to(&self, last: Date) -> Option<Reading> {
        if !self.is_unsaid() {
            return None;
        }
        match Guess::of(self.present.iter().copied()).readings.as_slice() {
            [Reading::Date(format)] if format.has_short_years() => {
                format.clone().with_from_year(last.year().checked_sub(99)?).ok().map(Reading::Date)
            }
            _ => None,
        }
    }

    /// Sorts the values as moments, the coarser ones first, and equal ones by text. Also returns the date format.
    ///
    /// # Errors
    /// If the column has no dates. Also if values are not dates in the format.
    fn sort_by_moment(&mut self, last: Option<Date>) -> Result<(DateFormat, Vec<(Moment, Precision)>)> {
        let readings = match last.and_then(|last| self.short_years_up_to(last)) {
            Some(reading) => vec![reading],
            None => self.best_readings(|reading| matches!(reading, Reading::Date(_)))?,
        };
        if self.is_unsaid()
            && let Some(mixed) = MixedDates::of(&self.present).filter(|mixed| mixed.is_even() && mixed.iso().is_none())
        {
            return Err(parameter(
                mixed.to_string(),
                format!("Say that they are (`\"kind\": {}` in a recipe).", mixed.as_kind()),
            ));
        }
        let Some(format) = Reading::date_format(readings.first()) else {
            return Err(parameter(
                "the column holds no dates in one form",
                "Say how they are written (`\"kind\": {\"date\": {\"format\": \"dd/MM/yyyy\"}}` in a recipe).",
            ));
        };
        let mut moments = Vec::with_capacity(self.present.len());
        let mut others = Vec::new();
        for &value in &self.present {
            match format.read_with_precision(value) {
                Some(moment) => moments.push((moment, value)),
                None => others.push(value),
            }
        }
        self.reject(&others, || Reading::in_words(&readings))?;
        sort(&mut moments);
        self.present = moments.iter().map(|&(_, value)| value).collect();
        let moments = moments.into_iter().map(|(moment, _)| moment).collect();
        Ok((format.clone(), moments))
    }
}
