//! How a column's numbers are written.

use crate::data::number::Number;
use serde::{Deserialize, Serialize};

/// The signs between the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NumberFormat {
    /// Before the fraction.
    #[serde(skip_serializing_if = "DecimalPoint::is_usual")]
    pub point: DecimalPoint,
    /// Between thousands, in numbers that have them; numbers may do without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thousands: Option<Thousands>,
}

/// The sign before a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DecimalPoint {
    /// `1.5`.
    #[default]
    #[serde(rename = ".")]
    Point,
    /// `1,5`.
    #[serde(rename = ",")]
    Comma,
}

/// The sign between thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thousands {
    /// `1,000`.
    #[serde(rename = ",")]
    Comma,
    /// `1.000`.
    #[serde(rename = ".")]
    Point,
    /// `1 000`, a narrow space or one that does not break among them.
    #[serde(rename = " ")]
    Space,
    /// `1'000`.
    #[serde(rename = "'")]
    Apostrophe,
}

impl DecimalPoint {
    fn sign(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes by reference"
    )]
    fn is_usual(&self) -> bool {
        *self == Self::Point
    }
}

impl Thousands {
    /// The sign, as a recipe has it.
    pub fn sign(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Point => '.',
            Self::Space => ' ',
            Self::Apostrophe => '\'',
        }
    }

    fn is(self, sign: char) -> bool {
        match self {
            Self::Comma => sign == ',',
            Self::Point => sign == '.',
            Self::Space => is_space(sign),
            Self::Apostrophe => sign == '\'' || sign == '’',
        }
    }
}

impl Default for NumberFormat {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl NumberFormat {
    /// `1000.5`.
    pub const PLAIN: Self = Self {
        point: DecimalPoint::Point,
        thousands: None,
    };

    /// Whether no sign means both a fraction and thousands.
    pub fn is_clear(self) -> bool {
        let point = self.point.sign();
        self.thousands
            .is_none_or(|thousands| thousands.sign() != point)
    }

    /// All formats, the plain one first.
    pub const ALL: [Self; 8] = {
        use DecimalPoint::{Comma, Point};
        const fn of(point: DecimalPoint, thousands: Option<Thousands>) -> NumberFormat {
            NumberFormat { point, thousands }
        }
        [
            of(Point, None),
            of(Comma, None),
            of(Point, Some(Thousands::Comma)),
            of(Comma, Some(Thousands::Point)),
            of(Point, Some(Thousands::Space)),
            of(Comma, Some(Thousands::Space)),
            of(Point, Some(Thousands::Apostrophe)),
            of(Comma, Some(Thousands::Apostrophe)),
        ]
    };

    /// The number that a text stands for, read as [`Number::parse`] does but for the signs of this format. `None` for a
    /// text in another form, groups of other than three digits among them.
    pub fn read(self, text: &str) -> Option<Number> {
        if self == Self::PLAIN {
            return Number::parse(text);
        }
        let text = text.trim_matches(is_space);
        let (whole, fraction) = match text.split_once(self.point.sign()) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (text, None),
        };
        let mut plain = self.without_thousands(whole)?;
        if let Some(fraction) = fraction {
            if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            plain.push('.');
            plain.push_str(fraction);
        }
        Number::parse(&plain)
    }

    /// Whether the text has the signs by which this format differs from the plain one.
    pub(super) fn marks(self, text: &str) -> Marks {
        let text = text.trim_matches(is_space);
        Marks {
            point: text.contains(self.point.sign()),
            thousands: self
                .thousands
                .is_some_and(|thousands| text.contains(|sign| thousands.is(sign))),
        }
    }

    /// The digits before the fraction, in groups of three where they are in groups.
    fn without_thousands(self, whole: &str) -> Option<String> {
        let unsigned = whole.strip_prefix('-').unwrap_or(whole);
        let sign = &whole[..whole.len() - unsigned.len()];
        let groups: Vec<&str> = match self.thousands {
            None => vec![unsigned],
            Some(thousands) => unsigned.split(|sign| thousands.is(sign)).collect(),
        };
        let are_digits = |group: &&str| group.bytes().all(|byte| byte.is_ascii_digit());
        let (first, others) = groups.split_first()?;
        let is_grouped = !others.is_empty();
        if !groups.iter().all(are_digits)
            || is_grouped && !(1..=3).contains(&first.len())
            || others.iter().any(|group| group.len() != 3)
        {
            return None;
        }
        Some(format!("{sign}{}", groups.concat()))
    }
}

/// Which of a format's signs a text has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    pub(super) point: bool,
    pub(super) thousands: bool,
}

fn is_space(sign: char) -> bool {
    [' ', '\u{a0}', '\u{202f}', '\u{2009}'].contains(&sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str, text: &str) -> Option<String> {
        let format: NumberFormat = serde_json::from_str(json).ok()?;
        format.read(text).map(|number| number.to_string())
    }

    #[test]
    fn numbers_are_read_with_the_signs_of_their_format() {
        let comma = r#"{"point":","}"#;
        let german = r#"{"point":",","thousands":"."}"#;
        let english = r#"{"thousands":","}"#;
        let french = r#"{"point":",","thousands":" "}"#;
        let swiss = r#"{"thousands":"'"}"#;
        let cases = [
            ("{}", "1.5", Some("1.5")),
            ("{}", "1,5", None),
            (comma, "1,5", Some("1.5")),
            (comma, "-0,50", Some("-0.5")),
            (comma, "15", Some("15")),
            (comma, "1.5", None),
            (comma, "1,5,5", None),
            (german, "1.234.567,8", Some("1234567.8")),
            (german, "1234,8", Some("1234.8")),
            (german, "12.34", None),
            (german, "0.123", None),
            (german, ".123", None),
            (english, "-1,234.5", Some("-1234.5")),
            (english, "1234", Some("1234")),
            (english, "1,23", None),
            (english, "1234,567", None),
            (english, "1.234,5", None),
            (french, "1 234,5", Some("1234.5")),
            (french, "1\u{202f}234\u{a0}567", Some("1234567")),
            (swiss, "1'234.50", Some("1234.5")),
            (swiss, "1’234", Some("1234")),
            (german, "", None),
            (german, "-", None),
            (german, "002,5", None),
        ];
        for (format, text, expected) in cases {
            assert_eq!(read(format, text).as_deref(), expected, "{format} {text}");
        }
    }

    #[test]
    fn every_format_on_offer_is_clear() {
        assert!(NumberFormat::ALL.iter().all(|format| format.is_clear()));
        let unclear = serde_json::from_str::<NumberFormat>(r#"{"thousands":"."}"#);
        assert!(unclear.is_ok_and(|format| !format.is_clear()));
    }

    #[test]
    fn the_json_is_the_recipes() -> serde_json::Result<()> {
        for format in NumberFormat::ALL {
            let json = serde_json::to_string(&format)?;
            assert_eq!(serde_json::from_str::<NumberFormat>(&json)?, format);
        }
        assert_eq!(serde_json::to_string(&NumberFormat::PLAIN)?, "{}");
        Ok(())
    }
}
