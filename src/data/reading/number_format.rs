//! The format of a column's numbers.

use super::age_units::AgeUnits;
use super::number_signs::{DecimalPoint, NumberSigns, Thousands};
use super::unit::without_unit;
use crate::data::number::Number;
use serde::{Deserialize, Serialize};

/// The signs between the digits of a number, and its unit.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct NumberFormat {
    /// The sign before the fraction.
    #[serde(default, skip_serializing_if = "DecimalPoint::is_usual")]
    pub point: DecimalPoint,
    /// The sign between thousands. Numbers may omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thousands: Option<Thousands>,
    /// The unit before or after each number: `$`, `kg`. Empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Whether the numbers are ages with units of their own, which are read as years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ages: Option<AgeUnits>,
}

impl NumberFormat {
    /// `1000.5`.
    pub const PLAIN: Self = Self { point: DecimalPoint::Point, thousands: None, unit: String::new(), ages: None };

    /// Numbers with these signs and this unit.
    pub fn new(NumberSigns { point, thousands }: NumberSigns, unit: &str) -> Self {
        Self { point, thousands, unit: unit.to_owned(), ages: None }
    }

    /// Ages with units of their own.
    pub fn of_ages(units: AgeUnits) -> Self {
        Self { ages: Some(units), ..Self::PLAIN }
    }

    /// The unit of the numbers as they are read: years, if they are ages.
    pub fn unit_read(&self) -> &str {
        if self.ages.is_some() { "years" } else { &self.unit }
    }

    fn signs(&self) -> NumberSigns {
        NumberSigns { point: self.point, thousands: self.thousands }
    }

    /// Whether the fraction and the thousands have different signs.
    pub fn is_clear(&self) -> bool {
        self.signs().are_clear()
    }

    /// The number that a text represents. `None` for a text without the unit, and for one in a different format, such
    /// as with groups that do not have three digits.
    pub fn read(&self, text: &str) -> Option<Number> {
        if let Some(units) = self.ages {
            return units.read(text);
        }
        if self.unit.is_empty() {
            return self.signs().read(text);
        }
        self.signs().read(&without_unit(&self.unit, text)?)
    }
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
        let pounds = r#"{"thousands":",","unit":"£"}"#;
        let kilograms = r#"{"point":",","unit":"kg"}"#;
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
            (pounds, "-£1,234.50", Some("-1234.5")),
            (pounds, "1,234.50", None),
            (kilograms, "72,5 kg", Some("72.5")),
            (kilograms, "72.5 kg", None),
            (kilograms, "kg", None),
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
        assert!(NumberSigns::ALL.into_iter().all(NumberSigns::are_clear));
        let unclear = serde_json::from_str::<NumberFormat>(r#"{"thousands":"."}"#);
        assert!(unclear.is_ok_and(|format| !format.is_clear()));
    }

    #[test]
    fn the_json_is_the_recipes() -> serde_json::Result<()> {
        for format in NumberSigns::ALL.map(|signs| NumberFormat::new(signs, "")) {
            let json = serde_json::to_string(&format)?;
            assert_eq!(serde_json::from_str::<NumberFormat>(&json)?, format);
        }
        assert_eq!(serde_json::to_string(&NumberFormat::PLAIN)?, "{}");
        let pounds = r#"{"thousands":",","unit":"£"}"#;
        let format: NumberFormat = serde_json::from_str(pounds)?;
        assert_eq!(format.unit, "£");
        assert_eq!(serde_json::to_string(&format)?, pounds);
        Ok(())
    }
}
