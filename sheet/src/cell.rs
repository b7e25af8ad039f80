//! The text of a cell.

use crate::done::Done;
use crate::moment::{Moment, moment, of_text};
use calamine::DataRef;

/// From here on, a sheet has lost the last digits of an integer.
const LONG: f64 = 1e15;
/// Numbers from here on are written with an exponent.
const HUGE: f64 = 1e21;
/// Numbers below are written with an exponent.
const TINY: f64 = 1e-7;
/// A number format of more zeros is none: no code is that long.
const MOST_ZEROS: usize = 32;

/// The format of a cell, as far as it changes the meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Shown<'a> {
    /// The zeros to which a number is padded on the left, with hyphens between them; empty without padding.
    pub(crate) zeros: &'a str,
    /// Whether the column has a time of day in any cell.
    pub(crate) with_time: bool,
    /// Whether days are counted from 1904.
    pub(crate) is_1904: bool,
}

/// Whether a cell has a value. An empty text counts as none.
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

/// The zeros of a number format with more than one zero, up to 32, and possibly hyphens: `00000`, and `00000\-0000`
/// for ZIP+4 codes.
pub(crate) fn zeros(format: &str) -> String {
    let bare = format.replace(['\\', '"'], "");
    let is_few = bare.bytes().filter(|&byte| byte == b'0').count() <= MOST_ZEROS;
    let is_zeros = is_few
        && bare.len() > 1
        && (bare.split('-')).all(|part| !part.is_empty() && part.bytes().all(|byte| byte == b'0'));
    if is_zeros { bare } else { String::new() }
}

/// The text of a cell. Counts what was done to it.
pub(crate) fn text(value: &DataRef<'_>, shown: Shown<'_>, done: &mut Done) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number_text(*number, shown.zeros, done),
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

fn number_text(number: f64, zeros: &str, done: &mut Done) -> String {
    if number.abs() >= LONG && number.fract() == 0.0 {
        done.long_numbers += 1;
    }
    let text = plain(number);
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_whole || zeros.is_empty() {
        return text;
    }
    let digits = zeros.bytes().filter(|&byte| byte == b'0').count();
    let mut filled = format!("{text:0>digits$}");
    let mut behind = 0;
    for part in zeros.rsplit('-') {
        if behind > 0 {
            filled.insert(filled.len() - behind, '-');
            behind += 1;
        }
        behind += part.len();
    }
    if text.len() < digits {
        done.filled_up.add(&filled);
    }
    filled
}

/// The shortest text that represents a number.
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
        let mut text = |number: f64, format: &str| number_text(number, &zeros(format), &mut done);
        assert_eq!(text(1234.0, "00000"), "01234");
        assert_eq!(text(123_456.0, "00000"), "123456");
        assert_eq!(text(1.5, "00000"), "1.5");
        assert_eq!(text(-5.0, "00"), "-5");
        assert_eq!(text(7.0, "0"), "7");
        assert_eq!(text(7.0, "0.00"), "7");
        assert_eq!(text(21_390_001.0, r"00000\-0000"), "02139-0001");
        assert_eq!(text(602_139_000_100.0, r"00000\-0000"), "60213900-0100");
        assert_eq!(text(10_020_003.0, r#"000"-"00"-"0000"#), "010-02-0003");
        assert_eq!(text(7.0, "-00"), "7");
        assert_eq!(text(7.0, "0-"), "7");
        assert_eq!(done.filled_up.count(), 3);
        // As many zeros as a code may have, and more of them in every form.
        assert_eq!(zeros(&"0".repeat(32)).len(), 32);
        for format in ["0".repeat(33), "0".repeat(65_536), vec!["0"; 32_000].join("-"), r"\-0".repeat(100_000)] {
            assert_eq!(zeros(&format), "");
        }
    }
}
