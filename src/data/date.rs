//! Calendar dates.

/// A day of the proleptic Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// 0 … 9999.
    pub year: u16,
    /// 1 … 12.
    pub month: u8,
    /// 1 … 31.
    pub day: u8,
}

/// The form in which a date is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateShape {
    /// `2019-03-31`.
    Iso,
    /// `2019-03-31T18:05` and the like: a time of day follows, after `T` or a space.
    IsoWithTime,
    /// `31.3.2019`, the day first.
    DayMonthYear,
    /// `3/31/2019`, the month first.
    MonthDayYear,
}

impl Date {
    /// The date that a text stands for, and the form it is written in. `None` for days that the calendar does not have.
    pub fn parse(text: &str) -> Option<(Self, DateShape)> {
        if let Some((date, time)) = text.split_at_checked(10)
            && let Some([year, month, day]) = split(date, '-')
            && year.len() == 4
        {
            let shape = if time.is_empty() {
                DateShape::Iso
            } else {
                is_time(time).then_some(DateShape::IsoWithTime)?
            };
            return Some((Self::new(year, month, day)?, shape));
        }
        if let Some([day, month, year]) = split(text, '.') {
            return Some((Self::new(year, month, day)?, DateShape::DayMonthYear));
        }
        let [month, day, year] = split(text, '/')?;
        Some((Self::new(year, month, day)?, DateShape::MonthDayYear))
    }

    /// 1 … 4.
    pub fn quarter(self) -> u8 {
        self.month.div_ceil(3)
    }

    fn new(year: &str, month: &str, day: &str) -> Option<Self> {
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if year.len() != 4
            || month.len() > 2
            || day.len() > 2
            || ![year, month, day].into_iter().all(is_number)
        {
            return None;
        }
        let date = Self {
            year: year.parse().ok()?,
            month: month.parse().ok()?,
            day: day.parse().ok()?,
        };
        (1..=date.days_in_month()?)
            .contains(&date.day)
            .then_some(date)
    }

    fn days_in_month(self) -> Option<u8> {
        let is_leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        match self.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
            4 | 6 | 9 | 11 => Some(30),
            2 => Some(28 + u8::from(is_leap)),
            _ => None,
        }
    }
}

fn split(text: &str, separator: char) -> Option<[&str; 3]> {
    let mut parts = text.split(separator);
    let split = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(split)
}

fn is_time(text: &str) -> bool {
    text.starts_with(['T', ' '])
        && text[1..].starts_with(|first: char| first.is_ascii_digit())
        && text[1..].contains(':')
        && text[1..]
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b":.+-Z".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_forms_are_read() {
        let day = Date {
            year: 2019,
            month: 3,
            day: 1,
        };
        let read = [
            ("2019-03-01", DateShape::Iso),
            ("2019-03-01T18:05:00Z", DateShape::IsoWithTime),
            ("2019-03-01 18:05", DateShape::IsoWithTime),
            ("1.3.2019", DateShape::DayMonthYear),
            ("01.03.2019", DateShape::DayMonthYear),
            ("3/1/2019", DateShape::MonthDayYear),
        ];
        for (text, shape) in read {
            assert_eq!(Date::parse(text), Some((day, shape)), "{text}");
        }
        assert_eq!(day.quarter(), 1);
    }

    #[test]
    fn days_outside_of_the_calendar_are_no_dates() {
        let other = [
            "",
            "2019-02-29",
            "1900-02-29",
            "2019-13-01",
            "2019-00-10",
            "2019-3-1",
            "31/12/2019",
            "31.4.2019",
            "1.2.3",
            "192.168.0.1",
            "2019-03-01x",
            "2019-03-01 ",
            "2019-03-0é",
            "é019-03-01",
            "1.3.19",
            "+1/1/2000",
        ];
        for text in other {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        assert!(Date::parse("2000-02-29").is_some());
    }
}
