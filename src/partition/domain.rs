//! The ordered values of a quasi-identifier.

use crate::data::{Dictionary, Reading, shown};
use crate::error::{Error, FrontierError, Result};
use serde::{Deserialize, Serialize};

/// A quasi-identifier's ordered domain, as given by the recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DomainSpec {
    /// The integers from the first to the last.
    Range(i64, i64),
    /// The values, in their order.
    Values(Vec<String>),
}

/// A range of neighbouring values of a domain, with a common name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interval {
    /// The name: `30–39`, or the value itself if there is only one.
    pub label: String,
    /// The first value.
    pub first: String,
    /// The last value.
    pub last: String,
}

/// The ordered values of one quasi-identifier, at least one. A value's code is its place in the order.
#[derive(Debug, Clone)]
pub struct Domain {
    name: String,
    values: Dictionary,
    /// Whether the recipe gives the domain; otherwise it consists of the values that occur.
    is_given: bool,
    /// The number of values that are not missing. Missing values come last.
    n_present: usize,
    /// The kind of the values; `None` for texts.
    reading: Option<Reading>,
}

impl Domain {
    /// The most values that a domain may have.
    pub const MOST_VALUES: usize = 1 << 16;

    /// The domain given by the recipe, or else the values of the columns in their natural order: numbers by quantity,
    /// dates by day, other values by text. `reading` is how the values are read; without it, it is inferred. Missing
    /// values come last; a given domain is assumed to contain those that occur.
    ///
    /// # Errors
    /// [`DataError::Doubtful`](crate::error::DataError::Doubtful) if the natural order is ambiguous. Also if a range
    /// is empty, a value is listed twice, a given domain lacks values of the columns, or there are more than
    /// [`MOST_VALUES`](Self::MOST_VALUES) values.
    pub fn new(
        name: &str,
        spec: Option<&DomainSpec>,
        columns: &[&Dictionary],
        missing: &[String],
        reading: Option<&Reading>,
    ) -> Result<Self> {
        let refused = |kind: FrontierError| Err(Error::new(kind).in_column(name));
        Self::expect_few_values(name, spec, columns)?;
        let mut values = Dictionary::new();
        let mut present: Vec<&str> =
            (columns.iter()).flat_map(|column| column.present(missing)).map(|(value, _)| value).collect();
        let reading = match Reading::of_values(reading, present.iter().copied()) {
            Err(doubt) if spec.is_none() => return Err(doubt.in_column(name)),
            // A given domain already has an order.
            reading => reading.ok().flatten(),
        };
        match spec {
            Some(&DomainSpec::Range(first, last)) => {
                if last < first {
                    return refused(FrontierError::EmptyRange { first, last });
                }
                let wide = last.abs_diff(first) >= Self::MOST_VALUES as u64;
                for number in first..=if wide { first } else { last } {
                    values.intern(&number.to_string(), 0);
                }
                if wide {
                    return refused(FrontierError::DomainTooLarge { limit: Self::MOST_VALUES });
                }
            }
            Some(DomainSpec::Values(listed)) => {
                for (value, place) in listed.iter().zip(0..) {
                    if values.intern(value, 0) != place {
                        return refused(FrontierError::ValueTwice { value: value.clone() });
                    }
                }
            }
            None => {
                Reading::sort(reading.as_ref(), &mut present);
                for value in present {
                    values.intern(value, 0);
                }
            }
        }
        let n_present = values.len();
        for value in missing {
            if columns.iter().any(|column| column.code(value).is_some()) {
                values.intern(value, 0);
            }
        }
        if values.len() > Self::MOST_VALUES {
            return refused(FrontierError::DomainTooLarge { limit: Self::MOST_VALUES });
        }
        let mut held = columns.iter().flat_map(|column| column.iter());
        if let Some((absent, _)) = held.find(|(value, _)| values.code(value).is_none()) {
            return Err(Error::new(FrontierError::NotInDomain).in_column(name).with_value(absent));
        }
        Ok(Self { name: name.to_owned(), values, is_given: spec.is_some(), n_present, reading })
    }

