//! How a tuple of groups is packed into machine words.

use super::quasi_identifier::QuasiIdentifier;
use crate::hierarchy::GroupCode;

/// The place of each quasi-identifier's group in a tuple of one or more `u64` words.
///
/// A field is as wide as level 0 needs, so the layout is one for all levels and a tuple is compared, hashed and copied
/// as whole words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

/// The most quasi-identifiers that a table may have.
pub const MAX_QUASI_IDENTIFIERS: usize = 64;

impl Layout {
    /// Words of the widest tuple: every field has at most 32 bits, so that two of them share a word.
    pub const MAX_WORDS: usize = MAX_QUASI_IDENTIFIERS / 2;

    /// The layout for these quasi-identifiers, at most [`MAX_QUASI_IDENTIFIERS`].
    pub fn new(qis: &[QuasiIdentifier]) -> Self {
        let mut word = 0;
        let mut shift = 0;
        let fields = qis
            .iter()
            .map(|qi| {
                let bits = usize::BITS - qi.n_groups(0).saturating_sub(1).leading_zeros();
                if shift + bits > u64::BITS {
                    word += 1;
                    shift = 0;
                }
                let field = Field {
                    word,
                    shift: shift % u64::BITS,
                    mask: (1 << bits) - 1,
                };
                shift += bits;
                field
            })
            .collect();
        // Rounded up to a width that the roll-up is compiled for.
        let words = [1, 2, 4, 8]
            .into_iter()
            .find(|&words| words > word)
            .unwrap_or(Self::MAX_WORDS);
        Self { fields, words }
    }

    /// Words of a tuple.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The group of one quasi-identifier in a tuple.
    #[inline(always)]
    pub fn get(&self, tuple: &[u64], qi: usize) -> GroupCode {
        let Field { word, shift, mask } = self.fields.as_slice()[qi];
        ((tuple[word] >> shift) & mask) as GroupCode
    }

    /// Sets the group of one quasi-identifier in a tuple where it was 0.
    #[inline(always)]
    pub fn set(&self, tuple: &mut [u64], qi: usize, group: GroupCode) {
        let Field { word, shift, .. } = self.fields.as_slice()[qi];
        tuple[word] |= u64::from(group) << shift;
    }

    /// The word, shift and mask of one quasi-identifier's field.
    pub(super) fn field(&self, qi: usize) -> (usize, u32, u64) {
        let Field { word, shift, mask } = self.fields[qi];
        (word, shift, mask)
    }
}
