//! Counts numbers in intervals whose range is not known in advance.

use super::Histogram;

/// The number of intervals of a histogram.
const N_BINS: usize = 20;

/// The number of fine intervals; after widening, the numbers span at least a quarter of them.
const N_FINE: i64 = 1 << 13;

/// The width at which narrowing stops, far below the 20 decimal places that a number may have.
const NARROWEST: f64 = 1e-30;

impl Histogram {
    /// The histogram of these numbers with their records; `None` if there are none.
    pub(super) fn of(numbers: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Self> {
        let range = |(min, max): (f64, f64), (number, _): (f64, u64)| (number.min(min), number.max(max));
        let (min, max) = numbers.clone().fold((f64::INFINITY, f64::NEG_INFINITY), range);
        (min <= max).then(|| Self::within(min, max, numbers))
    }

    fn within(min: f64, max: f64, numbers: impl Iterator<Item = (f64, u64)>) -> Self {
        let mut counts = vec![0; N_BINS];
        for (number, count) in numbers {
            // For a single number, 0 / 0 becomes 0.
            let share = (number.clamp(min, max) - min) / (max - min);
            counts[((share * N_BINS as f64) as usize).min(N_BINS - 1)] += count;
        }
        Self { min, max, counts }
    }
}

/// Numbers counted in fine intervals. Their width is a power of two and doubles whenever a number is outside.
#[derive(Debug, Clone)]
pub(super) struct Bins {
    min: f64,
    max: f64,
    width: f64,
    /// The number of the first interval. Interval i contains the numbers from i · width on.
    first: i64,
    counts: Vec<u64>,
}

impl Bins {
    /// The numbers seen so far; `None` if there are none.
    pub(super) fn of(numbers: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Self> {
        let Histogram { min, max, .. } = Histogram::of(numbers.clone())?;
        // Beyond 2⁵² intervals from 0, neighbouring intervals could not be distinguished.
        let finest = ((max - min) / N_FINE as f64).max(min.abs().max(max.abs()) * f64::EPSILON);
        let mut width = 1.0;
        while width / 2.0 >= finest && width > NARROWEST {
            width /= 2.0;
        }
        let mut bins = Self { min, max, width, first: (min / width).floor() as i64, counts: vec![0; N_FINE as usize] };
        for (number, count) in numbers {
            bins.push(number, count);
        }
        Some(bins)
    }

    pub(super) fn push(&mut self, number: f64, count: u64) {
        self.min = self.min.min(number);
        self.max = self.max.max(number);
        loop {
            let interval = (number / self.width).floor() as i64;
            let place = usize::try_from(interval.saturating_sub(self.first)).ok();
            if let Some(counted) = place.and_then(|place| self.counts.get_mut(place)) {
                *counted += count;
                return;
            }
            self.widen(interval);
        }
    }

    pub(super) fn histogram(&self) -> Histogram {
        let middles = (self.first..).zip(&self.counts).map(|(interval, &count)| {
            let middle = (interval as f64 + 0.5) * self.width;
            (middle, count)
        });
        Histogram::within(self.min, self.max, middles)
    }

    /// Doubles the width. The free half of the intervals is on the side of the interval that did not fit.
    fn widen(&mut self, interval: i64) {
        let first = self.first.div_euclid(2);
        let last = (self.first + N_FINE - 1).div_euclid(2);
        let new_first = if interval < self.first { last - N_FINE + 1 } else { first };
        let mut counts = vec![0; N_FINE as usize];
        for (old, &count) in (self.first..).zip(&self.counts) {
            if let Ok(place) = usize::try_from(old.div_euclid(2) - new_first) {
                counts[place] += count;
            }
        }
        self.width *= 2.0;
        self.first = new_first;
        self.counts = counts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_histogram_has_equal_intervals() {
        let histogram = Histogram::of((0..=100).map(|number| (f64::from(number), 2)));
        let counts = histogram.map(|histogram| histogram.counts).unwrap_or_default();
        assert_eq!(counts.len(), 20);
        assert_eq!((counts[0], counts[18], counts[19]), (10, 10, 12));
        let one = Histogram::of([(7.0, 3)].into_iter()).map(|histogram| histogram.counts[0]);
        assert_eq!(one, Some(3));
        assert_eq!(Histogram::of([].into_iter()), None);
    }

    proptest! {
        #[test]
        fn fine_intervals_hold_every_number_nearly_where_it_is(
            start in proptest::collection::vec(-1e3..1e3_f64, 1..20),
            later in proptest::collection::vec(prop_oneof![-1e15..1e15_f64, -1.0..1.0_f64, 1e6..1.1e6_f64], 0..50),
        ) {
            let Some(mut bins) = Bins::of(start.iter().map(|&number| (number, 1))) else {
                return Err(TestCaseError::fail("no numbers"));
            };
            for &number in &later {
                bins.push(number, 1);
            }
            let all = || start.iter().chain(&later).copied();
            let histogram = bins.histogram();
            prop_assert_eq!(histogram.counts.iter().sum::<u64>(), all().count() as u64);
            let exact = Histogram::of(all().map(|number| (number, 1)));
            prop_assert_eq!(Some((histogram.min, histogram.max)), exact.as_ref().map(|exact| (exact.min, exact.max)));
            // Up to each border, only numbers within a fine interval of it may be on the wrong side.
            let range = histogram.max - histogram.min;
            let mut below = 0;
            for (bin, count) in histogram.counts.iter().enumerate().take(N_BINS - 1) {
                below += count;
                let border = histogram.min + range * (bin + 1) as f64 / N_BINS as f64;
                let slack = range / 2_000.0 + 1e-9;
                let surely = all().filter(|&number| number < border - slack).count() as u64;
                let perhaps = all().filter(|&number| number < border + slack).count() as u64;
                prop_assert!((surely..=perhaps).contains(&below), "{} of {}..={}", below, surely, perhaps);
            }
        }
    }
}
