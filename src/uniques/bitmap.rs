//! All column sets of one tuple at once, in a bitmap.
//!
//! Bit S of the bitmap states whether the tuple shares its values on the columns S with enough others. The agreements
//! with all other tuples are counted in it. Word operations sum the counts over supersets. The minimum unsafe sets
//! are then its minimal zeros.

use super::lanes::{LANES, Lanes};
use super::tuples::{BLOCK, ColumnSet, Tuples};

/// The most columns: with this number, a bitmap has 2 MB and a tuple takes a few milliseconds.
pub(crate) const MAX_COLUMNS: usize = 24;

/// The most bits of a count; k − 1 must fit.
const MAX_PLANES: usize = 32;

/// The bits of a word whose column set contains column c, for the six columns that a word spans.
const HAS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// The number of columns of each of the 64 sets that a word spans.
const SIZES: [u8; 64] = {
    let mut sizes = [0; 64];
    let mut set = 0;
    while set < 64 {
        sizes[set] = set.count_ones() as u8;
        set += 1;
    }
    sizes
};

/// Words that are added at once.
const CHUNK: usize = 64;

/// The bitmap over all sets of columns, one plane for each bit of the counts. It is reused for one tuple after the
/// other.
#[derive(Debug)]
pub(crate) struct Bitmap {
    n_columns: usize,
    /// Words of a plane.
    n_words: usize,
    n_planes: usize,
    planes: Vec<u64>,
    /// The counts as bytes, if there are enough tuples to make unpacking them worthwhile.
    table: Vec<u8>,
    k: u64,
}

impl Bitmap {
    /// A bitmap for tables of `n_columns` ≤ [`MAX_COLUMNS`]. Memory: 2^m / 8 bytes for each of ⌈log₂ k⌉ planes, and
    /// 2^m bytes if there are more than 2^m / 4 tuples.
    pub(crate) fn new(n_columns: usize, n_tuples: usize, k: u64) -> Self {
        let n_words = 1 << n_columns.saturating_sub(6);
        let n_planes = ((64 - k.saturating_sub(1).leading_zeros()) as usize).clamp(1, MAX_PLANES);
        Self {
            n_columns,
            n_words,
            n_planes,
            planes: vec![0; n_words * n_planes],
            table: if n_planes <= 8 && n_tuples > 16 * n_words { vec![0; 64 * n_words] } else { Vec::new() },
            k,
        }
    }

