//! What k-anonymity costs a policy in records.

use super::classes::Classes;
use super::quasi_identifier::QuasiIdentifier;
use crate::data::Codes;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// The records of classes smaller than k, and the classes that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suppression {
    /// suppressed(x): records in classes smaller than k.
    pub suppressed: u64,
    /// Classes of at least k records.
    pub classes_kept: usize,
}

/// Counts the records in classes smaller than `k`. It never grows when the policy is generalized.
pub fn suppression(classes: &Classes, k: u64) -> Suppression {
    let mut suppression = Suppression {
        suppressed: 0,
        classes_kept: 0,
    };
    for &count in classes.counts() {
        if count < k {
            suppression.suppressed += count;
        } else {
            suppression.classes_kept += 1;
        }
    }
    suppression
}

/// The rows whose class under the policy of `classes` is smaller than `k`, from the value codes of `columns` (one for
/// each quasi-identifier, as for [`group`](super::group)).
///
/// Time in rows × quasi-identifiers.
pub fn suppressed_rows(
    columns: &[&Codes],
    qis: &[QuasiIdentifier],
    classes: &Classes,
    k: u64,
) -> FixedBitSet {
    let n_rows = columns.first().map_or(0, |column| column.len());
    let layout = &classes.layout;
    let levels = classes.policy.levels();
    let small: FxHashSet<&[u64]> = (classes
        .tuples
        .chunks_exact(layout.words())
        .zip(&classes.counts))
    .filter_map(|(tuple, &count)| (count < k).then_some(tuple))
    .collect();
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
