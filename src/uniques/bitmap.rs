//! All column sets of one tuple at once, in a bitmap.
//!
//! Bit S of the bitmap says whether the tuple shares its values on the columns S with enough others. The agreements with
//! all other tuples are counted in it, the counts are summed over supersets with word operations, and the minimum unsafe
//! sets are its minimal zeros.

use super::tuples::{BLOCK, ColumnSet, Tuples};

/// The most columns: at this number each bitmap has 2 MB, and a tuple takes a few milliseconds.
pub(crate) const MAX_COLUMNS: usize = 24;

/// Counts are held in so many bits, and k − 1 must fit.
const MAX_PLANES: usize = 32;

/// The places in a word whose column set has column c, for the six columns that a word spans.
const HAS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Words that are added at a time.
const CHUNK: usize = 32;

/// The bitmap over all sets of columns, one bit of each count in a plane. Used for one tuple after the other.
#[derive(Debug)]
pub(crate) struct Bitmap {
    n_columns: usize,
    /// Words of a plane.
    n_words: usize,
    n_planes: usize,
    planes: Vec<u64>,
    k: u64,
}

impl Bitmap {
    /// A bitmap for tables of `n_columns` ≤ [`MAX_COLUMNS`]. Memory: 2^m / 8 bytes for each of ⌈log₂ k⌉ planes.
    pub(crate) fn new(n_columns: usize, k: u64) -> Self {
        let n_words = 1 << n_columns.saturating_sub(6);
        let n_planes = ((64 - k.saturating_sub(1).leading_zeros()) as usize).clamp(1, MAX_PLANES);
        Self {
            n_columns,
            n_words,
            n_planes,
            planes: vec![0; n_words * n_planes],
            k,
        }
    }

    /// Finds which column sets of a tuple with fewer than k records are safe.
    ///
    /// Time O(n·m/16 + n + m·2^m/64) for n tuples and each plane.
    pub(crate) fn load(&mut self, tuples: &Tuples, tuple: usize) {
        self.planes.fill(0);
        self.count_agreements(tuples, tuple);
        self.sum_over_supersets();
        self.compare(self.k.saturating_sub(tuples.count(tuple)));
    }

    fn count_agreements(&mut self, tuples: &Tuples, tuple: usize) {
        let mut bytes = [[0_u8; BLOCK]; 3];
        let n_groups = self.n_columns.div_ceil(8);
        let most = (1_u64 << self.n_planes) - 1;
        for start in (0..tuples.len()).step_by(BLOCK) {
            for (group, bytes) in bytes.iter_mut().enumerate().take(n_groups) {
                tuples.agreements(tuple, group, start, bytes);
            }
            let end = tuples.len().min(start + BLOCK);
            // The tuple itself is no other: its own agreement counts for the empty set only, which is always safe.
            if (start..end).contains(&tuple) {
                bytes.iter_mut().for_each(|bytes| bytes[tuple - start] = 0);
            }
            let [low, middle, high] = &bytes;
            let sets = (low.iter().zip(middle).zip(high)).map(|((&low, &middle), &high)| {
                usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16
            });
            if self.n_planes == 1 {
                for set in sets.take(end - start) {
                    self.planes[set >> 6] |= 1 << (set & 63);
                }
            } else {
                for (set, other) in sets.zip(start..end) {
                    self.add(set, tuples.count(other).min(most));
                }
            }
        }
    }

    /// Adds to the count of one set, which stops at its highest value.
    fn add(&mut self, set: usize, mut count: u64) {
        let (word, bit) = (set >> 6, 1_u64 << (set & 63));
        let mut carry = 0;
        for plane in 0..self.n_planes {
            let word = &mut self.planes[plane * self.n_words + word];
            let (own, added) = (*word & bit, if count & 1 == 1 { bit } else { 0 });
            *word ^= added ^ carry;
            carry = own & added | carry & (own | added);
            count >>= 1;
        }
        for plane in 0..self.n_planes {
            self.planes[plane * self.n_words + word] |= carry;
        }
    }

    /// N(S) becomes the sum of N over all supersets of S, column by column. The sets that are added are disjoint, so that
    /// stopping at the highest value is exact.
    fn sum_over_supersets(&mut self) {
        for column in 0..self.n_columns.min(6) {
            self.add_within_words(column);
        }
        for column in 6..self.n_columns {
            let run = 1 << (column - 6);
            for start in (0..self.n_words).step_by(2 * run) {
                for chunk in (start..start + run).step_by(CHUNK) {
                    self.add_words(chunk, run, CHUNK.min(run));
                }
            }
        }
    }

