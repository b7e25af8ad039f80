//! The format of a delimited file.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The format of a delimited text file. In JSON it is the recipe's `dialect`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Dialect {
    /// The character between two cells; ASCII.
    #[cfg_attr(test, ts(type = "string"))]
    #[serde(serialize_with = "character", deserialize_with = "delimiter")]
    pub delimiter: u8,
    /// The character around a cell that contains delimiters or line breaks, if the file has one; ASCII.
    #[cfg_attr(test, ts(type = "string | null"))]
    #[serde(serialize_with = "optional_character", deserialize_with = "quote")]
    pub quote: Option<u8>,
    /// Whether there are names of the columns, above the records.
    pub header: bool,
    /// The row with which the table begins, from 1: that of the names, if there are any. Rows above it are left out.
    /// Blank lines do not count.
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    #[serde(skip_serializing_if = "is_one")]
    pub header_row: u64,
    /// The number of rows that together have the names.
    #[cfg_attr(test, ts(as = "Option<u64>", optional))]
    #[serde(skip_serializing_if = "is_one")]
    pub header_rows: u64,
    /// The records that are left out of the table, by their numbers below the names, from 1, in ascending order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<u64>,
    /// The encoding of the file, by its WHATWG label. The core only reads UTF-8: its caller decodes.
    pub encoding: String,
    /// The cells that denote a missing value.
    pub missing: Vec<String>,
    /// The treatment of records with more or fewer cells than columns.
    #[serde(default, skip_serializing_if = "RaggedRule::is_usual")]
    pub ragged: RaggedRule,
}

/// The treatment of ragged records: those with more or fewer cells than columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum RaggedRule {
    /// They are an error wherever the table is used.
    #[default]
    Refuse,
    /// They are left out of the table.
    LeaveOut,
    /// Those with too few cells are padded with empty ones; those with too many are left out of the table.
    Pad,
}

impl RaggedRule {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            delimiter: b',',
            quote: Some(b'"'),
            header: true,
            header_row: 1,
            header_rows: 1,
            skip: Vec::new(),
            encoding: "utf-8".to_owned(),
            missing: vec![String::new()],
            ragged: RaggedRule::default(),
        }
    }
}

impl Dialect {
    /// The dialect of a release of such a file: in UTF-8, names in the first row, and records alone below it.
    #[must_use]
    pub fn of_release(&self) -> Self {
        Self {
            delimiter: self.delimiter,
            quote: self.quote,
            header: self.header,
            missing: self.missing.clone(),
            ..Self::default()
        }
    }

    /// What stands between and around the cells, in words.
    pub fn cells_in_words(&self) -> String {
        let between = match self.delimiter {
            b',' => "commas".to_owned(),
            b';' => "semicolons".to_owned(),
            b'\t' => "tabs".to_owned(),
            b'|' => "vertical bars".to_owned(),
            other => char::from(other).to_string(),
        };
        let around = match self.quote {
            Some(b'"') => String::new(),
            Some(quote) => format!(" and within {}", char::from(quote)),
            None => ", none within quotes".to_owned(),
        };
        format!("cells between {between}{around}")
    }

    /// Where the names are, in words.
    pub fn names_in_words(&self) -> String {
        let first = self.header_row;
        match (self.header, self.header_rows) {
            (true, 1) => format!("names in row {first}"),
            (true, rows) => format!("names in rows {first} to {}", first + rows - 1),
            (false, _) => format!("no names; the table begins in row {first}"),
        }
    }

    /// What cannot be read in this dialect, and the advice.
    pub fn problem(&self) -> Option<(&'static str, &'static str)> {
        if self.quote == Some(self.delimiter) {
            let advice = "Choose another quote, or none (`null` in a recipe).";
            return Some(("delimiter and quote are the same character", advice));
        }
        if self.header_row == 0 {
            return Some(("the table begins in row 0 (`header_row` in a recipe)", "Rows are numbered from 1."));
        }
        if !(1..=MAX_HEADER_ROWS).contains(&self.header_rows) || !self.header && self.header_rows > 1 {
            let problem = "names are not read in so many rows (`header_rows` in a recipe)";
            return Some((problem, "Give from 1 to 8 rows, and 1 if there are no names."));
        }
        let is_ascending = self.skip.iter().zip(self.skip.iter().skip(1)).all(|(row, next)| row < next);
        if self.skip.first() == Some(&0) || !is_ascending {
            let problem = "the records to leave out are not in ascending order from 1 (`skip` in a recipe)";
            return Some((problem, "Give each record once, the lowest number first."));
        }
        None
    }
}

/// How a file is written and where its table begins.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, text in {}, {}", self.cells_in_words(), self.encoding, self.names_in_words())
    }
}

/// The maximum number of rows that have the names.
const MAX_HEADER_ROWS: u64 = 8;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
fn is_one(number: &u64) -> bool {
    *number == 1
}

/// A line terminator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Terminator {
    /// Line feed.
    #[default]
    Lf,
    /// Carriage return and line feed; also used for files whose lines end with a carriage return alone.
    CrLf,
}

impl Terminator {
    /// The bytes.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes by reference")]
fn character<S: Serializer>(byte: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(char::from(*byte))
}

#[allow(clippy::ref_option, reason = "serde passes by reference")]
fn optional_character<S: Serializer>(byte: &Option<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    byte.map(char::from).serialize(serializer)
}

fn delimiter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    one_character(&String::deserialize(deserializer)?, "delimiter")
}

fn quote<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::<String>::deserialize(deserializer)?.map(|text| one_character(&text, "quote")).transpose()
}

fn one_character<E: serde::de::Error>(text: &str, key: &str) -> Result<u8, E> {
    match text.as_bytes() {
        &[byte] if byte.is_ascii() && byte != b'\r' && byte != b'\n' => Ok(byte),
        _ => Err(E::custom(format_args!("`{key}` is `{text}`, expected one ASCII character other than a line break"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_the_recipes() -> serde_json::Result<()> {
        let json = r#"{"delimiter":";","quote":"\"","header":true,"encoding":"utf-8","missing":["","?"]}"#;
        let dialect: Dialect = serde_json::from_str(json)?;
        assert_eq!(dialect.delimiter, b';');
        assert_eq!(dialect.missing, ["", "?"]);
        assert_eq!(serde_json::to_string(&dialect)?, json);
        assert_eq!(serde_json::from_str::<Dialect>("{}")?, Dialect::default());
        let padded = serde_json::from_str::<Dialect>(r#"{"ragged":"pad"}"#)?;
        assert_eq!(padded.ragged, RaggedRule::Pad);
        assert!(serde_json::to_string(&padded)?.ends_with(r#","ragged":"pad"}"#));
        assert_eq!(serde_json::from_str::<Dialect>(r#"{"quote":null}"#)?.quote, None);
        Ok(())
    }

    #[test]
    fn json_errors_name_the_key() {
        for (json, part) in [
            (r#"{"delimiter":"::"}"#, "`delimiter` is `::`"),
            (r#"{"quote":"«"}"#, "`quote` is `«`"),
            (r#"{"separator":","}"#, "expected one of `delimiter`, `quote`, `header`"),
        ] {
            let message = serde_json::from_str::<Dialect>(json).map_err(|error| error.to_string());
            assert!(message.is_err_and(|message| message.contains(part)), "{json}");
        }
    }
}
