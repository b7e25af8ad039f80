//! The claim of a proof.

use super::axes::ProofAxes;
use super::box_top::Table;
use super::order::Order;
use crate::error::{ProofError, Result};
use crate::lattice::Policy;
use crate::search::Problem;
use std::sync::Arc;

/// A problem, and the policy for which the proof shows that no valid policy comes before it. All provers may share
/// it.
pub struct ProofSubject {
    pub(super) problem: Arc<Problem>,
    pub(super) claim: Policy,
    pub(super) order: Order,
    pub(super) axes: ProofAxes,
}

impl ProofSubject {
    /// The claim that no valid policy of a problem comes before this one.
    ///
    /// Time and memory: linear in the distinct tuples of the table and the levels of its columns.
    ///
    /// # Errors
    /// If there are conditions on sensitive columns, the policy is not in the lattice or not valid, or the table has
    /// too many records.
    pub fn new(problem: Arc<Problem>, claim: &Policy) -> Result<Self> {
        let (records, limit) = (problem.records(), u64::from(u32::MAX) - 2);
        if records > limit {
            return Err(ProofError::TooManyRecords { records, limit }.into());
        }
        let order = Order::new(Arc::clone(&problem), claim)?;
        Ok(Self { axes: ProofAxes::new(&problem, &order), claim: claim.clone(), problem, order })
    }

    pub(super) fn table(&self) -> Table<'_> {
        (&self.axes, self.problem.k())
    }
}
