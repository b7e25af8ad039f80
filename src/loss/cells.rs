//! Measures that assign a cost to each cell.

use super::aggregate::Aggregator;
use super::{Form, Measure, records};
use crate::classes::{Class, Classes, Kept, MAX_QUASI_IDENTIFIERS, QuasiIdentifier};
use crate::lattice::Policy;

/// The mean cost of the cells of each quasi-identifier, as a share of the cost of a suppressed cell, which is the
/// greatest; then an aggregate over the quasi-identifiers.
///
/// A cell's cost follows from the number of leaves of its group and never falls as it grows. Not monotone, because
/// generalization saves records from suppression. The loss of the generalization alone is a monotone lower bound.
#[derive(Debug, Clone)]
pub struct CellCosts {
    aggregator: Aggregator,
    /// `costs[qi][level][group]`.
    costs: Vec<Vec<Vec<u64>>>,
    /// `of_generalization[qi][level]`: Σ over the records of their costs.
    of_generalization: Vec<Vec<u128>>,
    /// The cost of a suppressed cell of each quasi-identifier.
    suppressed: Vec<u64>,
    /// Whether the total cost of all records may exceed 64 bits.
    is_wide: bool,
}

impl CellCosts {
    /// The measure in which `cost` returns the cost for a number of leaves. A suppressed cell costs as much as the
    /// whole domain, but at least 1.
    pub(super) fn new(
        qis: &[QuasiIdentifier],
        cost: fn(u64) -> u64,
        aggregator: impl FnOnce(Vec<u128>) -> Aggregator,
    ) -> Self {
        let suppressed: Vec<u64> = (qis.iter()).map(|qi| cost(u64::from(qi.n_leaves()).max(1)).max(1)).collect();
        let costs: Vec<Vec<Vec<u64>>> = (qis.iter())
            .map(|qi| {
                (0..qi.height() as u8)
                    .map(|level| {
                        (0..qi.n_groups(level) as u32)
                            .map(|group| cost(u64::from(qi.group_size(level, group))))
                            .collect()
                    })
                    .collect()
            })
            .collect();
        let of_generalization = (qis.iter().zip(&costs))
            .map(|(qi, costs)| {
                (costs.iter().zip(0..))
                    .map(|(costs, level)| {
                        costs
                            .iter()
                            .zip(qi.group_counts(level))
                            .map(|(&cost, count)| u128::from(cost) * u128::from(count))
                            .sum()
                    })
                    .collect()
            })
            .collect();
        let denominators: Vec<u128> =
            (suppressed.iter()).map(|&cost| u128::from(cost) * u128::from(records(qis).max(1))).collect();
        Self {
            is_wide: denominators.iter().any(|&most| most > u64::MAX.into()),
            aggregator: aggregator(denominators),
            costs,
            of_generalization,
            suppressed,
        }
    }

    /// Calls `with` with Σ over the records of their costs, for each quasi-identifier.
    fn with_sums<T>(&self, classes: &Classes, kept: &Kept, with: impl FnOnce(&[u128]) -> T) -> T {
        self.with_sums_of_generalization(classes.policy(), |sums, costs| {
            let suppressed = self.suppressed.as_slice();
            let more = |qi: usize, class: Class<'_>| suppressed[qi] - costs[qi][class.group(qi) as usize];
            if self.is_wide {
                kept.for_suppressed(classes, |class| {
                    for (qi, sum) in sums.iter_mut().enumerate() {
                        *sum += u128::from(class.count) * u128::from(more(qi, class));
                    }
                });
                return with(sums);
            }
            let mut narrow = [0; MAX_QUASI_IDENTIFIERS];
            let narrow = &mut narrow[..sums.len()];
            kept.for_suppressed(classes, |class| {
                for (qi, sum) in narrow.iter_mut().enumerate() {
                    *sum += class.count * more(qi, class);
                }
            });
            for (sum, narrow) in sums.iter_mut().zip(narrow) {
                *sum += u128::from(*narrow);
            }
            with(sums)
        })
    }

    fn with_sums_of_generalization<T>(&self, policy: &Policy, with: impl FnOnce(&mut [u128], &[&[u64]]) -> T) -> T {
        let mut sums = [0; MAX_QUASI_IDENTIFIERS];
        let mut costs: [&[u64]; MAX_QUASI_IDENTIFIERS] = [&[]; MAX_QUASI_IDENTIFIERS];
        for (qi, &level) in policy.levels().iter().enumerate() {
            sums[qi] = self.of_generalization[qi][usize::from(level)];
            costs[qi] = &self.costs[qi][usize::from(level)];
        }
        with(&mut sums[..policy.levels().len()], &costs)
    }
}

impl Measure for CellCosts {
    fn is_monotone(&self) -> bool {
        false
    }

    fn loss(&self, classes: &Classes, kept: &Kept) -> f64 {
        self.with_sums(classes, kept, |sums| self.aggregator.of(sums))
    }

    fn exact(&self, classes: &Classes, kept: &Kept) -> u128 {
        self.with_sums(classes, kept, |sums| self.aggregator.exact(sums))
    }

    fn bound_of_levels(&self, policy: &Policy) -> f64 {
        self.with_sums_of_generalization(policy, |sums, _| self.aggregator.of(sums))
    }

    fn by_qi(&self, classes: &Classes, kept: &Kept) -> Option<Vec<f64>> {
        Some(self.with_sums(classes, kept, |sums| self.aggregator.by_qi(sums)))
    }

    fn form(&self) -> Form {
        Form::Cells {
            costs: self.costs.clone(),
            suppressed: self.suppressed.clone(),
            aggregator: self.aggregator.clone(),
        }
    }
}
