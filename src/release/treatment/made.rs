//! Applies a treatment to the cells of one column while a release is written.

use super::{HIDDEN, Key, KeyedHash, PartialMask, Pseudonym, Treatment};
use crate::data::Dictionary;
use crate::error::{Error, Result, SearchError};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::borrow::Cow;
use std::fmt::Write;

/// How a treatment produces the cells of one column.
#[derive(Debug)]
pub(in crate::release) enum Making {
    Keep,
    Constant(String),
    Mask(PartialMask),
    Hash(Box<Hashes>),
    Pseudonym(Numbers),
}

/// A produced cell.
#[derive(Debug)]
pub(in crate::release) enum Made<'a> {
    /// This text.
    Text(Cow<'a, str>),
    /// The number of the value with this code.
    Number(u32),
}

/// Keyed hashes and their values.
#[derive(Debug)]
pub(in crate::release) struct Hashes {
    mac: Hmac<Sha256>,
    digits: usize,
    values: Dictionary,
    /// In the order of the values.
    hashes: Dictionary,
}

/// Values, and the numbers of those that were written.
#[derive(Debug)]
pub(in crate::release) struct Numbers {
    form: Pseudonym,
    values: Dictionary,
    /// The number of each value, 0 for one that was not written yet.
    numbers: Vec<u64>,
    last: u64,
}

impl Making {
    /// How a treatment produces a column's cells; `None` if it is left out.
    ///
    /// # Errors
    /// [`SearchError::NoKey`].
    pub(in crate::release) fn of(treatment: &Treatment, key: Option<&Key>) -> Result<Option<Self>> {
        Ok(Some(match treatment {
            Treatment::Drop => return Ok(None),
            Treatment::Keep => Self::Keep,
            Treatment::Constant(text) => Self::Constant(text.clone()),
            Treatment::Mask(mask) => Self::Mask(mask.clone()),
            Treatment::KeyedHash(KeyedHash { digits }) => {
                let mac = key.and_then(|key| Hmac::new_from_slice(key.bytes()).ok());
                Self::Hash(Box::new(Hashes {
                    mac: mac.ok_or(SearchError::NoKey)?,
                    digits: *digits,
                    values: Dictionary::new(),
                    hashes: Dictionary::new(),
                }))
            }
            Treatment::Pseudonym(form) => {
                Self::Pseudonym(Numbers { form: form.clone(), values: Dictionary::new(), numbers: Vec::new(), last: 0 })
            }
        }))
    }

    /// The cell for a value. While rows wait, no number is assigned yet.
    ///
    /// # Errors
    /// [`SearchError::SameHash`].
    pub(in crate::release) fn make<'a>(&'a mut self, value: &'a str, waits: bool) -> Result<Made<'a>> {
        Ok(Made::Text(match self {
            Self::Keep => Cow::Borrowed(value),
            Self::Constant(text) => Cow::Borrowed(text.as_str()),
            Self::Mask(mask) => Cow::Owned(masked(value, mask)),
            Self::Hash(hashes) => Cow::Borrowed(hashes.hash(value)?),
            Self::Pseudonym(numbers) => match (numbers.code(value), waits) {
                (code, true) => return Ok(Made::Number(code)),
                (code, false) => Cow::Owned(numbers.text(code)),
            },
        }))
    }

    /// The pseudonym of the value with this code. A value that is written for the first time gets the next number.
    pub(in crate::release) fn number(&mut self, code: u32) -> String {
        match self {
            Self::Pseudonym(numbers) => numbers.text(code),
            _ => String::new(),
        }
    }

    /// Whether values become numbers.
    pub(in crate::release) fn numbers(&self) -> bool {
        matches!(self, Self::Pseudonym(_))
    }
}

impl Hashes {
    fn hash(&mut self, value: &str) -> Result<&str> {
        let code = match self.values.code(value) {
            Some(code) => code,
            None => {
                let mut mac = self.mac.clone();
                mac.update(value.as_bytes());
                let mut hash = String::with_capacity(self.digits + 1);
                for byte in mac.finalize().into_bytes().iter().take(self.digits.div_ceil(2)) {
                    // Writing to a string cannot fail.
                    let _ = write!(hash, "{byte:02x}");
                }
                hash.truncate(self.digits);
                let code = self.values.intern(value, 0);
                if self.hashes.intern(&hash, 0) != code {
                    let digits = self.digits;
                    return Err(Error::new(SearchError::SameHash { digits }));
                }
                code
            }
        };
        Ok(self.hashes.value(code))
    }
}