    /// Checks early whether the values can be few enough for a domain.
    ///
    /// # Errors
    /// [`FrontierError::DomainTooLarge`] if the list of a given domain, or without one a column, is longer than
    /// [`MOST_VALUES`](Self::MOST_VALUES).
    pub fn expect_few_values(name: &str, spec: Option<&DomainSpec>, columns: &[&Dictionary]) -> Result<()> {
        let most = match spec {
            None => columns.iter().map(|column| column.len()).max().unwrap_or(0),
            Some(DomainSpec::Values(listed)) => listed.len(),
            Some(DomainSpec::Range(..)) => 0,
        };
        let limit = Self::MOST_VALUES;
        if most > limit {
            return Err(Error::new(FrontierError::DomainTooLarge { limit }).in_column(name));
        }
        Ok(())
    }

    /// The name of the column.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value at a place of the order, which must be in the domain.
    pub fn value(&self, place: u32) -> &str {
        self.values.value(place)
    }

    /// Whether the recipe gives the domain; otherwise it consists of the values that occur.
    pub fn is_given(&self) -> bool {
        self.is_given
    }

    /// The number of values that are not missing. They come first.
    pub fn n_present(&self) -> usize {
        self.n_present
    }

    /// The kind of the values; `None` for texts.
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref()
    }

    /// The place of a value in the order.
    pub fn place(&self, value: &str) -> Option<u32> {
        self.values.code(value)
    }

    /// The interval from one place to another, both within the domain.
    pub fn interval(&self, first: u32, last: u32) -> Interval {
        Interval {
            label: self.label(first, last),
            first: self.value(first).to_owned(),
            last: self.value(last).to_owned(),
        }
    }

    /// The name of the interval between two places, both included: `30–39`, or the value if they are equal. An empty
    /// value at an end is named as such.
    pub fn label(&self, first: u32, last: u32) -> String {
        if first == last {
            return self.value(first).to_owned();
        }
        let [first, last] = [first, last].map(|place| shown(self.value(place)));
        // Between words, or before a minus sign, a bare dash would be hard to read.
        let is_short = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit());
        if is_short(first) && is_short(last) { format!("{first}–{last}") } else { format!("{first} – {last}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dictionary(values: &[&str]) -> Dictionary {
        let mut dictionary = Dictionary::new();
        for value in values {
            dictionary.intern(value, 1);
        }
        dictionary
    }

    fn ordered(spec: Option<&DomainSpec>, values: &[&str]) -> Result<Vec<String>> {
        let column = dictionary(values);
        let domain = Domain::new("a", spec, &[&column], &["?".into()], None)?;
        Ok((0..domain.len() as u32).map(|place| domain.value(place).to_owned()).collect())
    }

    #[test]
    fn values_come_in_their_natural_order_missing_ones_last() -> Result<()> {
        assert_eq!(ordered(None, &["10", "9", "?", "-1"])?, ["-1", "9", "10", "?"]);
        assert_eq!(ordered(None, &["02139", "02138"])?, ["02138", "02139"]);
        assert_eq!(ordered(None, &["2.1.2020", "1.2.2020"])?, ["2.1.2020", "1.2.2020"]);
        assert_eq!(ordered(None, &["b", "10", "9"])?, ["10", "9", "b"]);
        Ok(())
    }

    #[test]
    fn a_given_domain_must_hold_every_value() -> Result<()> {
        let range = DomainSpec::Range(1, 3);
        assert_eq!(ordered(Some(&range), &["2", "?"])?, ["1", "2", "3", "?"]);
        let code = |spec, values: &[&str]| ordered(Some(&spec), values).map_err(|error| error.code()).err();
        assert_eq!(code(range, &["4"]), Some("frontier-not-in-domain"));
        assert_eq!(code(DomainSpec::Range(3, 1), &[]), Some("frontier-empty-range"));
        assert_eq!(code(DomainSpec::Range(0, 1 << 40), &[]), Some("frontier-domain-too-large"));
        let twice = DomainSpec::Values(vec!["x".into(), "x".into()]);
        assert_eq!(code(twice, &["x"]), Some("frontier-value-twice"));
        Ok(())
    }

    #[test]
    fn an_interval_is_named_by_its_ends() -> Result<()> {
        let column = dictionary(&["-5", "30", "39"]);
        let domain = Domain::new("a", None, &[&column], &[], None)?;
        assert_eq!(domain.label(1, 2), "30–39");
        assert_eq!(domain.label(0, 2), "-5 – 39");
        assert_eq!(domain.label(2, 2), "39");
        let column = dictionary(&["3.2.1961", "", "4.2.1961"]);
        let domain = Domain::new("a", None, &[&column], &[String::new()], None)?;
        assert_eq!(domain.label(1, 2), "4.2.1961 – (empty)");
        assert_eq!(domain.label(2, 2), "");
        Ok(())
    }
}
