//! A partition policy: one bit for each boundary between neighbours.

use std::fmt;

/// The kept boundaries, as bits in the order of [`Space`](super::Space): 1 keeps a boundary, 0 drops it.
///
/// The derived order serves only for sorting. The order of the lattice is [`generalizes`](Self::generalizes).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartitionPolicy {
    words: Box<[u64]>,
    n_bits: usize,
}

impl PartitionPolicy {
    /// No boundary is kept: one interval for each quasi-identifier.
    pub fn top(n_bits: usize) -> Self {
        Self { words: vec![0; n_bits.div_ceil(64)].into(), n_bits }
    }

    /// Every boundary is kept: the original.
    pub fn bottom(n_bits: usize) -> Self {
        let mut policy = Self::top(n_bits);
        for bit in 0..n_bits {
            policy.flip(bit);
        }
        policy
    }

    /// The policy of these words, 64 bits in each, the first bit the lowest.
    pub(crate) fn from_words(words: &[u64], n_bits: usize) -> Self {
        Self { words: words.into(), n_bits }
    }

    /// The bits, 64 in each word, the first bit the lowest.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Number of bits.
    pub fn len(&self) -> usize {
        self.n_bits
    }

    /// Whether there are no bits, because no domain has two values.
    pub fn is_empty(&self) -> bool {
        self.n_bits == 0
    }

    /// Whether a boundary is kept. The bit must be one of the policy's.
    pub fn keeps(&self, bit: usize) -> bool {
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Keeps a dropped boundary, or drops a kept one.
    pub fn flip(&mut self, bit: usize) {
        self.words[bit / 64] ^= 1 << (bit % 64);
    }

    /// Keeps or drops a boundary.
    pub fn set(&mut self, bit: usize, keep: bool) {
        if self.keeps(bit) != keep {
            self.flip(bit);
        }
    }

    /// Number of boundaries kept.
    pub fn n_kept(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bits that differ from those of a policy of the same space, in order.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        (self.words.iter().zip(&other.words).enumerate()).flat_map(|(place, (one, other))| {
            let mut word = one ^ other;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * place + bit)
            })
        })
    }

    /// Whether `other` also keeps every boundary that this policy keeps: `self ≼ other` in the paper's order, in
    /// which the more general policy is the lesser one. A policy generalizes itself.
    pub fn generalizes(&self, other: &Self) -> bool {
        (self.words.iter().zip(&other.words)).all(|(own, other)| own & !other == 0)
    }
}

impl fmt::Debug for PartitionPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.n_bits).try_for_each(|bit| write!(f, "{}", u8::from(self.keeps(bit))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(kept: &[usize]) -> PartitionPolicy {
        let mut policy = PartitionPolicy::top(150);
        for &bit in kept {
            policy.set(bit, true);
        }
        policy
    }

    #[test]
    fn the_order_is_that_of_the_sets_of_boundaries_kept() {
        let (top, bottom) = (PartitionPolicy::top(150), PartitionPolicy::bottom(150));
        let (one, other) = (policy(&[0, 63, 64, 149]), policy(&[0, 64]));
        assert!(other.generalizes(&one) && !one.generalizes(&other));
        assert!(top.generalizes(&other) && one.generalizes(&bottom) && one.generalizes(&one));
        assert_eq!((top.n_kept(), one.n_kept(), bottom.n_kept()), (0, 4, 150));
        assert_eq!(one.differences(&other).collect::<Vec<_>>(), [63, 149]);
    }
}
