//! Records as bits: blocks of them, and the sets of records with a code.

/// Records of small classes, in blocks of `WORDS` × 64. The records of a class are contiguous in one block. A set of
/// records of a block has a bit for each.
#[derive(Debug, Default, Clone)]
pub(crate) struct Blocks<const WORDS: usize> {
    /// The row of each record, block after block. Unused positions of a block have any row.
    rows: Vec<u32>,
}

/// For each bit of a word, the set of the records of a block whose row has that bit.
pub(crate) type Planes<const WORDS: usize> = [[u64; WORDS]; 64];

impl<const WORDS: usize> Blocks<WORDS> {
    /// The records that fit into a block.
    pub(crate) const SIZE: usize = 64 * WORDS;

    /// Forgets all records.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
    }

    /// Finds room for a class of this many records, at most [`SIZE`](Self::SIZE). Returns the number of its block.
    pub(crate) fn begin(&mut self, records: usize) -> u32 {
        if self.rows.len() % Self::SIZE + records > Self::SIZE {
            let end = self.rows.len().next_multiple_of(Self::SIZE);
            self.rows.resize(end, 0);
        }
        (self.rows.len() / Self::SIZE) as u32
    }

    /// Adds records of a row, and returns the position of the first one in its block.
    pub(crate) fn add(&mut self, row: u32, records: u32) -> usize {
        let place = self.rows.len() % Self::SIZE;
        let end = self.rows.len() + records as usize;
        self.rows.resize(end, row);
        place
    }

    /// Removes the last records.
    pub(crate) fn take_back(&mut self, records: usize) {
        self.rows.truncate(self.rows.len() - records);
    }

    /// The row of a record.
    #[inline(always)]
    pub(crate) fn row(&self, block: u32, place: usize) -> u32 {
        self.rows[block as usize * Self::SIZE + place]
    }

    /// The planes of each block, from a word that every row has.
    pub(crate) fn planes(&self, word_of: impl Fn(u32) -> u64, planes: &mut Vec<Planes<WORDS>>) {
        planes.clear();
        for rows in self.rows.chunks(Self::SIZE) {
            let mut own = [[0; WORDS]; 64];
            for (word, rows) in rows.chunks(64).enumerate() {
                let mut bits = [0; 64];
                for (bits, &row) in bits.iter_mut().zip(rows) {
                    *bits = word_of(row);
                }
                transpose(&mut bits);
                for (plane, bits) in own.iter_mut().zip(bits) {
                    plane[word] = bits;
                }
            }
            planes.push(own);
        }
    }
}

/// Transposes a bit matrix: two quarters are swapped, then the same is done in each quarter (Warren, *Hacker's
/// Delight*, section 7-3).
fn transpose(words: &mut [u64; 64]) {
    let mut half = 32;
    let mut low = u64::from(u32::MAX);
    while half > 0 {
        for block in words.chunks_exact_mut(2 * half) {
            let (above, below) = block.split_at_mut(half);
            for (above, below) in above.iter_mut().zip(below) {
                let changed = ((*above >> half) ^ *below) & low;
                *above ^= changed << half;
                *below ^= changed;
            }
        }
        half /= 2;
        low ^= low << half;
    }
}

/// Up to this number of bits, numbers are few.
const FEW: usize = 3;

/// Splits a set of records by a number that each of them has, given the set of records for each bit of these numbers.
/// Adds the numbers that occur, and the records of each.
pub(crate) fn split<const WORDS: usize>(
    all: &[u64; WORDS],
    planes: &[[u64; WORDS]],
    numbers: &mut Vec<u32>,
    sets: &mut Vec<[u64; WORDS]>,
) {
    match planes.len() {
        ..=FEW => split_few(all, planes, numbers, sets),
        _ => split_many(all, planes, numbers, sets),
    }
}

/// As [`split`], for so few numbers that a set is made for each one, even if it is empty.
fn split_few<const WORDS: usize>(
    all: &[u64; WORDS],
    planes: &[[u64; WORDS]],
    numbers: &mut Vec<u32>,
    sets: &mut Vec<[u64; WORDS]>,
) {
    let mut parts = [[0; WORDS]; 1 << FEW];
    parts[0] = *all;
    for (bit, plane) in planes.iter().enumerate() {
        let (without, with) = parts.split_at_mut(1 << bit);
        for (without, with) in without.iter_mut().zip(with) {
            (*without, *with) = parted(without, plane);
        }
    }
    let start = sets.len();
    sets.resize(start + (1 << FEW), [0; WORDS]);
    numbers.resize(start + (1 << FEW), 0);
    let mut end = start;
    // Branch-free: each is written, and counted only if it is not empty.
    for (number, part) in (0..).zip(&parts[..1 << planes.len()]) {
        (numbers[end], sets[end]) = (number, *part);
        end += usize::from(is_any(part));
    }
    sets.truncate(end);
    numbers.truncate(end);
}

