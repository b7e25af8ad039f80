//! The contribution of a combination to the SUDA score of a record.

/// The formula of the weights by size, as named in a report.
pub const FORMULA: &str = "factorial";

/// The contribution of one combination of each size to a record's score: ∏ (m − i) for i from its size to M, where m
/// is the number of columns and M the largest size searched, at most m − 1. Without a limit that is (m − size)!.
///
/// Elliot, Manning, Mayes, Gurd and Bane, SUDA: a program for detecting special uniques, 2005.
pub(crate) fn weights_by_size(n_columns: usize, max_size: usize) -> Vec<f64> {
    let last = max_size.min(n_columns.saturating_sub(1));
    (0..=n_columns).map(|size| (size..=last).map(|factor| (n_columns - factor) as f64).product()).collect()
}
