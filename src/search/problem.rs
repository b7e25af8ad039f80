//! The search problem.

use crate::classes::{Classes, K, QuasiIdentifier};
use crate::data::EXACT_AS_FLOAT;
use crate::lattice::{Lattice, Policy};
use crate::loss::{Form, LossSettings, Measure, MeasureName};
use crate::privacy::Protection;
use std::sync::Arc;

/// A lattice, a grouped table, and the criteria that make one of the policies the best.
pub struct Problem {
    pub(super) qis: Arc<[QuasiIdentifier]>,
    pub(super) tuples: Arc<Classes>,
    pub(super) lattice: Lattice,
    pub(super) k: K,
    /// The requested k. Conditions on the classes may raise `k` above it.
    asked: K,
    pub(super) limit: u64,
    /// The conditions on classes beyond their size.
    pub(super) protection: Option<Arc<Protection>>,
    pub(super) records: u64,
    pub(super) measure_name: MeasureName,
    pub(super) measure: Arc<dyn Measure>,
}

impl Problem {
    /// The problem of `tuples`, the records of a table grouped by these quasi-identifiers.
    ///
    /// A policy of the lattice is valid when at most `limit` records are in classes smaller than `k`.
    pub fn new(
        qis: Arc<[QuasiIdentifier]>,
        tuples: Arc<Classes>,
        lattice: Lattice,
        k: K,
        limit: u64,
        loss: &LossSettings,
    ) -> Self {
        let measure = Arc::from(loss.measure(&qis));
        let records = tuples.counts().iter().sum();
        Self {
            qis,
            tuples,
            lattice,
            k,
            asked: k,
            limit,
            protection: None,
            records,
            measure_name: loss.measure,
            measure,
        }
    }

    /// Adds conditions on the classes. If `protection` implies a minimum class size, k is raised to it.
    #[must_use]
    pub fn protected(mut self, protection: Arc<Protection>) -> Self {
        self.k = self.k.max(K::new(protection.least_records()));
        self.protection = Some(protection);
        self
    }

    /// This problem with a different k and suppression limit.
    pub fn at(&self, k: K, limit: u64) -> Self {
        Self {
            qis: Arc::clone(&self.qis),
            tuples: Arc::clone(&self.tuples),
            lattice: self.lattice.clone(),
            asked: k,
            k: match &self.protection {
                Some(protection) => k.max(K::new(protection.least_records())),
                None => k,
            },
            limit,
            protection: self.protection.clone(),
            records: self.records,
            measure_name: self.measure_name,
            measure: Arc::clone(&self.measure),
        }
    }

    /// The quasi-identifiers.
    pub fn qis(&self) -> &[QuasiIdentifier] {
        &self.qis
    }

    /// The table's distinct tuples of quasi-identifiers.
    pub fn tuples(&self) -> &Classes {
        &self.tuples
    }

    /// The lattice of the policies that the recipe allows.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The conditions on classes beyond their size.
    pub fn protection(&self) -> Option<&Arc<Protection>> {
        self.protection.as_ref()
    }

    /// Whether generalizing a policy never increases the number of suppressed records, and keeps a valid policy
    /// valid.
    pub fn validity_is_monotone(&self) -> bool {
        (self.protection.as_ref()).is_none_or(|protection| protection.is_monotone(self.limit))
    }

    /// The least class size that was requested.
    pub fn asked_k(&self) -> K {
        self.asked
    }

    /// The least size of a kept class.
    pub fn k(&self) -> K {
        self.k
    }

    /// The number of records that may be suppressed.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The measure, by its name.
    pub fn measure_name(&self) -> MeasureName {
        self.measure_name
    }

    /// The form of the measure.
    pub fn form(&self) -> Form {
        self.measure.form()
    }

    /// A lower bound for the loss of a policy and of all its generalizations, from its levels alone.
    pub fn bound_of_levels(&self, policy: &Policy) -> f64 {
        self.measure.bound_of_levels(policy)
    }

    /// Whether the loss never falls when a policy is generalized.
    pub fn is_monotone(&self) -> bool {
        self.measure.is_monotone()
    }

    /// Whether equal floats may hide different losses, as there are so many records.
    pub fn floats_hide_losses(&self) -> bool {
        self.records > EXACT_AS_FLOAT
    }

    /// The number of records in the table.
    pub fn records(&self) -> u64 {
        self.records
    }
}
