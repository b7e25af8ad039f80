//! Precision, Prec (Sweeney 2001; El Emam et al. 2009, "Information Loss Metrics").

use super::aggregate::Aggregator;
use super::{Form, Measure, records};
use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::lattice::{Level, Policy};

/// The share of its hierarchy by which a quasi-identifier is generalized: level / (height − 1), ignoring suppression;
/// then an aggregate over the quasi-identifiers. Monotone. A hierarchy of one level loses nothing.
#[derive(Debug, Clone)]
pub struct Precision {
    aggregator: Aggregator,
    heights: Vec<u64>,
}

impl Precision {
    /// The measure for these quasi-identifiers.
    pub fn new(qis: &[QuasiIdentifier], aggregator: impl FnOnce(Vec<u128>) -> Aggregator) -> Self {
        Self {
            aggregator: aggregator(steps(qis).into_iter().map(u128::from).collect()),
            heights: qis.iter().map(|qi| qi.height() as u64).collect(),
        }
    }
}

impl Measure for Precision {
    fn is_monotone(&self) -> bool {
        true
    }

    fn loss(&self, classes: &Classes, _kept: &Kept) -> f64 {
        self.bound_of_levels(classes.policy())
    }

    fn bound_of_levels(&self, policy: &Policy) -> f64 {
        self.aggregator.of(&levels(policy))
    }

    fn by_qi(&self, classes: &Classes, _kept: &Kept) -> Option<Vec<f64>> {
        Some(self.aggregator.by_qi(&levels(classes.policy())))
    }

    fn form(&self) -> Form {
        let heights = self.heights.iter().enumerate();
        let terms = heights.map(|(qi, &height)| {
            let levels = 0..height;
            levels.map(|level| self.aggregator.term(qi, level)).collect()
        });
        Form::Levels {
            terms: terms.collect(),
            join: self.aggregator.aggregate(),
            integers: self.aggregator.integers().map(|(factors, divisor)| {
                let heights = factors.iter().zip(&self.heights);
                let integers = heights.map(|(factor, &height)| (0..height).map(|level| level * factor).collect());
                (integers.collect(), divisor)
            }),
        }
    }
}

/// [`Precision`] over the cells, where a suppressed cell counts 1. Not monotone; precision is its lower bound.
#[derive(Debug, Clone)]
pub struct CellPrecision {
    aggregator: Aggregator,
    steps: Vec<u64>,
    /// `groups[qi][level]`: the number of groups on the level.
    groups: Vec<Vec<usize>>,
    records: u64,
}

impl CellPrecision {
    /// The measure for these quasi-identifiers.
    pub fn new(qis: &[QuasiIdentifier], aggregator: impl FnOnce(Vec<u128>) -> Aggregator) -> Self {
        let records = records(qis).max(1);
        let denominators = steps(qis).into_iter().map(|steps| u128::from(steps) * u128::from(records)).collect();
        Self {
            aggregator: aggregator(denominators),
            steps: steps(qis),
            groups: (qis.iter())
                .map(|qi| (0..qi.height() as Level).map(|level| qi.n_groups(level)).collect())
                .collect(),
            records,
        }
    }

    fn sums(&self, policy: &Policy, suppressed: u64) -> Vec<u128> {
        let (kept, suppressed) = (u128::from(self.records - suppressed), u128::from(suppressed));
        levels(policy)
            .iter()
            .zip(&self.steps)
            .map(|(&level, &steps)| kept * u128::from(level) + suppressed * u128::from(steps))
            .collect()
    }
}

impl Measure for CellPrecision {
    fn is_monotone(&self) -> bool {
        false
    }

    fn loss(&self, classes: &Classes, kept: &Kept) -> f64 {
        self.aggregator.of(&self.sums(classes.policy(), kept.suppressed()))
    }

    fn exact(&self, classes: &Classes, kept: &Kept) -> u128 {
        self.aggregator.exact(&self.sums(classes.policy(), kept.suppressed()))
    }

    fn bound_of_levels(&self, policy: &Policy) -> f64 {
        self.aggregator.of(&self.sums(policy, 0))
    }

    fn by_qi(&self, classes: &Classes, kept: &Kept) -> Option<Vec<f64>> {
        Some(self.aggregator.by_qi(&self.sums(classes.policy(), kept.suppressed())))
    }

    fn form(&self) -> Form {
        let of_qi = |groups: &Vec<usize>| -> Vec<Vec<u64>> {
            (groups.iter().zip(0..)).map(|(&groups, level)| vec![level; groups]).collect()
        };
        Form::Cells {
            costs: self.groups.iter().map(of_qi).collect(),
            suppressed: self.steps.clone(),
            aggregator: self.aggregator.clone(),
        }
    }
}

/// height − 1, at least 1, of each hierarchy.
fn steps(qis: &[QuasiIdentifier]) -> Vec<u64> {
    qis.iter().map(|qi| (qi.height() as u64).saturating_sub(1).max(1)).collect()
}

fn levels(policy: &Policy) -> Vec<u64> {
    policy.levels().iter().map(|&level| level.into()).collect()
}
