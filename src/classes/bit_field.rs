//! The position of a small number in a row of machine words.

use std::ops::Range;

/// Some bits of one word of a row.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BitField {
    word: usize,
    /// The lowest bit.
    shift: u32,
    /// The bits, shifted down to bit 0.
    mask: u64,
}

/// The start of the next field, for fields packed one after the other.
#[derive(Debug, Default)]
pub(crate) struct Packing {
    word: usize,
    shift: u32,
}

impl Packing {
    /// A field for numbers below this one, after the previous fields and within one word.
    pub(crate) fn field(&mut self, below: usize) -> BitField {
        let bits = width(below);
        if self.shift + bits > u64::BITS {
            self.word += 1;
            self.shift = 0;
        }
        let field = BitField { word: self.word, shift: self.shift % u64::BITS, mask: (1 << bits) - 1 };
        self.shift += bits;
        field
    }
}

/// The number of bits for numbers below this one.
fn width(below: usize) -> u32 {
    usize::BITS - below.saturating_sub(1).leading_zeros()
}

impl BitField {
    /// Fields for numbers below each of these, one after the other, each within one word.
    pub(crate) fn packed(below: impl IntoIterator<Item = usize>) -> Vec<Self> {
        let mut packing = Packing::default();
        (below.into_iter()).map(|below| packing.field(below)).collect()
    }

    /// The number of words of a row with these fields.
    pub(crate) fn words(fields: &[Self]) -> usize {
        fields.last().map_or(0, |last| last.word + 1)
    }

    /// Whether there is room for a number.
    pub(super) fn fits(&self, number: u64) -> bool {
        number & !self.mask == 0
    }

    /// The word of a row with the bits of numbers below this one, and the range of its bits.
    pub(crate) fn bits(&self, below: usize) -> (usize, Range<usize>) {
        let first = self.shift as usize;
        (self.word, first..first + width(below) as usize)
    }

    /// The number in a row.
    #[inline(always)]
    pub(crate) fn get(&self, row: &[u64]) -> u64 {
        self.get_of(row[self.word])
    }

    /// The number in its word of a row.
    #[inline(always)]
    pub(crate) fn get_of(&self, word: u64) -> u64 {
        (word >> self.shift) & self.mask
    }

    /// The word in rows of this width. For rows of one word, the compiler can derive it.
    #[inline(always)]
    pub(crate) fn word<const WORDS: usize>(&self) -> usize {
        if WORDS == 1 { 0 } else { self.word }
    }

    /// The number in a row of known width.
    #[inline(always)]
    pub(crate) fn get_in<const WORDS: usize>(&self, row: &[u64; WORDS]) -> u64 {
        self.get_of(row[self.word::<WORDS>()])
    }

    /// A row of known width with the number set to 0.
    #[inline(always)]
    pub(crate) fn without<const WORDS: usize>(&self, row: &[u64; WORDS]) -> [u64; WORDS] {
        let mut without = *row;
        without[self.word::<WORDS>()] &= !self.at_its_place(self.mask);
        without
    }

    /// A number shifted to its position in the word.
    #[inline(always)]
    pub(crate) fn at_its_place(&self, number: u64) -> u64 {
        number << self.shift
    }

    /// Sets the number in a row where it is 0.
    #[inline(always)]
    pub(crate) fn set(&self, row: &mut [u64], number: u64) {
        row[self.word] |= self.at_its_place(number);
    }

    /// Replaces the number in a row by its entry in `next`, which is [at its place](Self::at_its_place).
    #[inline(always)]
    pub(crate) fn replace(&self, row: &mut [u64], next: &[u64]) {
        let word = &mut row[self.word];
        let number = self.get_of(*word);
        *word = (*word & !self.at_its_place(self.mask)) | next[number as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_width_stand_beside_each_other() {
        let below = [1, 2, 3, 1 << 31, 1 << 31, 5, 1 << 31, 1 << 31, 1, 1 << 31];
        let fields = BitField::packed(below);
        assert_eq!(BitField::words(&fields), 4);
        let greatest = || below.iter().map(|&below| below as u64 - 1);
        let mut row = [0; 4];
        for (field, number) in fields.iter().zip(greatest()) {
            field.set(&mut row, number);
        }
        for (place, (field, number)) in fields.iter().zip(greatest()).enumerate() {
            assert_eq!(field.get(&row), number, "field {place}");
            assert_eq!(field.get_in(&row), number, "field {place}");
        }
        let before = row;
        let next = [2, 1, 0].map(|number| fields[2].at_its_place(number));
        fields[2].replace(&mut row, &next);
        assert_eq!(fields[2].get(&row), 0);
        fields[2].replace(&mut row, &next);
        assert_eq!(row, before);
    }
}
