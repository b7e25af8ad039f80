//! The meanings of a sensitive column's values: 1, 1.0 and 01 are one number.

use crate::data::{Column, Meaning, MissingCodes, Reading};
use crate::error::Result;
use crate::recipe::Recipe;

/// How the values of a column are read, if they are numbers, dates or times and no list says which values there are.
#[derive(Debug, Clone)]
pub(crate) struct Meanings {
    reading: Reading,
    missing: Vec<String>,
}

impl Meanings {
    /// The meanings of a column's values: as the recipe says what they are, or as all of them can be read. A first 0
    /// makes a number no other number.
    ///
    /// # Errors
    /// Values that can be read in two ways. The error names the column.
    pub(crate) fn of(recipe: &Recipe, missing: &MissingCodes, column: &Column) -> Result<Option<Self>> {
        let (name, missing) = (&column.name, missing.of(&column.name));
        let settings = recipe.column(name);
        if settings.is_some_and(|settings| settings.domain.is_some()) {
            return Ok(None);
        }
        let given = settings.and_then(|settings| settings.kind.as_ref());
        let present = || column.dictionary.present(missing).map(|(value, _)| value);
        let mut reading = Reading::of_values(given, present()).map_err(|doubt| doubt.in_column(name))?;
        if given.is_none() && reading.as_ref().is_none_or(|reading| !reading.has_order()) {
            let without: Vec<String> = present().map(without_zeros).collect();
            let numbers = Reading::of_values(None, without.iter().map(String::as_str)).ok().flatten();
            reading = numbers.filter(Reading::is_numeric);
        }
        let reading = reading.filter(Reading::has_order);
        Ok(reading.map(|reading| Self { reading, missing: missing.to_vec() }))
    }

    /// The meaning of a value; `None` for a missing one and one that is read as text.
    pub(crate) fn of_value(&self, value: &str) -> Option<Meaning> {
        if self.missing.iter().any(|missing| missing == value) {
            return None;
        }
        let zeros = || self.reading.is_numeric().then(|| self.reading.meaning(&without_zeros(value))).flatten();
        self.reading.meaning(value).or_else(zeros)
    }
}

/// A number without the zeros that it begins with.
fn without_zeros(value: &str) -> String {
    let value = value.trim();
    let (sign, digits) = value.strip_prefix('-').map_or(("", value), |digits| ("-", digits));
    let rest = digits.trim_start_matches('0');
    match rest.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("{sign}{rest}"),
        // The last 0 stays: of 0.5, and of 0.
        false if rest.len() < digits.len() => format!("{sign}0{rest}"),
        false => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_zeros;

    #[test]
    fn only_the_first_zeros_go() {
        let cases =
            [("034", "34"), ("-007", "-7"), ("00", "0"), ("0.50", "0.50"), ("00,5", "0,5"), ("x0", "x0"), ("", "")];
        for (value, expected) in cases {
            assert_eq!(without_zeros(value), expected, "{value}");
        }
    }
}
