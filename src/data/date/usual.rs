//! The common date formats.

use super::DateFormat;
use std::cell::OnceCell;

/// Formats of days (the unambiguous ones first), months, and quarters.
const DAYS: [&str; 43] = [
    "yyyy-MM-dd",
    "yyyy/MM/dd",
    "yyyy.MM.dd",
    "yyyyMMdd",
    "ddMMyyyy",
    "MMddyyyy",
    "dd/MM/yyyy",
    "MM/dd/yyyy",
    "dd.MM.yyyy",
    "dd-MM-yyyy",
    "MM-dd-yyyy",
    "dd MM yyyy",
    "dd-MMM-yyyy",
    "dd MMM yyyy",
    "dd/MMM/yyyy",
    "ddMMMyyyy",
    "dd MMMM yyyy",
    "MMM dd, yyyy",
    "MMMM dd, yyyy",
    "MMM dd yyyy",
    "dd/MM/yy",
    "MM/dd/yy",
    "dd.MM.yy",
    "dd-MM-yy",
    "MM-dd-yy",
    "dd-MMM-yy",
    "ddMMMyy",
    "yyyy-MM",
    "MM/yyyy",
    "MM-yyyy",
    "MM.yyyy",
    "yyyyMM",
    "MMM yyyy",
    "MMMM yyyy",
    "MMM-yyyy",
    "MMM-yy",
    "yyyy-QQQ",
    "yyyy QQQ",
    "yyyyQQQ",
    "yyyy/QQQ",
    "QQQ yyyy",
    "QQQ-yyyy",
    "QQQ/yyyy",
];

/// Formats of times of day.
const TIMES: [&str; 8] =
    ["HH:mm", "HH:mm:ss", "HH:mm:ss.SSS", "HH:mmXXX", "HH:mm:ssXXX", "HH:mm:ss.SSSXXX", "hh:mm a", "hh:mm:ss a"];

/// The maximum length, in characters, of a text that may be a date.
const LONGEST: usize = 40;

/// The common date formats, parsed when the first text that may be a date comes.
#[derive(Debug, Default)]
pub struct UsualFormats {
    days: OnceCell<Vec<DateFormat>>,
}

impl UsualFormats {
    /// The formats in which a text is a date, the more likely ones first. Empty for a text that is not a date in a
    /// common format.
    pub fn of(&self, text: &str) -> Vec<DateFormat> {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        if digits < 2 || text.len() > LONGEST {
            return Vec::new();
        }
        let days = self.days.get_or_init(|| {
            let formats = DAYS.iter().map(|pattern| DateFormat::new(pattern));
            formats.filter_map(Result::ok).collect()
        });
        let formats = days.iter().filter_map(|format| {
            let (_, rest) = format.read_beginning(text)?;
            match rest.chars().next() {
                None => Some(format.clone()),
                Some(' ') => with_time(format.pattern(), " ", text),
                Some('T') => with_time(format.pattern(), "'T'", text),
                Some(_) => None,
            }
        });
        formats.collect()
    }
}

/// The format of a day followed by a time.
fn with_time(day: &str, separator: &str, text: &str) -> Option<DateFormat> {
    TIMES
        .iter()
        .filter_map(|time| DateFormat::new(&format!("{day}{separator}{time}")).ok())
        .find(|format| format.read(text).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(text: &str) -> Vec<String> {
        let formats = UsualFormats::default().of(text);
        formats.iter().map(|format| format.pattern().to_owned()).collect()
    }

    #[test]
    fn a_text_has_every_format_that_fits() {
        assert_eq!(patterns("2019-03-31"), ["yyyy-MM-dd"]);
        assert_eq!(patterns("31/03/2019"), ["dd/MM/yyyy"]);
        assert_eq!(patterns("01/12/2022"), ["dd/MM/yyyy", "MM/dd/yyyy"]);
        assert_eq!(patterns("01/12/22"), ["dd/MM/yy", "MM/dd/yy"]);
        assert_eq!(patterns("5-Mar-2021"), ["dd-MMM-yyyy"]);
        assert_eq!(patterns("31.3.2019 18:05"), ["dd.MM.yyyy HH:mm"]);
        assert_eq!(patterns("2019-03-31T18:05:00Z"), ["yyyy-MM-dd'T'HH:mm:ssXXX"]);
        assert_eq!(patterns("2019-03-31 18:05:00.123"), ["yyyy-MM-dd HH:mm:ss.SSS"]);
        assert_eq!(patterns("20190331"), ["yyyyMMdd"]);
        assert_eq!(patterns("31032019"), ["ddMMyyyy"]);
        assert_eq!(patterns("03/2019"), ["MM/yyyy"]);
        assert_eq!(patterns("201903"), ["yyyyMM"]);
        assert_eq!(patterns("2019-Q3"), ["yyyy-QQQ"]);
        assert_eq!(patterns("Q1 2019"), ["QQQ yyyy"]);
        assert_eq!(patterns("Q7 2019"), [""; 0]);
        assert_eq!(patterns("Mar-19"), ["MMM-yy"]);
        assert_eq!(patterns("March 2019"), ["MMMM yyyy"]);
        assert_eq!(patterns("mar 2019"), ["MMM yyyy"]);
        for other in ["", "12", "1.5", "192.168.0.1", "Seen on 15/1", "31/31/2019", "2019-03-31 x"] {
            assert_eq!(patterns(other), [""; 0], "{other}");
        }
    }
}
