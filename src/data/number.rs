//! Numbers exactly as written.

use std::cmp::Ordering;
use std::fmt;

/// The maximum number of digits before the point. Programs that read numbers as binary floating point would round
/// longer ones; such values are codes, not quantities.
const MAX_WHOLE_DIGITS: usize = 15;

/// The number of digits kept after the point; further ones are cut off.
const MAX_PLACES: usize = 20;

/// 10⁰ … 10³⁵, as far as the two limits above require.
const POWERS: [i128; 36] = {
    let mut powers = [1; 36];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

/// A decimal number, exact: `digits` / 10^`places`.
///
/// Binary fractions would put 0.3 into the wrong interval of width 0.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    digits: i128,
    /// At most [`MAX_PLACES`], and the last of them is not 0.
    places: usize,
}

impl Number {
    /// 0.
    pub const ZERO: Self = Self { digits: 0, places: 0 };

    /// 1.
    pub const ONE: Self = Self { digits: 1, places: 0 };

    /// An integer.
    pub fn whole(number: i32) -> Self {
        Self { digits: number.into(), places: 0 }
    }

    /// The number that a text represents: an optional `-`, digits, an optional `.` and digits, with surrounding
    /// spaces.
    ///
    /// An exponent is read if it has a sign or follows a point (`1e-05`, `2.5E3`, but not the code `3E2`). `None` for
    /// everything else: thousands separators, decimal commas, a leading `+` or 0 (`02139` is a code), more than 15
    /// digits before the point.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_matches(' ');
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, text),
        };
        let (mantissa, exponent) = split_exponent(unsigned)?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
        if (whole.is_empty() && fraction.is_empty())
            || has_leading_zero
            || whole.len() > MAX_WHOLE_DIGITS
            || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        let fraction = fraction.get(..MAX_PLACES).unwrap_or(fraction);
        let fraction = fraction.trim_end_matches('0');
        let digits =
            whole.bytes().chain(fraction.bytes()).fold(0_i128, |digits, byte| digits * 10 + i128::from(byte - b'0'));
        let digits = if negative { -digits } else { digits };
        Self::shifted(digits, fraction.len() as i64 - exponent)
    }

    /// The shortest decimal number that reads back as the same float.
    ///
    /// `None` if it is not finite or has more than 15 digits before the point.
    pub fn from_f64(number: f64) -> Option<Self> {
        Self::parse(&number.to_string())
    }

    /// The nearest float.
    pub fn to_f64(self) -> f64 {
        // Powers of ten up to 10²² are exact in binary, so this rounds once for up to 15 digits.
        self.digits as f64 / POWERS[self.places] as f64
    }

    /// The number as a count; `None` for fractions and numbers below 0.
    pub fn to_u64(self) -> Option<u64> {
        u64::try_from(self.digits).ok().filter(|_| self.is_whole())
    }

    /// Whether it has no fraction.
    pub fn is_whole(self) -> bool {
        self.places == 0
    }

    /// Whether it is below 0.
    pub fn is_negative(self) -> bool {
        self.digits < 0
    }

    /// The number of steps of `width`, which must be above 0, from `origin` to this number, rounded down.
    pub fn steps(self, origin: Self, width: Self) -> i128 {
        let places = self.places.max(origin.places).max(width.places);
        (self.scaled(places) - origin.scaled(places)).div_euclid(width.scaled(places))
    }

    /// Whether it is an integer multiple of another number, which must be above 0.
    pub fn is_multiple_of(self, other: Self) -> bool {
        let places = self.places.max(other.places);
        self.scaled(places) % other.scaled(places) == 0
    }

    /// This number and `steps` times `width`.
    pub fn plus(self, steps: i128, width: Self) -> Self {
        let places = self.places.max(width.places);
        let digits = self.scaled(places).saturating_add(width.scaled(places).saturating_mul(steps));
        Self { digits, places }.normal()
    }

    /// The digits with this many decimal places, at least its own.
    fn scaled(self, places: usize) -> i128 {
        self.digits * POWERS[places - self.places]
    }

    /// `digits` / 10^`places`, if it is within the limits.
    fn shifted(digits: i128, places: i64) -> Option<Self> {
        let limit = POWERS[MAX_WHOLE_DIGITS];
        let number = match usize::try_from(places) {
            Err(_) => {
                let power = POWERS.get(usize::try_from(-places).ok()?)?;
                Self { digits: digits.checked_mul(*power)?, places: 0 }
            }
            Ok(places) if places > MAX_PLACES => {
                Self { digits: POWERS.get(places - MAX_PLACES).map_or(0, |power| digits / power), places: MAX_PLACES }
            }
            Ok(places) => Self { digits, places },
        };
        let within = number.digits.abs() / POWERS[number.places] < limit;
        within.then(|| number.normal())
    }

    fn normal(mut self) -> Self {
        while self.places > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.places -= 1;
        }
        self
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let places = self.places.max(other.places);
        self.scaled(places).cmp(&other.scaled(places))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = POWERS[self.places].unsigned_abs();
        let digits = self.digits.unsigned_abs();
        if self.is_negative() {
            f.write_str("-")?;
        }
        write!(f, "{}", digits / power)?;
        if self.places > 0 {
            write!(f, ".{:0width$}", digits % power, width = self.places)?;
        }
        Ok(())
    }
}

