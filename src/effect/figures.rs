//! Mean, standard deviation and quantiles of numbers.

use crate::sorting::sort_by;

/// Statistics of numbers that records have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// The number of records.
    pub records: u64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with n − 1; `None` for one record.
    pub standard_deviation: Option<f64>,
    /// The minimum, the quartiles with the median, and the maximum. For each share of the records, it is the least
    /// number that at least this share does not exceed, so each is the number of some record.
    pub quantiles: [f64; 5],
}

impl Figures {
    /// The shares of the records for the quantiles, in hundredths.
    pub const SHARES: [u64; 5] = [0, 25, 50, 75, 100];

    /// The statistics of numbers with their records; `None` if no record has a number.
    ///
    /// Sums go from the least number to the greatest, in whatever order the numbers are given. Time: n log n.
    pub fn of(mut numbers: Vec<(f64, u64)>) -> Option<Self> {
        numbers.retain(|&(_, records)| records > 0);
        sort_by(&mut numbers, |one, other| one.0.total_cmp(&other.0));
        let records: u64 = numbers.iter().map(|&(_, records)| records).sum();
        if records == 0 {
            return None;
        }
        let n = records as f64;
        let mean = (numbers.iter()).map(|&(number, records)| number * records as f64).sum::<f64>() / n;
        let squares: f64 =
            (numbers.iter()).map(|&(number, records)| (number - mean) * (number - mean) * records as f64).sum();
        Some(Self {
            records,
            mean,
            standard_deviation: (records > 1).then(|| libm::sqrt(squares / (n - 1.0))),
            quantiles: Self::SHARES.map(|share| quantile(&numbers, records, share)),
        })
    }
}

/// The least number that at least this share of the records, in hundredths, does not exceed.
fn quantile(numbers: &[(f64, u64)], records: u64, share: u64) -> f64 {
    let wanted = (u128::from(share) * u128::from(records)).div_ceil(100);
    let mut seen = 0;
    let found = numbers.iter().find(|&&(_, records)| {
        seen += u128::from(records);
        seen >= wanted
    });
    found.map_or(f64::NAN, |&(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32.
        let numbers = vec![(5.0, 2), (2.0, 1), (9.0, 1), (4.0, 3), (7.0, 1), (3.0, 0)];
        let figures = Figures::of(numbers).unwrap();
        assert_eq!((figures.records, figures.mean), (8, 5.0));
        assert_eq!(figures.standard_deviation, Some((32.0f64 / 7.0).sqrt()));
        assert_eq!(figures.quantiles, [2.0, 4.0, 4.0, 5.0, 9.0]);
        let one = Figures::of(vec![(3.5, 1)]).unwrap();
        assert_eq!((one.standard_deviation, one.quantiles), (None, [3.5; 5]));
        assert_eq!(Figures::of(vec![(1.0, 0)]), None);
    }
}
