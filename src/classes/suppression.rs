//! What k-anonymity costs a policy in records.

use super::classes::Classes;

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
