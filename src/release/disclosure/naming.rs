//! Labels that name a person: they contain a value of an identifier.

use super::Warning;
use super::given_back::ReleasedLevels;
use super::spelling::{key, words};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most words of a name that is looked for.
const MOST_WORDS: usize = 6;

/// The fewest letters and digits of a name: shorter ones are in many labels by chance.
const LEAST_CHARACTERS: usize = 5;

/// The labels that a person gave, by the words that stand in them side by side.
///
/// A name has at least two words and a letter, or three numbers: a single word, like a family name that is an adjective
/// as well, is in too many labels by chance. Time in the labels' words, and in the words of the identifiers if there is
/// a label with a name's words.
#[derive(Debug)]
pub(super) struct Naming {
    /// The places of the labels in which a name may stand: quasi-identifier and label.
    places: FxHashMap<String, Vec<(usize, u32)>>,
    /// The number of each value's label, by quasi-identifier.
    label_of_value: Vec<Vec<u32>>,
    /// What was found: quasi-identifier, label, and place of the identifier.
    found: FxHashSet<(usize, u32, usize)>,
}

impl Naming {
    /// The labels of these quasi-identifiers.
    pub(super) fn new<'a>(qis: impl Iterator<Item = &'a ReleasedLevels>) -> Self {
        let mut naming = Self { places: FxHashMap::default(), label_of_value: Vec::new(), found: FxHashSet::default() };
        for (qi, levels) in qis.enumerate() {
            let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
            let mut of_value = Vec::new();
            for label in levels.given_labels.iter().flatten() {
                let next = numbers.len() as u32;
                let number = *numbers.entry(label.as_str()).or_insert(next);
                if number == next {
                    naming.add(qi, number, label);
                }
                of_value.push(number);
            }
            naming.label_of_value.push(of_value);
        }
        naming
    }

    fn add(&mut self, qi: usize, label: u32, text: &str) {
        let words = words(text, false);
        let names = (2..=MOST_WORDS).flat_map(|length| words.windows(length)).filter(|words| is_name(words));
        for name in names {
            let places = self.places.entry(key(name)).or_default();
            if places.last() != Some(&(qi, label)) {
                places.push((qi, label));
            }
        }
    }

    /// Sees the value of an identifier in this place, which is not missing.
    pub(super) fn see(&mut self, place: usize, value: &str) {
        if self.places.is_empty() {
            return;
        }
        let is_of_name = |character: &char| character.is_alphanumeric();
        if value.chars().filter(is_of_name).take(LEAST_CHARACTERS).count() < LEAST_CHARACTERS {
            return;
        }
        let words = words(value, false);
        if words.len() > MOST_WORDS || !is_name(&words) {
            return;
        }
        for &(qi, label) in self.places.get(&key(&words)).into_iter().flatten() {
            self.found.insert((qi, label, place));
        }
    }

    /// The warnings about labels that are written. `is_written` says whether a record is released with the label of a
    /// value of a quasi-identifier.
    pub(super) fn warnings(
        &self,
        header: &[String],
        columns: &[String],
        is_written: &dyn Fn(usize, u32) -> bool,
    ) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for (qi, of_value) in self.label_of_value.iter().enumerate() {
            let written: FxHashSet<u32> = (of_value.iter().zip(0..))
                .filter(|&(_, value)| is_written(qi, value))
                .map(|(label, _)| *label)
                .collect();
            for (place, identifier) in header.iter().enumerate() {
                let of_both =
                    |&&(own, label, by): &&(usize, u32, usize)| own == qi && by == place && written.contains(&label);
                let labels = self.found.iter().filter(of_both).count() as u64;
                if labels > 0 {
                    let (column, identifier) = (columns[qi].clone(), identifier.clone());
                    warnings.push(Warning::NamingLabels { column, identifier, labels });
                }
            }
        }
        warnings
    }
}

/// Whether words may be a person's name or number.
fn is_name(words: &[String]) -> bool {
    let has_letter = words.iter().any(|word| word.contains(char::is_alphabetic));
    words.len() >= if has_letter { 2 } else { 3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(label: &str, value: &str) -> bool {
        let levels = ReleasedLevels { given_labels: Some(vec![label.to_owned()]), ..ReleasedLevels::default() };
        let mut naming = Naming::new([&levels].into_iter());
        naming.see(0, value);
        !naming.warnings(&["id".to_owned()], &["age".to_owned()], &|_, _| true).is_empty()
    }

    #[test]
    fn a_name_is_found_in_a_label_and_a_word_is_not() {
        for (label, value) in [
            ("John Smith's age group", "John Smith"),
            ("group of smith, john", "John Smith"),
            ("like 100-00-1000", "100-00-1000"),
            ("the ward of P0001", "P0001"),
            ("ann.lee@example.org and others", "Ann.Lee@example.org"),
        ] {
            assert!(found(label, value), "{label}: {value}");
        }
        for (label, value) in [
            ("young", "Young"),
            ("20–29", "20"),
            ("02139–02145", "02139"),
            ("Smith and Wesson, John Deere", "John Smith"),
            ("2020-01 to 2020-05", "2020 1"),
            ("p 1", "p1"),
        ] {
            assert!(!found(label, value), "{label}: {value}");
        }
    }
}