impl Numbers {
    fn code(&mut self, value: &str) -> u32 {
        let code = self.values.intern(value, 0);
        if self.numbers.len() < self.values.len() {
            self.numbers.push(0);
        }
        code
    }

    fn text(&mut self, code: u32) -> String {
        let number = &mut self.numbers[code as usize];
        if *number == 0 {
            self.last += 1;
            *number = self.last;
        }
        let Pseudonym { prefix, width } = &self.form;
        format!("{prefix}{number:0width$}")
    }
}

/// The result of a treatment on a value alone; empty if it needs all values or a key.
pub fn preview(treatment: &Treatment, value: &str) -> String {
    match treatment {
        Treatment::Keep => value.to_owned(),
        Treatment::Constant(text) => text.clone(),
        Treatment::Mask(mask) => masked(value, mask),
        Treatment::Drop | Treatment::Pseudonym(_) | Treatment::KeyedHash(_) => String::new(),
    }
}

/// The first and the last characters of a value.
fn masked(value: &str, &PartialMask { first, last }: &PartialMask) -> String {
    let length = value.chars().count();
    let hidden = match length.checked_sub(first + last) {
        Some(hidden) if hidden > 0 => first..length - last,
        _ => 0..length,
    };
    (value.chars().enumerate())
        .map(|(place, character)| match hidden.contains(&place) {
            true => HIDDEN,
            false => character,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(making: &mut Making, value: &str) -> String {
        match making.make(value, false).unwrap() {
            Made::Text(text) => text.into_owned(),
            Made::Number(_) => panic!("a number that waits"),
        }
    }

    #[test]
    fn a_mask_shows_no_value_whole() {
        let mask = |first, last| PartialMask { first, last };
        assert_eq!(masked("AB12345", &mask(2, 1)), "AB****5");
        assert_eq!(masked("Ærø Å", &mask(1, 1)), "Æ***Å");
        assert_eq!(masked("abc", &mask(2, 1)), "***");
        assert_eq!(masked("abcd", &mask(2, 1)), "ab*d");
        assert_eq!(masked("ab", &mask(2, 1)), "**");
        assert_eq!(masked("", &mask(2, 1)), "");
    }

    /// Test case 2 of RFC 4231, with its key padded with zeros as HMAC does.
    #[test]
    fn a_keyed_hash_is_hmac_sha_256() {
        let key = Key::new(b"Jefe\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
        let treatment = Treatment::KeyedHash(KeyedHash { digits: 15 });
        let mut making = Making::of(&treatment, Some(&key)).unwrap().unwrap();
        let hash = text(&mut making, "what do ya want for nothing?");
        assert_eq!(hash, "5bdcc146bf60754");
        assert_eq!(text(&mut making, "what do ya want for nothing?"), hash);
        assert_ne!(text(&mut making, "another"), hash);
        let missing = Making::of(&treatment, None).unwrap_err();
        assert_eq!(missing.code(), "search-no-key");
    }

    #[test]
    fn two_values_of_one_hash_are_refused() {
        let key = Key::new(b"sixteen bytes or").unwrap();
        // Fewer digits than a recipe may ask for, so that two of these values share a hash.
        let treatment = Treatment::KeyedHash(KeyedHash { digits: 1 });
        let mut making = Making::of(&treatment, Some(&key)).unwrap().unwrap();
        let mut refused = (0..17).filter_map(|value| making.make(&value.to_string(), false).err().map(|e| e.code()));
        assert_eq!(refused.next(), Some("search-same-hash"));
    }

    #[test]
    fn numbers_follow_the_order_of_writing_and_not_of_reading() {
        let form = Pseudonym { prefix: "P".to_owned(), width: 3 };
        let mut making = Making::of(&Treatment::Pseudonym(form), None).unwrap().unwrap();
        let mut code = |value| match making.make(value, true).unwrap() {
            Made::Number(code) => code,
            Made::Text(_) => panic!("no number"),
        };
        let (one, two, again) = (code("x"), code("y"), code("x"));
        assert_eq!(one, again);
        assert_eq!(making.number(two), "P001");
        assert_eq!(making.number(one), "P002");
        assert_eq!(making.number(two), "P001");
    }
}
