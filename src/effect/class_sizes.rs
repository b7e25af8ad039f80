//! The distribution of class sizes.

/// Classes of about one size: the bins start at 1, 2, 3 and then in steps of 1, 2 and 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeBin {
    /// The smallest size.
    pub from: u64,
    /// The largest size.
    pub to: u64,
    /// The number of classes of these sizes.
    pub classes: u64,
    /// The number of records in them.
    pub records: u64,
}

/// The sizes of classes, from 1 to the largest size, including sizes without a class.
///
/// Time: classes × log of the largest size.
pub fn class_sizes(counts: impl Iterator<Item = u64>) -> Vec<SizeBin> {
    let mut bins: Vec<SizeBin> = Vec::new();
    for count in counts {
        while bins.last().is_none_or(|last| last.to < count) {
            let from = bins.last().map_or(1, |last| last.to + 1);
            bins.push(SizeBin { from, to: next_border(from) - 1, classes: 0, records: 0 });
        }
        if let Some(bin) = bins.iter_mut().find(|bin| count <= bin.to) {
            bin.classes += 1;
            bin.records += count;
        }
    }
    bins
}

/// The first of 2, 3, 5, 10, 20, 50, 100, … that is above a size.
fn next_border(size: u64) -> u64 {
    if size < 3 {
        return size + 1;
    }
    let mut unit: u64 = 1;
    loop {
        for step in [2, 5, 10] {
            let border = unit.saturating_mul(step);
            if border > size {
                return border;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

/// The number of records whose risk, 1 / size of their class, is above a threshold.
pub fn records_over(counts: impl Iterator<Item = u64>, threshold: f64) -> u64 {
    counts.filter(|&count| 1.0 / count as f64 > threshold).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_binned_by_ones_twos_and_fives() {
        let sizes = [1, 1, 2, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 1234];
        let bins = class_sizes(sizes.into_iter());
        let borders: Vec<(u64, u64)> = bins.iter().map(|bin| (bin.from, bin.to)).collect();
        assert_eq!(
            borders,
            [
                (1, 1),
                (2, 2),
                (3, 4),
                (5, 9),
                (10, 19),
                (20, 49),
                (50, 99),
                (100, 199),
                (200, 499),
                (500, 999),
                (1000, 1999)
            ]
        );
        let classes: Vec<u64> = bins.iter().map(|bin| bin.classes).collect();
        assert_eq!(classes, [2, 1, 1, 2, 2, 2, 2, 1, 0, 0, 1]);
        let records: u64 = bins.iter().map(|bin| bin.records).sum();
        assert_eq!(records, sizes.iter().sum::<u64>());
        assert!(class_sizes(std::iter::empty()).is_empty());
    }

    #[test]
    fn a_class_of_the_size_that_a_threshold_asks_for_is_not_over_it() {
        let sizes = || [1, 2, 3, 4, 5, 11, 20].into_iter();
        for (fewer_than, over) in [(3, 3), (5, 10), (11, 15), (20, 26)] {
            let threshold = 1.0 / f64::from(fewer_than);
            assert_eq!(records_over(sizes(), threshold), over);
        }
        assert_eq!(records_over(sizes(), 0.33), 6);
    }
}
