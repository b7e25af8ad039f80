//! Random choice with integers only.
//!
//! **Invariant:** every draw is integer arithmetic on the ChaCha8 stream of the seed. It uses no floating point, and
//! no distribution of a library whose next version may draw differently.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random choices; the same seed gives the same choices on every platform.
pub(crate) struct Draw {
    stream: ChaCha8Rng,
}

impl Draw {
    /// The stream of a seed. The key is the seed's eight bytes, little end first, then zeros.
    pub(crate) fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        for (byte, seed) in key.iter_mut().zip(seed.to_le_bytes()) {
            *byte = seed;
        }
        Self { stream: ChaCha8Rng::from_seed(key) }
    }

    /// A number from 0 to `limit` − 1, all equally likely; 0 if `limit` is 0.
    ///
    /// Lemire, Fast Random Integer Generation in an Interval, 2019: the high word of a product, drawn again in the
    /// rare case that the low word would favour some numbers.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        let rejected = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.stream.next_u64()) * u128::from(limit);
            if product as u64 >= rejected {
                return (product >> 64) as u64;
            }
        }
    }

    /// Whether an event of `share` in a thousand happens.
    pub(crate) fn per_mille(&mut self, share: u64) -> bool {
        self.below(1000) < share
    }

    /// An index into the weights, with a probability proportional to its weight; the first if all are 0.
    pub(crate) fn weighted<const N: usize>(&mut self, weights: &[u64; N]) -> usize {
        let mut point = self.below(weights.iter().sum());
        for (place, &weight) in weights.iter().enumerate() {
            if point < weight {
                return place;
            }
            point -= weight;
        }
        0
    }

    /// An index into a long list of weights, given as their running sums.
    pub(crate) fn cumulative(&mut self, sums: &RunningSums) -> usize {
        let point = self.below(sums.0.last().copied().unwrap_or(0));
        sums.0.partition_point(|&sum| sum <= point)
    }

    /// The number of times that an event happens before it first does not, at most `limit`. Without a limit the mean
    /// would be `mean_tenths` / 10, and the count geometric.
    pub(crate) fn geometric(&mut self, mean_tenths: u64, limit: u64) -> u64 {
        let mut count = 0;
        while count < limit && self.below(mean_tenths + 10) < mean_tenths {
            count += 1;
        }
        count
    }
}

/// The running sums of a list of weights.
pub(crate) struct RunningSums(Vec<u64>);

impl RunningSums {
    /// The sums of the weights.
    pub(crate) fn of(weights: impl Iterator<Item = u64>) -> Self {
        let mut sum = 0;
        Self(
            weights
                .map(|weight| {
                    sum += weight;
                    sum
                })
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_have_their_shares() {
        let mut draw = Draw::new(1);
        let sums = RunningSums::of([0, 1, 0, 3].into_iter());
        let (mut below, mut weighted, mut cumulative) = ([0; 3], [0; 4], [0; 4]);
        for _ in 0..40_000 {
            below[draw.below(3) as usize] += 1;
            weighted[draw.weighted(&[3, 0, 1, 0])] += 1;
            cumulative[draw.cumulative(&sums)] += 1;
        }
        // Five standard deviations: 5 · √(40,000 · ¼ · ¾) = 433; for a third, 471.
        assert!(below.iter().all(|count: &i32| count.abs_diff(13_333) < 472));
        assert_eq!((weighted[1], weighted[3]), (0, 0));
        assert!(10_000_i32.abs_diff(weighted[2]) < 434);
        assert_eq!((cumulative[0], cumulative[2]), (0, 0));
        assert!(10_000_i32.abs_diff(cumulative[1]) < 434);
    }

    #[test]
    fn a_geometric_count_has_its_mean_and_limit() {
        let mut draw = Draw::new(2);
        let counts: Vec<u64> = (0..40_000).map(|_| draw.geometric(25, 1000)).collect();
        // The standard deviation is √(2.5 · 3.5) = 2.96; for the sum, 592.
        assert!(counts.iter().sum::<u64>().abs_diff(100_000) < 2960);
        assert!((0..1000).all(|_| draw.geometric(1000, 4) <= 4));
    }

    #[test]
    fn nothing_to_choose_from_gives_the_first() {
        let mut draw = Draw::new(3);
        assert_eq!(draw.below(0), 0);
        assert_eq!(draw.weighted(&[0, 0]), 0);
        assert_eq!(draw.cumulative(&RunningSums::of(std::iter::empty())), 0);
    }
}
