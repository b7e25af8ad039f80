//! How much finer a release could be: its slack.
//!
//! The oracle tries every choice of cells on random tables. Where the slack is 0, nothing finer is k-anonymous. What
//! verifies the slack has code of its own, and the two agree.

use crate::support::random::{cases, question, study};
use crate::support::small_study::{Question, SmallColumn, SmallStudy};
use kanon::lattice::Level;
use kanon::recipe::Recipe;
use kanon::release::SuppressedRecords;
use kanon::release::plain::PlainTable;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Of more tables than this, not all are gone through.
const MOST_TABLES: usize = 20_000;

/// The leaves of a cell: what it says, whatever its label.
type Cell = BTreeSet<String>;

/// What a value may be shown as, from itself to `*`, each once.
fn ladder(column: &SmallColumn, value: &str) -> Vec<Cell> {
    let row = column.rows.iter().find(|row| row[0] == value).unwrap();
    let leaves = |level: usize| -> Cell {
        (column.rows.iter()).filter(|other| other[level] == row[level]).map(|other| other[0].clone()).collect()
    };
    let mut ladder: Vec<Cell> = (0..row.len()).map(leaves).collect();
    ladder.push(column.rows.iter().map(|row| row[0].clone()).collect());
    ladder.dedup();
    ladder
}

/// Each record's ladders, cut off at what the release shows of it.
fn released(study: &SmallStudy, levels: &[Level], k: u64, are_removed: bool) -> Vec<Vec<Vec<Cell>>> {
    let at = |column: &SmallColumn, value: &str, level: usize| {
        let row = column.rows.iter().find(|row| row[0] == value).unwrap();
        row[level].clone()
    };
    let classes: Vec<Vec<String>> = (study.records.iter())
        .map(|record| {
            (study.columns.iter().zip(record).zip(levels))
                .map(|((column, value), &level)| at(column, value, level.into()))
                .collect()
        })
        .collect();
    let size = |class: &[String]| classes.iter().filter(|other| *other == class).count() as u64;
    let suppressed = classes.iter().filter(|class| size(class) < k).count() as u64;
    (study.records.iter().zip(&classes))
        .filter(|(_, class)| size(class) >= k || (!are_removed && suppressed >= k))
        .map(|(record, class)| {
            (study.columns.iter().zip(record).zip(levels))
                .map(|((column, value), &level)| {
                    let mut ladder = ladder(column, value);
                    if size(class) >= k {
                        let label = at(column, value, level.into());
                        let leaves = (column.rows.iter()).filter(|row| row[usize::from(level)] == label).count();
                        ladder.retain(|cell| cell.len() <= leaves);
                    }
                    ladder
                })
                .collect()
        })
        .collect()
}

fn is_anonymous(rows: &[Vec<Cell>], k: u64) -> bool {
    let mut sizes: BTreeMap<&Vec<Cell>, u64> = BTreeMap::new();
    for row in rows {
        *sizes.entry(row).or_default() += 1;
    }
    sizes.values().all(|&size| size >= k)
}

/// The most cells of one column that can go one step down, over every choice of them.
fn most_of_column(released: &[Vec<Vec<Cell>>], column: usize, k: u64) -> u64 {
    let can: Vec<usize> = (0..released.len()).filter(|&row| released[row][column].len() > 1).collect();
    (0_u32..1 << can.len())
        .filter(|choice| {
            let mut rows: Vec<Vec<Cell>> = (released.iter())
                .map(|row| row.iter().map(|ladder| ladder.last().unwrap().clone()).collect())
                .collect();
            for (bit, &row) in can.iter().enumerate() {
                if choice >> bit & 1 == 1 {
                    let ladder = &released[row][column];
                    rows[row][column] = ladder[ladder.len() - 2].clone();
                }
            }
            is_anonymous(&rows, k)
        })
        .map(u32::count_ones)
        .max()
        .unwrap_or_default()
        .into()
}

/// Whether any table that is finer somewhere, by any number of steps in any cells, is k-anonymous.
fn can_be_finer(released: &[Vec<Vec<Cell>>], k: u64) -> bool {
    let steps: Vec<usize> = released.iter().flatten().map(Vec::len).collect();
    let mut taken = vec![0; steps.len()];
    loop {
        let Some(place) = (0..steps.len()).find(|&place| taken[place] + 1 < steps[place]) else {
            return false;
        };
        taken[place] += 1;
        taken[..place].fill(0);
        let mut cells = released.iter().flatten().zip(&taken);
        let rows: Vec<Vec<Cell>> = (released.iter())
            .map(|row| {
                (cells.by_ref().take(row.len())).map(|(ladder, step)| ladder[ladder.len() - 1 - step].clone()).collect()
            })
            .collect();
        if is_anonymous(&rows, k) {
            return true;
        }
    }
}

fn recipe(study: &SmallStudy, question: Question, are_removed: bool) -> Recipe {
    let mut recipe = study.recipe(question);
    if are_removed {
        recipe.release.suppressed = SuppressedRecords::Remove;
    }
    recipe
}

fn levels(study: &SmallStudy, drawn: &[usize]) -> Vec<Level> {
    (study.columns.iter().zip(drawn)).map(|(column, drawn)| (drawn % column.rows[0].len()) as Level).collect()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_slack_is_the_most_of_every_choice_and_none_is_left_where_it_is_0(
        drawn in (study(2, 5), question(), prop::array::uniform5(0usize..4), any::<bool>())
    ) {
        let (mut study, mut question, drawn, are_removed) = drawn;
        study.counts = None;
        question.k = question.k.min(3);
        let levels = levels(&study, &drawn);
        let recipe = recipe(&study, question, are_removed);
        let released = released(&study, &levels, question.k, are_removed);
        let by_definition: Vec<u64> = (0..study.columns.len())
            .map(|column| most_of_column(&released, column, question.k))
            .collect();
        let found: Vec<u64> = study.prepared().slack(&recipe, &levels).unwrap().into_values().collect();
        prop_assert_eq!(&found, &by_definition);
        let tables: usize = released.iter().flatten().map(Vec::len).product();
        if tables > MOST_TABLES {
            return Ok(());
        }
        let is_minimal = found.iter().all(|&cells| cells == 0);
        prop_assert_eq!(is_minimal, !can_be_finer(&released, question.k));
    }

    #[test]
    fn what_checks_the_slack_agrees_with_it(
        drawn in (study(4, 60), question(), prop::array::uniform5(0usize..4), any::<bool>())
    ) {
        let (study, question, drawn, are_removed) = drawn;
        let levels = levels(&study, &drawn);
        let recipe = recipe(&study, question, are_removed);
        let prepared = study.prepared();
        let found: Vec<u64> = prepared.slack(&recipe, &levels).unwrap().into_values().collect();
        let plain = PlainTable::new(prepared.table(), prepared.hierarchies()).unwrap();
        prop_assert_eq!(found, plain.slack(&levels, question.k, are_removed));
    }
}
