//! The treatment of a column that is not a quasi-identifier of the release: it is left out, written unchanged, or
//! written with a replacement for each value.
//!
//! A replacement is the same in every row: equal values stay equal, and missing ones stay missing.

mod key;
mod made;

pub use key::Key;
pub use made::preview;
pub(super) use made::{Made, Making};

use crate::data::MissingCodes;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The replacement of a hidden character.
pub(crate) const HIDDEN: char = '*';

/// The treatment of a column, as a recipe states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Treatment {
    /// Written as it is.
    Keep,
    /// Left out.
    Drop,
    /// This text in place of every value.
    Constant(String),
    /// A number for each value.
    Pseudonym(Pseudonym),
    /// A digest of each value that only the holder of the key can compute.
    KeyedHash(KeyedHash),
    /// The first and the last characters of each value.
    Mask(PartialMask),
}

/// A number for each value, counted from 1 in the order in which the values first appear in the release.
///
/// Every recipient could number the values in the same way. The numbers show which cells are equal, and nothing about
/// the order of the original or about records that are not released.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Pseudonym {
    /// The text before the number.
    pub prefix: String,
    /// Digits of the number, padded with zeros; a larger number has more.
    pub width: usize,
}

/// HMAC-SHA-256 of a value's UTF-8, its first digits in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct KeyedHash {
    /// Hexadecimal digits.
    pub digits: usize,
}

impl Default for KeyedHash {
    fn default() -> Self {
        Self { digits: 32 }
    }
}

/// The first and the last characters of a value, and `*` for each one between. A value with no more characters than
/// would be shown is hidden completely.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct PartialMask {
    /// Characters that are shown at the beginning.
    pub first: usize,
    /// Characters that are shown at the end.
    pub last: usize,
}

impl Treatment {
    /// The fewest hexadecimal digits of a keyed hash. With fewer, two of some thousand values would often share a hash.
    pub const LEAST_DIGITS: usize = 8;
    /// The most: all of SHA-256.
    pub const MOST_DIGITS: usize = 64;
    /// The greatest width of a number, and the most characters of its prefix, of a constant, and shown by a mask.
    pub const MOST_CHARACTERS: usize = 100;
}

/// The treatments of columns by their names, and the key of keyed hashes, if it is at hand. Columns that are not named
/// are kept.
#[derive(Debug, Clone, Default)]
pub struct Treatments {
    columns: IndexMap<String, Treatment>,
    key: Option<Key>,
    missing: MissingCodes,
}

impl Treatments {
    /// These treatments, with this key. `missing` values are not treated.
    pub fn new(columns: IndexMap<String, Treatment>, key: Option<Key>, missing: MissingCodes) -> Self {
        Self { columns, key, missing }
    }

    /// The codes for missing values, which are written unchanged.
    pub(super) fn missing(&self) -> &MissingCodes {
        &self.missing
    }

    /// The treatment of a column.
    pub fn of(&self, column: &str) -> &Treatment {
        self.columns.get(column).unwrap_or(&Treatment::Keep)
    }

    /// Whether the release has a column.
    pub fn has(&self, column: &str) -> bool {
        *self.of(column) != Treatment::Drop
    }

    /// Whether the release shows a column's own characters, all or in part. Only these can form a formula.
    pub(super) fn shows(&self, column: &str) -> bool {
        matches!(self.of(column), Treatment::Keep | Treatment::Mask(_))
    }

    /// The key, if it is at hand.
    pub(super) fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }
}
