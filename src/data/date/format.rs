//! The format of a column's dates.

use super::{Date, Moment};
use serde::{Deserialize, Serialize};
use std::fmt;
use time::format_description::modifier::{
    CalendarYearFullStandardRange, CalendarYearLastTwo, Day, Hour12, Hour24, Minute, MonthLong, MonthNumerical,
    MonthShort, OffsetHour, OffsetMinute, Padding, Period, Second, Subsecond,
};
use time::format_description::{Component, OwnedFormatItem};
use time::parsing::Parsed;

/// Date patterns in the letters of Unicode's locale data (`dd/MM/yyyy HH:mm`), as used by spreadsheets and Java: one,
/// or a list of them, of which each value has one.
///
/// Numbers may have a leading 0 or not, unless two of them are adjacent without a separator. Names of months are
/// English, in lower or upper case.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(as = "Pattern"))]
#[serde(try_from = "Pattern", into = "Pattern")]
pub struct DateFormat {
    pattern: Pattern,
    /// The patterns in words.
    name: String,
    forms: Vec<Form>,
}

/// One way to write dates.
#[derive(Clone)]
struct Form {
    items: Vec<OwnedFormatItem>,
    has_short_years: bool,
    has_zone: bool,
    precision: Precision,
}

/// The finest unit that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// `2019`.
    Year,
    /// `2019-Q1`.
    Quarter,
    /// `2019-03`.
    Month,
    /// `2019-03-31`.
    Day,
    /// `2019-03-31 18:05`.
    Time,
}

/// A format in a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DateFormat"))]
#[serde(deny_unknown_fields)]
struct Pattern {
    /// The only one. Empty for a list.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    format: String,
    /// All of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    formats: Vec<String>,
    /// The first of the hundred years that two digits may denote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from_year: Option<u16>,
}

/// A part of a pattern: equal letters, or one other character.
#[derive(Debug, Clone, Copy)]
enum Part<'a> {
    Letters(&'a str),
    Sign(char),
}

impl DateFormat {
    /// The default first year of the hundred years that two digits denote: 30 is 1930, and 29 is 2029.
    pub const FROM_YEAR: u16 = 1930;

    /// The format with this pattern.
    ///
    /// # Errors
    /// A text, if letters are not part of a date, the pattern has no year or neither month nor quarter, or a part
    /// occurs twice.
    pub fn new(pattern: &str) -> Result<Self, String> {
        Self::of(Pattern { format: pattern.to_owned(), ..Pattern::default() })
    }

    /// The format of dates that each have one of these patterns. Among others, `yyyy` alone is a pattern too.
    ///
    /// # Errors
    /// As [`new`](Self::new), and without a pattern.
    pub fn list(patterns: &[&str]) -> Result<Self, String> {
        let formats = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        Self::of(Pattern { formats, ..Pattern::default() })
    }

    /// This format, where years of two digits start at `from_year`.
    ///
    /// # Errors
    /// If years have four digits, or the year is after 9900.
    pub fn with_from_year(self, from_year: u16) -> Result<Self, String> {
        Self::of(Pattern { from_year: Some(from_year), ..self.pattern })
    }

    fn of(pattern: Pattern) -> Result<Self, String> {
        let patterns = match (pattern.format.as_str(), pattern.formats.as_slice()) {
            ("", []) => return Err("the dates have no format (`format` or `formats` in a recipe)".into()),
            (_, []) => std::slice::from_ref(&pattern.format),
            ("", formats) => formats,
            _ => return Err("the dates have a format and a list of formats: give one of them".into()),
        };
        let forms: Vec<Form> =
            patterns.iter().map(|own| Form::of(own, patterns.len() > 1)).collect::<Result<_, _>>()?;
        let name = patterns.join(" or ");
        if pattern.from_year.is_some() && !forms.iter().any(|form| form.has_short_years) {
            return Err(format!(
                "the date format `{name}` has years of four digits, so that a first year of two digits means nothing"
            ));
        }
        if pattern.from_year.is_some_and(|year| year > 9900) {
            return Err(format!("the date format `{name}` cannot begin after the year 9900"));
        }
        Ok(Self { pattern, name, forms })
    }

    /// The pattern, or all of them: `dd/MM/yyyy or dd.MM.yyyy`.
    pub fn pattern(&self) -> &str {
        &self.name
    }

