//! Codes of published systems with known groups: the groups do not depend on the values.

mod icd;
mod icd10;
mod icd9;
mod postal;
mod zip;

use super::stack::{ColumnValues, Level, Values};
use crate::data::Dictionary;
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use crate::sorting::sort;
use serde::{Deserialize, Serialize};

pub(in crate::hierarchy) use icd9::is_icd9;
pub(in crate::hierarchy) use icd10::is_icd10;
pub(in crate::hierarchy) use postal::Postal;
pub(in crate::hierarchy) use zip::{is_zip, with_zeros};

/// A published system of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Codes {
    /// Diagnoses by ICD-10 and its clinical modifications: code, category of three characters, block, chapter.
    #[serde(rename = "icd-10")]
    Icd10,
    /// Diagnoses by ICD-9, with the same levels.
    #[serde(rename = "icd-9")]
    Icd9,
    /// ZIP codes of the United States: the first four digits, the first three with `000` for areas of few people.
    Zip,
    /// ZIP codes with four more digits, so that the five digits are an additional level.
    #[serde(rename = "zip-plus-4")]
    ZipPlus4,
    /// Postcodes of the United Kingdom, however they are written: the code, the district, the area.
    #[serde(rename = "postcode-gb")]
    PostcodeGb,
    /// Postal codes of Canada: the code, the forward sortation area, its first letter.
    #[serde(rename = "postcode-ca")]
    PostcodeCa,
    /// Postcodes of the Netherlands: the code, its digits, the first two.
    #[serde(rename = "postcode-nl")]
    PostcodeNl,
    /// Postal codes of five digits, with the zeros that are missing before them: the code, and its first three, two
    /// and one digit.
    FiveDigits,
}

const ZIP_LEVELS: [&str; 3] =
    ["5-digit ZIP code", "first 4 digits", "first 3 digits, areas of at most 20,000 people as 000"];

impl Codes {
    /// The hierarchy. Its rows are in text order. Values that are not such codes are one group from level 1 on.
    ///
    /// # Errors
    /// If there are no values.
    pub fn build(self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        let mut values = Values::of(column);
        sort(&mut values.present);
        let levels: Vec<Level> = (self.names().iter().enumerate())
            .map(|(level, &name)| {
                let mut groups = Dictionary::new();
                let group_of_value =
                    (values.present.iter()).map(|value| groups.intern(&self.group(value, level), 0)).collect();
                Level::new(name.to_owned(), group_of_value, groups.iter().map(|(group, _)| group))
            })
            .collect();
        values.stack(&levels)
    }

    /// Whether a value is no code of the system.
    pub fn lacks(self, value: &str) -> bool {
        self.group(value, 0).starts_with("no ")
    }

    /// The names of the levels between the values and the top.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Icd10 => &["ICD-10 category", "ICD-10 block", "ICD-10 chapter"],
            Self::Icd9 => &["ICD-9 category", "ICD-9 block", "ICD-9 chapter"],
            Self::Zip => &ZIP_LEVELS[1..],
            Self::ZipPlus4 => &ZIP_LEVELS,
            Self::PostcodeGb => Postal::British.names(),
            Self::PostcodeCa => Postal::Canadian.names(),
            Self::PostcodeNl => Postal::Dutch.names(),
            Self::FiveDigits => Postal::FiveDigits.names(),
        }
    }

    /// The group of a value on one of these levels.
    fn group(self, value: &str, level: usize) -> String {
        match self {
            Self::Icd10 => icd10::group(value, level),
            Self::Icd9 => icd9::group(value, level),
            Self::Zip => zip::group(value, level + 1),
            Self::ZipPlus4 => zip::group(value, level),
            Self::PostcodeGb => Postal::British.group(value, level),
            Self::PostcodeCa => Postal::Canadian.group(value, level),
            Self::PostcodeNl => Postal::Dutch.group(value, level),
            Self::FiveDigits => Postal::FiveDigits.group(value, level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(codes: Codes, values: &[&str]) -> Result<Vec<Vec<String>>> {
        let mut dictionary = Dictionary::new();
        for value in values {
            dictionary.intern(value, 1);
        }
        let missing = [String::new()];
        let hierarchy = codes.build(&ColumnValues::new(&dictionary, &missing))?;
        let rows = hierarchy.rows();
        Ok(rows.map(|row| row.into_iter().map(str::to_owned).collect()).collect())
    }

    #[test]
    fn diagnoses_go_to_category_block_and_chapter() -> Result<()> {
        let found = rows(Codes::Icd10, &["E66.9", "c7a.00", "", "U07.1", "unknown", "B99"])?;
        let expected = [
            ["B99", "B99", "B99", "A00-B99 infections", "*"],
            ["E66.9", "E66", "E65-E68", "E00-E90 endocrine and metabolic", "*"],
            ["U07.1", "U07", "U00-U49", "U00-U99 special purposes", "*"],
            ["c7a.00", "C7A", "C76-C80", "C00-D49 neoplasms", "*"],
            ["unknown", "no ICD-10 code", "no ICD-10 code", "no ICD-10 code", "*"],
            ["", "", "", "", "*"],
        ];
        assert_eq!(found, expected);
        Ok(())
    }

    #[test]
    fn older_diagnoses_go_to_category_block_and_chapter() -> Result<()> {
        let found = rows(Codes::Icd9, &["250.01", "V4581", "E66.9", "e849.0"])?;
        let none = "no ICD-9 code";
        let expected = [
            ["250.01", "250", "249-259", "240-279 endocrine, metabolic and immune", "*"],
            ["E66.9", none, none, none, "*"],
            ["V4581", "V45", "V40-V49", "V01-V91 factors and contacts", "*"],
            ["e849.0", "E849", "E846-E849", "E000-E999 causes from outside", "*"],
        ];
        assert_eq!(found, expected);
        Ok(())
    }

    #[test]
    fn zip_codes_lose_the_areas_of_few_people() -> Result<()> {
        let values = ["02139-4307", "03601", "82101", "0213", "n/a"];
        let found = rows(Codes::ZipPlus4, &values)?;
        let none = "no ZIP code";
        let expected = [
            ["0213", none, none, none, "*"],
            ["02139-4307", "02139", "0213", "021", "*"],
            ["03601", "03601", "0360", "000", "*"],
            ["82101", "82101", "8210", "000", "*"],
            ["n/a", none, none, none, "*"],
        ];
        assert_eq!(found, expected);
        // What a spreadsheet took the zeros from is the code with them. Areas of three digits are no codes.
        let cut = rows(Codes::ZipPlus4, &["2138", "501", "2138-4307", "213", "02138", "21384307"])?;
        let full: Vec<[&str; 5]> = vec![
            ["02138", "02138", "0213", "021", "*"],
            ["213", none, none, none, "*"],
            ["2138", "02138", "0213", "021", "*"],
            ["2138-4307", "02138", "0213", "021", "*"],
            ["21384307", "02138", "0213", "021", "*"],
            ["501", "00501", "0050", "005", "*"],
        ];
        assert_eq!(cut, full);
        let short = rows(Codes::Zip, &values)?;
        let without_five = expected.map(|[value, _, four, three, top]| [value, four, three, top]);
        assert_eq!(short, without_five);
        Ok(())
    }
}
