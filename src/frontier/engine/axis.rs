//! A quasi-identifier in the engine.

use super::summed_area::Side;
use crate::partition::{Frequencies, PartitionPolicy, Space};
use crate::sorting::sort_by;

/// A quasi-identifier with the intervals of the current policy.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// The index of the axis among the quasi-identifiers.
    pub(super) qi: usize,
    /// The bit of the boundary before its second value.
    pub(super) first_bit: usize,
    /// Values of its domain.
    pub(super) size: usize,
    /// Values that occur.
    pub(super) n_occurring: usize,
    /// For each value and for the end of the domain, the number of smaller values that occur, times the stride of the
    /// axis.
    pub(super) ranks: Vec<u32>,
    /// For each value and for the end of the domain, the number of records with smaller values.
    pub(super) records_before: Vec<u32>,
    /// The first value of each value's interval.
    pub(super) start_of: Vec<u32>,
    /// For the first value of an interval, the value after its last one.
    pub(super) end: Vec<u32>,
    /// For the first value of an interval, its side of a box.
    pub(super) sides: Vec<Side>,
    /// A rank is multiplied by this to form a key, if there are no strides.
    factor: u32,
}

/// The axes of a space. Those with the most values come first, so that the others are contiguous in memory.
pub(super) fn axes(space: &Space, frequencies: &Frequencies) -> Vec<Axis> {
    let mut factor = 1_u32;
    let mut axes: Vec<Axis> = (space.domains().iter().enumerate())
        .map(|(qi, domain)| {
            let size = domain.len();
            // Odd and irregular, so that keys of different cells rarely collide.
            factor = factor.wrapping_mul(0x9E37_79B9) | 1;
            Axis {
                qi,
                first_bit: space.first_bit(qi),
                size,
                n_occurring: 0,
                ranks: vec![0; size + 1],
                records_before: vec![0; size + 1],
                start_of: vec![0; size],
                end: vec![0; size],
                sides: vec![(0, 0); size],
                factor,
            }
        })
        .collect();
    for (values, records, _) in frequencies.iter() {
        for (axis, &value) in axes.iter_mut().zip(values) {
            axis.ranks[value as usize + 1] = 1;
            axis.records_before[value as usize + 1] += records;
        }
    }
    for axis in &mut axes {
        for value in 0..axis.size {
            axis.ranks[value + 1] += axis.ranks[value];
            axis.records_before[value + 1] += axis.records_before[value];
        }
        axis.n_occurring = axis.ranks[axis.size] as usize;
    }
    sort_by(&mut axes, |one, other| other.n_occurring.cmp(&one.n_occurring));
    axes
}

impl Axis {
    /// The contribution of a rank to a key.
    pub(super) fn key(&self, rank: u32, has_stride: bool) -> u32 {
        if has_stride { rank } else { (rank + 1).wrapping_mul(self.factor) }
    }

    /// The begin and end of the interval that starts here.
    pub(super) fn span(&self, start: u32) -> (u32, u32) {
        (start, self.end[start as usize])
    }

    /// The side of a box over these values.
    pub(super) fn side(&self, (begin, end): (u32, u32)) -> Side {
        (self.ranks[begin as usize], self.ranks[end as usize])
    }

    fn set_end(&mut self, start: u32, end: u32) {
        self.end[start as usize] = end;
        self.sides[start as usize] = self.side((start, end));
    }

    /// For each value, the first value of its interval under a policy.
    pub(super) fn starts_under(&self, policy: &PartitionPolicy) -> Vec<u32> {
        let mut start = 0;
        (0..self.size)
            .map(|value| {
                if value > 0 && policy.keeps(self.first_bit + value - 1) {
                    start = value as u32;
                }
                start
            })
            .collect()
    }

    /// Sets the intervals to those of a policy.
    pub(super) fn cut(&mut self, policy: &PartitionPolicy) {
        let mut start = 0;
        for value in 0..self.size {
            if value > 0 && policy.keeps(self.first_bit + value - 1) {
                self.set_end(start, value as u32);
                start = value as u32;
            }
            self.start_of[value] = start;
        }
        self.set_end(start, self.size as u32);
    }

    /// Drops or keeps the boundary before a value.
    pub(super) fn flip(&mut self, value: u32, joins: bool) {
        let start = self.start_of[value as usize - 1];
        let end = self.end[if joins { value } else { start } as usize];
        if joins {
            self.set_end(start, end);
        } else {
            self.set_end(start, value);
            self.set_end(value, end);
        }
        let first = if joins { start } else { value };
        self.start_of[value as usize..end as usize].fill(first);
    }

    /// Σ N ln w over the intervals.
    pub(super) fn volumes(&self, ln: &[f64]) -> f64 {
        let mut volumes = 0.0;
        let mut start = 0;
        while start < self.size {
            let end = self.end[start] as usize;
            let records = self.records_before[end] - self.records_before[start];
            volumes += f64::from(records) * ln[end - start];
            start = end;
        }
        volumes
    }
}
