//! The tuples column by column, to evaluate all intervals of one quasi-identifier at once.

use super::{Counts, Engine};
use crate::frontier::point::Point;
use crate::loss::KlDivergence;
use crate::partition::PartitionPolicy;
use crate::risk::expected_matches;

/// The tuples of an engine that holds them, column by column.
#[derive(Debug)]
pub(in crate::frontier) struct Columns {
    /// The columns, those with the most values first.
    pub(in crate::frontier) columns: Vec<Column>,
    /// Records and people of each tuple.
    pub(in crate::frontier) counts: Vec<(u32, u32)>,
    /// Whether the numbers of people and records differ anywhere.
    pub(in crate::frontier) has_population: bool,
    pub(in crate::frontier) measure: KlDivergence,
    /// Equation 3.
    pub(in crate::frontier) most_risk: f64,
    /// Records of the table.
    pub(in crate::frontier) n_records: f64,
    /// ln of each width.
    pub(in crate::frontier) ln: Vec<f64>,
}

/// A quasi-identifier.
#[derive(Debug)]
pub(in crate::frontier) struct Column {
    /// The bit of the boundary before its second value.
    pub(in crate::frontier) first_bit: usize,
    /// Values of its domain.
    pub(in crate::frontier) size: usize,
    /// The value of each tuple.
    pub(in crate::frontier) values: Vec<u32>,
    /// The tuples in order of their values.
    pub(in crate::frontier) by_value: Vec<u32>,
    /// For each value and for the end of the domain, the number of tuples with smaller values. These come first in
    /// that order.
    pub(in crate::frontier) tuples_before: Vec<u32>,
    /// For each value and for the end of the domain, the number of records with smaller values.
    pub(in crate::frontier) records_before: Vec<u32>,
}

impl Engine {
    /// Whether it holds its tuples, because their grid is too large for summed-area tables.
    pub fn holds_tuples(&self) -> bool {
        matches!(self.counts, Counts::Tuples { .. })
    }

    /// Number of distinct tuples that it groups.
    pub fn n_tuples(&self) -> usize {
        self.tuples.len()
    }

    /// The tuples column by column, if the engine holds them. Time: tuples × quasi-identifiers.
    pub(in crate::frontier) fn columns(&self) -> Option<Columns> {
        if !self.holds_tuples() {
            return None;
        }
        let m = self.axes.len();
        let columns = (self.axes.iter().enumerate())
            .map(|(place, axis)| {
                let values = self.values.iter().skip(place).step_by(m).copied();
                let values: Vec<u32> = values.collect();
                let mut tuples_before = vec![0; axis.size + 1];
                for &value in &values {
                    tuples_before[value as usize + 1] += 1;
                }
                for value in 0..axis.size {
                    tuples_before[value + 1] += tuples_before[value];
                }
                let mut next = tuples_before.clone();
                let mut by_value = vec![0; values.len()];
                for (tuple, &value) in values.iter().enumerate() {
                    by_value[next[value as usize] as usize] = tuple as u32;
                    next[value as usize] += 1;
                }
                Column {
                    first_bit: axis.first_bit,
                    size: axis.size,
                    values,
                    by_value,
                    tuples_before,
                    records_before: axis.records_before.clone(),
                }
            })
            .collect();
        Some(Columns {
            columns,
            counts: self.tuples.clone(),
            has_population: self.tuples.iter().any(|(records, people)| records != people),
            measure: self.measure.clone(),
            most_risk: self.most_risk,
            n_records: self.measure.n_records(),
            ln: self.ln.clone(),
        })
    }
}

impl Columns {
    /// The risk and loss of a policy without the intervals of one quasi-identifier. Time: linear in the number of all
    /// values.
    pub(in crate::frontier) fn rest(&self, policy: &PartitionPolicy, without: usize) -> Point {
        let volumes = (self.columns.iter().enumerate())
            .filter(|&(axis, _)| axis != without)
            .map(|(_, column)| column.volumes(policy, &self.ln))
            .sum();
        Point { risk: 0.0, loss: self.measure.loss(0.0, volumes) }
    }

    /// Σ records / people, and Σ C ln C, of one group.
    pub(in crate::frontier) fn amounts(&self, (records, people): (u32, u32)) -> [f64; 2] {
        [expected_matches(records, people), self.measure.term(records)]
    }
}

impl Column {
    /// Σ N ln w over the intervals of a policy.
    fn volumes(&self, policy: &PartitionPolicy, ln: &[f64]) -> f64 {
        let (mut volumes, mut begin) = (0.0, 0);
        for end in 1..=self.size {
            if end == self.size || policy.keeps(self.first_bit + end - 1) {
                let records = self.records_before[end] - self.records_before[begin];
                volumes += f64::from(records) * ln[end - begin];
                begin = end;
            }
        }
        volumes
    }
}
