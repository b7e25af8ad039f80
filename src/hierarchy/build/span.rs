//! Values that represent several numbers: `90+`, `<1`, `25-34`.

use crate::data::{Number, NumberFormat};

/// The numbers that a value represents. Tables that were already de-identified have such values: ages over 89 are
/// often one value, and the others bands of five or ten years.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::hierarchy) enum Span {
    /// All numbers from this one on.
    From(Number),
    /// All numbers below this one.
    Below(Number),
    /// All numbers from the first on and below the second.
    Between(Number, Number),
}

/// The text between the first and the last of several integers.
const BETWEEN: [&str; 3] = ["-", "–", " to "];

/// The text before a number.
const BEFORE: [(&str, Sign); 16] = [
    ("≥", Sign::FromIt),
    (">=", Sign::FromIt),
    (">", Sign::Above),
    ("over", Sign::Above),
    ("above", Sign::Above),
    ("≤", Sign::UpToIt),
    ("<=", Sign::UpToIt),
    ("<", Sign::Below),
    ("under", Sign::Below),
    ("below", Sign::Below),
    ("up to", Sign::UpToIt),
    ("at most", Sign::UpToIt),
    ("at least", Sign::FromIt),
    ("more than", Sign::Above),
    ("less than", Sign::Below),
    ("fewer than", Sign::Below),
];

/// The text after a number.
const BEHIND: [(&str, Sign); 12] = [
    ("+", Sign::FromIt),
    ("and over", Sign::FromIt),
    ("and older", Sign::FromIt),
    ("and above", Sign::FromIt),
    ("and more", Sign::FromIt),
    ("or over", Sign::FromIt),
    ("or older", Sign::FromIt),
    ("or more", Sign::FromIt),
    ("and under", Sign::UpToIt),
    ("and younger", Sign::UpToIt),
    ("or less", Sign::UpToIt),
    ("or younger", Sign::UpToIt),
];

#[derive(Debug, Clone, Copy)]
enum Sign {
    Above,
    FromIt,
    UpToIt,
    Below,
}

impl Span {
    /// Parses a span: `90+`, `≥ 90`, `>89`, `90 and over`, `<1`, `under 1`, `25-34`. An exclusive lower border, or an
    /// inclusive upper border, is moved to the next integer. So forms other than `From` and `Below` themselves are
    /// only read if all numbers are integers.
    pub(in crate::hierarchy) fn read(value: &str, format: &NumberFormat, is_whole: bool) -> Option<Self> {
        let value = value.trim().to_lowercase();
        let before = (BEFORE.iter()).find_map(|(word, sign)| Some((value.strip_prefix(word)?, sign)));
        let behind = || (BEHIND.iter()).find_map(|(word, sign)| Some((value.strip_suffix(word)?, sign)));
        let Some((number, sign)) = before.or_else(behind) else {
            return Self::between(&value, format).filter(|_| is_whole);
        };
        let number = format.read(number.trim())?;
        let next = || (is_whole && number.is_whole()).then(|| number.plus(1, Number::ONE));
        match sign {
            Sign::FromIt => Some(Self::From(number)),
            Sign::Below => Some(Self::Below(number)),
            Sign::Above => next().map(Self::From),
            Sign::UpToIt => next().map(Self::Below),
        }
    }

    /// The numbers at the ends of a span, or the value itself.
    pub(super) fn ends(value: &str) -> Vec<&str> {
        let value = Self::without_sign(value).trim();
        let sides = |(at, sign): (usize, &'_ str)| [&value[..at], &value[at + sign.len()..]];
        let has_digit = |side: &&str| side.bytes().any(|byte| byte.is_ascii_digit());
        let signs = BETWEEN.iter().flat_map(|sign| value.match_indices(sign));
        let found = signs.map(sides).find(|sides| sides.iter().all(has_digit));
        found.map_or_else(|| vec![value], |sides| sides.map(str::trim).to_vec())
    }

    /// A value without the text for its open end.
    pub(super) fn without_sign(value: &str) -> &str {
        let before = BEFORE.iter().find_map(|(word, _)| value.strip_prefix(word));
        let behind = || BEHIND.iter().find_map(|(word, _)| value.strip_suffix(word));
        before.or_else(behind).unwrap_or(value)
    }

    /// The span from one integer to another one that is not below it.
    fn between(value: &str, format: &NumberFormat) -> Option<Self> {
        let whole = |text: &str| {
            let number = format.read(text.trim());
            number.filter(|number| number.is_whole())
        };
        let borders = |(at, sign): (usize, &str)| {
            let (first, last) = (whole(&value[..at])?, whole(&value[at + sign.len()..])?);
            (first <= last).then(|| Self::Between(first, last.plus(1, Number::ONE)))
        };
        let signs = BETWEEN.iter().flat_map(|sign| value.match_indices(sign));
        signs.filter_map(borders).next()
    }

    /// A number inside the span: its first, or one below its border.
    pub(super) fn number(self) -> Number {
        match self {
            Self::From(first) | Self::Between(first, _) => first,
            Self::Below(border) => border.plus(-1, Number::ONE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_ends_are_read_as_people_write_them() {
        let read = |value| Span::read(value, &NumberFormat::PLAIN, true);
        for value in ["90+", "90 +", "≥90", ">= 90", ">89", "Over 89", "90 and over", "90 or older"] {
            assert_eq!(read(value), Some(Span::From(Number::whole(90))), "{value}");
        }
        for value in ["<1", "< 1", "under 1", "less than 1", "At most 0", "≤0", "0 and younger"] {
            assert_eq!(read(value), Some(Span::Below(Number::whole(1))), "{value}");
        }
        for value in ["90", "+", "90++", "over", "A+", "<", "-90", "95-90", "a-b", "1-2-3", ""] {
            assert_eq!(read(value), None, "{value}");
        }
        let fraction = |value| Span::read(value, &NumberFormat::PLAIN, false);
        assert_eq!(fraction("<0.5"), Number::parse("0.5").map(Span::Below));
        assert_eq!(fraction(">0.5"), None);
    }
}
