//! Minimal distortion (Samarati 2001; Sweeney 2002; Fung et al. 2010, "Information metrics").

use super::aggregate::Aggregator;
use super::cells::CellCosts;
use crate::classes::QuasiIdentifier;

/// The share of changed cells: 1 for a cell whose group has more than one leaf and for a suppressed cell, otherwise
/// 0; the mean over the records for each quasi-identifier, then an aggregate over these.
///
/// A group of one leaf is equivalent to that leaf, whatever its label, so renaming loses nothing. A suppressed cell
/// counts even if its domain has one value. The width of a group does not matter. So a policy that leaves most cells
/// unchanged and loses a few completely is better than one that widens every cell a little.
#[derive(Debug, Clone, Copy)]
pub struct Distortion;

impl Distortion {
    /// The measure for these quasi-identifiers.
    pub fn measure(qis: &[QuasiIdentifier], aggregator: impl FnOnce(Vec<u128>) -> Aggregator) -> CellCosts {
        CellCosts::new(qis, |leaves| u64::from(leaves > 1), aggregator)
    }
}
