//! The rows of a component that may lose cells, and the rows that each of them may match.

use super::problem::Problem;
use crate::sorting::sort_by;
use crate::uniques::ColumnSet;
use std::collections::BTreeMap;

/// A row, or rows, that a row may match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbour {
    pub(super) difference: ColumnSet,
    pub(super) records: u64,
    /// The index of the neighbour among the rows that may lose cells, if it is one of them.
    pub(super) row: Option<u32>,
}

/// A row of a component that may lose cells.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) row: u32,
    pub(super) tuple: u32,
    pub(super) records: u64,
    /// The columns in which its value is missing, so that it cannot suppress it.
    pub(super) unpaid: ColumnSet,
    /// The records that it lacks if it keeps everything.
    pub(super) need: u64,
    pub(super) neighbours: Vec<Neighbour>,
}

/// Whether, within the limit, two lacking rows or one heavier lacking row could match one row of a tuple.
pub(super) fn may_help(problem: &Problem, lacking: &[u32], tuple: u32, limit: u64) -> bool {
    let lightest = problem.lightest(tuple);
    let mut near: Vec<ColumnSet> = Vec::new();
    for &other in lacking {
        let difference = problem.difference(other, tuple);
        let rows = problem.rows(other);
        let heaviest = rows.last().map_or(0, |&row| problem.records(row));
        let price = problem.cost(difference) * lightest.min(problem.lightest(other));
        if difference == 0 || difference & problem.unpaid(tuple) != 0 || price > limit {
            continue;
        }
        let together = |&one: &ColumnSet| {
            // Each column is suppressed in one of the three rows.
            problem.cost(one | difference) <= limit
        };
        if rows.len() > 1 || heaviest > lightest || near.iter().any(together) {
            return true;
        }
        near.push(difference);
    }
    false
}

/// The neighbours that a row may match within the limit: other rows that may lose cells one by one, all others by
/// their difference.
pub(super) fn neighbours(problem: &Problem, rows: &[Row], tuples: &[u32], own: usize, limit: u64) -> Vec<Neighbour> {
    let tuple = rows[own].tuple;
    let mut searched: BTreeMap<u32, u64> = BTreeMap::new();
    let mut found: Vec<Neighbour> = Vec::new();
    for (row, place) in rows.iter().zip(0..) {
        *searched.entry(row.tuple).or_default() += row.records;
        let difference = problem.difference(tuple, row.tuple);
        let price = problem.cost(difference) * rows[own].records.min(row.records);
        if difference != 0 && price < limit {
            found.push(Neighbour { difference, records: row.records, row: Some(place) });
        }
    }
    let mut whole: Vec<(ColumnSet, u64)> = Vec::new();
    for &other in tuples {
        let records = problem.tuples.count(other as usize) - searched.get(&other).copied().unwrap_or(0);
        let difference = problem.difference(tuple, other);
        if records > 0 && difference != 0 && problem.cost(difference) * rows[own].records < limit {
            whole.push((difference, records));
        }
    }
    sort_by(&mut whole, Ord::cmp);
    whole.dedup_by(|next, first| {
        let equal = next.0 == first.0;
        if equal {
            first.1 += next.1;
        }
        equal
    });
    found.extend(whole.into_iter().map(|(difference, records)| Neighbour { difference, records, row: None }));
    found
}
