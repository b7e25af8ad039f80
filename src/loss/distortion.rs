//! Minimal distortion (Samarati 2001; Sweeney 2002; Fung et al. 2010, "Information metrics").

use super::aggregate::Aggregator;
use super::cells::CellCosts;
use crate::classes::QuasiIdentifier;

/// The share of cells that are not what they were: 1 for a cell whose group has more than one leaf, and for a
/// suppressed one, else 0; the mean over the records for each quasi-identifier, then an aggregate over these.
///
/// A group of one leaf says the same as that leaf, whatever it is called, so that renaming loses nothing. A suppressed
/// cell counts even where its domain has one value. How wide a group is does not count, so that a policy which leaves
/// most cells as they are and gives a few away whole is better than one that widens every cell a little.
#[derive(Debug, Clone, Copy)]
pub struct Distortion;

impl Distortion {
    /// The measure for these quasi-identifiers.
    pub fn measure(qis: &[QuasiIdentifier], aggregator: impl FnOnce(Vec<u128>) -> Aggregator) -> CellCosts {
        CellCosts::new(qis, |leaves| u64::from(leaves > 1), aggregator)
    }
}
