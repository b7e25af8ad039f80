//! A near-minimal suppression: it is built in several ways, then unneeded cells are given back, and rows and columns
//! are retried.

use super::greedy::repair_once;
use super::problem::{Blanks, Problem};
use super::state::State;
use crate::sorting::sort_by;
use crate::uniques::columns_of;

/// The maximum number of rounds that retry everything, while that helps.
const MOST_ROUNDS: usize = 4;
/// With more rows that lost cells, they are not tried one by one.
const MOST_ROWS: usize = 300;

/// The search for a cheap suppression. It runs in small steps.
#[derive(Debug)]
pub(super) struct Descent {
    phase: Phase,
    /// The best so far.
    best: State,
    has_best: bool,
    /// Initial suppressions that are safe.
    starts: Vec<Blanks>,
    /// Whether to skip the improvements.
    is_short: bool,
    steps: u64,
}

#[derive(Debug)]
enum Phase {
    /// Suppresses whole rows until all others are safe.
    Whole {
        rows: Vec<u32>,
        state: State,
    },
    /// Adds cells one by one.
    Greedy(State),
    /// Gives back unneeded cells.
    Trim {
        state: State,
        cells: Vec<(u32, usize)>,
        after: After,
    },
    Improve {
        round: usize,
        next: usize,
        improved: bool,
        rows: Vec<u32>,
    },
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum After {
    Starts,
    Improve,
}

impl Descent {
    /// A new search. Each of `starts` is safe. A short one takes the best of them and of whole-record suppression.
    pub(super) fn new(problem: &Problem, starts: Vec<Blanks>, is_short: bool) -> Self {
        let state = State::new(problem);
        // The lightest rows first; among these, those that lack most.
        let mut tuples: Vec<u32> = (0..problem.tuples.len() as u32).collect();
        sort_by(&mut tuples, |&a, &b| {
            (problem.lightest(a).cmp(&problem.lightest(b))).then(problem.need(b).cmp(&problem.need(a))).then(a.cmp(&b))
        });
        let rows = (tuples.iter().rev()).flat_map(|&tuple| problem.rows(tuple).iter().rev().copied()).collect();
        Self {
            best: state.clone(),
            has_best: false,
            phase: if problem.lacking.is_empty() { Phase::Done } else { Phase::Whole { rows, state } },
            starts,
            is_short,
            steps: 0,
        }
    }

    /// The best suppression found.
    pub(super) fn best(&self) -> &State {
        &self.best
    }

    /// A share that rises with every step.
    pub(super) fn share(&self) -> f64 {
        let steps = self.steps as f64;
        steps / (steps + 300.0)
    }

    /// Does a little work, and returns whether everything is done.
    pub(super) fn step(&mut self, problem: &Problem) -> bool {
        self.steps += 1;
        let phase = std::mem::replace(&mut self.phase, Phase::Done);
        self.phase = match phase {
            Phase::Whole { mut rows, mut state } => match rows.pop() {
                Some(row) if !state.is_safe(problem) => {
                    state.set(problem, row, problem.values(problem.tuple_of(row)));
                    Phase::Whole { rows, state }
                }
                _ => trim(problem, state, After::Starts),
            },
            Phase::Greedy(mut state) => {
                if repair_once(problem, &mut state) {
                    trim(problem, state, After::Improve)
                } else if state.cost() >= self.best.cost().saturating_mul(2) {
                    self.improve(0)
                } else {
                    Phase::Greedy(state)
                }
            }
            Phase::Trim { mut state, mut cells, after } => match cells.pop() {
                Some((row, column)) => {
                    give_back(problem, &mut state, row, column);
                    Phase::Trim { state, cells, after }
                }
                None => {
                    self.take(problem, state);
                    match (after, self.starts.pop()) {
                        (After::Starts, Some(blanks)) => trim(problem, self.begun(problem, &blanks), After::Starts),
                        (After::Starts, None) if self.is_short => Phase::Done,
                        (After::Starts, None) => Phase::Greedy(State::new(problem)),
                        (After::Improve, _) => self.improve(0),
                    }
                }
            },
            Phase::Improve { round, next, improved, rows } => self.try_next(problem, round, next, improved, rows),
            Phase::Done => Phase::Done,
        };
        matches!(self.phase, Phase::Done)
    }

    /// A start, or the best state again if the start costs more.
    fn begun(&self, problem: &Problem, blanks: &Blanks) -> State {
        if problem.cost_of(blanks) > self.best.cost().saturating_mul(2) {
            return self.best.clone();
        }
        let mut state = State::new(problem);
        for (&row, &set) in blanks {
            state.set(problem, row, set);
        }
        state
    }

    /// Takes a state as the best if it is safe and cheaper.
    fn take(&mut self, problem: &Problem, state: State) -> bool {
        let is_better = state.is_safe(problem) && (!self.has_best || state.cost() < self.best.cost());
        if is_better {
            self.best = state;
            self.has_best = true;
        }
        is_better
    }

    fn improve(&self, round: usize) -> Phase {
        let rows: Vec<u32> = self.best.blanks().keys().copied().collect();
        Phase::Improve { round, next: 0, improved: false, rows: if rows.len() > MOST_ROWS { Vec::new() } else { rows } }
    }

    /// Gives back all cells of the next row or column, and makes the table safe again by the best cells.
    fn try_next(&mut self, problem: &Problem, round: usize, next: usize, improved: bool, rows: Vec<u32>) -> Phase {
        let mut state = self.best.clone();
        if let Some(&row) = rows.get(next) {
            state.set(problem, row, 0);
        } else if next - rows.len() < problem.tuples.n_columns() {
            let column = next - rows.len();
            let touched: Vec<u32> = state.blanks().keys().copied().collect();
            for row in touched {
                let blank = state.blank(row);
                state.set(problem, row, blank & !(1 << column));
            }
        } else if improved && round + 1 < MOST_ROUNDS {
            return self.improve(round + 1);
        } else {
            return Phase::Done;
        }
        if state.cost() < self.best.cost() {
            while state.cost() < self.best.cost() && !repair_once(problem, &mut state) {}
            for (row, column) in cells_of(problem, &state).into_iter().rev() {
                give_back(problem, &mut state, row, column);
            }
        }
        let improved = self.take(problem, state) || improved;
        Phase::Improve { round, next: next + 1, improved, rows }
    }
}

fn trim(problem: &Problem, state: State, after: After) -> Phase {
    Phase::Trim { cells: cells_of(problem, &state), state, after }
}

/// The suppressed cells, the most expensive last; among equal ones, the first row's first column last.
fn cells_of(problem: &Problem, state: &State) -> Vec<(u32, usize)> {
    let mut cells: Vec<(u32, usize)> =
        (state.blanks().iter()).flat_map(|(&row, &set)| columns_of(set).map(move |column| (row, column))).collect();
    let cost = |(row, column): (u32, usize)| problem.records(row) * problem.cost(1 << column);
    sort_by(&mut cells, |&a, &b| cost(a).cmp(&cost(b)).then(b.cmp(&a)));
    cells
}

/// Gives a cell back unless it is needed.
fn give_back(problem: &Problem, state: &mut State, row: u32, column: usize) {
    let blank = state.blank(row);
    state.set(problem, row, blank & !(1 << column));
    if !state.is_safe(problem) {
        state.set(problem, row, blank);
    }
}