/// As [`split`], for any numbers: the non-empty parts are split by one bit after the other.
fn split_many<const WORDS: usize>(
    all: &[u64; WORDS],
    planes: &[[u64; WORDS]],
    numbers: &mut Vec<u32>,
    sets: &mut Vec<[u64; WORDS]>,
) {
    let start = sets.len();
    numbers.push(0);
    sets.push(*all);
    for (bit, plane) in planes.iter().enumerate() {
        let middle = sets.len();
        let most = 2 * middle - start;
        sets.resize(most, [0; WORDS]);
        numbers.resize(most, 0);
        let (mut end, mut end_with) = (start, middle);
        for place in start..middle {
            let number = numbers[place];
            let (without, with) = parted(&sets[place], plane);
            (numbers[end], sets[end]) = (number, without);
            end += usize::from(is_any(&without));
            (numbers[end_with], sets[end_with]) = (number | 1 << bit, with);
            end_with += usize::from(is_any(&with));
        }
        sets.copy_within(middle..end_with, end);
        numbers.copy_within(middle..end_with, end);
        sets.truncate(end + end_with - middle);
        numbers.truncate(end + end_with - middle);
    }
}

/// The records without a bit, and those with it.
#[inline(always)]
fn parted<const WORDS: usize>(all: &[u64; WORDS], plane: &[u64; WORDS]) -> ([u64; WORDS], [u64; WORDS]) {
    let (mut without, mut with) = (*all, *all);
    for word in 0..WORDS {
        without[word] &= !plane[word];
        with[word] &= plane[word];
    }
    (without, with)
}

/// Whether a set is not empty.
#[inline(always)]
fn is_any<const WORDS: usize>(set: &[u64; WORDS]) -> bool {
    set.iter().fold(0, |any, word| any | word) != 0
}

/// Marks this many records of a block from a position on.
#[inline(always)]
pub(crate) fn mark<const WORDS: usize>(set: &mut [u64; WORDS], place: usize, records: u32) {
    let (mut place, mut left) = (place, records as usize);
    while left > 0 {
        let begin = place % 64;
        let now = left.min(64 - begin);
        set[place / 64] |= (u64::MAX >> (64 - now)) << begin;
        place += now;
        left -= now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Checks the records of each number of `bits` bits from `shift` on, for classes of rows with a word and records.
    fn numbers_are_split<const WORDS: usize>(classes: &[Vec<(u64, u32)>], (shift, bits): (usize, usize)) {
        let mut blocks = Blocks::<WORDS>::default();
        let (mut words, mut sets) = (Vec::new(), Vec::new());
        for rows in classes {
            let records = rows.iter().map(|row| row.1 as usize).sum();
            if records > Blocks::<WORDS>::SIZE {
                continue;
            }
            let block = blocks.begin(records);
            let (mut all, mut expected) = ([0; WORDS], BTreeMap::new());
            for &(word, records) in rows {
                let place = blocks.add(words.len() as u32, records);
                mark(&mut all, place, records);
                let number = (word >> shift & ((1 << bits) - 1)) as u32;
                mark(expected.entry(number).or_insert([0; WORDS]), place, records);
                for place in place..place + records as usize {
                    assert_eq!(blocks.row(block, place), words.len() as u32);
                }
                words.push(word);
            }
            expected.retain(|_, set| is_any(set));
            sets.push((block, all, expected));
        }
        let mut planes = Vec::new();
        blocks.planes(|row| words[row as usize], &mut planes);
        for (block, all, expected) in sets.iter().filter(|set| is_any(&set.1)) {
            let planes = &planes[*block as usize][shift..shift + bits];
            let (mut numbers, mut parts) = (vec![7], vec![[7; WORDS]]);
            split(all, planes, &mut numbers, &mut parts);
            // Earlier contents are kept.
            assert_eq!((numbers.remove(0), parts.remove(0)), (7, [7; WORDS]));
            assert_eq!(numbers.len(), expected.len());
            assert_eq!(&numbers.into_iter().zip(parts).collect::<BTreeMap<_, _>>(), expected);
        }
    }

    proptest! {
        #[test]
        fn sets_of_numbers_are_those_of_the_rows_that_have_them(
            classes in prop::collection::vec(
                prop::collection::vec((any::<u64>(), prop_oneof![3 => 0_u32..4, 1 => 0_u32..80]), 1..30),
                1..8,
            ),
            spread in any::<u64>(),
            shift in 0_usize..58,
            bits in 0_usize..7,
        ) {
            // Words that have much in common, like those of a class.
            let classes: Vec<Vec<(u64, u32)>> = classes
                .iter()
                .map(|rows| rows.iter().map(|&(word, records)| (word & spread, records)).collect())
                .collect();
            numbers_are_split::<1>(&classes, (shift, bits));
            numbers_are_split::<4>(&classes, (shift, bits));
            numbers_are_split::<16>(&classes, (shift, bits));
        }
    }
}
