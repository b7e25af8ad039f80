//! The values of a column that do not match the reading of most of them.

use super::{NumberFormat, Reading};
use crate::data::date::DateFormat;
use crate::error::{OddValue, OddValues};
use crate::sorting::sort_by;

/// The maximum number of values that are listed.
const LISTED: usize = 5;

/// The values that are not `what` the others are, the most frequent first; of equally frequent ones, the smaller, so
/// that the sentence does not depend on the order of the file. `all` is the number of records with a value. `None` if
/// there is no such value.
///
/// Time: O(values · log values).
pub fn odd_values<'a>(what: String, all: u64, others: impl IntoIterator<Item = (&'a str, u64)>) -> Option<OddValues> {
    let mut others: Vec<(&str, u64)> = others.into_iter().collect();
    sort_by(&mut others, |one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    let records: u64 = others.iter().map(|(_, records)| records).sum();
    let listed = others.iter().take(LISTED);
    let listed = listed.map(|&(value, records)| OddValue { value: value.to_owned(), records, row: None });
    (!others.is_empty()).then(|| OddValues {
        what,
        fitting: all.saturating_sub(records),
        records,
        distinct: others.len(),
        listed: listed.collect(),
    })
}

impl Reading {
    /// The values that do not match those of these readings that match the most records. `values` are those that are
    /// not missing, with their records. `None` if all match.
    ///
    /// Time: O(values · readings + values · log values).
    pub fn odd_values<'a>(
        readings: &[Self],
        values: impl Iterator<Item = (&'a str, u64)> + Clone,
    ) -> Option<OddValues> {
        let records = |reading: &Self| -> u64 {
            let fitting = values.clone().filter(|(value, _)| reading.conforms(value));
            fitting.map(|(_, records)| records).sum()
        };
        let counted: Vec<u64> = readings.iter().map(records).collect();
        let most = counted.iter().copied().max()?;
        let best = readings.iter().zip(counted).filter(|(_, records)| *records == most);
        let best: Vec<Self> = best.map(|(reading, _)| reading.clone()).collect();
        let first = best.first()?;
        let others = values.clone().filter(|(value, _)| !first.conforms(value));
        odd_values(Self::in_words(&best), values.map(|(_, records)| records).sum(), others)
    }

    /// The values of one of these readings, in the plural: ``numbers with the unit `$` ``.
    pub fn in_words(readings: &[Self]) -> String {
        let mut words = readings.first().map_or("values", Self::noun).to_owned();
        let forms = readings.iter().map(Self::form).filter(|form| !form.is_empty());
        for (place, form) in forms.enumerate() {
            words.push_str(if place == 0 { " " } else { " or " });
            words.push_str(&form);
        }
        words
    }

    fn noun(&self) -> &'static str {
        match self {
            Self::WholeNumber(_) | Self::Decimal(_) => "numbers",
            Self::Date(_) => "dates",
            Self::Time => "times of day",
            Self::Category | Self::Place | Self::Text => "texts",
        }
    }

    /// How the values are written; empty if that goes without saying.
    fn form(&self) -> String {
        match self {
            Self::WholeNumber(format) | Self::Decimal(format) => format.words(),
            Self::Date(format) => format.words(),
            Self::Time | Self::Category | Self::Place | Self::Text => String::new(),
        }
    }
}

impl DateFormat {
    /// How dates are written: `in the form dd/MM/yyyy`.
    pub fn words(&self) -> String {
        format!("in the form {}", self.pattern())
    }
}

impl NumberFormat {
    /// How numbers are written, as far as it is not usual: `with a decimal comma and the unit €`.
    pub fn words(&self) -> String {
        let mut signs = Vec::new();
        if self.point == super::DecimalPoint::Comma {
            signs.push("a decimal comma".to_owned());
        }
        signs.extend(self.thousands.map(|sign| format!("`{}` between thousands", sign.sign())));
        signs.extend(self.ages.map(|units| units.words().to_owned()));
        if !self.unit.is_empty() {
            signs.push(format!("the unit `{}`", self.unit));
        }
        match signs.as_slice() {
            [] => String::new(),
            signs => format!("with {}", signs.join(" and ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_the_values_with_counts_and_rows() {
        let values = [("50", 1), ("unknown", 2), ("€5", 1)];
        let told = |odd: Option<OddValues>| odd.map(|odd| odd.to_string());
        let mut odd = odd_values("numbers with the unit `$`".into(), 300, values);
        assert_eq!(
            told(odd.clone()).as_deref(),
            Some(
                "296 of 300 values are numbers with the unit `$`; these are not: `unknown` (2 records), `50` (1 \
                 record), `€5` (1 record)"
            )
        );
        if let Some(odd) = &mut odd {
            odd.find_rows(&|value| (value != "€5").then_some(17));
        }
        let with_rows = "`unknown` (2 records, the first in row 17), `50` (1 record, row 17), `€5` (1 record)";
        assert!(told(odd).is_some_and(|odd| odd.ends_with(with_rows)));
        let one = told(odd_values("dates in the form yyyy-MM-dd".into(), 6, [("x", 1)]));
        let expected = "5 of 6 values are dates in the form yyyy-MM-dd; this one is not: `x` (1 record)";
        assert_eq!(one.as_deref(), Some(expected));
        let none = odd_values("numbers".into(), 7, ["a", "b", "c", "d", "e", "f", "g"].map(|value| (value, 1)));
        let none = told(none).unwrap_or_default();
        assert!(none.starts_with("the column has no numbers: `a` (1 record), "), "{none}");
        assert!(none.ends_with("`e` (1 record), and 2 more"), "{none}");
        assert_eq!(odd_values("numbers".into(), 3, []), None);
    }

    #[test]
    fn formats_are_told_in_words() {
        for (json, words) in [
            ("{}", ""),
            (r#"{"unit":"$"}"#, "with the unit `$`"),
            (r#"{"point":",","thousands":"."}"#, "with a decimal comma and `.` between thousands"),
        ] {
            let format = serde_json::from_str::<NumberFormat>(json).map(|format| format.words());
            assert_eq!(format.ok().as_deref(), Some(words));
        }
    }
}
