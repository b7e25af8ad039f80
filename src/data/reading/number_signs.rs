//! The signs between the digits of numbers.

use super::unit::is_space;
use crate::data::number::Number;
use serde::{Deserialize, Serialize};

/// The signs between the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberSigns {
    /// The sign before the fraction.
    pub point: DecimalPoint,
    /// The sign between thousands, in numbers that have it.
    pub thousands: Option<Thousands>,
}

/// The sign before a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Thousands {
    /// `1,000`.
    #[serde(rename = ",")]
    Comma,
    /// `1.000`.
    #[serde(rename = ".")]
    Point,
    /// `1 000`, including narrow and non-breaking spaces.
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

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::Point
    }
}

impl Thousands {
    /// The sign in a recipe.
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

impl NumberSigns {
    /// `1000.5`.
    const PLAIN: Self = Self { point: DecimalPoint::Point, thousands: None };

    /// All common combinations, the plain one first.
    pub const ALL: [Self; 8] = {
        use DecimalPoint::{Comma, Point};
        const fn of(point: DecimalPoint, thousands: Option<Thousands>) -> NumberSigns {
            NumberSigns { point, thousands }
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

    /// Whether the fraction and the thousands have different signs.
    pub fn are_clear(self) -> bool {
        let point = self.point.sign();
        self.thousands.is_none_or(|thousands| thousands.sign() != point)
    }

    /// The number that a text represents, as [`Number::parse`] but with these signs. `None` for a text in a different
    /// format, such as with groups that do not have three digits.
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

    /// Whether a text contains the signs that differ from the plain ones.
    pub(super) fn marks(self, text: &str) -> Marks {
        let text = text.trim_matches(is_space);
        Marks {
            point: text.contains(self.point.sign()),
            thousands: self.thousands.is_some_and(|thousands| text.contains(|sign| thousands.is(sign))),
        }
    }

    /// The digits before the fraction, in groups of three if they are grouped.
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

/// The signs that a text contains.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    pub(super) point: bool,
    pub(super) thousands: bool,
}
