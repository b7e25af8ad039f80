//! Wildcard suppression: cells that make all records together safe, where a suppressed cell may have any value.
//!
//! The result is held against the definition, and its cost and bound against every cheaper suppression of small tables.

use crate::support::combinations::{MISSING, SmallTable, table};
use crate::support::random::cases;
use kanon::data::MissingCodes;
use kanon::local::{CellWeights, PerRecord, Readings, Strict, Suppression, Wildcard};
use kanon::monitor::{Checks, Unlimited};
use kanon::uniques::{Missing, Tuples};
use proptest::prelude::*;
use std::sync::Arc;

/// A table with what is asked of it.
struct Case {
    table: SmallTable,
    tuples: Arc<Tuples>,
    weights: CellWeights,
    k: u64,
    ignore: bool,
}

impl Case {
    fn new(table: SmallTable, k: u64, ignore: bool, costs: Option<&[u8]>) -> Self {
        let missing = if ignore { Missing::Ignore } else { Missing::Value };
        let tuples =
            Tuples::new(&table.encoded(), missing, &MissingCodes::everywhere(&[MISSING.to_owned()]), k).unwrap();
        Self { weights: weights(table.n_columns(), costs), tuples: Arc::new(tuples), table, k, ignore }
    }

    fn records(&self) -> impl Fn(usize) -> u64 + '_ {
        |row| self.table.count(row)
    }

    fn per_record(&self) -> PerRecord {
        let mut search = PerRecord::new(Arc::clone(&self.tuples), self.weights.clone(), self.k).unwrap();
        assert!(search.advance(&mut Unlimited));
        search
    }

    fn start(&self) -> Wildcard {
        let start = Suppression::of_tuples(&self.tuples, self.per_record().kept());
        Wildcard::new(Arc::clone(&self.tuples), self.weights.clone(), self.k, &self.records(), &[start]).unwrap()
    }

    fn search(&self) -> Wildcard {
        let mut search = self.start();
        assert!(search.advance(&mut Unlimited));
        search
    }

    fn cost(&self, suppression: &Suppression) -> u64 {
        suppression.cost(&self.tuples, &self.weights, &self.records())
    }

    /// Whether every record is taken for at least k, by the definition.
    fn is_safe(&self, blank: &dyn Fn(usize, usize) -> bool) -> bool {
        let records = &self.table.records;
        // A missing value asks nothing of others, and no value is like it.
        let is_missing = |row: usize, column: usize| self.ignore && records[row][column].is_none();
        (0..records.len()).all(|own| {
            let matching: u64 = (0..records.len())
                .filter(|&other| {
                    (0..self.table.n_columns()).all(|column| {
                        is_missing(own, column)
                            || blank(own, column)
                            || blank(other, column) && !is_missing(other, column)
                            || records[own][column] == records[other][column]
                    })
                })
                .map(|other| self.table.count(other))
                .sum();
            matching >= self.k
        })
    }

    fn is_released_safe(&self, suppression: &Suppression) -> bool {
        self.is_safe(&|row, column| suppression.is_suppressed(row, column))
    }

    /// The least cost of a safe suppression below `best`, or `best`: every set of cells that costs less, one cell after
    /// the other, unless it stays unsafe even with all cells that come later.
    fn least_below(&self, best: u64) -> u64 {
        let records = &self.table.records;
        let (n, m) = (records.len(), self.table.n_columns());
        let differ = |a: usize, b: usize| {
            (0..m)
                .filter(|&column| {
                    let (a, b) = (records[a][column], records[b][column]);
                    a != b && !(self.ignore && a.is_none())
                })
                .fold(0, |set, column| set | 1_u32 << column)
        };
        let values = |row: usize| {
            let has_value = |column: &usize| !self.ignore || records[row][*column].is_some();
            (0..m).filter(has_value).fold(0, |set, column| set | 1_u32 << column)
        };
        let mut every = Every {
            case: self,
            differences: (0..n).map(|a| (0..n).map(|b| differ(a, b)).collect()).collect(),
            values: (0..n).map(values).collect(),
            lost: vec![0; n],
            best,
        };
        every.extend(0, 0);
        every.best
    }
}

/// Every suppression of a small table.
struct Every<'a> {
    case: &'a Case,
    /// The columns in which the first of two rows cannot be taken for the second.
    differences: Vec<Vec<u32>>,
    /// The columns in which a row has a value to lose.
    values: Vec<u32>,
    lost: Vec<u32>,
    best: u64,
}

impl Every<'_> {
    fn is_safe(&self, lost: impl Fn(usize) -> u32) -> bool {
        self.differences.iter().enumerate().all(|(own, row)| {
            let matching: u64 = (row.iter().enumerate())
                .filter(|&(other, difference)| difference & !(lost(own) | lost(other) & self.values[other]) == 0)
                .map(|(other, _)| self.case.table.count(other))
                .sum();
            matching >= self.case.k
        })
    }

    fn extend(&mut self, next: usize, spent: u64) {
        let m = self.case.table.n_columns();
        if spent >= self.best {
            return;
        }
        if self.is_safe(|row| self.lost[row]) {
            self.best = spent;
            return;
        }
        let with_all_later = |row: usize| match row.cmp(&(next / m)) {
            std::cmp::Ordering::Less => self.lost[row],
            std::cmp::Ordering::Equal => self.lost[row] | u32::MAX << (next % m),
            std::cmp::Ordering::Greater => u32::MAX,
        };
        if !self.is_safe(with_all_later) {
            return;
        }
        let (row, column) = (next / m, next % m);
        let cost = self.case.table.count(row) * u64::from(self.case.weights.of(column));
        self.lost[row] |= 1 << column;
        self.extend(next + 1, spent + cost);
        self.lost[row] &= !(1 << column);
        self.extend(next + 1, spent);
    }
}

