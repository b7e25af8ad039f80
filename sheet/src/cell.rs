//! What a cell becomes.

use crate::done::Done;
use crate::moment::{Moment, moment, of_text};
use calamine::DataRef;

/// From here on a sheet has cut the last digits of a whole number.
const LONG: f64 = 1e15;
/// Numbers from here on are written with an exponent.
const HUGE: f64 = 1e21;
/// Numbers below are written with an exponent.
const TINY: f64 = 1e-7;

/// How a sheet shows a cell, as far as it changes what the cell says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Digits of a number that is filled up with zeros on the left; 0 where it is not.
    pub(crate) digits: usize,
    /// Whether the column has a time of day anywhere.
    pub(crate) with_time: bool,
    /// Whether days are counted from 1904.
    pub(crate) is_1904: bool,
}

/// Whether a cell holds something. An empty text is nothing.
pub(crate) fn is_filled(value: &DataRef<'_>) -> bool {
    match value {
        DataRef::Empty => false,
        DataRef::String(text) => !text.is_empty(),
        DataRef::SharedString(text) => !text.is_empty(),
        _ => true,
    }
}

/// Whether a cell has a day with a time of day.
pub(crate) fn has_time(value: &DataRef<'_>, is_1904: bool) -> bool {
    let moment = match value {
        DataRef::DateTime(value) => moment(value, is_1904),
        DataRef::DateTimeIso(text) => of_text(text),
        _ => return false,
    };
    matches!(moment, Moment::DayAndTime(_))
}

/// Digits that a number format asks for, if it is made of zeros alone and of more than one.
pub(crate) fn digits(format: &str) -> usize {
    let is_zeros = format.len() > 1 && format.bytes().all(|byte| byte == b'0');
    if is_zeros { format.len() } else { 0 }
}

/// The text of a cell; what was done to it is counted.
pub(crate) fn text(value: &DataRef<'_>, shown: Shown, done: &mut Done) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number_text(*number, shown.digits, done),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => {
            done.booleans += 1;
            if *value { "TRUE" } else { "FALSE" }.to_owned()
        }
        DataRef::Error(error) => {
            done.errors += 1;
            error.to_string()
        }
        DataRef::DateTime(value) => match moment(value, shown.is_1904) {
            Moment::None => {
                done.no_days += 1;
                plain(value.as_f64())
            }
            moment => moment_text(moment, shown.with_time, done),
        },
        DataRef::DateTimeIso(text) => moment_text(of_text(text), shown.with_time, done),
        DataRef::DurationIso(text) => moment_text(Moment::Duration(text.clone()), false, done),
    }
}

fn moment_text(moment: Moment, with_time: bool, done: &mut Done) -> String {
    let (count, text) = match moment {
        Moment::Day(day) if with_time => (&mut done.days_and_times, format!("{day}T00:00:00")),
        Moment::Day(text) => (&mut done.days, text),
        Moment::DayAndTime(text) => (&mut done.days_and_times, text),
        Moment::Time(text) => (&mut done.times, text),
        Moment::Duration(text) => (&mut done.durations, text),
        Moment::None => return String::new(),
    };
    count.add(&text);
    text
}

fn number_text(number: f64, digits: usize, done: &mut Done) -> String {
    if number.abs() >= LONG && number.fract() == 0.0 {
        done.long_numbers += 1;
    }
    let text = plain(number);
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_whole && text.len() < digits {
        let filled = format!("{text:0>digits$}");
        done.filled_up.add(&filled);
        return filled;
    }
    text
}

/// The shortest text that stands for a number.
fn plain(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if (TINY..HUGE).contains(&size) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_shortest_text() {
        for (number, text) in [
            (5.0, "5"),
            (-0.0, "0"),
            (2.5, "2.5"),
            (0.1, "0.1"),
            (-1234.75, "-1234.75"),
            (123_456_789_012.0, "123456789012"),
            (1e20, "100000000000000000000"),
            (1e21, "1e21"),
            (1e300, "1e300"),
            (1e-7, "0.0000001"),
            (2.5e-10, "2.5e-10"),
        ] {
            assert_eq!(plain(number), text);
        }
    }

    #[test]
    fn zeros_that_the_sheet_shows_are_kept() {
        let mut done = Done::default();
        let mut text = |number: f64, format: &str| number_text(number, digits(format), &mut done);
        assert_eq!(text(1234.0, "00000"), "01234");
        assert_eq!(text(123_456.0, "00000"), "123456");
        assert_eq!(text(1.5, "00000"), "1.5");
        assert_eq!(text(-5.0, "00"), "-5");
        assert_eq!(text(7.0, "0"), "7");
        assert_eq!(text(7.0, "0.00"), "7");
        assert_eq!(done.filled_up.count(), 1);
    }
}