    /// All patterns of a list; empty for one pattern.
    pub fn list_of_patterns(&self) -> &[String] {
        &self.pattern.formats
    }

    /// The first of the hundred years that two digits denote, if it is specified.
    pub fn from_year(&self) -> Option<u16> {
        self.pattern.from_year
    }

    /// Whether some dates have this precision, or a finer one.
    fn has(&self, precision: Precision) -> bool {
        self.forms.iter().any(|form| form.precision >= precision)
    }

    /// Whether months are written; otherwise quarters or years are the finest unit.
    pub fn has_month(&self) -> bool {
        self.has(Precision::Month)
    }

    /// Whether days are written; otherwise months, quarters or years are the finest unit.
    pub fn has_day(&self) -> bool {
        self.has(Precision::Day)
    }

    /// Whether all dates are written to the day, or all as coarse.
    pub fn has_one_precision(&self) -> bool {
        let of = |form: &Form| form.precision.min(Precision::Day);
        self.forms.windows(2).all(|pair| of(&pair[0]) == of(&pair[1]))
    }

    /// Whether a time of day is written.
    pub fn has_time(&self) -> bool {
        self.has(Precision::Time)
    }

    /// Whether a text is a date in the format. One that may be a number must be a day of our time.
    pub fn fits(&self, text: &str) -> bool {
        self.read(text).is_some_and(|moment| {
            let pattern = self.pattern();
            let may_be_number = pattern.starts_with("yyyyMM") || ["MM.yyyy", "ddMMyyyy", "MMddyyyy"].contains(&pattern);
            !may_be_number || (1900..=2100).contains(&moment.date.year())
        })
    }

    /// Whether years have only two digits, so that the century is an assumption.
    pub fn has_short_years(&self) -> bool {
        self.forms.iter().any(|form| form.has_short_years)
    }

    /// The moment that a text represents; the first day of the year, month or quarter if no days are written. `None`
    /// for a text in a different format, and for days that do not exist.
    pub fn read(&self, text: &str) -> Option<Moment> {
        self.read_with_precision(text).map(|(moment, _)| moment)
    }

    /// As [`read`](Self::read), with the finest unit that is written. `None` for a text that two patterns read
    /// differently.
    pub fn read_with_precision(&self, text: &str) -> Option<(Moment, Precision)> {
        let read = |form: &Form| {
            let (moment, rest) = form.read_beginning(self.pattern.from_year, text)?;
            rest.is_empty().then_some((moment, form.precision))
        };
        let mut all = self.forms.iter().filter_map(read);
        let first = all.next()?;
        all.all(|other| other.0 == first.0).then_some(first)
    }

    /// As [`read`](Self::read), for a text that may continue after it. Also returns the remaining text.
    pub(super) fn read_beginning<'a>(&self, text: &'a str) -> Option<(Moment, &'a str)> {
        self.forms.iter().find_map(|form| form.read_beginning(self.pattern.from_year, text))
    }
}