/// The number before the exponent, and the exponent.
fn split_exponent(unsigned: &str) -> Option<(&str, i64)> {
    let Some((mantissa, exponent)) = unsigned.split_once(['e', 'E']) else {
        return Some((unsigned, 0));
    };
    let has_sign = exponent.starts_with(['+', '-']);
    if !(has_sign || mantissa.contains('.')) || exponent.len() > 4 {
        return None;
    }
    Some((mantissa, exponent.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        Number::parse(text).map(|number| number.to_string())
    }

    #[test]
    fn numbers_are_read_as_written() {
        let read = [
            ("0", "0"),
            ("-0", "0"),
            ("39", "39"),
            (" 39 ", "39"),
            ("-12.50", "-12.5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-0.05", "-0.05"),
            ("1e-05", "0.00001"),
            ("2.5E3", "2500"),
            ("1e-300", "0"),
            ("999999999999999", "999999999999999"),
            ("0.30000000000000004", "0.30000000000000004"),
        ];
        for (text, expected) in read {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn codes_and_local_forms_are_no_numbers() {
        let other = [
            "",
            " ",
            "-",
            ".",
            "+5",
            "02139",
            "00.5",
            "1,5",
            "1,000",
            "1.000.000",
            "3E2",
            "0x1f",
            "inf",
            "NaN",
            "1234567890123456",
            "1e+20",
            "1.5e",
            "1.5e99999",
            "--1",
            "٣",
        ];
        for text in other {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn tenths_fall_where_they_belong() {
        let number = |text| Number::parse(text).unwrap_or(Number { digits: -1, places: 0 });
        let (zero, tenth) = (number("0"), number("0.1"));
        for (text, steps) in [("0.3", 3), ("0.29", 2), ("0.7", 7), ("-0.1", -1), ("-0.05", -1)] {
            assert_eq!(number(text).steps(zero, tenth), steps, "{text}");
        }
        assert_eq!(zero.plus(3, tenth).to_string(), "0.3");
        assert!(number("0.3").is_multiple_of(tenth));
        assert!(!number("0.25").is_multiple_of(tenth));
    }

    #[test]
    fn order_is_by_quantity() {
        let mut texts = ["10", "9", "-1.5", "-2", "9.25"];
        texts.sort_by_key(|text| Number::parse(text));
        assert_eq!(texts, ["-2", "-1.5", "9", "9.25", "10"]);
        assert_eq!(Number::parse("0.1").map(Number::to_f64), Some(0.1));
        assert_eq!(Number::from_f64(22.5).map(|number| number.to_string()), Some("22.5".into()));
        assert_eq!(Number::from_f64(f64::NAN), None);
    }
}
