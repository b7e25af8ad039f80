//! The places where a pass may cut a quasi-identifier.

use super::van_der_corput;
use crate::frontier::engine::Column;
use crate::partition::PartitionPolicy;

/// The most atoms of a table: its size is quadratic in them. A quasi-identifier of more values is searched in parts.
pub(super) const MOST_ATOMS: usize = 1 << 10;

/// The places where a pass may cut a quasi-identifier: before every value, if there are few enough. Otherwise passes
/// alternate. One covers the whole domain, at the policy's own boundaries and some between them. The next covers
/// every value near one record, from one boundary of the policy to another.
///
/// Time: linear in the number of values.
pub(super) fn cuts(column: &Column, policy: &PartitionPolicy, number: u64) -> Vec<u32> {
    let size = column.size as u32;
    if column.size <= MOST_ATOMS {
        return (0..=size).collect();
    }
    let keeps = |value: u32| value == 0 || value == size || policy.keeps(column.first_bit + value as usize - 1);
    let half = MOST_ATOMS as u32 / 2;
    let (first, last, own_step) = if number.is_multiple_of(2) || column.by_value.is_empty() {
        let n_own = (0..=size).filter(|&value| keeps(value)).count() as u32;
        (0, size, n_own.div_ceil(half))
    } else {
        let tuple = van_der_corput(number / 2) * column.by_value.len() as f64;
        let tuple = column.by_value[(tuple as usize).min(column.by_value.len() - 1)];
        let middle = column.values[tuple as usize];
        let first = (0..=middle.saturating_sub(half)).rev().find(|&value| keeps(value));
        let last = ((middle + half).min(size)..=size).find(|&value| keeps(value));
        (first.unwrap_or(0), last.unwrap_or(size), 1)
    };
    // All values of a short stretch. In a longer one, few enough that they and the policy's own boundaries are not
    // too many.
    let step = match last - first {
        width if width <= 2 * half => 1,
        width => width.div_ceil(half),
    };
    let (mut n_own, mut cuts) = (0, Vec::new());
    for value in first..=last {
        let is_own = keeps(value);
        n_own += u32::from(is_own);
        let is_taken = is_own && n_own.is_multiple_of(own_step);
        if is_taken || value == first || value == last || (value - first).is_multiple_of(step) {
            cuts.push(value);
        }
    }
    cuts
}
