//! Tables of intervals against plain sums, and what passes offer against the engine.

use super::MOST_ATOMS;
use super::cuts::cuts;
use super::strips::Strips;
use super::table::IntervalTable;
use crate::data::{Column, Table};
use crate::draw::Draw;
use crate::frontier::{Engine, Method, Point, Run, Settings};
use crate::monitor::Unlimited;
use crate::partition::{Domain, DomainSpec, Frequencies, PartitionPolicy, Space};
use crate::search::Status;
use proptest::prelude::*;

/// Sizes of the domains, values and count of records, and of the people.
#[derive(Debug, Clone)]
struct Drawn {
    sizes: Vec<u32>,
    records: Vec<(Vec<u32>, u64)>,
    people: Option<Vec<(Vec<u32>, u64)>>,
}

impl Drawn {
    fn tuples(&self) -> (Space, Frequencies) {
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

fn drawn() -> impl Strategy<Value = Drawn> {
    prop::collection::vec(1_u32..9, 1..5).prop_flat_map(|sizes| {
        let row = || {
            let values = sizes.iter().map(|&size| 0..size).collect::<Vec<_>>();
            (values, 1_u64..4)
        };
        let records = prop::collection::vec(row(), 1..40);
        let people = prop::option::of(prop::collection::vec(row(), 1..40));
        (Just(sizes.clone()), records, people).prop_map(|(sizes, records, people)| Drawn {
            sizes,
            records,
            people,
        })
    })
}

/// The policy whose bits are those of a number.
fn policy(space: &Space, number: u64) -> PartitionPolicy {
    let mut policy = space.top();
    (0..space.n_bits().min(64)).for_each(|bit| policy.set(bit, number >> bit & 1 == 1));
    policy
}

fn assert_near(found: Point, expected: Point) {
    let near = |one: f64, other: f64| (one - other).abs() < 1e-11;
    assert!(near(found.risk, expected.risk), "{found:?} {expected:?}");
    assert!(near(found.loss, expected.loss), "{found:?} {expected:?}");
}

/// What the values of a quasi-identifier from `begin` on and before `end` add as one interval, from the groups of the
/// others among the tuples that have one of them.
fn plain(
    (space, tuples): (&Space, &Frequencies),
    base: &PartitionPolicy,
    qi: usize,
    (begin, end): (u32, u32),
    most_risk: f64,
) -> Point {
    let starts: Vec<Vec<u32>> = (0..tuples.n_qis())
        .map(|qi| space.starts(base, qi))
        .collect();
    let mut cells: std::collections::BTreeMap<Vec<u32>, (f64, f64)> = Default::default();
    let mut within = 0.0;
    for (values, records, people) in tuples.iter() {
        if (begin..end).contains(&values[qi]) {
            let mut cell: Vec<u32> = (starts.iter().zip(values))
                .map(|(starts, &value)| starts[value as usize])
                .collect();
            cell[qi] = 0;
            let counts = cells.entry(cell).or_default();
            *counts = (counts.0 + f64::from(records), counts.1 + f64::from(people));
            within += f64::from(records);
        }
    }
    let term = |count: f64| if count > 0.0 { count * count.ln() } else { 0.0 };
    let risk: f64 = (cells.values())
        .map(|(records, people)| records / people)
        .sum();
    let terms: f64 = cells.values().map(|(records, _)| term(*records)).sum();
    Point {
        risk: risk / most_risk,
        loss: (within * f64::from(end - begin).ln() - terms) / tuples.n_records() as f64,
    }
}

fn searched(space: &Space, engine: &Engine, policies: u64) -> Run {
    let settings = Settings {
        method: Method::Best,
        policies: Some(policies),
        threshold: 0.3,
        seed: 5,
        reference: None,
    };
    let mut run = Run::new(space, engine, &settings).unwrap();
    assert_eq!(run.advance(&mut Unlimited), Status::Done);
    run
}

/// Each point of the frontier is what its policy gives where it is evaluated from the tuples.
fn assert_true(run: &Run, space: &Space, tuples: &Frequencies) {
    let mut engine = Engine::new(space, tuples);
    let staircase = run.explorer().staircase();
    for index in 0..staircase.len() {
        engine.go_to(&staircase.policy(index));
        engine.rebuild();
        assert_near(staircase.point(index), engine.point());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_table_has_every_interval(drawn in drawn(), number in any::<u64>(), step in 1_usize..4) {
        let (space, tuples) = drawn.tuples();
        let engine = Engine::without_tables(&space, &tuples);
        let columns = engine.columns().unwrap();
        let base = policy(&space, number);
        let (mut strips, mut table) = (Strips::default(), IntervalTable::default());
        for (axis, column) in columns.columns.iter().enumerate() {
            let qi = (0..drawn.sizes.len())
                .find(|&qi| space.first_bit(qi) == column.first_bit && drawn.sizes[qi] as usize == column.size);
            let qi = qi.unwrap();
            // A part of the domain, at some of its values.
            let first = number as usize % column.size;
            let mut places: Vec<u32> = (first..column.size).step_by(step).map(|value| value as u32).collect();
            places.push(column.size as u32);
            strips.begin(columns.counts.len());
            for other in columns.columns.iter().enumerate().filter(|(other, _)| *other != axis) {
                strips.part(other.1, &base);
            }
            strips.lay_out(&columns, axis, &places);
            table.begin(&columns, column, places.clone());
            for strip in 0..strips.len() {
                table.add(strips.strip(strip), &columns);
            }
            (0..table.n_atoms()).rev().for_each(|row| table.sum_row(row, &columns.ln));
            for (begin, &from) in places.iter().enumerate() {
                for (end, &to) in places.iter().enumerate().skip(begin + 1) {
                    let expected = plain((&space, &tuples), &base, qi, (from, to), columns.most_risk);
                    assert_near(table.at(begin, end), expected);
                }
            }
        }
    }

    #[test]
    fn what_is_offered_is_what_the_engine_says_of_it(drawn in drawn()) {
        let (space, tuples) = drawn.tuples();
        prop_assume!(space.n_bits() > 12);
        let run = searched(&space, &Engine::without_tables(&space, &tuples), 3_000);
        assert_true(&run, &space, &tuples);
    }
}

#[test]
fn a_wide_quasi_identifier_is_searched_in_parts() {
    let mut draw = Draw::new(9);
    let size = 3 * MOST_ATOMS as u32;
    for has_population in [false, true] {
        let mut rows = |n: usize| {
            let row = |_| {
                let near = draw.below(u64::from(size));
                let value = if draw.per_mille(500) { near / 16 } else { near };
                (vec![value as u32, draw.below(3) as u32], 1 + draw.below(2))
            };
            (0..n).map(row).collect::<Vec<_>>()
        };
        let drawn = Drawn {
            sizes: vec![size, 3],
            records: rows(1_500),
            people: has_population.then(|| rows(3_000)),
        };
        let (space, tuples) = drawn.tuples();
        let engine = Engine::without_tables(&space, &tuples);
        let columns = engine.columns().unwrap();
        // From all boundaries, from none, and from the left half of them.
        let mut half = space.bottom();
        (0..size as usize / 2).for_each(|bit| half.set(bit, false));
        for base in [space.bottom(), space.top(), half] {
            let column = &columns.columns[0];
            let mut covered = vec![false; column.size];
            for number in 0..40 {
                let cuts = cuts(column, &base, number);
                assert!(
                    cuts.len() <= 2 * MOST_ATOMS + 2 && cuts.is_sorted_by(|one, other| one < other)
                );
                let (first, last) = (cuts[0], cuts[cuts.len() - 1]);
                for end in [first, last] {
                    let is_end = end == 0 || end == size;
                    assert!(is_end || base.keeps(column.first_bit + end as usize - 1));
                }
                for pair in cuts.windows(2).filter(|pair| pair[1] == pair[0] + 1) {
                    covered[pair[0] as usize] = true;
                }
            }
            // Where the policy has boundaries, each value is an atom of its own at some time.
            let bit = |value: usize| column.first_bit + value - 1;
            for value in (2..column.size).filter(|&value| base.keeps(bit(value - 1))) {
                assert!(covered[value], "{value}");
            }
        }
        let run = searched(&space, &engine, 160_000);
        assert_true(&run, &space, &tuples);
        let summed = searched(&space, &Engine::new(&space, &tuples), 160_000);
        let area = |run: &Run| run.explorer().staircase().area();
        assert!(
            area(&run) < area(&summed),
            "{} {}",
            area(&run),
            area(&summed)
        );
    }
}
