//! The distribution of a column before and after, with confidence intervals.

use crate::data::ValueCode;
use crate::local::Suppression;
use crate::uniques::Tuples;

/// The 97.5 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A weighted share with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The share of the records that have a value, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// One value's share before and after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueShare {
    /// The value.
    pub value: ValueCode,
    /// The records with this value.
    pub records: u64,
    /// The records that lost it by suppression.
    pub suppressed: u64,
    /// In the original.
    pub before: Share,
    /// In the release; `None` if no record has a value any more.
    pub after: Option<Share>,
}

impl ValueShare {
    /// Whether no record of the release has the value.
    pub fn has_vanished(&self) -> bool {
        self.records > 0 && self.suppressed == self.records
    }

    /// Whether the two intervals overlap.
    pub fn overlaps(&self) -> bool {
        self.after.is_some_and(|after| self.before.low <= after.high && after.low <= self.before.high)
    }
}

/// A column's values in the order of their codes, without those that no record has.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// The values.
    pub values: Vec<ValueShare>,
}

impl Distribution {
    /// The value that was suppressed most; the first of several.
    pub fn most_suppressed(&self) -> Option<&ValueShare> {
        (self.values.iter().rev()).max_by_key(|value| value.suppressed).filter(|value| value.suppressed > 0)
    }
}

/// Sums over the records with one value.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    records: u64,
    weight: f64,
    squares: f64,
}

/// The distribution of a column. `weight` is the analysis weight of a row and `records` the number of records it
/// represents. Missing and suppressed cells have no share.
///
/// The variance of a share p is Σ w²(y − p)² / (Σ w)² · n/(n − 1): the variance of a ratio of weighted sums to first
/// order.
pub fn distribution(
    tuples: &Tuples,
    suppression: &Suppression,
    column: usize,
    records: &dyn Fn(usize) -> u64,
    weight: &dyn Fn(usize) -> f64,
) -> Distribution {
    let none = vec![Sums::default(); tuples.n_values(column)];
    let (mut before, mut after) = (none.clone(), none);
    for (row, &tuple) in tuples.of_rows().iter().enumerate() {
        let Some(value) = tuples.value(column, tuple as usize) else {
            continue;
        };
        let (records, weight) = (records(row), weight(row));
        let add = |sums: &mut Sums| {
            sums.records += records;
            sums.weight += weight * records as f64;
            sums.squares += weight * weight * records as f64;
        };
        add(&mut before[value as usize]);
        if !suppression.is_suppressed(row, column) {
            add(&mut after[value as usize]);
        }
    }
    let (all_before, all_after) = (total(&before), total(&after));
    let values = (before.iter().zip(&after).zip(0..)).filter(|((before, _), _)| before.records > 0).filter_map(
        |((before, after), value)| {
            Some(ValueShare {
                value,
                records: before.records,
                suppressed: before.records - after.records,
                before: share(before, &all_before)?,
                after: share(after, &all_after),
            })
        },
    );
    Distribution { values: values.collect() }
}

fn total(values: &[Sums]) -> Sums {
    values.iter().fold(Sums::default(), |sum, value| Sums {
        records: sum.records + value.records,
        weight: sum.weight + value.weight,
        squares: sum.squares + value.squares,
    })
}

fn share(own: &Sums, all: &Sums) -> Option<Share> {
    if all.weight <= 0.0 {
        return None;
    }
    let n = all.records as f64;
    let p = own.weight / all.weight;
    let spread = own.squares * (1.0 - p) * (1.0 - p) + (all.squares - own.squares) * p * p;
    let small_sample = if all.records > 1 { n / (n - 1.0) } else { 1.0 };
    let error = libm::sqrt(spread.max(0.0) * small_sample) / all.weight;
    Some(Share { share: p, low: (p - Z * error).max(0.0), high: (p + Z * error).min(1.0) })
}
