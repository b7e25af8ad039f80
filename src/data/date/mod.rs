//! Calendar dates and times of day, and their formats in a column.

mod format;
mod time_of_day;
mod usual;

pub use format::{DateFormat, Precision};
pub use time_of_day::TimeOfDay;
pub use usual::UsualFormats;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A day of the proleptic Gregorian calendar, of the years 0 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string", rename = "Day"))]
pub struct Date(time::Date);

/// A day, and the seconds since its midnight if a time of day follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The day as written: a time zone does not change it.
    pub date: Date,
    /// 0 … 86,399, and 0 if no time is written.
    pub second: u32,
}

impl Date {
    /// A day by its numbers. `None` for days that do not exist, and for years below 0.
    pub fn new(year: i32, month: u8, day: u8) -> Option<Self> {
        let month = time::Month::try_from(month).ok()?;
        let date = time::Date::from_calendar_date(year, month, day).ok()?;
        (0..=9999).contains(&year).then_some(Self(date))
    }

    /// The day that a text in the form `2019-03-31` represents.
    pub fn parse_iso(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut part = |length: usize| {
            let part = parts.next()?;
            let is_number = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u16>().ok()).flatten()
        };
        let (year, month, day) = (part(4)?, part(2)?, part(2)?);
        let date = Self::new(i32::from(year), month as u8, day as u8)?;
        parts.next().is_none().then_some(date)
    }

    /// The previous day. For the first day of the calendar, that day itself.
    #[must_use]
    pub fn day_before(self) -> Self {
        let before = self.0.previous_day().filter(|day| day.year() >= 0);
        before.map_or(self, Self)
    }

    /// 0 … 9999.
    pub fn year(self) -> u16 {
        self.0.year().unsigned_abs() as u16
    }

    /// 1 … 12.
    pub fn month(self) -> u8 {
        self.0.month().into()
    }

    /// 1 … 31.
    pub fn day(self) -> u8 {
        self.0.day()
    }

    /// 1 … 4.
    pub fn quarter(self) -> u8 {
        self.month().div_ceil(3)
    }

    /// 1 or 2.
    pub fn half_year(self) -> u8 {
        self.month().div_ceil(6)
    }

    /// The week of ISO 8601, Monday to Sunday, by its year and number.
    pub fn week(self) -> (i32, u8) {
        let (year, week, _) = self.0.to_iso_week_date();
        (year, week)
    }

    /// The number of days from this day to another one; negative if the other is earlier.
    pub fn days_until(self, other: Self) -> i64 {
        (other.0 - self.0).whole_days()
    }

    /// The day that is this many days after the first day of year 0; `None` beyond the calendar.
    pub fn of_number(days: i64) -> Option<Self> {
        let first = time::Date::from_calendar_date(0, time::Month::January, 1).ok()?;
        let date = first.checked_add(time::Duration::days(days))?;
        (0..=9999).contains(&date.year()).then_some(Self(date))
    }

    /// The number of days from the first day of year 0 to this one.
    pub fn number(self) -> i64 {
        let first = time::Date::from_calendar_date(0, time::Month::January, 1);
        first.map_or(0, |first| (self.0 - first).whole_days())
    }

    /// Whole years from this day to another one, counted like an age; negative if the other is earlier.
    ///
    /// A person born on 29 February has the birthday on 1 March in other years.
    pub fn years_until(self, other: Self) -> i32 {
        let years = i32::from(other.year()) - i32::from(self.year());
        let is_before = (other.month(), other.day()) < (self.month(), self.day());
        years - i32::from(is_before)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year(), self.month(), self.day())
    }
}

impl fmt::Display for Moment {
    /// `2019-03-31`, followed by ` 18:05:00` unless it is midnight.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date.fmt(f)?;
        let (minutes, seconds) = (self.second / 60, self.second % 60);
        if self.second > 0 {
            write!(f, " {:02}:{:02}:{seconds:02}", minutes / 60, minutes % 60)?;
        }
        Ok(())
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse_iso(&text)
            .ok_or_else(|| serde::de::Error::custom(format_args!("`{text}` is no day in the form 2019-03-31")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_outside_of_the_calendar_are_no_dates() {
        let other = [
            "",
            "2019-02-29",
            "1900-02-29",
            "2019-13-01",
            "2019-00-10",
            "2019-3-1",
            "2019-03-01x",
            "2019-03-01-",
            "é019-03-01",
            "+019-03-01",
        ];
        for text in other {
            assert_eq!(Date::parse_iso(text), None, "{text}");
        }
        assert_eq!(Date::parse_iso("2000-02-29").map(|date| date.to_string()), Some("2000-02-29".into()));
    }

    #[test]
    fn units_are_the_calendars() {
        let day = |text| Date::parse_iso(text);
        let cases = [
            ("2018-12-31", 4, 2, (2019, 1)),
            ("2021-01-03", 1, 1, (2020, 53)),
            ("2019-06-30", 2, 1, (2019, 26)),
            ("2019-07-01", 3, 2, (2019, 27)),
        ];
        for (text, quarter, half, week) in cases {
            assert_eq!(day(text).map(|day| (day.quarter(), day.half_year(), day.week())), Some((quarter, half, week)));
        }
        let age = |born, on| Some(day(born)?.years_until(day(on)?));
        assert_eq!(age("2000-02-29", "2018-02-28"), Some(17));
        assert_eq!(age("2000-02-29", "2018-03-01"), Some(18));
        assert_eq!(age("1990-05-05", "2020-05-05"), Some(30));
        assert_eq!(age("2020-05-05", "2020-05-04"), Some(-1));
    }
}
