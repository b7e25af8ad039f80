//! Times of day without a date.

use std::fmt;

/// A time of day, to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeOfDay {
    /// Seconds since midnight, 0 … 86,399.
    pub second: u32,
}

impl TimeOfDay {
    /// The time of day that a text represents: `9:05`, `18:05:30`, `18:05:30.25`, `6:05 pm`. `None` for other texts,
    /// and for times that do not exist.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim_matches(' ');
        // Hours, minutes and seconds, and the number of digits of each.
        let (mut numbers, mut digits) = ([0; 3], [0; 3]);
        let (mut at, mut end) = (0, 0);
        for byte in text.bytes() {
            match byte {
                b'0'..=b'9' if digits[at] < 2 => {
                    numbers[at] = numbers[at] * 10 + u32::from(byte - b'0');
                    digits[at] += 1;
                }
                b':' if at < 2 => at += 1,
                _ => break,
            }
            end += 1;
        }
        let rest = &text[end..];
        let fraction = rest.strip_prefix('.').filter(|_| at == 2);
        let is_digit = |sign: char| sign.is_ascii_digit();
        let half = fraction.map_or(rest, |rest| rest.trim_start_matches(is_digit));
        let [hour, minute, second] = numbers;
        let hour = match half.trim_start() {
            "" => hour,
            half if !(1..=12).contains(&hour) || half.len() != 2 => return None,
            half if half.eq_ignore_ascii_case("am") => hour % 12,
            half if half.eq_ignore_ascii_case("pm") => hour % 12 + 12,
            _ => return None,
        };
        let is_whole = matches!((at, digits), (1, [1 | 2, 2, 0]) | (2, [1 | 2, 2, 2]));
        let is_time = is_whole && hour < 24 && minute < 60 && second < 60;
        is_time.then_some(Self { second: (hour * 60 + minute) * 60 + second })
    }

    /// The hour, 0 … 23.
    pub fn hour(self) -> u8 {
        (self.second / 3600) as u8
    }
}

impl fmt::Display for TimeOfDay {
    /// `18:05`, with seconds if there are any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.second / 60, self.second % 60);
        write!(f, "{:02}:{:02}", minutes / 60, minutes % 60)?;
        match seconds {
            0 => Ok(()),
            _ => write!(f, ":{seconds:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, shown) in [
            ("12:54", "12:54"),
            ("9:05", "09:05"),
            (" 00:00 ", "00:00"),
            ("23:59:59", "23:59:59"),
            ("23:59:00", "23:59"),
            ("08:15:54.250", "08:15:54"),
            ("12:02 AM", "00:02"),
            ("12:02 pm", "12:02"),
            ("6:05PM", "18:05"),
            ("6:49:10 PM", "18:49:10"),
        ] {
            let read = TimeOfDay::read(text).map(|time| time.to_string());
            assert_eq!(read.as_deref(), Some(shown), "{text}");
        }
        for other in [
            "",
            "12",
            "24:00",
            "12:60",
            "12:5",
            "13:00 PM",
            "0:10 AM",
            "+9:05",
            "-9:05",
            "a:b",
            "1:2:3",
            "12:54 x",
            "12:54 é",
            "pm:12",
            "1:2pm",
            "9:05.5",
            "9:05:30.x",
            "9:05:30:1",
            "10:00-11:00",
        ] {
            assert_eq!(TimeOfDay::read(other), None, "{other}");
        }
    }
}
