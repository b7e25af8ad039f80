//! Makes a table safe by the cells with the most gain for their cost.

use super::problem::Problem;
use super::state::{State, Violation};
use crate::sorting::sort_by;
use crate::uniques::{ColumnSet, columns_of};

/// If a choice needs more operations, not every row is a candidate.
const MOST_WORK: usize = 100_000_000;
/// The number of candidates in that case.
const FEW_CANDIDATES: usize = 16;
/// A row's own gain is judged by this many of the cheapest differences with other tuples.
const OWN_DIFFERENCES: usize = 64;

/// Cells of one row that may be suppressed next.
#[derive(Debug, Clone, Copy)]
struct Move {
    row: u32,
    cells: ColumnSet,
    gain: u64,
    cost: u64,
}

impl Move {
    /// Whether it gains more for its cost; among equal ones, whether it is cheaper.
    fn beats(&self, other: &Self) -> bool {
        let (own, others) =
            (u128::from(self.gain) * u128::from(other.cost), u128::from(other.gain) * u128::from(self.cost));
        own > others || own == others && self.cost < other.cost
    }
}

/// Suppresses the cells of one row with the most gain for their cost; among equal ones the cheapest cells, of the
/// first row. Returns whether nothing was left to do.
pub(super) fn repair_once(problem: &Problem, state: &mut State) -> bool {
    let violations = state.violations(problem);
    if violations.is_empty() {
        return true;
    }
    let mut best: Option<Move> = None;
    for row in candidates(problem, state, &violations) {
        if let Some(found) = best_of_row(problem, state, &violations, row)
            && best.is_none_or(|best| found.beats(&best))
        {
            best = Some(found);
        }
    }
    if let Some(Move { row, cells, .. }) = best {
        let blank = state.blank(row);
        state.set(problem, row, blank | cells);
    }
    // Without a move the state stays unsafe and is never taken.
    best.is_none()
}

/// Rows that lost cells, rows that lack records, and, if that is little work, a row of every tuple.
fn candidates(problem: &Problem, state: &State, violations: &[Violation]) -> Vec<u32> {
    let m = problem.tuples.n_columns();
    let work = |rows: usize| rows.saturating_mul(violations.len()).saturating_mul(m * m + 8);
    let lacking = violations.iter().map(|violation| violation.row);
    let mut rows: Vec<u32> = state.blanks().keys().copied().collect();
    if work(problem.tuples.len()) <= MOST_WORK {
        rows.extend((0..problem.tuples.len() as u32).filter_map(|tuple| state.first_whole(problem, tuple)));
    } else if work(violations.len()) <= MOST_WORK {
        rows.extend(lacking);
    } else {
        rows.truncate(FEW_CANDIDATES);
        rows.extend(lacking.take(FEW_CANDIDATES));
    }
    sort_by(&mut rows, Ord::cmp);
    rows.dedup();
    rows
}

/// The best cells of a row. It starts with all cells that could help. Then it repeatedly drops the column whose
/// removal leaves the most gain for the cost.
fn best_of_row(problem: &Problem, state: &State, violations: &[Violation], row: u32) -> Option<Move> {
    let tuple = problem.tuple_of(row);
    let records = problem.records(row);
    let blank = state.blank(row);
    let mut helps: Vec<(ColumnSet, u64)> = Vec::with_capacity(violations.len());
    let mut own = None;
    for violation in violations {
        if violation.row == row {
            own = Some(violation.need);
        }
        let left = problem.difference(violation.tuple, tuple) & !(blank | violation.blank);
        if left != 0 && left & problem.unpaid(tuple) == 0 {
            helps.push((left, violation.rows * records.min(violation.need)));
        }
    }
    let gathered = |mut sets: Vec<(ColumnSet, u64)>| {
        sort_by(&mut sets, |one, other| one.0.cmp(&other.0));
        sets.dedup_by(|next, first| {
            let equal = next.0 == first.0;
            if equal {
                first.1 += next.1;
            }
            equal
        });
        sets
    };
    let helps = gathered(helps);
    let (need, owns) = match own {
        Some(need) => (need, own_differences(problem, state, row)),
        None => (0, Vec::new()),
    };
    let gain = |cells: ColumnSet| -> u64 {
        let sum = |sets: &[(ColumnSet, u64)]| -> u64 {
            (sets.iter().filter(|(set, _)| set & !cells == 0)).map(|(_, gain)| gain).sum()
        };
        sum(&helps) + need.min(sum(&owns))
    };
    let union = |sets: &[(ColumnSet, u64)]| sets.iter().fold(0, |union, (set, _)| union | set);
    let mut cells = union(&helps) | union(&owns);
    let mut best: Option<Move> = None;
    while cells != 0 {
        let of = |cells: ColumnSet| Move { row, cells, gain: gain(cells), cost: records * problem.cost(cells) };
        let found = of(cells);
        if found.gain > 0 && best.is_none_or(|best| found.beats(&best)) {
            best = Some(found);
        }
        let mut next: Option<Move> = None;
        for column in columns_of(cells) {
            let without = of(cells & !(1 << column));
            if without.cells != 0 && next.is_none_or(|next| without.beats(&next)) {
                next = Some(without);
            }
        }
        cells = next.map_or(0, |next| next.cells);
    }
    best
}

/// The cheapest cells whose suppression makes a row match others, and the number of records gained.
fn own_differences(problem: &Problem, state: &State, row: u32) -> Vec<(ColumnSet, u64)> {
    let tuple = problem.tuple_of(row);
    let blank = state.blank(row);
    let mut found: Vec<(u64, ColumnSet, u64)> = Vec::new();
    let mut worst = u64::MAX;
    let mut keep = |difference: ColumnSet, records: u64| {
        let left = difference & !blank;
        let cost = problem.cost(left);
        if left == 0 || cost >= worst {
            return;
        }
        let place = found.partition_point(|entry| (entry.0, entry.1) < (cost, left));
        match found.get_mut(place) {
            Some(entry) if entry.1 == left => entry.2 += records,
            _ => found.insert(place, (cost, left, records)),
        }
        if found.len() > OWN_DIFFERENCES {
            found.pop();
            worst = found.last().map_or(u64::MAX, |last| last.0);
        }
    };
    problem.each_difference(tuple as usize, &mut |difference, other| {
        keep(difference, problem.tuples.count(other));
    });
    (found.into_iter()).map(|(_, set, records)| (set, records)).collect()
}
