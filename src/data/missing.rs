//! The values of each column that denote a missing one.

use super::dictionary::Dictionary;
use std::collections::BTreeMap;

/// The values that denote a missing one: in every column of a file, and additional ones in single columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingCodes {
    everywhere: Vec<String>,
    /// For a column with codes of its own: these and the ones of every column.
    by_column: BTreeMap<String, Vec<String>>,
}

impl MissingCodes {
    /// The codes of every column.
    pub fn everywhere(codes: &[String]) -> Self {
        Self { everywhere: codes.to_vec(), by_column: BTreeMap::new() }
    }

    fn with_column(mut self, column: &str, codes: &[String]) -> Self {
        if codes.is_empty() {
            return self;
        }
        let all = (self.by_column.entry(column.to_owned())).or_insert_with(|| self.everywhere.clone());
        for code in codes {
            if !all.contains(code) {
                all.push(code.clone());
            }
        }
        self
    }

    /// These codes, with additional codes of single columns.
    #[must_use]
    pub fn with_columns<'a>(self, columns: impl IntoIterator<Item = (&'a String, &'a Vec<String>)>) -> Self {
        (columns.into_iter()).fold(self, |codes, (column, own)| codes.with_column(column, own))
    }

    /// Adds a code of every column.
    pub fn add(&mut self, code: &str) {
        let every = [&mut self.everywhere].into_iter();
        for codes in every.chain(self.by_column.values_mut()) {
            if !codes.iter().any(|own| own == code) {
                codes.push(code.to_owned());
            }
        }
    }

    /// The codes of a column.
    pub fn of(&self, column: &str) -> &[String] {
        self.by_column.get(column).unwrap_or(&self.everywhere)
    }

    /// The codes of every column.
    pub fn of_every_column(&self) -> &[String] {
        &self.everywhere
    }

    /// Whether a value denotes a missing one in a column.
    pub fn is_missing(&self, column: &str, value: &str) -> bool {
        self.of(column).iter().any(|code| code == value)
    }

    /// The values of a column that are not missing, with their counts.
    pub fn present<'a>(&'a self, column: &str, values: &'a Dictionary) -> impl Iterator<Item = (&'a str, u64)> + Clone {
        values.present(self.of(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_the_codes_of_the_file_and_its_own() {
        let codes = |codes: &[&str]| -> Vec<String> { codes.iter().map(|&code| code.to_owned()).collect() };
        let mut missing = MissingCodes::everywhere(&codes(&["", "?"]))
            .with_column("age", &codes(&["-9", "?"]))
            .with_column("sex", &[]);
        assert_eq!(missing.of("age"), ["", "?", "-9"]);
        assert_eq!(missing.of("sex"), ["", "?"]);
        missing.add("*");
        assert!(missing.is_missing("age", "*") && missing.is_missing("sex", "*"));
        assert!(missing.is_missing("age", "-9") && !missing.is_missing("sex", "-9"));
    }
}
