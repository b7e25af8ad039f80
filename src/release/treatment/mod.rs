//! What becomes of a column that is no quasi-identifier of the release: left out, written as it is, or written as
//! something else in place of each value.
//!
//! Whatever stands for a value stands for it in every row: equal values stay equal, and missing ones stay missing.

mod key;
mod made;

pub use key::Key;
pub use made::preview;
pub(super) use made::{Made, Making};

use crate::data::MissingCodes;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// What stands in place of a hidden character.
pub(crate) const HIDDEN: char = '*';

/// What becomes of a column, as a recipe gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// A digest of each value that only who has the key can compute.
    KeyedHash(KeyedHash),
    /// The first and the last characters of each value.
    Mask(PartialMask),
}

/// A number for each value, counted from 1 in the order in which the values first appear in the release.
///
/// Who has the release could number its values so himself: the numbers tell which cells are equal, and nothing of the
/// order of the original or of records that the release is without.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pseudonym {
    /// What stands before the number.
    pub prefix: String,
    /// Digits of the number, filled up with zeros; a larger number has more.
    pub width: usize,
}

/// HMAC-SHA-256 of a value's UTF-8, its first digits in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// The first and the last characters of a value, and `*` for each between. A value of no more characters than would be
/// shown is hidden whole.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PartialMask {
    /// Characters that are shown at the beginning.
    pub first: usize,
    /// Characters that are shown at the end.
    pub last: usize,
}

impl Treatment {
    /// The fewest hexadecimal digits of a keyed hash: with fewer, two of some thousand values would often have one
    /// hash.
    pub const LEAST_DIGITS: usize = 8;
    /// The most: all of SHA-256.
    pub const MOST_DIGITS: usize = 64;
    /// The most digits that a number is filled up to, and the most characters before it, in a constant, and shown by a
    /// mask.
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
    /// These treatments, with this key, of values that do not stand for an unknown one.
    pub fn new(columns: IndexMap<String, Treatment>, key: Option<Key>, missing: MissingCodes) -> Self {
        Self { columns, key, missing }
    }

    /// Which values stand for an unknown one: they stay as they are.
    pub(super) fn missing(&self) -> &MissingCodes {
        &self.missing
    }

    /// What becomes of a column.
    pub fn of(&self, column: &str) -> &Treatment {
        self.columns.get(column).unwrap_or(&Treatment::Keep)
    }

    /// Whether the release has a column.
    pub fn has(&self, column: &str) -> bool {
        *self.of(column) != Treatment::Drop
    }

    /// Whether the release has a column's own characters, as they are or in part: only they can make a formula.
    pub(super) fn shows(&self, column: &str) -> bool {
        matches!(self.of(column), Treatment::Keep | Treatment::Mask(_))
    }

    /// The key, if it is at hand.
    pub(super) fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }
}
