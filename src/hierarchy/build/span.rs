//! Values that represent several numbers: `90+`, `<1`, `25-34`.

use crate::data::{Number, NumberFormat, is_currency};

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

/// The text between the first and the last of several numbers, in English, German, French and Spanish.
const BETWEEN: [&str; 6] = ["-", "–", " to ", " bis ", " à ", " a "];

/// The text before the first of several numbers.
const FROM: [&str; 5] = ["from ", "von ", "de ", "≥", ">="];

/// The text before a number.
const BEFORE: [(&str, Sign); 30] = [
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
    ("before", Sign::Below),
    ("after", Sign::Above),
    ("up to", Sign::UpToIt),
    ("at most", Sign::UpToIt),
    ("at least", Sign::FromIt),
    ("more than", Sign::Above),
    ("less than", Sign::Below),
    ("fewer than", Sign::Below),
    ("unter", Sign::Below),
    ("bis unter", Sign::Below),
    ("bis ", Sign::UpToIt),
    ("höchstens", Sign::UpToIt),
    ("über", Sign::Above),
    ("mehr als", Sign::Above),
    ("ab ", Sign::FromIt),
    ("mindestens", Sign::FromIt),
    ("moins de", Sign::Below),
    ("plus de", Sign::Above),
    ("menos de", Sign::Below),
    ("más de", Sign::Above),
];

/// The text after a number.
const BEHIND: [(&str, Sign); 25] = [
    ("+", Sign::FromIt),
    ("and over", Sign::FromIt),
    ("and older", Sign::FromIt),
    ("and above", Sign::FromIt),
    ("and more", Sign::FromIt),
    ("and up", Sign::FromIt),
    ("or over", Sign::FromIt),
    ("or older", Sign::FromIt),
    ("or above", Sign::FromIt),
    ("or more", Sign::FromIt),
    ("und mehr", Sign::FromIt),
    ("oder mehr", Sign::FromIt),
    ("und älter", Sign::FromIt),
    ("oder älter", Sign::FromIt),
    ("et plus", Sign::FromIt),
    ("ou plus", Sign::FromIt),
    ("y más", Sign::FromIt),
    ("o más", Sign::FromIt),
    ("-plus", Sign::FromIt),
    ("and under", Sign::UpToIt),
    ("and younger", Sign::UpToIt),
    ("or less", Sign::UpToIt),
    ("or younger", Sign::UpToIt),
    ("und jünger", Sign::UpToIt),
    ("et moins", Sign::UpToIt),
];

/// The text before the border of a closed span, and whether the border belongs to it. The longer ones come first.
const UP_TO: [(&str, bool); 6] =
    [("<=", true), ("≤", true), ("<", false), ("under ", false), ("unter ", false), ("less than ", false)];

#[derive(Debug, Clone, Copy)]
enum Sign {
    Above,
    FromIt,
    UpToIt,
    Below,
}

impl Span {
    /// Parses a span: `90+`, `≥ 90`, `>89`, `90 and over`, `<1`, `under 1`, `25-34`, `10-<20`, `[10, 20)`. An exclusive
    /// lower border, or an inclusive upper border, is moved to the next integer. So forms other than `From` and `Below`
    /// themselves are only read if all numbers are integers.
    pub(in crate::hierarchy) fn read(value: &str, format: &NumberFormat, is_whole: bool) -> Option<Self> {
        let value = value.trim().to_lowercase();
        let Some((number, sign)) = Self::open(&value, format) else {
            return Sides::of(&value).into_iter().find_map(|sides| sides.whole(format)).filter(|_| is_whole);
        };
        let next = || (is_whole && number.is_whole()).then(|| number.plus(1, Number::ONE));
        match sign {
            Sign::FromIt => Some(Self::From(number)),
            Sign::Below => Some(Self::Below(number)),
            Sign::Above => next().map(Self::From),
            Sign::UpToIt => next().map(Self::Below),
        }
    }