    fn add_within_words(&mut self, column: usize) {
        let without = !HAS[column];
        let shift = 1 << column;
        if self.n_planes == 1 {
            for word in &mut self.planes {
                *word |= *word >> shift & without;
            }
            return;
        }
        for word in 0..self.n_words {
            let mut carry = 0;
            for plane in self.planes[word..].iter_mut().step_by(self.n_words) {
                let (low, high) = (*plane, *plane >> shift & without);
                *plane = low ^ high ^ carry;
                carry = low & high | carry & (low | high);
            }
            for plane in self.planes[word..].iter_mut().step_by(self.n_words) {
                *plane |= carry;
            }
        }
    }

    /// Adds the words from `start + run` to those from `start`.
    fn add_words(&mut self, start: usize, run: usize, length: usize) {
        if self.n_planes == 1 {
            let (low, high) = self.planes.split_at_mut(start + run);
            for (low, high) in low[start..start + length].iter_mut().zip(&*high) {
                *low |= high;
            }
            return;
        }
        let mut carry = [0_u64; CHUNK];
        let carry = &mut carry[..length];
        for plane in self.planes.chunks_exact_mut(self.n_words) {
            let (low, high) = plane.split_at_mut(start + run);
            let low = &mut low[start..start + length];
            for ((low, high), carry) in low.iter_mut().zip(&*high).zip(&mut *carry) {
                let own = *low;
                *low = own ^ high ^ *carry;
                *carry = own & high | *carry & (own | high);
            }
        }
        for plane in self.planes.chunks_exact_mut(self.n_words) {
            for (low, carry) in plane[start..start + length].iter_mut().zip(&*carry) {
                *low |= carry;
            }
        }
    }

    /// Leaves in the first plane the sets whose count is at least `least`.
    fn compare(&mut self, least: u64) {
        if self.n_planes == 1 {
            return;
        }
        for word in 0..self.n_words {
            let (mut above, mut equal) = (0, u64::MAX);
            for plane in (0..self.n_planes).rev() {
                let count = self.planes[plane * self.n_words + word];
                if least >> plane & 1 == 1 {
                    equal &= count;
                } else {
                    above |= equal & count;
                    equal &= !count;
                }
            }
            self.planes[word] = above | equal;
        }
    }

    /// Hands the minimum unsafe sets of up to `max_size` columns to the sink, in ascending order of their bits.
    ///
    /// A set is one when it is unsafe and every set with one column less is safe.
    pub(crate) fn minimum_unsafe(&self, max_size: usize, sink: &mut impl FnMut(ColumnSet)) {
        let safe = &self.planes[..self.n_words];
        let valid = if self.n_columns < 6 {
            (1 << (1 << self.n_columns)) - 1
        } else {
            u64::MAX
        };
        for (word, &own) in safe.iter().enumerate() {
            let mut found = !own & valid;
            if found == 0 || word.count_ones() as usize > max_size {
                continue;
            }
            for (column, has) in HAS.iter().enumerate().take(self.n_columns) {
                found &= own << (1 << column) | !has;
            }
            let mut columns = word;
            while columns != 0 && found != 0 {
                found &= safe[word & !(columns & columns.wrapping_neg())];
                columns &= columns - 1;
            }
            while found != 0 {
                let set = (word as u64) << 6 | u64::from(found.trailing_zeros());
                if set.count_ones() as usize <= max_size {
                    sink(set);
                }
                found &= found - 1;
            }
        }
    }

    /// The safe set of greatest weight, and of these the one with the smallest bits.
    pub(crate) fn heaviest_safe(&self, weights: &[u32]) -> ColumnSet {
        let weight = |set: u64| -> u32 {
            super::tuples::columns_of(set)
                .map(|column| weights[column])
                .sum()
        };
        let of_place: Vec<u32> = (0..64.min(1 << self.n_columns)).map(weight).collect();
        let most = of_place.iter().copied().max().unwrap_or(0);
        let (mut best, mut best_weight) = (0, 0);
        for (word, &own) in self.planes[..self.n_words].iter().enumerate() {
            if own == 0 {
                continue;
            }
            let of_word = weight((word as u64) << 6);
            if of_word + most <= best_weight {
                continue;
            }
            let mut rest = own;
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                if let Some(of_place) = of_place.get(place)
                    && of_word + of_place > best_weight
                {
                    best = (word as u64) << 6 | place as u64;
                    best_weight = of_word + of_place;
                }
                rest &= rest - 1;
            }
        }
        best
    }
}
