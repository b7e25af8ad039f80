//! What `kanon frontier --prove-own` proves of single quasi-identifiers.

use crate::console::plural;
use crate::failure::Failure;
use crate::progress::{Budget, Progress};
use kanon::frontier::Run;
use kanon::run::{ColumnProofCounts, ColumnProofs, Tradeoffs};
use std::num::NonZero;
use std::time::Instant;

/// The result, also in words.
pub(crate) struct Proven {
    pub(crate) proofs: ColumnProofs,
    /// Whether the work is complete.
    pub(crate) is_done: bool,
    pub(crate) said: String,
}

/// Improves this many policies of a frontier, one quasi-identifier at a time.
pub(crate) fn prove(
    policies: NonZero<usize>,
    tradeoffs: &Tradeoffs,
    run: &mut Run,
    budget: &Budget,
) -> Result<Proven, Failure> {
    let mut proofs = ColumnProofs::new(tradeoffs, run, policies.get());
    let clock = Instant::now();
    let mut progress = Progress::new("own intervals");
    let is_done = budget.work(
        &mut proofs,
        |proofs, monitor| Ok(proofs.advance(run, monitor)),
        |proofs| progress.tell(proofs.share()),
    )?;
    drop(progress);
    Ok(Proven { said: said(proofs.counts(), clock.elapsed().as_secs_f64()), proofs, is_done })
}

fn said(counts: ColumnProofCounts, seconds: f64) -> String {
    let ColumnProofCounts { policies, by_weight, by_labels, open, bettered } = counts;
    let columns = plural((by_weight + by_labels + open) as u64, "column", "columns");
    format!(
        "{} checked column by column, improved {}: of {columns}, the intervals of {} are proven best ({by_labels} by labels), \
        and those of {open} are undecided; {seconds:.2} s",
        plural(policies as u64, "policy", "policies"),
        plural(bettered as u64, "time", "times"),
        by_weight + by_labels,
    )
}
