//! Signs in the values of a column that may point at one person, whatever the role of the column.

use super::column::FEW_SENTENCES;
use super::patterns::{self, Pattern};
use super::{ColumnProfile, Profile};
use crate::data::date::UsualFormats;
use crate::data::postcode::Postcode;
use crate::data::words::Words;
use crate::sorting::sort_by;
use serde::{Deserialize, Serialize};

/// Names of columns in which numbers of five digits are postal codes.
const POSTAL: &[&str] = &["zip", "zipcode", "postal", "postcode", "plz", "cp"];

/// The kind of values that may point at one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SignKind {
    /// Days, with or without a time.
    Day,
    /// Complete postal codes.
    Postcode,
    /// Identifiers of a person, an account, or an address on the internet.
    Identifier,
    /// Free text.
    FreeText,
}

/// The values of a column that may point at one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sign {
    /// Their kind.
    pub kind: SignKind,
    /// Their name.
    pub name: String,
    /// The number of records with such a value.
    pub records: u64,
    /// The number of distinct ones.
    pub values: u64,
    /// The first of them in text order.
    pub example: String,
}

/// The signs of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColumnSigns {
    /// The column.
    pub column: String,
    /// The number of distinct values, without missing ones.
    pub distinct: u64,
    /// False if there are more, because not all were kept.
    pub distinct_is_exact: bool,
    /// The number of records whose value no other record has; `None` if there are too many values to count this.
    pub alone: Option<u64>,
    /// Whether all values were examined.
    pub is_looked_through: bool,
    /// The signs found, the most frequent first.
    pub signs: Vec<Sign>,
}

impl Profile {
    /// The signs in every column that may point at one person, in the order of the file.
    ///
    /// Time: linear in the distinct values. The values of a column with too many are not examined.
    pub fn signs(&self) -> Vec<ColumnSigns> {
        let formats = UsualFormats::default();
        (self.columns.iter())
            .map(|column| ColumnSigns {
                column: column.name.clone(),
                distinct: column.distinct,
                distinct_is_exact: column.distinct_is_exact,
                alone: column.alone,
                is_looked_through: self.dictionary(&column.name).is_some(),
                signs: self.signs_of(column, &formats),
            })
            .collect()
    }

    fn signs_of(&self, column: &ColumnProfile, formats: &UsualFormats) -> Vec<Sign> {
        let Some(dictionary) = self.dictionary(&column.name) else {
            return Vec::new();
        };
        let is_postal = Words::of(&column.name).have(POSTAL);
        let mut signs: Vec<Sign> = Vec::new();
        for (value, records) in dictionary.iter() {
            let Some((kind, name)) = sign_of(value.trim(), is_postal, formats) else {
                continue;
            };
            match signs.iter_mut().find(|sign| sign.name == name) {
                None => signs.push(Sign { kind, name: name.to_owned(), records, values: 1, example: value.to_owned() }),
                Some(sign) => {
                    sign.records += records;
                    sign.values += 1;
                    if value < sign.example.as_str() {
                        value.clone_into(&mut sign.example);
                    }
                }
            }
        }
        signs.retain(|sign| !sign.is_by_chance(column.distinct));
        sort_by(&mut signs, |one, other| (other.records.cmp(&one.records)).then_with(|| one.name.cmp(&other.name)));
        signs
    }
}

impl Sign {
    /// Whether so few of a column's values match that it may be chance: a tenth of all numbers with ten digits has a
    /// correct check digit, and categories may have long names.
    fn is_by_chance(&self, distinct: u64) -> bool {
        match self.kind {
            SignKind::FreeText => self.values <= FEW_SENTENCES,
            SignKind::Identifier if Pattern::has_check_digit(&self.name) => {
                self.values < 3 || self.values * 2 < distinct
            }
            SignKind::Day | SignKind::Postcode | SignKind::Identifier => false,
        }
    }
}

fn sign_of(value: &str, is_postal: bool, formats: &UsualFormats) -> Option<(SignKind, &'static str)> {
    if is_day(value, formats) {
        return Some((SignKind::Day, "dates to the day"));
    }
    if Postcode::of(value).is_some() || (is_postal && is_five_digits(value)) {
        return Some((SignKind::Postcode, "whole postal codes"));
    }
    match Pattern::of_value(value) {
        Some(pattern) => Some((SignKind::Identifier, pattern.name())),
        None if patterns::is_sentence(value) => Some((SignKind::FreeText, "free text")),
        None => None,
    }
}

/// A day in a common format. Eight digits without separators may be any number.
fn is_day(value: &str, formats: &UsualFormats) -> bool {
    value.bytes().any(|byte| !byte.is_ascii_digit()) && formats.of(value).iter().any(crate::data::DateFormat::has_day)
}

fn is_five_digits(value: &str) -> bool {
    let digits = value.split_once('-').map_or(value, |(five, _)| five);
    digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::Result;
    use crate::data::{Dialect, Profiler};

    fn signs(column: &str, values: &[&str]) -> Result<Vec<(String, u64, u64)>> {
        let mut profiler = Profiler::new(&Dialect::default());
        profiler.push(format!("{column},n\n").as_bytes())?;
        for value in values {
            profiler.push(format!("\"{value}\",1\n").as_bytes())?;
        }
        let found = profiler.finish()?.signs().swap_remove(0).signs;
        Ok((found.into_iter()).map(|sign| (sign.name, sign.records, sign.values)).collect())
    }

    #[test]
    fn days_are_told_from_groups_of_days() -> Result<()> {
        let found =
            signs("seen", &["2019-03-31", "2019-03-31", "31/03/2019 18:05", "01-02-2023", "2019-03", "20190331"])?;
        assert_eq!(found, [("dates to the day".to_owned(), 4, 3)]);
        let groups = ["2019-01-01 – 2019-12-31", "2019", "2019-Q1", "[1990, 2000[", "*"];
        assert_eq!(signs("seen", &groups)?, []);
        Ok(())
    }

    #[test]
    fn whole_postal_codes_are_told_from_their_beginnings() -> Result<()> {
        let found = signs("place", &["BR1 1BL", "SW1A 1AA", "K1A 0B1", "1012 AB", "BR1", "1012"])?;
        assert_eq!(found, [("whole postal codes".to_owned(), 4, 4)]);
        assert_eq!(signs("zip_code", &["53715", "5371*", "53715-1234"])?.len(), 1);
        assert_eq!(signs("salary", &["53715", "53716"])?, []);
        Ok(())
    }

    #[test]
    fn what_may_be_chance_is_no_sign() -> Result<()> {
        let numbers: Vec<String> = (1_000_000_000_u64..1_000_000_200).map(|n| n.to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        assert_eq!(signs("account", &numbers)?, []);
        let nhs = ["943 476 5919", "4010232137", "987-654-4322"];
        assert_eq!(signs("code", &nhs)?, [("NHS numbers".to_owned(), 3, 3)]);
        assert_eq!(signs("contact", &["a@b.org", "none", "none"])?, [("e-mail addresses".to_owned(), 1, 1)]);
        let category = "Never worked and not looking for work";
        assert_eq!(signs("labour", &[category, category])?, []);
        let notes: Vec<String> = (0..21).map(|day| format!("Seen by Dr Wilson, bed {day}")).collect();
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        assert_eq!(signs("notes", &notes)?, [("free text".to_owned(), 21, 21)]);
        Ok(())
    }
}