    /// Finds which column sets of a tuple with fewer than k records are safe.
    ///
    /// Time: O(n·m/16 + n + m·2^m/64) for n tuples and each plane.
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
        self.table.fill(0);
        for start in (0..tuples.len()).step_by(BLOCK) {
            for (group, bytes) in bytes.iter_mut().enumerate().take(n_groups) {
                tuples.agreements(tuple, group, start, bytes);
            }
            let end = tuples.len().min(start + BLOCK);
            // The tuple itself does not count as another one: its own agreement counts only for the empty set, which
            // is always safe.
            if (start..end).contains(&tuple) {
                bytes.iter_mut().for_each(|bytes| bytes[tuple - start] = 0);
            }
            let [low, middle, high] = &bytes;
            if n_groups <= 2 {
                // First all sets, in a vectorised loop, then the work for each of them.
                let mut sets = [0_u16; BLOCK];
                let (blocks, _) = sets.as_chunks_mut::<LANES>();
                let [low, middle] = [low, middle].map(|bytes| bytes.as_chunks::<LANES>().0);
                for ((block, low), middle) in blocks.iter_mut().zip(low).zip(middle) {
                    Lanes::pairs(low, middle, block);
                }
                let sets = &sets[..end - start];
                if self.n_planes == 1 && !self.table.is_empty() {
                    self.mark(sets);
                } else {
                    self.count(tuples, start, sets.iter().map(|&set| usize::from(set)), most);
                }
            } else {
                let sets = (low.iter().zip(middle).zip(high)).map(|((&low, &middle), &high)| {
                    usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16
                });
                self.count(tuples, start, sets.take(end - start), most);
            }
        }
        self.unpack();
    }

    /// Marks the agreements that occur in the table.
    fn mark(&mut self, sets: &[u16]) {
        let table = &mut self.table[..];
        let last = table.len() - 1;
        let mut mark = |set: u16| table[usize::from(set) & last] = 1;
        // Four at a time: when optimised for size, the loop would cost as much as its body.
        let (fours, rest) = sets.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            mark(a);
            mark(b);
            mark(c);
            mark(d);
        }
        rest.iter().for_each(|&set| mark(set));
    }

    /// Counts the agreements of the tuples from `start`, each up to `most`.
    fn count(&mut self, tuples: &Tuples, start: usize, sets: impl Iterator<Item = usize>, most: u64) {
        if !self.table.is_empty() {
            let table = &mut self.table[..];
            let last = table.len() - 1;
            if self.n_planes == 1 {
                sets.for_each(|set| table[set & last] = 1);
            } else {
                for (set, other) in sets.zip(start..) {
                    let own = &mut table[set & last];
                    *own = (u64::from(*own) + tuples.count(other)).min(most) as u8;
                }
            }
        } else if self.n_planes == 1 {
            let plane = &mut self.planes[..];
            let last = plane.len() - 1;
            sets.for_each(|set| plane[set >> 6 & last] |= 1 << (set & 63));
        } else {
            for (set, other) in sets.zip(start..) {
                self.add(set, tuples.count(other).min(most));
            }
        }
    }

    /// Moves the counts from the table into the planes.
    fn unpack(&mut self) {
        for (plane, words) in self.planes.chunks_exact_mut(self.n_words).enumerate() {
            for (word, counts) in words.iter_mut().zip(self.table.chunks_exact(64)) {
                let (eights, _) = counts.as_chunks::<8>();
                *word = (eights.iter().zip(0..))
                    .map(|(&eight, place)| {
                        // The product collects the lowest bits of eight bytes in its highest byte.
                        let bits = u64::from_le_bytes(eight) >> plane & 0x0101_0101_0101_0101;
                        bits.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * place)
                    })
                    .sum();
            }
        }
    }

    /// Adds to the count of one set. The count saturates.
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

    /// N(S) becomes the sum of N over all supersets of S, column by column. The sets that are added are disjoint, so
    /// saturation is exact.
    fn sum_over_supersets(&mut self) {
        if self.n_planes == 1 {
            self.or_over_supersets();
            return;
        }
        let length = CHUNK.min(self.n_words);
        for start in (0..self.n_words).step_by(CHUNK) {
            for (column, has) in HAS.iter().enumerate().take(self.n_columns) {
                self.add_in_chunk(start, length, |words, carry| {
                    for (word, carry) in words.iter_mut().zip(carry) {
                        let high = *word >> (1 << column) & !has;
                        add(word, high, carry);
                    }
                });
            }
            for column in 6..self.n_columns.min(12) {
                match column {
                    6 => self.add_in_chunk(start, length, add_runs::<1>),
                    7 => self.add_in_chunk(start, length, add_runs::<2>),
                    8 => self.add_in_chunk(start, length, add_runs::<4>),
                    9 => self.add_in_chunk(start, length, add_runs::<8>),
                    10 => self.add_in_chunk(start, length, add_runs::<16>),
                    _ => self.add_in_chunk(start, length, add_runs::<32>),
                }
            }
        }
        for column in 12..self.n_columns {
            let run = 1 << (column - 6);
            for start in (0..self.n_words).step_by(2 * run) {
                for chunk in (start..start + run).step_by(CHUNK) {
                    self.add_words(chunk, run);
                }
            }
        }
    }

    /// Sums over supersets if a count has one bit: the sum is then an or.
    fn or_over_supersets(&mut self) {
        let [one, two, three, four, five, six] =
            std::array::from_fn(|column| if column < self.n_columns { !HAS[column] } else { 0 });
        for word in &mut self.planes {
            let mut own = *word;
            own |= own >> 1 & one;
            own |= own >> 2 & two;
            own |= own >> 4 & three;
            own |= own >> 8 & four;
            own |= own >> 16 & five;
            own |= own >> 32 & six;
            *word = own;
        }
        for column in 6..self.n_columns {
            let run = 1 << (column - 6);
            for words in self.planes.chunks_exact_mut(2 * run) {
                let (low, high) = words.split_at_mut(run);
                for (low, high) in low.iter_mut().zip(high) {
                    *low |= *high;
                }
            }
        }
    }

    /// Applies `add` to the same words of each plane in turn, and passes the carry from one plane to the next. If the
    /// last plane has a carry, the count saturates.
    fn add_in_chunk(&mut self, start: usize, length: usize, add: impl Fn(&mut [u64], &mut [u64; CHUNK])) {
        let mut carry = [0; CHUNK];
        for plane in self.planes.chunks_exact_mut(self.n_words) {
            add(&mut plane[start..start + length], &mut carry);
        }
        for plane in self.planes.chunks_exact_mut(self.n_words) {
            for (word, carry) in plane[start..start + length].iter_mut().zip(&carry) {
                *word |= carry;
            }
        }
    }

    /// Adds the words from `start + run` to those from `start`.
    fn add_words(&mut self, start: usize, run: usize) {
        let mut carry = [0; CHUNK];
        for plane in self.planes.chunks_exact_mut(self.n_words) {
            let (low, high) = plane.split_at_mut(start + run);
            let low = &mut low[start..start + CHUNK];
            for ((low, &high), carry) in low.iter_mut().zip(&*high).zip(&mut carry) {
                add(low, high, carry);
            }
        }
        for plane in self.planes.chunks_exact_mut(self.n_words) {
            for (low, carry) in plane[start..start + CHUNK].iter_mut().zip(&carry) {
                *low |= carry;
            }
        }
    }

    /// Leaves the sets whose count is at least `least` in the first plane.
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

    /// Passes the minimum unsafe sets of up to `max_size` columns to the sink, each with its size, in ascending order
    /// of their bits.
    ///
    /// A set is minimum unsafe if it is unsafe and every set with one column less is safe.
    pub(crate) fn minimum_unsafe(&self, max_size: usize, sink: &mut impl FnMut(ColumnSet, usize)) {
        let safe = &self.planes[..self.n_words];
        let valid = if self.n_columns < 6 { (1 << (1 << self.n_columns)) - 1 } else { u64::MAX };
        for (word, &own) in safe.iter().enumerate() {
            let mut found = !own & valid;
            if found == 0 {
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
            if found == 0 {
                continue;
            }
            let size_of_word = word.count_ones() as usize;
            while found != 0 {
                let place = found.trailing_zeros() as usize;
                let size = size_of_word + usize::from(SIZES[place]);
                if size <= max_size {
                    sink((word as u64) << 6 | place as u64, size);
                }
                found &= found - 1;
            }
        }
    }

    /// The safe set of greatest weight; among equal ones, the one with the smallest bits.
    pub(crate) fn heaviest_safe(&self, weights: &[u32]) -> ColumnSet {
        let weight = |set: u64| -> u32 { super::tuples::columns_of(set).map(|column| weights[column]).sum() };
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

/// Adds one bit of 64 sums, with the carries into and out of it.
#[inline(always)]
fn add(low: &mut u64, high: u64, carry: &mut u64) {
    let own = *low;
    *low = own ^ high ^ *carry;
    *carry = own & high | *carry & (own | high);
}

/// Adds every second run of words to the one before it.
fn add_runs<const RUN: usize>(words: &mut [u64], carry: &mut [u64; CHUNK]) {
    for (words, carry) in words.chunks_exact_mut(2 * RUN).zip(carry.chunks_exact_mut(2 * RUN)) {
        let (low, high) = words.split_at_mut(RUN);
        for place in 0..RUN {
            add(&mut low[place], high[place], &mut carry[place]);
        }
    }
}
