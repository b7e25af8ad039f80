//! The range of most numbers of a column, without those that are far away.

use crate::data::Number;

/// At least so many records, if these are at most a tenth, are looked at apart on each side.
const LEAST_APART: u64 = 3;

/// The range of most records, and what is far from it.
pub(super) struct Bulk<'a> {
    /// The least and the greatest number that are not far away.
    pub(super) least: Number,
    pub(super) greatest: Number,
    /// From the 1st to the 99th percentile of the records.
    pub(super) range: f64,
    /// The values that are far below, and those that are far above; the farthest first.
    pub(super) below: Vec<(&'a str, u64)>,
    pub(super) above: Vec<(&'a str, u64)>,
    /// Whether all numbers below 0 look like codes for missing values.
    pub(super) has_codes_below: bool,
}

impl<'a> Bulk<'a> {
    /// The bulk of numbers in order, with values and records; there must be one. A number is far away if it is farther
    /// from the middle ninety-eight hundredths than these are wide, or if it is not from 0 to `most`. Numbers below 0
    /// are also far away if they look like codes: `-1`, `-9`, `-99`.
    pub(super) fn of(numbers: &[(Number, &'a str, u64)], most: Option<f64>) -> Self {
        let is_negative = |number: &&(Number, &str, u64)| number.0.is_negative();
        let has_codes_below = numbers.iter().filter(is_negative).all(|number| is_missing_code(number.0))
            && numbers.iter().filter(is_negative).count() * 2 < numbers.len();
        let impossible = |number: Number| {
            let number = number.to_f64();
            (has_codes_below && number < 0.0) || most.is_some_and(|most| number < 0.0 || number > most)
        };
        let possible: Vec<(f64, u64)> =
            numbers.iter().filter(|number| !impossible(number.0)).map(|number| (number.0.to_f64(), number.2)).collect();
        let records: u64 = possible.iter().map(|number| number.1).sum();
        let apart = (records / 100).max(LEAST_APART.min(records / 10));
        let low = percentile(possible.iter(), apart);
        let high = percentile(possible.iter().rev(), apart);
        let range = high - low;
        let is_far = |number: f64| range > 0.0 && (number < low - range || number > high + range);
        let (mut least, mut greatest) = (None, None);
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for &(number, value, count) in numbers {
            let float = number.to_f64();
            match impossible(number) || is_far(float) {
                true if float < low => below.push((value, count)),
                true => above.push((value, count)),
                false => {
                    least = least.or(Some(number));
                    greatest = Some(number);
                }
            }
        }
        above.reverse();
        let least = least.unwrap_or(Number::ZERO);
        let greatest = greatest.unwrap_or(least);
        // Most records may have one number.
        let range = if range > 0.0 { range } else { greatest.to_f64() - least.to_f64() };
        Self { least, greatest, range, below, above, has_codes_below: has_codes_below && numbers[0].0.is_negative() }
    }

    /// Whether no number is far away.
    pub(super) fn is_all(&self) -> bool {
        self.below.is_empty() && self.above.is_empty()
    }

    /// The first border of intervals above the bulk, if a number is far above.
    pub(super) fn top(&self, width: f64, origin: f64) -> Option<f64> {
        (!self.above.is_empty()).then(|| self.border(self.greatest, 1, width, origin)).flatten()
    }

    /// The last border of intervals below the bulk, if a number is far below.
    pub(super) fn bottom(&self, width: f64, origin: f64) -> Option<f64> {
        let border = || match self.has_codes_below {
            true => Some(0.0),
            false => self.border(self.least, 0, width, origin),
        };
        (!self.below.is_empty()).then(border).flatten()
    }

    fn border(&self, number: Number, more: i128, width: f64, origin: f64) -> Option<f64> {
        let (width, origin) = (Number::from_f64(width)?, Number::from_f64(origin)?);
        Some(origin.plus(number.steps(origin, width) + more, width).to_f64())
    }
}

/// The first number after so many records.
fn percentile<'n>(numbers: impl Iterator<Item = &'n (f64, u64)>, apart: u64) -> f64 {
    let mut before = 0;
    for &(number, count) in numbers {
        before += count;
        if before > apart {
            return number;
        }
    }
    0.0
}

/// `-1` to `-9`, and numbers of one digit again and again: `-77`, `-99`, `-999`.
fn is_missing_code(number: Number) -> bool {
    let digits = number.to_string();
    let digits = digits.trim_start_matches('-').as_bytes();
    digits.first().is_some_and(|first| digits.iter().all(|digit| digit == first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outside(numbers: &[(f64, u64)], most: Option<f64>) -> (Vec<f64>, Vec<f64>) {
        let texts: Vec<String> = numbers.iter().map(|number| number.0.to_string()).collect();
        let numbers: Vec<(Number, &str, u64)> = (numbers.iter().zip(&texts))
            .filter_map(|(&(number, count), text)| Some((Number::from_f64(number)?, text.as_str(), count)))
            .collect();
        let bulk = Bulk::of(&numbers, most);
        let floats = |values: &[(&str, u64)]| values.iter().filter_map(|(value, _)| value.parse().ok()).collect();
        (floats(&bulk.below), floats(&bulk.above))
    }

    #[test]
    fn what_is_far_from_most_records_is_outside() {
        let even = |last: f64, count| (20..60).map(move |age| (f64::from(age), 2)).chain([(last, count)]);
        let of = |last, count, most| outside(&even(last, count).collect::<Vec<_>>(), most);
        assert_eq!(of(323.0, 1, None), (vec![], vec![323.0]));
        assert_eq!(of(999.0, 2, None), (vec![], vec![999.0]));
        assert_eq!(of(80.0, 1, None), (vec![], vec![]), "a little more");
        assert_eq!(of(80.0, 1, Some(75.0)), (vec![], vec![80.0]), "more than can be");
        assert_eq!(of(323.0, 40, None), (vec![], vec![]), "a third of the records");
        // Most records have one number.
        let zeros: Vec<(f64, u64)> = [(0.0, 9_000)].into_iter().chain((1..9).map(|x| (f64::from(x), 1))).collect();
        assert_eq!(outside(&zeros, None), (vec![], vec![]));
    }

    #[test]
    fn numbers_below_0_are_codes_or_amounts() {
        let with = |negative: &[f64]| {
            let numbers = (0..40).map(f64::from);
            let all: Vec<(f64, u64)> = negative.iter().copied().chain(numbers).map(|number| (number, 3)).collect();
            outside(&all, None).0
        };
        assert_eq!(with(&[-2.0, -1.0]), [-2.0, -1.0]);
        assert_eq!(with(&[-99.0, -9.0]), [-99.0, -9.0]);
        assert_eq!(with(&[-12.0, -9.0]), [0.0; 0], "one is no code");
        let balances: Vec<f64> = (-40..0).map(f64::from).collect();
        assert_eq!(with(&balances), [0.0; 0]);
    }
}
