//! The kinds of a column's values.

use super::reading::{Guess, Reading};
use serde::Serialize;

/// The kind of all values of a column, except missing ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Integers.
    Integer,
    /// Numbers, not all of them integers.
    Decimal,
    /// Dates, all in one format, or in one of several that fit all of them.
    Date,
    /// Times of day without a date.
    Time,
    /// Anything else, including codes with leading zeros.
    Text,
    /// No value at all.
    Empty,
}

impl Kind {
    /// The kind of a column with these values.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        Guess::of(values).kind()
    }

    /// The kind of a column with this reading.
    pub fn of_reading(reading: &Reading) -> Self {
        match reading {
            Reading::WholeNumber(_) => Self::Integer,
            Reading::Decimal(_) => Self::Decimal,
            Reading::Date(_) => Self::Date,
            Reading::Time => Self::Time,
            Reading::Category | Reading::Place | Reading::Text => Self::Text,
        }
    }

    /// Whether it is integer or decimal.
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal)
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
            (&["1,5", "2,5"], Kind::Decimal),
        ];
        for (values, kind) in cases {
            assert_eq!(Kind::of(values.iter().copied()), kind, "{values:?}");
        }
    }
}
