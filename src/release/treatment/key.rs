//! The key of keyed hashes.

use crate::error::{Result, SearchError};
use std::collections::BTreeSet;
use std::fmt;

/// A secret that keyed hashes are made with. It is in no recipe and in no report.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Vec<u8>);

impl Key {
    /// The fewest bytes of a key: a shorter one can be found by trying.
    pub const LEAST_BYTES: usize = 16;

    /// The fewest different bytes of a key: one of fewer was not drawn at random.
    pub const LEAST_DIFFERENT: usize = 4;

    /// The key in a text or file. A line break at its end is not part of it, so that a text and a file that an editor
    /// made from it give the same key.
    ///
    /// # Errors
    /// [`SearchError::ShortKey`], [`SearchError::PlainKey`].
    pub fn new(bytes: &[u8]) -> Result<Self> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let (given, least) = (bytes.len(), Self::LEAST_BYTES);
        if given < least {
            return Err(SearchError::ShortKey { given, least }.into());
        }
        let different = bytes.iter().collect::<BTreeSet<_>>().len();
        if different < Self::LEAST_DIFFERENT {
            return Err(SearchError::PlainKey { different }.into());
        }
        Ok(Self(bytes.to_vec()))
    }

    /// The bytes of the key.
    pub(in crate::release) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_break_at_the_end_is_no_part_of_a_key_and_no_output_tells_it() {
        let key = Key::new(b"sixteen bytes or").unwrap();
        assert_eq!(Key::new(b"sixteen bytes or\r\n").unwrap(), key);
        assert_eq!(Key::new(b"sixteen bytes or\n").unwrap(), key);
        assert_ne!(Key::new(b"sixteen bytes or\n\n").unwrap(), key);
        assert!(!format!("{key:?}").contains("sixteen"));
        let short = Key::new(b"fifteen bytes o\n").unwrap_err();
        assert_eq!(short.code(), "search-short-key");
    }

    #[test]
    fn a_key_of_few_different_bytes_is_refused() {
        for plain in [&[0_u8; 16][..], b"aaaaaaaaaaaaaaaaaaaaaaaa", b"abababababababab\n", b"abcabcabcabcabcabc"] {
            assert_eq!(Key::new(plain).unwrap_err().code(), "search-plain-key");
        }
        assert!(Key::new(b"0123456789abcdef").is_ok());
    }
}
