//! The cheapest suppression of a small component, by branch and bound.
//!
//! Some row u lacks records. Any suppression that makes it safe makes it match another row s; then each column in
//! which the two differ is suppressed in u, or kept in u and suppressed in s. So the branches are the rows s in turn,
//! with the earlier ones ruled out for u, and for each s the ways to divide the columns. A branch ends if its cost so
//! far plus the least remaining cost is at least the cost of the best suppression found.
//!
//! Only rows of lacking tuples and some others may lose cells ([`Exact::new`]). The other rows are matched through
//! the row's own suppressed cells alone.

use super::cover::least_cost;
use super::neighbours::{Neighbour, Row, may_help, neighbours};
use super::problem::{Blanks, Problem};
use crate::sorting::sort_by;
use crate::uniques::ColumnSet;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A component with more rows that may lose cells is not searched.
const MOST_ROWS: usize = 192;
/// The maximum number of neighbours of all rows together.
const MOST_NEIGHBOURS: usize = 100_000;
/// The search gives up after looking at this many neighbours.
const MOST_LOOKS: u64 = 60_000_000;

/// The search. It runs in small steps.
#[derive(Debug)]
pub(super) struct Exact {
    rows: Vec<Row>,
    /// The first rows are those that may lack records.
    n_lacking: usize,
    open: Vec<Node>,
    best: u64,
    found: Option<Vec<ColumnSet>>,
    looks: u64,
}

/// The decisions so far: suppressed cells, kept cells, and neighbours that rows must not match.
#[derive(Debug, Clone, Default)]
struct Node {
    /// Row, cells that it loses, cells that it keeps. Several entries of a row add up.
    cells: Vec<(u32, ColumnSet, ColumnSet)>,
    /// Lists of rows with neighbour indices; of each list, the given number of entries was tried before.
    apart: Vec<(Arc<[Pair]>, usize)>,
    spent: u64,
}

/// A row and the index of a neighbour.
type Pair = (u32, u32);

/// A node, by row.
#[derive(Debug)]
struct Decided {
    blank: Vec<ColumnSet>,
    keep: Vec<ColumnSet>,
    apart: FxHashSet<Pair>,
}

impl Decided {
    /// A row keeps its missing values.
    fn new(node: &Node, rows: &[Row]) -> Self {
        let mut decided = Self {
            blank: vec![0; rows.len()],
            keep: rows.iter().map(|row| row.unpaid).collect(),
            apart: (node.apart.iter()).flat_map(|(pairs, tried)| pairs[..*tried].iter().copied()).collect(),
        };
        for &(row, blank, keep) in &node.cells {
            decided.blank[row as usize] |= blank;
            decided.keep[row as usize] |= keep;
        }
        decided
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It is not finished.
    Open,
    /// Nothing costs less than the suppression found.
    Proven,
    /// It took too long.
    GivenUp,
}

impl Exact {
    /// The search in a component for suppressions that cost less than `limit`; `None` if it is too large.
    ///
    /// A row that lacks nothing needs to lose cells only in two cases: two lacking rows could both match it within
    /// the limit, or it represents fewer records than the one lacking row that could. Otherwise the cells that it
    /// loses help at most one row. That row may as well lose its own cells at no more cost, and the gains of other
    /// rows remain.
    pub(super) fn new(problem: &Problem, lacking: &[u32], tuples: &[u32], limit: u64) -> Option<Self> {
        let mut rows: Vec<Row> = Vec::new();
        let mut push = |tuple: u32, row: u32| {
            rows.push(Row {
                row,
                tuple,
                records: problem.records(row),
                unpaid: problem.unpaid(tuple),
                need: problem.need(tuple),
                neighbours: Vec::new(),
            });
            rows.len() <= MOST_ROWS
        };
        for &tuple in lacking {
            for &row in problem.rows(tuple) {
                if !push(tuple, row) {
                    return None;
                }
            }
        }
        for &tuple in tuples {
            if problem.need(tuple) > 0 || !may_help(problem, lacking, tuple, limit) {
                continue;
            }
            // The limit bounds how many equal rows can lose a cell each.
            let mut alike = 0;
            let mut last = 0;
            for &row in problem.rows(tuple) {
                let records = problem.records(row);
                alike = if records == last { alike + 1 } else { 1 };
                last = records;
                let price = records.saturating_mul(problem.cheapest());
                if alike * price <= limit && !push(tuple, row) {
                    return None;
                }
            }
        }
        let n_lacking = rows.iter().filter(|row| row.need > 0).count();
        let mut n_neighbours = 0;
        for own in 0..n_lacking {
            let neighbours = neighbours(problem, &rows, tuples, own, limit);
            n_neighbours += neighbours.len();
            rows[own].neighbours = neighbours;
            if n_neighbours > MOST_NEIGHBOURS {
                return None;
            }
        }
        Some(Self { open: vec![Node::default()], rows, n_lacking, best: limit, found: None, looks: 0 })
    }

