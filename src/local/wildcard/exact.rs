//! The cheapest suppression of a small component, by branch and bound.
//!
//! Some row u lacks records. Whatever makes it safe makes it be taken for another row s, and then each column in which
//! the two differ is suppressed in u, or kept in u and suppressed in s. So the branches are the rows s in turn, the
//! earlier ones ruled out for u, and for each s the ways to divide the columns. A branch ends when what is spent, and
//! what must be spent at least, is no less than the best suppression found.
//!
//! Only rows of lacking tuples and some others may lose cells ([`Exact::new`]); all others are what a row may be taken
//! for by its own cells alone.

use super::cover::least_cost;
use super::neighbours::{Neighbour, Row, may_help, neighbours};
use super::problem::{Blanks, Problem};
use crate::sorting::sort_by;
use crate::uniques::ColumnSet;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Rows that may lose cells, up to which a component is searched.
const MOST_ROWS: usize = 192;
/// Neighbours of one row, all rows together.
const MOST_NEIGHBOURS: usize = 100_000;
/// Looks at a neighbour after which the search gives up.
const MOST_LOOKS: u64 = 60_000_000;

/// The search; goes on in small steps.
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

/// What is decided: cells that are suppressed, cells that are kept, and neighbours that rows are not taken for.
#[derive(Debug, Clone, Default)]
struct Node {
    /// Row, cells that it loses, cells that it keeps; several entries of a row add up.
    cells: Vec<(u32, ColumnSet, ColumnSet)>,
    /// Rows with places of neighbours; of each list as many as were tried before.
    apart: Vec<(Arc<[Pair]>, usize)>,
    spent: u64,
}

/// A row and the place of a neighbour.
type Pair = (u32, u32);

/// A node, by row.
#[derive(Debug)]
struct Decided {
    blank: Vec<ColumnSet>,
    keep: Vec<ColumnSet>,
    apart: FxHashSet<Pair>,
}

impl Decided {
    fn new(node: &Node, n_rows: usize) -> Self {
        let mut decided = Self {
            blank: vec![0; n_rows],
            keep: vec![0; n_rows],
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
    /// It is not over.
    Open,
    /// Nothing costs less than what was found.
    Proven,
    /// It took too long.
    GivenUp,
}

impl Exact {
    /// The search in a component, for what costs less than `limit`; `None` where it is too large.
    ///
    /// A row that lacks nothing loses cells only where two rows that lack something could both be taken for it within
    /// the limit, or where it stands for fewer records than the one that could be. Else the cells that it loses serve
    /// one row at most, which may as well lose its own at no more cost; all that others gained by them, they gain
    /// still.
    pub(super) fn new(problem: &Problem, lacking: &[u32], tuples: &[u32], limit: u64) -> Option<Self> {
        let mut rows: Vec<Row> = Vec::new();
        let mut push = |tuple: u32, row: u32| {
            rows.push(Row {
                row,
                tuple,
                records: problem.records(row),
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
            // Of rows that are alike, no more can lose a cell each than the limit pays for.
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

    /// What was found to cost less than the limit, with its cost.
    pub(super) fn found(&self) -> Option<(u64, Blanks)> {
        let found = self.found.as_ref()?;
        let blanks =
            (self.rows.iter().zip(found)).filter(|&(_, &set)| set != 0).map(|(row, &set)| (row.row, set)).collect();
        Some((self.best, blanks))
    }

    /// What it costs that a row is taken for a neighbour; `None` where that is ruled out.
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
        let decided = Decided::new(node, self.rows.len());
        // The row with fewest ways to become safe.
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
        // What one of several like rows may be taken for is tried with the first.
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

    /// What a row that may lose cells is like, as long as nothing is decided of it.
    fn likeness(&self, node: &Decided, next: &Neighbour) -> Option<Likeness> {
        let row = next.row?;
        let place = row as usize;
        let is_fresh = node.blank[place] == 0
            && node.keep[place] == 0
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

    /// What must still be spent at least: every lacking row's cheapest way, and the coverage bound ([`super::cover`])
    /// over the cells that are left.
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

/// The tuple of a row, and the records that it stands for.
type Likeness = (u32, u64);
