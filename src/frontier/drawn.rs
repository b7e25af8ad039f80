//! Small tables with and without a population, for tests.

use crate::data::{Column, Table};
use crate::partition::{Domain, DomainSpec, Frequencies, PartitionPolicy, Space};
use proptest::prelude::*;

/// The sizes of the domains, then values and counts: of the records, and of the people.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) sizes: Vec<u32>,
    pub(super) records: Vec<(Vec<u32>, u64)>,
    pub(super) people: Option<Vec<(Vec<u32>, u64)>>,
}

impl Drawn {
    pub(super) fn tuples(&self) -> (Space, Frequencies) {
        let domains = (self.sizes.iter().enumerate()).map(|(qi, &size)| {
            let range = DomainSpec::Range(0, i64::from(size) - 1);
            Domain::new(&qi.to_string(), Some(&range), &[], &[], None).unwrap()
        });
        let space = Space::new(domains.collect());
        let table = |rows: &[(Vec<u32>, u64)]| {
            let columns = (0..self.sizes.len()).map(|qi| {
                let mut column = Column::new(qi.to_string());
                for (values, count) in rows {
                    column.push_weighted(&values[qi].to_string(), *count);
                }
                column
            });
            Table {
                columns: columns.collect(),
                n_rows: rows.len(),
                weights: Some(rows.iter().map(|row| row.1).collect()),
                ..Table::default()
            }
        };
        let people = self.people.as_deref().map(table);
        let tuples = Frequencies::new(&space, &table(&self.records), people.as_ref()).unwrap();
        (space, tuples)
    }
}

pub(super) fn drawn() -> impl Strategy<Value = Drawn> {
    prop::collection::vec(1_u32..9, 1..5).prop_flat_map(|sizes| {
        let row = || {
            let values = sizes.iter().map(|&size| 0..size).collect::<Vec<_>>();
            (values, 1_u64..4)
        };
        let records = prop::collection::vec(row(), 1..40);
        let people = prop::option::of(prop::collection::vec(row(), 1..40));
        (Just(sizes.clone()), records, people).prop_map(|(sizes, records, people)| Drawn { sizes, records, people })
    })
}

/// The policy whose bits are those of a number.
pub(super) fn policy(space: &Space, number: u64) -> PartitionPolicy {
    let mut policy = space.top();
    (0..space.n_bits().min(64)).for_each(|bit| policy.set(bit, number >> bit & 1 == 1));
    policy
}
