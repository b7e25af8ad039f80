//! The classes of the unchanged table: its distinct tuples of quasi-identifiers.

use super::classes::Classes;
use super::layout::Layout;
use super::quasi_identifier::QuasiIdentifier;
use super::rollup::{RollupMemory, rollup};
use crate::data::Codes;
use crate::lattice::Policy;
use std::sync::Arc;

/// Groups the records of `columns` (one for each quasi-identifier) by their values. `weights` gives the number of
/// records that each row represents; `None` means 1 each.
///
/// Time: rows × quasi-identifiers. Every search works on the result and never accesses the records again.
pub fn group(columns: &[&Codes], weights: Option<&[u64]>, qis: &[QuasiIdentifier]) -> Classes {
    const BATCH: usize = 1 << 16;
    let layout = Arc::new(Layout::new(qis));
    let bottom = Policy::new(vec![0; qis.len()]);
    let n_rows = columns.first().map_or(0, |column| column.len());
    let mut scratch = RollupMemory::default();
    let mut grouped = Classes::empty(Arc::clone(&layout), bottom.clone());
    let mut batch = Classes::empty(Arc::clone(&layout), bottom.clone());
    let mut start = 0;
    // Batches bound the memory: the rows of a batch are merged with the tuples found so far.
    while start < n_rows {
        let end = n_rows.min(start + BATCH.max(grouped.len()));
        batch.tuples.clear();
        batch.counts.clear();
        std::mem::swap(&mut batch, &mut grouped);
        let first = batch.tuples.len();
        batch.tuples.resize(first + (end - start) * layout.words(), 0);
        for (qi, column) in columns.iter().enumerate() {
            for (row, tuple) in (start..end).zip(batch.tuples[first..].chunks_exact_mut(layout.words())) {
                layout.set(tuple, qi, column.get(row));
            }
        }
        match weights {
            Some(weights) => batch.counts.extend_from_slice(&weights[start..end]),
            None => batch.counts.resize(batch.counts.len() + (end - start), 1),
        }
        rollup(&batch, &bottom, qis, &mut scratch, &mut grouped);
        start = end;
    }
    grouped.tuples.shrink_to_fit();
    grouped.counts.shrink_to_fit();
    grouped
}
