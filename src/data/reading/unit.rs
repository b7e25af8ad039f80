//! The units of a column's numbers: `$12`, `72 kg`, `35%`. Spaces next to a unit are ignored.

use std::borrow::Cow;

/// Currency codes that precede amounts. Other words before numbers name things, like `Ward 12`.
const CURRENCIES: [&str; 18] = [
    "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "JPY", "CNY", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "ZAR", "Fr",
    "SFr", "Rs",
];

/// The likely unit of a value: the currency sign or code before its digits, or letters and some signs after them.
/// Empty without one. One capital letter right after the digits is part of a code, `101A`, except that of years:
/// `45Y`.
pub(super) fn unit_of(value: &str) -> &str {
    let mut digits = (value.bytes().enumerate()).filter(|(_, byte)| byte.is_ascii_digit());
    let Some((first, _)) = digits.next() else {
        return "";
    };
    let last = digits.next_back().map_or(first, |(last, _)| last);
    let before = value[..first].trim_matches(is_beside);
    let behind = value[last + 1..].trim_matches(is_space);
    match (before, behind) {
        (unit, "") if unit.chars().any(is_currency) || CURRENCIES.contains(&unit) => unit,
        ("", _) if matches!(value.as_bytes()[last + 1..], [b'A'..=b'X' | b'Z']) => "",
        ("", unit) if unit.chars().all(is_of_unit) && !unit.starts_with(['/', '.']) => unit,
        _ => "",
    }
}

/// Whether `unit` is the singular of `many`: `year` of `years`.
pub fn is_one_of(unit: &str, many: &str) -> bool {
    singular(many) == Some(unit)
}

/// A number without its unit, but with its minus sign, which may precede the unit (`-$5`) or follow it (`$-5`). The
/// unit may lack the `s` at its end: `1 year` among `years`. `None` if the unit is missing.
pub(super) fn without_unit<'a>(unit: &str, value: &'a str) -> Option<Cow<'a, str>> {
    let value = value.trim_matches(is_space);
    let one = || value.strip_suffix(singular(unit)?);
    if let Some(number) = value.strip_suffix(unit).or_else(one).or_else(|| without_capitals(unit, value)) {
        return Some(Cow::Borrowed(number.trim_matches(is_space)));
    }
    let unsigned = value.trim_matches(is_beside);
    let number = unsigned.strip_prefix(unit)?;
    // `Fr. 5` is written with a point, which is none of the number.
    let number = number.strip_prefix(". ").unwrap_or(number).trim_matches(is_space);
    Some(match value.starts_with('-') {
        true => Cow::Owned(format!("-{number}")),
        false => Cow::Borrowed(number),
    })
}

/// A number without a unit of two or more letters that are capital in one place and small in the other: `72 Kg` among
/// `kg`. At the beginning of a unit `m` and `M`, `p` and `P` are different prefixes.
#[inline(never)]
fn without_capitals<'a>(unit: &str, value: &'a str) -> Option<&'a str> {
    let (number, own) = value.split_at_checked(value.len().checked_sub(unit.len())?)?;
    let is_prefix = unit.starts_with(['m', 'M', 'p', 'P']) && own.get(..1) != unit.get(..1);
    (unit.len() > 1 && !is_prefix && own.eq_ignore_ascii_case(unit)).then_some(number)
}

/// The word without the `s` at its end. `s` and `ms` are not plurals.
pub fn singular(word: &str) -> Option<&str> {
    word.strip_suffix('s').filter(|word| word.len() > 1)
}

/// Whether it is a currency sign.
pub fn is_currency(sign: char) -> bool {
    matches!(sign, '$' | '¢'..='¥' | '₠'..='₿')
}

/// A space, including narrow and non-breaking ones.
pub(super) fn is_space(sign: char) -> bool {
    [' ', '\u{a0}', '\u{202f}', '\u{2009}'].contains(&sign)
}

/// Characters allowed between a number and the text before it.
fn is_beside(sign: char) -> bool {
    is_space(sign) || sign == '-' || sign == '.'
}

fn is_of_unit(sign: char) -> bool {
    sign.is_alphabetic() || is_space(sign) || is_currency(sign) || "%‰°/.²³µ·".contains(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_told_by_what_is_beside_the_digits() {
        for (value, sign) in [
            ("$1,234.50", "$"),
            ("-$5", "$"),
            ("$ -5", "$"),
            ("- $5", "$"),
            ("$.50", "$"),
            ("US$ 5", "US$"),
            ("CHF 1'200", "CHF"),
            ("Fr. 1'200", "Fr"),
            ("SEK 500", "SEK"),
            ("12,50 €", "€"),
            ("72 kg", "kg"),
            ("72kg", "kg"),
            ("-3.5 °C", "°C"),
            (".5%", "%"),
            ("6 mg/dl", "mg/dl"),
            ("5 fl. oz", "fl. oz"),
            ("2 years", "years"),
            ("5 V", "V"),
            ("72KG", "KG"),
            ("45Y", "Y"),
            // No unit.
            ("12", ""),
            ("-12.5", ""),
            ("D-04105", ""),
            ("Ward 12", ""),
            ("ID1001", ""),
            ("101A", ""),
            ("90+", ""),
            ("5.", ""),
            ("5/", ""),
            ("$5 each", ""),
            ("kg", ""),
            ("", ""),
        ] {
            assert_eq!(unit_of(value), sign, "{value}");
        }
    }

    #[test]
    fn numbers_are_what_is_left() {
        for (sign, value, number) in [
            ("$", "$1,234.50", Some("1,234.50")),
            ("$", "-$5", Some("-5")),
            ("$", "- $ 5", Some("-5")),
            ("$", "$-5", Some("-5")),
            ("$", "5 $", Some("5")),
            ("$", "5", None),
            ("$", "£5", None),
            ("kg", "72 kg", Some("72")),
            ("kg", "-72kg ", Some("-72")),
            ("kg", "72", None),
            ("kg", "72 lb", None),
            ("kg", "72 Kg", Some("72")),
            ("kg", "72KG", Some("72")),
            ("mm", "72 MM", None),
            ("m", "72 M", None),
            ("Fr", "Fr. 1'200", Some("1'200")),
            ("$", "$.50", Some(".50")),
            ("years", "1 year", Some("1")),
            ("year", "2 years", None),
            ("ms", "2 m", None),
        ] {
            let found = without_unit(sign, value);
            assert_eq!(found.as_deref(), number, "{sign}: {value}");
        }
    }
}
