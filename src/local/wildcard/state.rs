//! A suppression with the number of matches of each record, updated cell by cell.

use super::problem::{Blanks, Problem};
use crate::uniques::ColumnSet;
use std::collections::BTreeMap;

const SAFE: u32 = u32::MAX;

/// A suppression and its counts.
#[derive(Debug, Clone)]
pub(super) struct State {
    blanks: Blanks,
    cost: u64,
    /// The index of each tuple among those that lack records.
    place: std::sync::Arc<Vec<u32>>,
    /// The records that unsuppressed rows of each lacking tuple gained.
    gained: Vec<u64>,
    /// The rows of each lacking tuple that lost cells.
    touched: Vec<u32>,
    /// The number of matches of each row of a lacking tuple that lost cells.
    counts: BTreeMap<u32, u64>,
}

/// A row that lacks records, or all rows of a tuple that lost no cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Violation {
    pub(super) tuple: u32,
    /// A row of the tuple: the one that lost cells, or the first one that lost none.
    pub(super) row: u32,
    pub(super) blank: ColumnSet,
    /// The records that it lacks.
    pub(super) need: u64,
    /// The number of rows like it.
    pub(super) rows: u64,
}

impl State {
    /// Nothing is suppressed.
    pub(super) fn new(problem: &Problem) -> Self {
        let mut place = vec![SAFE; problem.tuples.len()];
        for (own, &tuple) in (0..).zip(&problem.lacking) {
            place[tuple as usize] = own;
        }
        Self {
            blanks: Blanks::new(),
            cost: 0,
            place: std::sync::Arc::new(place),
            gained: vec![0; problem.lacking.len()],
            touched: vec![0; problem.lacking.len()],
            counts: BTreeMap::new(),
        }
    }

    pub(super) fn blanks(&self) -> &Blanks {
        &self.blanks
    }

    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// The columns that a row loses.
    pub(super) fn blank(&self, row: u32) -> ColumnSet {
        self.blanks.get(&row).copied().unwrap_or(0)
    }

    /// Changes the columns that a row loses. Time: n·m for n tuples.
    pub(super) fn set(&mut self, problem: &Problem, row: u32, new: ColumnSet) {
        let old = self.blank(row);
        if old == new {
            return;
        }
        let tuple = problem.tuple_of(row);
        let records = problem.records(row);
        let change = |count: &mut u64, difference: ColumnSet| {
            if difference != 0 {
                let (before, after) = (difference & !old == 0, difference & !new == 0);
                if after && !before {
                    *count += records;
                } else if before && !after {
                    *count -= records;
                }
            }
        };
        for (&lacking, gained) in problem.lacking.iter().zip(&mut self.gained) {
            change(gained, problem.difference(lacking, tuple));
        }
        for (&other, count) in &mut self.counts {
            if other != row {
                let blank = self.blanks.get(&other).copied().unwrap_or(0);
                let difference = problem.difference(problem.tuple_of(other), tuple);
                change(count, difference & !blank);
            }
        }
        self.cost = self.cost + records * problem.cost(new) - records * problem.cost(old);
        if new == 0 {
            self.blanks.remove(&row);
        } else {
            self.blanks.insert(row, new);
        }
        let place = self.place[tuple as usize];
        if place == SAFE {
            return;
        }
        let touched = &mut self.touched[place as usize];
        *touched = *touched + u32::from(new != 0) - u32::from(old != 0);
        if new == 0 {
            self.counts.remove(&row);
        } else {
            self.counts.insert(row, self.count(problem, row, new));
        }
    }

    /// The number of matches of a row if it loses `blank`.
    fn count(&self, problem: &Problem, row: u32, blank: ColumnSet) -> u64 {
        let tuple = problem.tuple_of(row);
        let mut count = problem.tuples.count(tuple as usize);
        problem.each_difference(tuple as usize, &mut |difference, other| {
            if difference & !blank == 0 {
                count += problem.tuples.count(other);
            }
        });
        for (&other, &own) in &self.blanks {
            let difference = problem.difference(tuple, problem.tuple_of(other)) & !blank;
            if difference != 0 && difference & !own == 0 {
                count += problem.records(other);
            }
        }
        count
    }

    /// Whether every record has k matches.
    pub(super) fn is_safe(&self, problem: &Problem) -> bool {
        self.counts.values().all(|&count| count >= problem.k)
            && (problem.lacking.iter().enumerate()).all(|(place, &tuple)| {
                self.gained[place] >= problem.need(tuple) || problem.rows(tuple).len() == self.touched[place] as usize
            })
    }

    /// The rows that lack records, by tuple, then by row.
    pub(super) fn violations(&self, problem: &Problem) -> Vec<Violation> {
        let mut found = Vec::new();
        for (place, &tuple) in problem.lacking.iter().enumerate() {
            let rows = problem.rows(tuple);
            let whole = rows.len() - self.touched[place] as usize;
            if whole > 0
                && self.gained[place] < problem.need(tuple)
                && let Some(row) = self.first_whole(problem, tuple)
            {
                found.push(Violation {
                    tuple,
                    row,
                    blank: 0,
                    need: problem.need(tuple) - self.gained[place],
                    rows: whole as u64,
                });
            }
        }
        for (&row, &count) in &self.counts {
            if count < problem.k {
                found.push(Violation {
                    tuple: problem.tuple_of(row),
                    row,
                    blank: self.blank(row),
                    need: problem.k - count,
                    rows: 1,
                });
            }
        }
        found
    }

    /// The lightest row of a tuple that lost nothing.
    pub(super) fn first_whole(&self, problem: &Problem, tuple: u32) -> Option<u32> {
        let rows = problem.rows(tuple).iter().copied();
        rows.into_iter().find(|row| !self.blanks.contains_key(row))
    }
}
