//! Dates by calendar unit, and ages from dates.

use super::interval::Intervals;
use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::data::{Date, DateFormat, Moment, Number, Reading};
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use crate::sorting::sort;
use serde::{Deserialize, Serialize};

/// A span of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// The units of levels 1, 2, …; each consists of whole units of the previous level.
    pub units: Vec<DateUnit>,
}

/// Ages in whole years on a given day, and intervals of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// # Errors
    /// If there is no unit, a span of no years, or a unit that does not consist of whole units of the previous one.
    /// If the column is not declared to hold dates and does not hold them in one unambiguous form; if a value is not
    /// a date in this form (with its records); if there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        expect_few_levels(self.units.len())?;
        self.check_units()?;
        let mut values = Values::of(column);
        let (format, moments) = values.sort_by_moment()?;
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
                let keys = moments.iter().map(|moment| unit.of(moment.date));
                Level::of_runs(unit.words(), keys, |value, _| unit.label(moments[value].date))
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
        let (_, moments) = values.sort_by_moment()?;
        let later: Vec<&str> = (values.present.iter().zip(&moments))
            .filter(|(_, moment)| moment.date > self.on)
            .map(|(&value, _)| value)
            .collect();
        values.reject(&later, || format!("dates up to the day of the ages, {}", self.on))?;
        let ages: Vec<Number> =
            (moments.iter()).map(|moment| Number::whole(moment.date.years_until(self.on))).collect();
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
    /// Sorts the values as moments, and equal moments by text. Also returns the date format.
    ///
    /// # Errors
    /// If the column has no dates. Also if values are not dates in the format.
    fn sort_by_moment(&mut self) -> Result<(DateFormat, Vec<Moment>)> {
        let readings = self.best_readings(|reading| matches!(reading, Reading::Date(_)))?;
        let Some(format) = Reading::date_format(readings.first()) else {
            return Err(parameter(
                "the column holds no dates in one form",
                "Say how they are written (`\"kind\": {\"date\": {\"format\": \"dd/MM/yyyy\"}}` in a recipe).",
            ));
        };
        let mut moments = Vec::with_capacity(self.present.len());
        let mut others = Vec::new();
        for &value in &self.present {
            match format.read(value) {
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
