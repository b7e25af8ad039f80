//! Dates by unit, and ages from dates.

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
    /// Monday to Sunday, as ISO 8601 numbers them: `2019-W13`.
    Week,
    /// `2019-03`.
    Month,
    /// `2019-Q1`.
    Quarter,
    /// `2019-H1`.
    HalfYear,
    /// `2019`.
    Year,
    /// So many years, the first of them a multiple of their number: `2015-2019`.
    Years(u16),
}

/// Days, months, years and spans of years, one on top of the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// The units of levels 1, 2, …; each made of whole ones of the unit before.
    pub units: Vec<DateUnit>,
}

/// Ages in whole years on one day, and intervals of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ages {
    /// The day on which the persons have these ages.
    pub on: Date,
    /// Years of the intervals on levels 1, 2, …; rising, each a multiple of the one before.
    pub widths: Vec<u16>,
    /// The age from which on persons are one group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<u16>,
}

impl DateUnit {
    /// The unit that holds a day, by the first number of its label and the second, where it has one.
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

    /// Months of the unit; 0 for days and weeks, which do not make whole months.
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

    /// Whether the other unit is made of whole ones of this one.
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
    /// The hierarchy, its rows in the order of the calendar.
    ///
    /// # Errors
    /// No unit, a span of no years, a unit that is not made of whole ones of the unit before; a column that is not said
    /// to hold dates and does not hold them in one form without doubt; a value that is no date of this form, with its
    /// records; no values.
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
    /// The hierarchy, its rows in the order of the calendar, the youngest last.
    ///
    /// # Errors
    /// As for [`Intervals::build`]; dates as for [`Dates::build`]; a date behind the day of the ages, with its records.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        expect_few_levels(self.widths.len())?;
        let mut values = Values::of(column);
        let (_, moments) = values.sort_by_moment()?;
        let later: Vec<&str> = (values.present.iter().zip(&moments))
            .filter(|(_, moment)| moment.date > self.on)
            .map(|(&value, _)| value)
            .collect();
        values.reject(&later, "a date up to the day of the ages")?;
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
    /// The values as moments, in their order; equal moments in the order of their text. Gives the form of the dates,
    /// too.
    ///
    /// # Errors
    /// A column without dates, and the most frequent value that is no date of the form.
    fn sort_by_moment(&mut self) -> Result<(DateFormat, Vec<Moment>)> {
        let reading = self.reading()?;
        let Some(format) = Reading::date_format(reading.as_ref()) else {
            return Err(parameter(
                "the column holds no dates in one form",
                "Say by the column's `kind` how they are written, for example {\"date\": {\"format\": \"dd/MM/yyyy\"}}.",
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
        self.reject(&others, "a date in the form of the column")?;
        sort(&mut moments);
        self.present = moments.iter().map(|&(_, value)| value).collect();
        let moments = moments.into_iter().map(|(moment, _)| moment).collect();
        Ok((format.clone(), moments))
    }
}
