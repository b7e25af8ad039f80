//! Days and times, which a sheet stores as a number of days.

use calamine::ExcelDateTime;
use time::Date;

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;
/// The day before 1900-01-01, as a Julian day.
const BEFORE_1900: i64 = 2_415_020;
/// 1904-01-01, as a Julian day.
const FIRST_OF_1904: i64 = 2_416_481;
/// The day that did not exist in 1900, but that sheets count.
const NO_DAY: i64 = 60;
/// The year 9999 ends before this many days, in either system.
const END: f64 = 2_958_466.0;

/// A day or time as text, with its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Moment {
    /// A day without a time of day.
    Day(String),
    /// A day with a time of day.
    DayAndTime(String),
    /// A time of day alone.
    Time(String),
    /// A duration.
    Duration(String),
    /// A number that is not a day.
    None,
}

/// The meaning of a number of days, rounded to milliseconds. Less than one day is a time of day.
pub(crate) fn moment(value: &ExcelDateTime, is_1904: bool) -> Moment {
    let days = value.as_f64();
    if !days.is_finite() || days.abs() >= END {
        return Moment::None;
    }
    let milliseconds = (days * DAY as f64).round() as i64;
    if value.is_duration() {
        let sign = if milliseconds < 0 { "-" } else { "" };
        return Moment::Duration(format!("{sign}{}", clock(milliseconds.abs())));
    }
    if milliseconds < 0 {
        return Moment::None;
    }
    let (day, time) = (milliseconds / DAY, milliseconds % DAY);
    if day == 0 {
        return Moment::Time(clock(time));
    }
    match (date(day, is_1904), time) {
        (None, _) => Moment::None,
        (Some(date), 0) => Moment::Day(date),
        (Some(date), time) => Moment::DayAndTime(format!("{date}T{}", clock(time))),
    }
}

/// A moment stored as text in the sheet, without a time of midnight.
pub(crate) fn of_text(text: &str) -> Moment {
    let (day, time) = text.split_once('T').unwrap_or((text, ""));
    let is_midnight = time
        .strip_prefix("00:00:00")
        .is_some_and(|rest| rest.chars().all(|character| matches!(character, '.' | '0' | 'Z')));
    match (day.is_empty(), time.is_empty() || is_midnight) {
        (true, _) => Moment::Time(time.to_owned()),
        (false, true) => Moment::Day(day.to_owned()),
        (false, false) => Moment::DayAndTime(text.to_owned()),
    }
}

fn date(day: i64, is_1904: bool) -> Option<String> {
    let julian = match (is_1904, day) {
        (true, _) => FIRST_OF_1904 + day,
        (false, NO_DAY) => return Some("1900-02-29".to_owned()),
        (false, _) => BEFORE_1900 + day - i64::from(day > NO_DAY),
    };
    let date = Date::from_julian_day(i32::try_from(julian).ok()?).ok()?;
    let (year, month, day) = date.to_calendar_date();
    Some(format!("{year:04}-{:02}-{day:02}", u8::from(month)))
}

/// Hours, minutes and seconds, with milliseconds if there are any.
fn clock(milliseconds: i64) -> String {
    let (seconds, thousandths) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let whole = format!("{hours:02}:{minutes:02}:{seconds:02}");
    match thousandths {
        0 => whole,
        _ => format!("{whole}.{thousandths:03}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::ExcelDateTimeType;

    fn of(days: f64, is_1904: bool) -> Moment {
        let value = ExcelDateTime::new(days, ExcelDateTimeType::DateTime, is_1904);
        moment(&value, is_1904)
    }

    #[test]
    fn days_of_both_systems() {
        for (days, is_1904, day) in [
            (1.0, false, "1900-01-01"),
            (59.0, false, "1900-02-28"),
            (60.0, false, "1900-02-29"),
            (61.0, false, "1900-03-01"),
            (44_592.0, false, "2022-01-31"),
            (2_958_465.0, false, "9999-12-31"),
            (1.0, true, "1904-01-02"),
            (43_130.0, true, "2022-01-31"),
        ] {
            assert_eq!(of(days, is_1904), Moment::Day(day.to_owned()), "{days}");
        }
        for beyond in [-1.0, 2_958_466.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(of(beyond, false), Moment::None, "{beyond}");
        }
        assert_eq!(of(2_957_004.0, true), Moment::None);
    }

    #[test]
    fn times_and_durations() {
        let time = |text: &str| Moment::Time(text.to_owned());
        assert_eq!(of(0.354_166_666_666_667, false), time("08:30:00"));
        assert_eq!(of(0.0, false), time("00:00:00"));
        assert_eq!(of(0.5 + 0.25 / 86_400.0, false), time("12:00:00.250"));
        let whole = "2022-01-31T08:30:00".to_owned();
        assert_eq!(of(44_592.354_166_666_664, false), Moment::DayAndTime(whole));
        // Almost midnight is midnight, of the next day.
        let next = Moment::Day("2022-02-01".to_owned());
        assert_eq!(of(44_592.999_999_999_9, false), next);
        let duration = |days| {
            let value = ExcelDateTime::new(days, ExcelDateTimeType::TimeDelta, false);
            moment(&value, false)
        };
        let of_text = |text: &str| Moment::Duration(text.to_owned());
        assert_eq!(duration(1.520_833_333_333_333_3), of_text("36:30:00"));
        assert_eq!(duration(-0.5), of_text("-12:00:00"));
    }

    #[test]
    fn days_that_are_text() {
        let day = Moment::Day("2022-01-31".to_owned());
        assert_eq!(of_text("2022-01-31T00:00:00.000Z"), day);
        assert_eq!(of_text("2022-01-31"), day);
        let both = "2022-01-31T00:00:01".to_owned();
        assert_eq!(of_text(&both), Moment::DayAndTime(both.clone()));
    }
}
