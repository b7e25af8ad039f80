//! The expected cells of treated columns, with code of their own.

use super::treatment::{Key, Treatment};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;

/// The expected cells of one column.
#[derive(Debug)]
pub(super) enum ExpectedCells {
    /// The original's value.
    Same,
    Constant(String),
    Masked {
        first: usize,
        last: usize,
    },
    Hashed {
        key: Key,
        digits: usize,
    },
    /// A hash that cannot be computed because the key is missing.
    Hidden(Hidden),
    Numbered(Numbered),
}

/// An expected cell.
#[derive(Debug)]
pub(super) enum ExpectedCell<'a> {
    Text(Cow<'a, str>),
    /// Depends on the position of the row, or on the release: the number of the value.
    Later(usize),
}

/// The expected cell of a row whose position is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PlacedCell {
    Text(String),
    /// This number of digits, which only the release shows.
    Digits(usize),
}

/// Hashes as the release shows them: one for each value, and no two equal.
#[derive(Debug)]
pub(super) struct Hidden {
    digits: usize,
    values: FxHashMap<String, usize>,
    /// The hash of each value, once it was seen.
    shown: Vec<Option<Vec<u8>>>,
    owners: FxHashMap<Vec<u8>, usize>,
}

/// Values, each with its place in the order in which they are first written.
#[derive(Debug)]
pub(super) struct Numbered {
    prefix: String,
    width: usize,
    values: FxHashMap<String, usize>,
    places: FxHashMap<usize, usize>,
}

impl ExpectedCells {
    /// The expected cells of a column with this treatment; `None` if the release must not have the column.
    pub(super) fn of(treatment: &Treatment, key: Option<&Key>) -> Option<Self> {
        Some(match treatment {
            Treatment::Drop => return None,
            Treatment::Keep => Self::Same,
            Treatment::Constant(text) => Self::Constant(text.clone()),
            Treatment::Mask(mask) => Self::Masked { first: mask.first, last: mask.last },
            Treatment::KeyedHash(hash) => match key {
                Some(key) => Self::Hashed { key: key.clone(), digits: hash.digits },
                None => Self::Hidden(Hidden {
                    digits: hash.digits,
                    values: FxHashMap::default(),
                    shown: Vec::new(),
                    owners: FxHashMap::default(),
                }),
            },
            Treatment::Pseudonym(form) => Self::Numbered(Numbered {
                prefix: form.prefix.clone(),
                width: form.width,
                values: FxHashMap::default(),
                places: FxHashMap::default(),
            }),
        })
    }

    /// Whether part of a value's own characters must be shown.
    pub(super) fn is_masked(&self) -> bool {
        matches!(self, Self::Masked { .. })
    }

    /// The expected cell for a value that is not missing.
    pub(super) fn cell<'a>(&'a mut self, value: &'a str) -> ExpectedCell<'a> {
        ExpectedCell::Text(match self {
            Self::Same => Cow::Borrowed(value),
            Self::Constant(text) => Cow::Borrowed(text.as_str()),
            Self::Masked { first, last } => Cow::Owned(ends_of(value, *first, *last)),
            Self::Hashed { key, digits } => {
                let digest = keyed_digest(key.bytes(), value.as_bytes());
                Cow::Owned(hexadecimal(&digest)[..*digits].to_owned())
            }
            Self::Hidden(Hidden { values, shown, .. }) => {
                let number = number_of(values, value);
                if number == shown.len() {
                    shown.push(None);
                }
                return ExpectedCell::Later(number);
            }
            Self::Numbered(Numbered { values, .. }) => {
                return ExpectedCell::Later(number_of(values, value));
            }
        })
    }

    /// The expected cell in the next row for the value of this number. Must be called in the order of the release.
    pub(super) fn placed(&mut self, value: usize) -> PlacedCell {
        match self {
            Self::Numbered(numbered) => {
                let next = numbered.places.len() + 1;
                let place = *numbered.places.entry(value).or_insert(next);
                let digits = place.to_string();
                let zeros = "0".repeat(numbered.width.saturating_sub(digits.len()));
                PlacedCell::Text([numbered.prefix.as_str(), &zeros, &digits].concat())
            }
            Self::Hidden(hidden) => PlacedCell::Digits(hidden.digits),
            _ => PlacedCell::Text(String::new()),
        }
    }

    /// The expected hash of a value, given the text in the release: that text, if it can be the hash of the value;
    /// otherwise the hash already seen for the value, if there is one.
    pub(super) fn settle(&mut self, value: usize, given: &[u8]) -> Option<Vec<u8>> {
        let Self::Hidden(Hidden { shown, owners, .. }) = self else {
            return None;
        };
        if let Some(own) = shown.get(value).cloned().flatten() {
            return Some(own);
        }
        let is_digits = given.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_digits || owners.contains_key(given) {
            return None;
        }
        owners.insert(given.to_vec(), value);
        shown[value] = Some(given.to_vec());
        Some(given.to_vec())
    }
}

/// The number of a value. A new value gets the next one.
fn number_of(values: &mut FxHashMap<String, usize>, value: &str) -> usize {
    if let Some(&number) = values.get(value) {
        return number;
    }
    values.insert(value.to_owned(), values.len());
    values.len() - 1
}

/// The first and the last characters, with stars between; only stars if nothing would be between.
fn ends_of(value: &str, first: usize, last: usize) -> String {
    let all: Vec<char> = value.chars().collect();
    if all.len() <= first + last {
        return "*".repeat(all.len());
    }
    let head: String = all[..first].iter().collect();
    let tail: String = all[all.len() - last..].iter().collect();
    head + &"*".repeat(all.len() - first - last) + &tail
}

/// HMAC by its definition (RFC 2104): H(K ⊕ opad, H(K ⊕ ipad, text)).
fn keyed_digest(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut block = [0; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |pad: u8| block.map(|byte| byte ^ pad);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(text);
    let outer = Sha256::new().chain_update(padded(0x5c)).chain_update(inner.finalize());
    outer.finalize().into()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test cases 1, 2 and 6 of RFC 4231.
    #[test]
    fn the_digest_is_hmac_sha_256() {
        for (key, text, digest) in [
            (vec![0x0b; 20], "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            (
                b"Jefe".to_vec(),
                "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                vec![0xaa; 131],
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
        ] {
            let found = keyed_digest(&key, text.as_bytes());
            assert_eq!(hexadecimal(&found), digest);
        }
    }

    #[test]
    fn a_hash_without_its_key_is_one_of_each_value_and_no_two_alike() {
        let treatment = Treatment::KeyedHash(super::super::KeyedHash { digits: 8 });
        let mut cells = ExpectedCells::of(&treatment, None).unwrap();
        for (value, number) in [("x", 0), ("y", 1), ("x", 0)] {
            assert!(matches!(cells.cell(value), ExpectedCell::Later(own) if own == number));
        }
        assert_eq!(cells.settle(0, b"0123abcd"), Some(b"0123abcd".to_vec()));
        assert_eq!(cells.settle(1, b"0123abcd"), None);
        assert_eq!(cells.settle(1, b"0123ABCD"), None);
        assert_eq!(cells.settle(1, b"ffffffff"), Some(b"ffffffff".to_vec()));
        assert_eq!(cells.settle(0, b"ffffffff"), Some(b"0123abcd".to_vec()));
    }
}
