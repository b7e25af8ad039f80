//! Iyengar's loss, also called LM or NDS (Iyengar 2002; Prasser et al. 2016, "Quality models").

use super::aggregate::Aggregator;
use super::cells::CellCosts;
use crate::classes::QuasiIdentifier;

/// The share of its column's domain that a cell covers beyond its one value: (leaves − 1) / (|D| − 1), and 1 for a
/// suppressed cell; the mean over the records for each quasi-identifier, then an aggregate over these.
///
/// Leaves and domain are counted on the hierarchy's rows as given. A domain of one value loses nothing unless it is
/// suppressed.
#[derive(Debug, Clone, Copy)]
pub struct Iyengar;

impl Iyengar {
    /// The measure for these quasi-identifiers.
    pub fn measure(qis: &[QuasiIdentifier], aggregator: impl FnOnce(Vec<u128>) -> Aggregator) -> CellCosts {
        CellCosts::new(qis, |leaves| leaves - 1, aggregator)
    }
}