    /// Branches once.
    pub(super) fn step(&mut self, problem: &Problem) -> End {
        let Some(node) = self.open.pop() else {
            return End::Proven;
        };
        self.branch(problem, &node);
        if self.looks > MOST_LOOKS {
            return End::GivenUp;
        }
        if self.open.is_empty() { End::Proven } else { End::Open }
    }

    /// The share of the looks that it may take.
    pub(super) fn share(&self) -> f64 {
        self.looks as f64 / MOST_LOOKS as f64
    }

    /// The suppression found below the limit, and its cost.
    pub(super) fn found(&self) -> Option<(u64, Blanks)> {
        let found = self.found.as_ref()?;
        let blanks =
            (self.rows.iter().zip(found)).filter(|&(_, &set)| set != 0).map(|(row, &set)| (row.row, set)).collect();
        Some((self.best, blanks))
    }

    /// The cost of making a row match a neighbour; `None` if that is ruled out.
    fn price(&self, problem: &Problem, node: &Decided, own: usize, next: &Neighbour) -> Option<u64> {
        let left = next.difference & !node.blank[own];
        let mine = self.rows[own].records;
        let Some(other) = next.row.map(|row| row as usize) else {
            return (left & node.keep[own] == 0).then(|| mine * problem.cost(left));
        };
        let left = left & !node.blank[other];
        let (own_keep, other_keep) = (left & node.keep[own], left & node.keep[other]);
        let others = self.rows[other].records;
        let free = left & !(own_keep | other_keep);
        (own_keep & other_keep == 0).then(|| {
            others * problem.cost(own_keep) + mine * problem.cost(other_keep) + mine.min(others) * problem.cost(free)
        })
    }

    fn branch(&mut self, problem: &Problem, node: &Node) {
        if node.spent >= self.best {
            return;
        }
        let left = self.best - node.spent;
        let decided = Decided::new(node, &self.rows);
        // The row with the fewest ways to become safe.
        let mut chosen: Option<(usize, Vec<(u64, u32)>)> = None;
        let mut lacks: Vec<u64> = vec![0; self.n_lacking];
        for (own, lacked) in lacks.iter_mut().enumerate() {
            let Row { need, neighbours, .. } = &self.rows[own];
            self.looks += neighbours.len() as u64 + 1;
            let mut gained = 0;
            let mut ways: Vec<(u64, u32)> = Vec::new();
            let mut could_gain = 0;
            for (next, place) in neighbours.iter().zip(0..) {
                let is_apart = || decided.apart.contains(&(own as u32, place));
                match self.price(problem, &decided, own, next) {
                    Some(0) if is_apart() => return,
                    Some(0) => gained += next.records,
                    Some(price) if price < left && !is_apart() => {
                        ways.push((price, place));
                        could_gain += next.records;
                    }
                    _ => {}
                }
            }
            let Some(lack) = need.checked_sub(gained).filter(|&lack| lack > 0) else {
                continue;
            };
            if could_gain < lack {
                return;
            }
            *lacked = lack;
            if chosen.as_ref().is_none_or(|chosen| ways.len() < chosen.1.len()) {
                chosen = Some((own, ways));
            }
        }
        let Some((own, mut ways)) = chosen else {
            self.best = node.spent;
            self.found = Some(decided.blank);
            return;
        };
        if self.least_left(problem, &decided, &lacks, left) >= left {
            return;
        }
        sort_by(&mut ways, Ord::cmp);
        let mut tried: Vec<Likeness> = Vec::new();
        // The matches of one of several equal rows are tried with the first of them.
        ways.retain(|&(_, place)| {
            let next = &self.rows[own].neighbours[place as usize];
            let Some(likeness) = self.likeness(&decided, next) else {
                return true;
            };
            let is_new = !tried.contains(&likeness);
            tried.push(likeness);
            is_new
        });
        let pairs: Arc<[Pair]> = ways.iter().map(|&(_, place)| (own as u32, place)).collect();
        let mut children = Vec::new();
        for (tried, &(_, place)) in ways.iter().enumerate() {
            let mut apart = node.apart.clone();
            apart.push((Arc::clone(&pairs), tried));
            let next = self.rows[own].neighbours[place as usize];
            self.divide(problem, node, &decided, own, &next, &apart, &mut children);
        }
        self.looks += children.len() as u64;
        // The cheapest first.
        sort_by(&mut children, |one: &Node, other| other.spent.cmp(&one.spent));
        self.open.append(&mut children);
    }

