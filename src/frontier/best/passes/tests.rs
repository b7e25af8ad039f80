//! Compares tables of intervals with plain sums, and the offers of passes with the engine.

use super::MOST_ATOMS;
use super::cuts::cuts;
use crate::draw::Draw;
use crate::frontier::drawn::{Drawn, drawn, policy};
use crate::frontier::intervals::Intervals;
use crate::frontier::{Engine, Method, Point, Run, Settings};
use crate::monitor::Unlimited;
use crate::partition::{Frequencies, PartitionPolicy, Space};
use crate::search::Status;
use proptest::prelude::*;

fn assert_near(found: Point, expected: Point) {
    let near = |one: f64, other: f64| (one - other).abs() < 1e-11;
    assert!(near(found.risk, expected.risk), "{found:?} {expected:?}");
    assert!(near(found.loss, expected.loss), "{found:?} {expected:?}");
}

/// What the values of a quasi-identifier from `begin` on and before `end` add as one interval, computed from the
/// groups of the others among the tuples that have one of these values.
fn plain(
    (space, tuples): (&Space, &Frequencies),
    base: &PartitionPolicy,
    qi: usize,
    (begin, end): (u32, u32),
    most_risk: f64,
) -> Point {
    let starts: Vec<Vec<u32>> = (0..tuples.n_qis()).map(|qi| space.starts(base, qi)).collect();
    let mut cells: std::collections::BTreeMap<Vec<u32>, (f64, f64)> = Default::default();
    let mut within = 0.0;
    for (values, records, people) in tuples.iter() {
        if (begin..end).contains(&values[qi]) {
            let mut cell: Vec<u32> =
                (starts.iter().zip(values)).map(|(starts, &value)| starts[value as usize]).collect();
            cell[qi] = 0;
            let counts = cells.entry(cell).or_default();
            *counts = (counts.0 + f64::from(records), counts.1 + f64::from(people));
            within += f64::from(records);
        }
    }
    let term = |count: f64| if count > 0.0 { count * count.ln() } else { 0.0 };
    let risk: f64 = (cells.values()).map(|(records, people)| records / people).sum();
    let terms: f64 = cells.values().map(|(records, _)| term(*records)).sum();
    Point { risk: risk / most_risk, loss: (within * f64::from(end - begin).ln() - terms) / tuples.n_records() as f64 }
}

fn searched(space: &Space, engine: &Engine, policies: u64) -> Run {
    let settings = Settings {
        method: Method::Best,
        policies: Some(policies),
        threshold: 0.3,
        seed: 5,
        reference: None,
        most_risk: None,
        least_group: 1,
    };
    let mut run = Run::new(space, engine, &settings).unwrap();
    assert_eq!(run.advance(&mut Unlimited), Status::Done);
    run
}

/// Each point of the frontier equals its policy evaluated from the tuples.
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
        let mut intervals = Intervals::default();
        for (axis, column) in columns.columns.iter().enumerate() {
            let is_its = |&qi: &usize| {
                space.first_bit(qi) == column.first_bit && space.domains()[qi].len() == column.size
            };
            let qi = (0..space.domains().len()).find(is_its).unwrap();
            // A part of the domain, cut at some of its values.
            let first = number as usize % column.size;
            let mut places: Vec<u32> = (first..column.size).step_by(step).map(|value| value as u32).collect();
            places.push(column.size as u32);
            intervals.begin(axis, &columns);
            while intervals.step(&base, &columns, || places.clone()).is_some() {}
            let table = intervals.table();
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

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

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
            let drawn =
                Drawn { sizes: vec![size, 3], records: rows(1_500), people: has_population.then(|| rows(3_000)) };
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
                    assert!(cuts.len() <= 2 * MOST_ATOMS + 2 && cuts.is_sorted_by(|one, other| one < other));
                    let (first, last) = (cuts[0], cuts[cuts.len() - 1]);
                    for end in [first, last] {
                        let is_end = end == 0 || end == size;
                        assert!(is_end || base.keeps(column.first_bit + end as usize - 1));
                    }
                    for pair in cuts.windows(2).filter(|pair| pair[1] == pair[0] + 1) {
                        covered[pair[0] as usize] = true;
                    }
                }
                // If the policy has all boundaries, each value is an atom of its own at some time.
                let bit = |value: usize| column.first_bit + value - 1;
                for value in (2..column.size).filter(|&value| base.keeps(bit(value - 1))) {
                    assert!(covered[value], "{value}");
                }
            }
            let run = searched(&space, &engine, 160_000);
            assert_true(&run, &space, &tuples);
            let summed = searched(&space, &Engine::new(&space, &tuples), 160_000);
            let area = |run: &Run| run.explorer().staircase().area();
            assert!(area(&run) < area(&summed), "{} {}", area(&run), area(&summed));
        }
    }
}
