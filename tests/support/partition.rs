//! The oracle of partition policies: risk and loss from equations 2 to 4, value by value, and random small tables.

use kanon::data::{Column, Table};
use kanon::partition::{Domain, DomainSpec, Frequencies, PartitionPolicy, Space};
use proptest::prelude::*;
use std::collections::HashMap;

/// A table and a population over a space.
#[derive(Debug, Clone)]
pub struct Small {
    pub sizes: Vec<usize>,
    /// Values of each record.
    pub records: Vec<Vec<usize>>,
    /// Values of each cell of the population, and its people.
    pub people: Option<Vec<(Vec<usize>, u64)>>,
}

impl Small {
    /// The space, whose domains may have values that nobody has, and the tuples.
    pub fn tuples(&self) -> (Space, Frequencies) {
        let table = table(self.sizes.len(), self.records.iter().map(|values| (values, 1)));
        let people = self.people.as_ref().map(|people| table_of(self.sizes.len(), people));
        let domains = (self.sizes.iter().enumerate()).map(|(qi, &size)| {
            let spec = DomainSpec::Range(0, size as i64 - 1);
            Domain::new(&qi.to_string(), Some(&spec), &[], &[], None).unwrap()
        });
        let space = Space::new(domains.collect());
        let tuples = Frequencies::new(&space, &table, people.as_ref()).unwrap();
        (space, tuples)
    }

    /// Risk as a share of that of the original, and loss, by the definitions.
    pub fn risk_and_loss(&self, space: &Space, policy: &PartitionPolicy) -> (f64, f64) {
        let everything = self.expected(space, &space.bottom());
        (self.expected(space, policy) / everything, self.divergence(space, policy))
    }

    /// Interval of a value: its first and last value.
    fn interval(space: &Space, policy: &PartitionPolicy, qi: usize, value: usize) -> (u32, u32) {
        let value = value as u32;
        let intervals = space.intervals(policy, qi);
        intervals.into_iter().find(|&(first, last)| (first..=last).contains(&value)).unwrap()
    }

    fn cell(space: &Space, policy: &PartitionPolicy, values: &[usize]) -> Vec<(u32, u32)> {
        (values.iter().enumerate()).map(|(qi, &value)| Self::interval(space, policy, qi, value)).collect()
    }

    /// Σ 1 / g over the records, g the people of their cell.
    fn expected(&self, space: &Space, policy: &PartitionPolicy) -> f64 {
        let mut known: HashMap<&[usize], u64> = HashMap::new();
        for (values, count) in self.people.iter().flatten() {
            *known.entry(values).or_default() += count;
        }
        // People that the population table does not know are the records themselves.
        let mut people: HashMap<Vec<(u32, u32)>, u64> = HashMap::new();
        for values in self.records.iter().filter(|values| !known.contains_key(&values[..])) {
            *people.entry(Self::cell(space, policy, values)).or_default() += 1;
        }
        for (values, count) in known {
            *people.entry(Self::cell(space, policy, values)).or_default() += count;
        }
        (self.records.iter()).map(|values| 1.0 / people[&Self::cell(space, policy, values)] as f64).sum()
    }

    /// Σ P ln (P / Q) over the distinct values of the records.
    fn divergence(&self, space: &Space, policy: &PartitionPolicy) -> f64 {
        let n = self.records.len() as f64;
        let mut cells: HashMap<Vec<(u32, u32)>, f64> = HashMap::new();
        let mut originals: HashMap<&[usize], f64> = HashMap::new();
        for values in &self.records {
            *cells.entry(Self::cell(space, policy, values)).or_default() += 1.0;
            *originals.entry(values).or_default() += 1.0;
        }
        (originals.into_iter())
            .map(|(values, count)| {
                let cell = Self::cell(space, policy, values);
                let volume: f64 = cell.iter().map(|(first, last)| f64::from(last - first + 1)).product();
                let (p, q) = (count / n, cells[&cell] / volume / n);
                p * (p / q).ln()
            })
            .sum()
    }
}

fn table<'a>(n_columns: usize, rows: impl Iterator<Item = (&'a Vec<usize>, u64)>) -> Table {
    let mut columns: Vec<Column> = (0..n_columns).map(|qi| Column::new(qi.to_string())).collect();
    let mut weights = Vec::new();
    for (values, weight) in rows {
        for (column, value) in columns.iter_mut().zip(values) {
            column.push_weighted(&value.to_string(), weight);
        }
        weights.push(weight);
    }
    Table { columns, n_rows: weights.len(), weights: Some(weights), people: None, ..Table::default() }
}

fn table_of(n_columns: usize, rows: &[(Vec<usize>, u64)]) -> Table {
    table(n_columns, rows.iter().map(|(values, count)| (values, *count)))
}

/// Small tables with and without a population.
pub fn small() -> impl Strategy<Value = Small> {
    prop::collection::vec(1_usize..9, 1..6).prop_flat_map(|sizes| {
        let row = || sizes.iter().map(|&size| 0..size).collect::<Vec<_>>();
        let records = prop::collection::vec(row(), 1..40);
        let people = prop::collection::vec((row(), 1_u64..9), 1..60);
        (Just(sizes.clone()), records, prop::option::of(people)).prop_map(|(sizes, records, people)| Small {
            sizes,
            records,
            people,
        })
    })
}
