//! What a proof is about.

use super::axes::ProofAxes;
use super::order::Order;
use super::place::Table;
use crate::error::{ProofError, Result};
use crate::lattice::Policy;
use crate::search::Problem;
use std::sync::Arc;

/// A problem, and the policy of which it is proven that no valid one comes before it. All who make parts of a proof may
/// share it.
pub struct ProofSubject {
    pub(super) problem: Arc<Problem>,
    pub(super) claim: Policy,
    pub(super) order: Order,
    pub(super) axes: ProofAxes,
}

impl ProofSubject {
    /// The claim that no valid policy of a problem comes before this one.
    ///
    /// Time and memory in the distinct tuples of the table and the levels of its columns.
    ///
    /// # Errors
    /// Conditions on sensitive columns, a policy that the problem does not allow or that is not valid, and a table of
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
