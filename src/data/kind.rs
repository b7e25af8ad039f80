//! What a column's values look like.

use super::date::{Date, DateShape};
use super::number::Number;
use serde::Serialize;

/// What all values of a column are, missing ones left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Numbers, not all whole.
    Decimal,
    /// Dates, all in one form.
    Date,
    /// Anything else, codes with leading zeros among it.
    Text,
    /// No value at all.
    Empty,
}

impl Kind {
    /// The kind of a column that has these values.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        let mut tally = KindTally::default();
        for value in values {
            tally.observe(value);
            if tally.kind() == Self::Text {
                break;
            }
        }
        tally.kind()
    }

    /// Whether it is integer or decimal.
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal)
    }
}

/// The kind of the values seen so far. One value after the other, without keeping them.
#[derive(Debug, Clone, Copy, Default)]
pub struct KindTally(Option<Observed>);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Observed {
    Integer,
    Decimal,
    Date(DateShape),
    Text,
}

impl KindTally {
    /// Takes in one value that is not missing.
    pub fn observe(&mut self, value: &str) {
        use Observed::{Date, Decimal, Integer, Text};
        self.0 = Some(
            match (
                self.0,
                self.0
                    .map_or_else(|| Observed::of(value), |seen| seen.test(value)),
            ) {
                (None, now) => now,
                (Some(Integer | Decimal), Decimal) => Decimal,
                (Some(seen @ (Integer | Decimal)), Integer) => seen,
                (Some(Date(seen)), Date(now)) if seen == now => Date(seen),
                _ => Text,
            },
        );
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        match self.0 {
            None => Kind::Empty,
            Some(Observed::Integer) => Kind::Integer,
            Some(Observed::Decimal) => Kind::Decimal,
            Some(Observed::Date(_)) => Kind::Date,
            Some(Observed::Text) => Kind::Text,
        }
    }
}

impl Observed {
    fn of(value: &str) -> Self {
        match Self::number(value) {
            Self::Text => Self::date(value),
            number => number,
        }
    }

    /// What the value is, as far as it matters for a column that was `self` up to now.
    fn test(self, value: &str) -> Self {
        match self {
            Self::Integer | Self::Decimal => Self::number(value),
            Self::Date(_) => Self::date(value),
            Self::Text => Self::Text,
        }
    }

    fn number(value: &str) -> Self {
        match Number::parse(value) {
            Some(number) if number.is_whole() => Self::Integer,
            Some(_) => Self::Decimal,
            None => Self::Text,
        }
    }

    fn date(value: &str) -> Self {
        Date::parse(value).map_or(Self::Text, |(_, shape)| Self::Date(shape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_what_all_its_values_are() {
        let cases: [(&[&str], Kind); 11] = [
            (&[], Kind::Empty),
            (&["1", "-20"], Kind::Integer),
            (&["39.0", "40.0"], Kind::Integer),
            (&["1", "2.5", "3"], Kind::Decimal),
            (&["02139", "10001"], Kind::Text),
            (&["10001", "02139"], Kind::Text),
            (&["1", "x", "2"], Kind::Text),
            (&["2019-03-31", "2020-02-29"], Kind::Date),
            (&["2019-03-31", "31.3.2019"], Kind::Text),
            (&["2019-03-31", "7"], Kind::Text),
            (&["1,5", "2,5"], Kind::Text),
        ];
        for (values, kind) in cases {
            assert_eq!(Kind::of(values.iter().copied()), kind, "{values:?}");
        }
    }
}
