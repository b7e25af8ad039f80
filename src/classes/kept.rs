//! Which classes of a policy are kept, and how many records k-anonymity costs.

use super::classes::{Class, Classes};
use super::quasi_identifier::QuasiIdentifier;
use crate::data::Codes;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// The k of k-anonymity: the least number of records of a kept class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct K(u64);

impl K {
    /// A k of this number.
    pub fn new(k: u64) -> Self {
        Self(k)
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }

    /// Whether a class of this many records is kept.
    #[inline(always)]
    pub fn keeps(self, records: u64) -> bool {
        records >= self.0
    }

    /// Whether there are records, but too few to be kept: one comparison, for records and a k below 2³².
    #[inline(always)]
    pub(crate) fn suppresses_some(self, records: u32) -> bool {
        // With wrapping arithmetic, `records - 1 < k - 1` is `0 < records < k`.
        records.wrapping_sub(1) < (self.0 as u32).wrapping_sub(1)
    }
}

/// The number of records of each row, capped at k.
///
/// Classes are sums over rows. A sum of capped numbers is below k exactly if the sum of all records is. Then the two
/// are equal, because no row has k records or more. So the capped numbers determine which classes are kept and the
/// number of records of the others. `None` if they or k do not fit into 32 bits, so that all sums fit.
pub(crate) fn capped_counts(counts: &[u64], k: K) -> Option<Vec<u32>> {
    let most = u32::try_from(k.0).ok()?;
    let mut left = u32::MAX;
    (counts.iter())
        .map(|&count| {
            let told = count.min(most.max(1).into()) as u32;
            left = left.checked_sub(told)?;
            Some(told)
        })
        .collect()
}

/// The decision which classes of a policy are kept: a bit for each class, and the sums.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// A bit for each class, 64 in a word, the first in the lowest bit: 1 if it is suppressed.
    small: Vec<u64>,
    /// suppressed(x): the number of records in classes that are not kept. If decided by size, it never grows when the
    /// policy is generalized.
    suppressed: u64,
    n_classes: usize,
}

impl Kept {
    /// Which of these classes `k` keeps.
    pub fn of(classes: &Classes, k: K) -> Self {
        let mut kept = Self::default();
        kept.decide(classes, k);
        kept
    }

    /// Decides again, for other classes, in the same memory. `keeps` returns whether the class at an index is kept.
    pub fn decide_by(&mut self, classes: &Classes, mut keeps: impl FnMut(usize) -> bool) {
        self.small.clear();
        (self.suppressed, self.n_classes) = (0, classes.len());
        for (word_place, counts) in classes.counts().chunks(64).enumerate() {
            let mut word = 0_u64;
            for (place, &count) in counts.iter().enumerate() {
                if !keeps(64 * word_place + place) {
                    word |= 1 << place;
                    self.suppressed += count;
                }
            }
            self.n_classes -= word.count_ones() as usize;
            self.small.push(word);
        }
    }

    /// As [`decide_by`](Self::decide_by), by size alone.
    pub fn decide(&mut self, classes: &Classes, k: K) {
        self.small.clear();
        (self.suppressed, self.n_classes) = (0, classes.len());
        for counts in classes.counts().chunks(64) {
            let mut word = 0;
            for (place, &count) in counts.iter().enumerate() {
                let is_small = !k.keeps(count);
                word |= u64::from(is_small) << place;
                self.suppressed += if is_small { count } else { 0 };
            }
            self.n_classes -= word.count_ones() as usize;
            self.small.push(word);
        }
    }

    /// The number of suppressed records.
    pub fn suppressed(&self) -> u64 {
        self.suppressed
    }

    /// The number of kept classes.
    pub fn n_classes(&self) -> usize {
        self.n_classes
    }

    /// Visits the suppressed classes. `classes` must be those of the decision.
    #[inline(always)]
    pub fn for_suppressed<'a>(&self, classes: &'a Classes, mut with: impl FnMut(Class<'a>)) {
        for (place, &word) in self.small.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                with(classes.class(64 * place + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
    }

    /// Whether the class at an index is kept, among the classes of the decision.
    pub fn keeps(&self, place: usize) -> bool {
        self.small[place / 64] >> (place % 64) & 1 == 0
    }

    /// The indices of the kept classes, among the classes of the decision.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let n_all = self.n_classes + self.small.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        (0..n_all).filter(|&place| self.keeps(place))
    }

    /// The number of records of each kept class. `classes` must be those of the decision.
    pub fn counts_of<'a>(&'a self, classes: &'a Classes) -> impl Iterator<Item = u64> + 'a {
        let counts = classes.counts().chunks(64).zip(&self.small);
        counts.flat_map(|(counts, &word)| {
            (counts.iter().zip(0..)).filter(move |(_, place)| word >> *place & 1 == 0).map(|(&count, _)| count)
        })
    }

    /// The rows whose class is suppressed, from the value codes of `columns` (one for each quasi-identifier, as for
    /// [`group`](super::group)).
    ///
    /// Time: rows × quasi-identifiers.
    pub fn suppressed_rows(&self, columns: &[&Codes], qis: &[QuasiIdentifier], classes: &Classes) -> FixedBitSet {
        let n_rows = columns.first().map_or(0, |column| column.len());
        let layout = &classes.layout;
        let levels = classes.policy.levels();
        let mut small: FxHashSet<&[u64]> = FxHashSet::default();
        self.for_suppressed(classes, |class| {
            small.insert(class.tuple);
        });
        let mut rows = FixedBitSet::with_capacity(n_rows);
        let mut tuple = vec![0; layout.words()];
        for row in 0..n_rows {
            tuple.fill(0);
            for (qi, column) in columns.iter().enumerate() {
                layout.set(&mut tuple, qi, qis[qi].group(levels[qi], column.get(row)));
            }
            rows.set(row, small.contains(tuple.as_slice()));
        }
        rows
    }
}
