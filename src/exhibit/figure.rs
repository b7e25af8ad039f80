//! Numbers as a report writes them.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// A number of a report: recorded digit by digit, and drawn by its value.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct Figure {
    digits: Box<RawValue>,
    #[serde(skip)]
    value: f64,
}

impl Figure {
    /// The number.
    pub(crate) fn value(&self) -> f64 {
        self.value
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Box::<RawValue>::deserialize(deserializer)?;
        match digits.get().parse() {
            // A text has quotes, null and truth values have letters, and `NaN` is not JSON.
            Ok(value) if f64::is_finite(value) => Ok(Self { digits, value }),
            _ => Err(D::Error::custom(format!("`{}` is no number", crate::error::shown(digits.get(), 40)))),
        }
    }
}

/// What stands in the place of a figure that is not for everybody.
pub(crate) const NOT_SHOWN: &str = "not shown";

/// A share in per cent, with one decimal, or with as many as a small one needs to differ from 0.
pub(crate) fn percent(share: f64) -> String {
    let decimals = match share.abs() * 100.0 {
        percent if percent == 0.0 || percent >= 0.1 => 1,
        percent if percent >= 0.01 => 2,
        percent if percent >= 0.001 => 3,
        _ => 4,
    };
    format!("{:.*} %", decimals, share * 100.0)
}

/// A loss, with four decimals.
pub(crate) fn loss(value: f64) -> String {
    format!("{value:.4}")
}

/// A number of things, with the word in the singular or plural.
pub(crate) fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A whole number with separated thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut result = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            result.push(',');
        }
        result.push(digit);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_digits() {
        for digits in ["0.3333333333333333", "1e-7", "14.722357774276693", "5", "0.10"] {
            let figure: Figure = serde_json::from_str(digits).unwrap();
            assert_eq!(serde_json::to_string(&figure).unwrap(), digits);
            assert_eq!(figure.value(), digits.parse::<f64>().unwrap());
        }
        for wrong in ["\"5\"", "null", "true", "[1]", "1e999"] {
            assert!(serde_json::from_str::<Figure>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(percent(0.045), "4.5 %");
        assert_eq!(percent(0.0), "0.0 %");
        assert_eq!(percent(0.000333), "0.03 %");
        assert_eq!(percent(0.0000333), "0.003 %");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
        assert_eq!(plural(1, "policy", "policies"), "1 policy");
    }
}