impl Form {
    /// The form with this pattern. `is_listed` if there are others.
    fn of(pattern: &str, is_listed: bool) -> Result<Self, String> {
        let parts = parts(pattern)?;
        let count = |wanted: &[&str]| {
            let is_wanted = |part: &&Part<'_>| matches!(part, Part::Letters(letters) if wanted.contains(letters));
            parts.iter().filter(is_wanted).count()
        };
        let named = format!("the date format `{pattern}`");
        for (name, letters) in [
            ("year", ["yyyy", "yy"].as_slice()),
            ("month", &["MMMM", "MMM", "MM", "M", "QQQ"]),
            ("day", &["dd", "d"]),
            ("hour", &["HH", "H", "hh", "h"]),
            ("minute", &["mm"]),
            ("second", &["ss"]),
        ] {
            let given = count(letters);
            if given > 1 {
                return Err(format!("{named} has more than one {name}"));
            }
            let is_needed = name == "year" || name == "month" && !(is_listed && pattern == "yyyy");
            if given == 0 && is_needed {
                return Err(format!("{named} has no {name}: {}", letters.join(" or ")));
            }
        }
        let has_quarter = count(&["QQQ"]) > 0;
        if has_quarter && count(&["dd", "d"]) > 0 {
            return Err(format!("{named} has a day of a quarter: give the month, MM"));
        }
        let is_number = |part: &Part<'_>| matches!(part, Part::Letters(letters) if !letters.starts_with("MMM"));
        let has_number_behind = |pair: &[Part<'_>]| matches!(pair[0], Part::Letters("QQQ")) && is_number(&pair[1]);
        if parts.windows(2).any(has_number_behind) {
            return Err(format!("{named} has a number right behind the quarter: put a sign between them"));
        }
        let has_time = count(&["HH", "H", "hh", "h"]) > 0;
        if has_time && count(&["dd", "d"]) == 0 {
            return Err(format!("{named} has a time, and no day: dd"));
        }
        if (count(&["hh", "h"]) > 0) != (count(&["a"]) > 0) {
            return Err(format!("{named} has hours of half a day (hh) without a, or a without them"));
        }
        let mut items = Vec::with_capacity(parts.len());
        for (position, &part) in parts.iter().enumerate() {
            let beside =
                |other: Option<&Part<'_>>| matches!(other, Some(Part::Letters(letters)) if !letters.starts_with("MMM"));
            let is_tight = beside(parts.get(position + 1))
                || position.checked_sub(1).is_some_and(|before| beside(parts.get(before)));
            items.push(match part {
                Part::Sign(sign) => OwnedFormatItem::StringLiteral(sign.to_string().into()),
                Part::Letters(letters) => component(letters, is_tight)
                    .ok_or_else(|| format!("{named} has `{letters}`, which is no part of a date: use yyyy, yy, MMMM, MMM, MM, QQQ, dd, HH, hh, mm, ss, SSS, a, XXX"))?,
            });
        }
        let precision = match pattern {
            _ if has_time => Precision::Time,
            _ if count(&["dd", "d"]) > 0 => Precision::Day,
            _ if has_quarter => Precision::Quarter,
            "yyyy" => Precision::Year,
            _ => Precision::Month,
        };
        Ok(Self { has_short_years: count(&["yy"]) > 0, has_zone: count(&["XXX"]) > 0, precision, items })
    }

    /// The moment at the beginning of a text, and the remaining text.
    fn read_beginning<'a>(&self, from_year: Option<u16>, text: &'a str) -> Option<(Moment, &'a str)> {
        let text = text.trim_matches(' ');
        let mut parsed = Parsed::new();
        let rest = parsed.parse_items(text.as_bytes(), &self.items).ok()?;
        let rest = text.get(text.len() - rest.len()..)?;
        // The library reads `+2019` as a year, but the pattern does not allow it.
        let read = &text[..text.len() - rest.len()];
        if read.starts_with('+') || read.matches('+').count() > usize::from(self.has_zone) {
            return None;
        }
        let year = match parsed.year() {
            Some(year) => year,
            None => {
                let first = i32::from(from_year.unwrap_or(DateFormat::FROM_YEAR));
                let short = i32::from(parsed.year_last_two()?);
                first + (short - first).rem_euclid(100)
            }
        };
        let day = parsed.day().map_or(1, std::num::NonZero::get);
        let month = match (self.precision, parsed.month().map(u8::from)) {
            (Precision::Year, _) => 1,
            (Precision::Quarter, Some(quarter @ 1..=4)) => 3 * quarter - 2,
            (Precision::Quarter, _) | (_, None) => return None,
            (_, Some(month)) => month,
        };
        let date = Date::new(year, month, day)?;
        let hour = match (parsed.hour_24(), parsed.hour_12(), parsed.hour_12_is_pm()) {
            (Some(hour), _, _) => hour,
            (None, Some(hour), Some(is_pm)) => hour.get() % 12 + if is_pm { 12 } else { 0 },
            _ => 0,
        };
        let (minute, second) = (parsed.minute().unwrap_or(0), parsed.second().unwrap_or(0));
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let second = (u32::from(hour) * 60 + u32::from(minute)) * 60 + u32::from(second);
        Some((Moment { date, second }, rest))
    }
}