    /// As [`read`](Self::read), but with the numbers as they are written, integers or not. Only good for an order.
    pub(super) fn rough(value: &str, format: &NumberFormat) -> Option<Self> {
        let value = value.trim().to_lowercase();
        let between = |sides: Sides<'_>| {
            let number = |text| format.read(without_zeros(text));
            let (first, last) = (number(sides.first)?, number(sides.last)?);
            (first < last).then_some(Self::Between(first, last))
        };
        match Self::open(&value, format) {
            Some((number, Sign::FromIt | Sign::Above)) => Some(Self::From(number)),
            Some((number, Sign::UpToIt | Sign::Below)) => Some(Self::Below(number)),
            None => Sides::of(&value).into_iter().find_map(between),
        }
    }

    /// A span whose border does not belong to it, integers or not: `18.5 - <25`, `[18.5, 25)`, `<25`, `25+`.
    pub(super) fn half_open(value: &str, format: &NumberFormat) -> Option<Self> {
        let value = value.trim().to_lowercase();
        let between = |sides: Sides<'_>| {
            let (first, border) = (format.read(sides.first)?, format.read(sides.last)?);
            (sides.holds_first && !sides.holds_last && first < border).then_some(Self::Between(first, border))
        };
        match Self::open(&value, format) {
            Some((number, Sign::FromIt)) => Some(Self::From(number)),
            Some((number, Sign::Below)) => Some(Self::Below(number)),
            Some(_) => None,
            None => Sides::of(&value).into_iter().find_map(between),
        }
    }

    /// The number of a span with an open end, and the text beside it.
    fn open(value: &str, format: &NumberFormat) -> Option<(Number, Sign)> {
        let before = BEFORE.iter().filter_map(|(word, sign)| Some((value.strip_prefix(word)?, sign)));
        let behind = BEHIND.iter().filter_map(|(word, sign)| Some((value.strip_suffix(word)?, sign)));
        before.chain(behind).find_map(|(number, sign)| Some((format.read(number.trim())?, *sign)))
    }

    /// Whether a value may be several numbers: a closed span begins with a number and has some of these signs.
    pub(in crate::hierarchy) fn may_be_closed(value: &str) -> bool {
        let value = FROM.iter().find_map(|word| value.strip_prefix(word)).unwrap_or(value);
        let is_bracket = value.starts_with(['[', '(']);
        let is_first = |sign: char| sign.is_ascii_digit() || is_currency(sign);
        is_bracket || value.starts_with(is_first) && BETWEEN.iter().any(|sign| value.contains(sign))
    }

    /// The numbers at the ends of a span, or the value itself.
    pub(super) fn ends(value: &str) -> Vec<&str> {
        let value = Self::without_sign(value).trim();
        let has_digit = |side: &&str| side.bytes().any(|byte| byte.is_ascii_digit());
        let mut ends = Sides::of(value).into_iter().map(|sides| [sides.first, sides.last]);
        let found = ends.find(|ends| ends.iter().all(has_digit));
        found.map_or_else(|| vec![value], |ends| ends.to_vec())
    }

    /// A value without the text for its open end.
    pub(super) fn without_sign(value: &str) -> &str {
        let before = BEFORE.iter().find_map(|(word, _)| value.strip_prefix(word));
        let behind = || BEHIND.iter().find_map(|(word, _)| value.strip_suffix(word));
        before.or_else(behind).unwrap_or(value)
    }

    /// The numbers at its ends.
    pub(in crate::hierarchy) fn borders(self) -> (f64, f64) {
        match self {
            Self::Between(first, border) => (first.to_f64(), border.to_f64()),
            Self::Below(border) => (f64::NEG_INFINITY, border.to_f64()),
            Self::From(first) => (first.to_f64(), f64::INFINITY),
        }
    }

    /// A number inside the span: its first, or one below its border.
    pub(super) fn number(self) -> Number {
        match self {
            Self::From(first) | Self::Between(first, _) => first,
            Self::Below(border) => border.plus(-1, Number::ONE),
        }
    }
}

/// The texts of both ends of a closed span, and whether the numbers there belong to it.
#[derive(Clone, Copy)]
struct Sides<'a> {
    first: &'a str,
    holds_first: bool,
    last: &'a str,
    holds_last: bool,
}

