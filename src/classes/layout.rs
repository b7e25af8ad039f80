//! The packing of a tuple of groups into machine words.

use super::bit_field::BitField;
use super::quasi_identifier::QuasiIdentifier;
use crate::hierarchy::GroupCode;

/// The position of each quasi-identifier's group in a tuple of one or more `u64` words.
///
/// A field is as wide as level 0 needs, so all levels share one layout, and a tuple is compared, hashed and copied as
/// whole words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    fields: Vec<BitField>,
    words: usize,
}

/// The most quasi-identifiers that a table may have.
pub const MAX_QUASI_IDENTIFIERS: usize = 64;

impl Layout {
    /// The number of words of the widest tuple: every field has at most 32 bits, so two of them share a word.
    pub const MAX_WORDS: usize = MAX_QUASI_IDENTIFIERS / 2;

    /// The layout for these quasi-identifiers, at most [`MAX_QUASI_IDENTIFIERS`].
    pub fn new(qis: &[QuasiIdentifier]) -> Self {
        let fields = BitField::packed(qis.iter().map(|qi| qi.n_groups(0)));
        // Rounded up to a width that the roll-up is compiled for.
        let words =
            [1, 2, 4, 8].into_iter().find(|&words| words >= BitField::words(&fields)).unwrap_or(Self::MAX_WORDS);
        Self { fields, words }
    }

    /// Words of a tuple.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The group of one quasi-identifier in a tuple.
    #[inline(always)]
    pub fn get(&self, tuple: &[u64], qi: usize) -> GroupCode {
        self.fields.as_slice()[qi].get(tuple) as GroupCode
    }

    /// Sets the group of one quasi-identifier in a tuple where it is 0.
    #[inline(always)]
    pub fn set(&self, tuple: &mut [u64], qi: usize, group: GroupCode) {
        self.fields.as_slice()[qi].set(tuple, u64::from(group));
    }

    /// Sets the group of one quasi-identifier in a tuple where it is 0, if its number fits. Returns whether it did.
    pub(super) fn set_if_fits(&self, tuple: &mut [u64], qi: usize, group: GroupCode) -> bool {
        let fits = self.fields[qi].fits(u64::from(group));
        if fits {
            self.set(tuple, qi, group);
        }
        fits
    }

    /// The position of one quasi-identifier's group.
    pub(super) fn field(&self, qi: usize) -> BitField {
        self.fields[qi]
    }
}