/// The parts of a pattern. Text between apostrophes is taken literally.
fn parts(pattern: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            let (quoted, behind) = rest[1..]
                .split_once('\'')
                .ok_or_else(|| format!("the date format `{pattern}` has one apostrophe alone"))?;
            parts.extend(quoted.chars().map(Part::Sign));
            rest = behind;
        } else if first.is_ascii_alphabetic() {
            let (letters, behind) = rest.split_at(rest.len() - rest.trim_start_matches(first).len());
            parts.push(Part::Letters(letters));
            rest = behind;
        } else {
            parts.push(Part::Sign(first));
            rest = &rest[first.len_utf8()..];
        }
    }
    Ok(parts)
}

/// The library's name for a part. `is_tight` if it is adjacent to another number.
fn component(letters: &str, is_tight: bool) -> Option<OwnedFormatItem> {
    let padding = if is_tight { Padding::Zero } else { Padding::None };
    let component = match letters {
        "yyyy" => Component::CalendarYearFullStandardRange(CalendarYearFullStandardRange::default()),
        "yy" => Component::CalendarYearLastTwo(CalendarYearLastTwo::default()),
        "MMMM" => Component::MonthLong(MonthLong::default().with_case_sensitive(false)),
        "MMM" => Component::MonthShort(MonthShort::default().with_case_sensitive(false)),
        "MM" | "M" => Component::MonthNumerical(MonthNumerical::default().with_padding(padding)),
        "QQQ" => return Some(quarter()),
        "dd" | "d" => Component::Day(Day::default().with_padding(padding)),
        "HH" | "H" => Component::Hour24(Hour24::default().with_padding(padding)),
        "hh" | "h" => Component::Hour12(Hour12::default().with_padding(padding)),
        "mm" => Component::Minute(Minute::default()),
        "ss" => Component::Second(Second::default()),
        "a" => Component::Period(Period::default().with_case_sensitive(false)),
        "XXX" => return Some(zone()),
        fraction if fraction.starts_with('S') => Component::Subsecond(Subsecond::default()),
        _ => return None,
    };
    Some(OwnedFormatItem::Component(component))
}

/// `Q1` to `Q4`. The library has no quarters, so the number is read as a month.
fn quarter() -> OwnedFormatItem {
    let sign = ["Q", "q"].map(|sign| OwnedFormatItem::StringLiteral(sign.into()));
    let number = MonthNumerical::default().with_padding(Padding::None);
    let number = OwnedFormatItem::Component(Component::MonthNumerical(number));
    OwnedFormatItem::Compound(vec![OwnedFormatItem::First(sign.into()), number].into())
}

/// `Z`, `+01:00` or `+0100`. It is ignored: the day and the time are taken as written.
fn zone() -> OwnedFormatItem {
    let sign = |sign: &str| OwnedFormatItem::StringLiteral(sign.into());
    let hour = OwnedFormatItem::Component(Component::OffsetHour(OffsetHour::default().with_sign_is_mandatory(true)));
    let minute = OwnedFormatItem::Component(Component::OffsetMinute(OffsetMinute::default()));
    let compound = |items: Vec<OwnedFormatItem>| OwnedFormatItem::Compound(items.into());
    OwnedFormatItem::First(
        vec![sign("Z"), compound(vec![hour.clone(), sign(":"), minute.clone()]), compound(vec![hour, minute])].into(),
    )
}

impl PartialEq for DateFormat {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern
    }
}

impl Eq for DateFormat {}

impl fmt::Debug for DateFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pattern.fmt(f)
    }
}

impl TryFrom<Pattern> for DateFormat {
    type Error = String;

    fn try_from(pattern: Pattern) -> Result<Self, String> {
        Self::of(pattern)
    }
}

impl From<DateFormat> for Pattern {
    fn from(format: DateFormat) -> Self {
        format.pattern
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str, text: &str) -> Option<String> {
        let moment = DateFormat::new(pattern).ok()?.read(text)?;
        Some(format!("{} {}", moment.date, moment.second))
    }

