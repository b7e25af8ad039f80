//! Applies a reading to a column.

use super::{Meaning, Reading};
use crate::data::dictionary::Dictionary;
use crate::sorting::sort_by;

/// The number of example values of a reading.
const EXAMPLES: usize = 3;

/// The number of values listed that do not match.
const LISTED: usize = 20;

/// A column's values under a reading, to let a user check it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadColumn {
    /// Up to three values with their meanings, as different as possible: the first, one in the middle and the last in
    /// text order.
    pub examples: Vec<(String, Option<Meaning>)>,
    /// The most frequent values that do not match, with their records.
    pub others: Vec<(String, u64)>,
    /// The number of all values that do not match.
    pub other_values: u64,
    /// The number of records with such a value.
    pub other_records: u64,
}

impl Reading {
    /// Applies this reading to the values of a column, without missing ones.
    ///
    /// Time: O(values · log values).
    pub fn read_column(&self, values: &Dictionary, missing: &[String]) -> ReadColumn {
        let mut present: Vec<(&str, u64)> = values.present(missing).collect();
        sort_by(&mut present, |one, other| one.0.cmp(other.0));
        let places = [0, present.len() / 2, present.len().saturating_sub(1)];
        let mut examples: Vec<(String, Option<Meaning>)> = (places.iter().take(EXAMPLES))
            .filter_map(|&place| present.get(place))
            .map(|&(value, _)| (value.to_owned(), self.meaning(value)))
            .collect();
        examples.dedup();
        present.retain(|(value, _)| !self.conforms(value));
        sort_by(&mut present, |one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
        ReadColumn {
            examples,
            other_values: present.len() as u64,
            other_records: present.iter().map(|(_, records)| records).sum(),
            others: (present.iter().take(LISTED)).map(|&(value, records)| (value.to_owned(), records)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DateFormat;

    #[test]
    fn a_reading_shows_what_it_makes_of_the_values() -> Result<(), String> {
        let mut values = Dictionary::new();
        for (value, records) in [("02/01/2023", 3), ("?", 9), ("31/12/2022", 2), ("soon", 1), ("never", 4)] {
            values.intern(value, records);
        }
        let reading = Reading::Date(DateFormat::new("dd/MM/yyyy")?);
        let read = reading.read_column(&values, &["?".to_owned()]);
        let shown: Vec<(&str, Option<String>)> = (read.examples.iter())
            .map(|(value, meaning)| (value.as_str(), meaning.map(|meaning| meaning.to_string())))
            .collect();
        assert_eq!(shown, [("02/01/2023", Some("2023-01-02".to_owned())), ("never", None), ("soon", None)]);
        assert_eq!(read.others, [("never".to_owned(), 4), ("soon".to_owned(), 1)]);
        assert_eq!((read.other_values, read.other_records), (2, 5));
        let texts = Reading::Text.read_column(&values, &[]);
        assert_eq!(texts.other_values, 0);
        Ok(())
    }
}