fn weights(n_columns: usize, costs: Option<&[u8]>) -> CellWeights {
    match costs {
        Some(costs) => {
            let costs: Vec<f64> = costs[..n_columns].iter().map(|&c| f64::from(c)).collect();
            CellWeights::new(&costs).unwrap()
        }
        None => CellWeights::equal(n_columns),
    }
}

/// Rows of letters, one to a cell.
fn letters(rows: &[&str]) -> SmallTable {
    SmallTable {
        records: (rows.iter()).map(|row| row.bytes().map(|b| (b != b'?').then_some(b)).collect()).collect(),
        counts: None,
    }
}

fn agrees_with_the_definition(case: &Case) -> std::result::Result<(), TestCaseError> {
    let search = case.search();
    let suppression = search.suppression();
    prop_assert!(case.is_released_safe(&suppression));
    prop_assert_eq!(case.cost(&suppression), search.cost());
    let least = case.least_below(search.cost());
    prop_assert!(search.bound() <= least, "bound {} above {least}", search.bound());
    if search.bound() == search.cost() {
        prop_assert_eq!(search.cost(), least);
    }
    // Tables as small as these are searched whole.
    prop_assert_eq!(search.cost(), least, "bound {}", search.bound());
    prop_assert_eq!(search.bound(), least);
    Ok(())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn no_suppression_of_a_small_table_is_cheaper(
        table in prop_oneof![table(4, 5), table(3, 6), table(2, 9)],
        k in 2_u64..5,
        ignore in any::<bool>(),
        costs in prop::option::of(prop::collection::vec(1u8..9, 4)),
    ) {
        prop_assume!(k <= table.n());
        agrees_with_the_definition(&Case::new(table, k, ignore, costs.as_deref()))?;
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn interruptions_change_nothing(table in table(5, 20), k in 2_u64..4, step in 0_u64..3) {
        prop_assume!(k <= table.n());
        let case = Case::new(table, k, true, None);
        let whole = case.search();
        let mut search = case.start();
        let mut share = 0.0;
        while !search.advance(&mut Checks(step + 1)) {
            prop_assert!(search.share() >= share, "{} after {share}", search.share());
            prop_assert!(search.share() <= 1.0);
            share = search.share();
        }
        prop_assert_eq!(search.suppression(), whole.suppression());
        prop_assert_eq!(search.cost(), whole.cost());
        prop_assert_eq!(search.bound(), whole.bound());
    }
}

/// The six records of an issue of sdcMicro: a man without education, three of primary, two of secondary.
#[test]
fn one_cell_of_six_records_is_enough_where_each_by_itself_takes_three() {
    let case = Case::new(letters(&["mn", "mp", "mp", "mp", "ms", "ms"]), 3, true, None);
    let search = case.search();
    assert_eq!((search.cost(), search.bound()), (1, 1));
    assert!(search.suppression().is_suppressed(0, 1));
    let each = Suppression::of_tuples(&case.tuples, case.per_record().kept());
    assert_eq!(case.cost(&each), 3);
}

/// Each pair differs in one cell of its own; the pairs have nothing to do with each other.
#[test]
fn components_add_up() {
    let rows = ["aaaaa", "aaaab", "bbbbb", "bbbba", "ccccc", "ccccd", "ddddd", "dddde"];
    let search = Case::new(letters(&rows), 2, true, None).search();
    assert_eq!((search.cost(), search.bound()), (4, 4));
}

/// Many records without anything in common: one of them suppressed whole is one that each may be taken for.
#[test]
fn the_bound_proves_whole_records_where_nothing_agrees() {
    let table = SmallTable { records: (0..60).map(|row| vec![Some(row); 3]).collect(), counts: None };
    for k in 2..5 {
        let search = Case::new(table.clone(), k, true, None).search();
        assert_eq!((search.cost(), search.bound()), ((k - 1) * 3, (k - 1) * 3));
    }
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    proptest! {
        #![proptest_config(cases(150))]

        #[test]
        fn it_is_safe_and_costs_no_more_than_any_other_kind(
            table in table(5, 18),
            k in 2_u64..5,
            ignore in any::<bool>(),
            costs in prop::option::of(prop::collection::vec(1u8..9, 6)),
        ) {
            prop_assume!(k <= table.n());
            let case = Case::new(table, k, ignore, costs.as_deref());
            let search = case.search();
            let suppression = search.suppression();
            prop_assert!(case.is_released_safe(&suppression));
            prop_assert_eq!(case.cost(&suppression), search.cost());
            prop_assert!(search.bound() <= search.cost());
            let mut readings =
                Readings::new(&case.tuples, &suppression, k, &case.records()).unwrap();
            prop_assert!(readings.advance(&mut Unlimited));
            prop_assert_eq!(readings.found().wildcard, 0);

            let per_record = case.per_record();
            let minimum = Suppression::of_tuples(&case.tuples, per_record.kept());
            prop_assert!(search.cost() <= case.cost(&minimum));
            let can_split = case.table.counts.is_none();
            let (tuples, weights) = (Arc::clone(&case.tuples), case.weights.clone());
            let mut strict = Strict::new(tuples, weights, k, per_record.kept(), can_split);
            prop_assert!(strict.advance(&mut Unlimited));
            prop_assert!(search.cost() <= strict.cost());
            // The k − 1 records of the lightest rows, suppressed whole.
            if case.table.counts.is_none() {
                let record = u64::from(case.weights.sum(case.tuples.all()));
                prop_assert!(search.cost() <= (k - 1) * record);
            }
        }
    }
}