    #[test]
    fn dates_are_read_as_their_pattern_says() {
        let cases = [
            ("yyyy-MM-dd", "2019-03-01", "2019-03-01 0"),
            ("yyyy-MM-dd", " 2019-3-1 ", "2019-03-01 0"),
            ("dd/MM/yyyy", "01/12/2022", "2022-12-01 0"),
            ("MM/dd/yyyy", "01/12/2022", "2022-01-12 0"),
            ("dd.MM.yyyy", "1.3.2019", "2019-03-01 0"),
            ("dd/MM/yy", "15/10/34", "1934-10-15 0"),
            ("dd/MM/yy", "15/10/29", "2029-10-15 0"),
            ("yyyyMMdd", "20190301", "2019-03-01 0"),
            ("dd-MMM-yyyy", "05-MAR-2021", "2021-03-05 0"),
            ("ddMMMyyyy", "05Mar2021", "2021-03-05 0"),
            ("d MMMM yyyy", "5 march 2021", "2021-03-05 0"),
            ("MMMM d, yyyy", "March 5, 2021", "2021-03-05 0"),
            ("MM/yyyy", "03/2021", "2021-03-01 0"),
            ("QQQ yyyy", "Q1 2021", "2021-01-01 0"),
            ("yyyy-QQQ", "2021-q4", "2021-10-01 0"),
            ("yyyyQQQ", "2021Q2", "2021-04-01 0"),
            ("yyyy-MM-dd HH:mm", "2019-03-01 18:05", "2019-03-01 65100"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2019-03-01T00:00:07.5Z", "2019-03-01 7"),
            ("yyyy-MM-dd'T'HH:mm:ssXXX", "2019-03-01T23:59:59+01:00", "2019-03-01 86399"),
            ("dd/MM/yyyy hh:mm a", "01/03/2019 12:30 am", "2019-03-01 1800"),
            ("dd/MM/yyyy hh:mm a", "01/03/2019 1:30 PM", "2019-03-01 48600"),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(read(pattern, text).as_deref(), Some(expected), "{pattern} {text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let cases = [
            ("yyyy-MM-dd", "2019-02-29"),
            ("yyyy-MM-dd", "2019-03-01x"),
            ("yyyy-MM-dd", "+2019-03-01"),
            ("yyyy-MM-dd", "-2019-03-01"),
            ("dd/MM/yyyy", "01/03/+2019"),
            ("dd/MM/yyyy", "31/04/2019"),
            ("dd/MM/yyyy", "12/31/2019"),
            ("dd/MM/yyyy", "01/02/19"),
            ("dd/MM/yyyy", "01/02/2019 10:00"),
            ("dd/MM/yyyy", "001/02/2019"),
            ("dd/MM/yyyy", "é"),
            ("dd/MM/yyyy", ""),
            ("yyyyMMdd", "2019331"),
            ("QQQ yyyy", "Q5 2021"),
            ("QQQ yyyy", "Q0 2021"),
            ("QQQ yyyy", "Q12 2021"),
            ("QQQ yyyy", "1 2021"),
            ("yyyy-MM-dd HH:mm", "2019-03-01 24:00"),
            ("yyyy-MM-dd HH:mm", "2019-03-01 10:60"),
        ];
        for (pattern, text) in cases {
            assert_eq!(read(pattern, text), None, "{pattern} {text}");
        }
    }

    #[test]
    fn patterns_that_say_no_date_are_refused() {
        let cases = [
            ("dd/MM", "no year"),
            ("yyyy", "no month"),
            ("dd/mm/yyyy", "no month"),
            ("dd/MM/yyyy yy", "more than one year"),
            ("DD/MM/yyyy", "`DD`"),
            ("dd/MM/yyyy hh:mm", "half a day"),
            ("MM/yyyy HH:mm", "no day"),
            ("QQQ dd yyyy", "day of a quarter"),
            ("QQQ MM yyyy", "more than one month"),
            ("QQQyyyy", "right behind the quarter"),
            ("dd/MM/yyyy'T", "apostrophe"),
        ];
        for (pattern, part) in cases {
            let message = DateFormat::new(pattern).err();
            assert!(message.as_ref().is_some_and(|message| message.contains(part)), "{pattern}: {message:?}");
        }
        let json = |json| serde_json::from_str::<DateFormat>(json).map_err(|error| error.to_string());
        let short = json(r#"{"format":"dd/MM/yy","from_year":1900}"#);
        assert!(short.is_ok_and(|format| {
            format.read("15/10/34").is_some_and(|moment| moment.date.year() == 1934)
                && format.read("15/10/05").is_some_and(|moment| moment.date.year() == 1905)
        }));
        let long = json(r#"{"format":"dd/MM/yyyy","from_year":1900}"#);
        assert!(long.is_err_and(|error| error.contains("four digits")));
    }
}