    /// A key that is equal for equal rows that may lose cells, as long as nothing is decided about them.
    fn likeness(&self, node: &Decided, next: &Neighbour) -> Option<Likeness> {
        let row = next.row?;
        let place = row as usize;
        let is_fresh = node.blank[place] == 0
            && node.keep[place] == self.rows[place].unpaid
            && !node
                .apart
                .iter()
                .any(|&(own, place)| own == row || self.rows[own as usize].neighbours[place as usize].row == next.row);
        is_fresh.then(|| (self.rows[place].tuple, self.rows[place].records))
    }

    /// The ways to divide the columns in which a row and its neighbour differ.
    #[expect(clippy::too_many_arguments, reason = "all of them describe one branch")]
    fn divide(
        &self,
        problem: &Problem,
        node: &Node,
        decided: &Decided,
        own: usize,
        next: &Neighbour,
        apart: &[(Arc<[Pair]>, usize)],
        children: &mut Vec<Node>,
    ) {
        let left = next.difference & !decided.blank[own];
        let mut push = |mine: ColumnSet, other: Option<(usize, ColumnSet)>| {
            let mut spent = node.spent + self.rows[own].records * problem.cost(mine);
            let mut cells = node.cells.clone();
            cells.push((own as u32, mine, other.map_or(0, |(_, theirs)| theirs)));
            if let Some((other, theirs)) = other {
                cells.push((other as u32, theirs, 0));
                spent += self.rows[other].records * problem.cost(theirs);
            }
            if spent < self.best {
                children.push(Node { cells, apart: apart.to_vec(), spent });
            }
        };
        let Some(other) = next.row.map(|row| row as usize) else {
            push(left, None);
            return;
        };
        let left = left & !decided.blank[other];
        let (theirs, mine) = (left & decided.keep[own], left & decided.keep[other]);
        let free = left & !(theirs | mine);
        // Every subset of the free columns, from all to none.
        let mut part = free;
        loop {
            push(mine | part, Some((other, theirs | free & !part)));
            if part == 0 {
                break;
            }
            part = (part - 1) & free;
        }
    }

    /// The least remaining cost: every lacking row's cheapest way, and the coverage bound ([`super::cover`]) over the
    /// remaining cells.
    fn least_left(&mut self, problem: &Problem, node: &Decided, lacks: &[u64], limit: u64) -> u64 {
        let mut highest = 0;
        let mut helps: Vec<Vec<(u64, u64)>> = vec![Vec::new(); self.rows.len()];
        let cheapest = problem.cheapest();
        for (own, &lack) in lacks.iter().enumerate().filter(|&(_, &lack)| lack > 0) {
            let mut ways: Vec<(u64, u64)> = Vec::new();
            for next in &self.rows[own].neighbours {
                let Some(price) = self.price(problem, node, own, next).filter(|&price| price > 0) else {
                    continue;
                };
                ways.push((price, next.records));
                let Some(other) = next.row else { continue };
                let left = next.difference & !(node.blank[own] | node.blank[other as usize]);
                if left & node.keep[other as usize] == 0 {
                    let records = self.rows[other as usize].records;
                    let price = records * problem.cost(left);
                    if price < limit {
                        helps[other as usize].push((price, lack.min(records)));
                    }
                }
            }
            self.looks += self.rows[own].neighbours.len() as u64;
            sort_by(&mut ways, Ord::cmp);
            let mut gained = 0;
            let least = ways.iter().find(|(_, records)| {
                gained += records;
                gained >= lack
            });
            highest = highest.max(least.map_or(limit, |way| way.0));
        }
        let mut points = Vec::new();
        for (other, mut of) in helps.into_iter().enumerate() {
            let own = lacks.get(other).copied().unwrap_or(0);
            sort_by(&mut of, Ord::cmp);
            let mut gained = own;
            for (price, gain) in of {
                gained += gain;
                points.push((price, gained));
            }
        }
        points.extend(
            (lacks.iter().zip(&self.rows))
                .filter(|&(&lack, _)| lack > 0)
                .map(|(&lack, row)| (row.records * cheapest, lack)),
        );
        highest.max(least_cost(points, lacks.iter().sum(), limit))
    }
}

/// The tuple of a row, and the number of records that it represents.
type Likeness = (u32, u64);