impl<'a> Sides<'a> {
    /// The ways to part a value.
    fn of(value: &'a str) -> Vec<Self> {
        if let Some(inner) = value.strip_prefix(['[', '(']).and_then(|inner| inner.strip_suffix([']', ')'])) {
            let sides = inner.split_once([',', ';']).map(|(first, last)| Self {
                first: first.trim(),
                holds_first: value.starts_with('['),
                last: last.trim(),
                holds_last: value.ends_with(']'),
            });
            return sides.into_iter().collect();
        }
        let parted = BETWEEN.iter().flat_map(|sign| value.match_indices(sign));
        parted.map(|(at, sign)| Self::at(&value[..at], &value[at + sign.len()..])).collect()
    }

    fn at(first: &'a str, last: &'a str) -> Self {
        let (first, last) = (first.trim(), last.trim());
        let inner = FROM.iter().find_map(|word| first.strip_prefix(word)).unwrap_or(first);
        let border = UP_TO.iter().find_map(|(word, is_held)| Some((last.strip_prefix(word)?, *is_held)));
        let (last, holds_last) = border.unwrap_or((last, true));
        Self { first: inner.trim(), holds_first: true, last: last.trim(), holds_last }
    }

    /// The span from one integer to another one, if it holds any.
    fn whole(self, format: &NumberFormat) -> Option<Span> {
        let whole = |text| format.read(without_zeros(text)).filter(|number| number.is_whole());
        let after = |number: Number, is_held| if is_held { number } else { number.plus(1, Number::ONE) };
        let first = after(whole(self.first)?, self.holds_first);
        let border = after(whole(self.last)?, !self.holds_last);
        (first < border).then_some(Span::Between(first, border))
    }
}

/// Digits without zeros before them, as in `05-09`.
fn without_zeros(text: &str) -> &str {
    let digits = text.trim_start_matches('0');
    match digits.chars().next() {
        Some(first) if first.is_ascii_digit() => digits,
        None if !text.is_empty() => "0",
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_ends_are_read_as_people_write_them() {
        let read = |value| Span::read(value, &NumberFormat::PLAIN, true);
        for value in ["90+", "90 +", "≥90", ">= 90", ">89", "Over 89", "90 and over", "90 or older", "90-plus", "ab 90"]
            .into_iter()
            .chain(["Über 89", "90 und älter", "plus de 89", "90 et plus", "90 y más"])
        {
            assert_eq!(read(value), Some(Span::From(Number::whole(90))), "{value}");
        }
        for value in [
            "<1",
            "< 1",
            "under 1",
            "less than 1",
            "At most 0",
            "≤0",
            "0 and younger",
            "unter 1",
            "bis unter 1",
            "bis 0",
            "moins de 1",
        ] {
            assert_eq!(read(value), Some(Span::Below(Number::whole(1))), "{value}");
        }
        for value in ["90", "+", "90++", "over", "A+", "<", "-90", "95-90", "a-b", "1-2-3", ""] {
            assert_eq!(read(value), None, "{value}");
        }
        let fraction = |value| Span::read(value, &NumberFormat::PLAIN, false);
        assert_eq!(fraction("<0.5"), Number::parse("0.5").map(Span::Below));
        assert_eq!(fraction(">0.5"), None);
    }

    #[test]
    fn bands_are_read_as_people_write_them() {
        let read = |value| Span::read(value, &NumberFormat::PLAIN, true);
        for value in ["5-9", "5 – 9", "5 to 9", "from 5 to 9", "5 bis 9", "5 bis unter 10", "5 - <10", "≥5 - <10"]
            .into_iter()
            .chain(["5 à 9", "de 5 à 9", "5 a 9", "05-09", "[5,10)", "[5, 9]", "(4,9]", "(4;10)", "5-<=9"])
        {
            assert_eq!(read(value), Some(Span::Between(Number::whole(5), Number::whole(10))), "{value}");
        }
        assert_eq!(read("00-04"), Some(Span::Between(Number::ZERO, Number::whole(5))));
        for value in ["10-<10", "(4,5)", "[5,9", "5,9)", "[5]", "5 bis", "bis", "ab12", "[1,2,3]", "<5-9", "5-9 x"] {
            assert_eq!(read(value), None, "{value}");
        }
    }
}
