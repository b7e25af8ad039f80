//! The coverage bound: the least cost of gaining enough records.
//!
//! Take any suppression that makes the table safe. Let u be a row that lacks need(u) records and loses no cell
//! itself. It then matches rows s from which it differs in D(u, s), all of them suppressed in s, where so no value is
//! missing; these rows represent at least need(u) records. Credit every row s that loses cells B with
//!
//! gain(s, B) = need(s) + Σ min(records of s, need(u)) over the rows u ≠ s with ∅ ≠ D(u, s) ⊆ B,
//!
//! Then the credits add up to at least Σ need(u) over all rows: a row that loses cells contributes its own need. So
//! the least cost of rows whose gains reach that sum is a lower bound. It is computed exactly, for the greatest gain
//! at each cost among all rows, each of which may be taken repeatedly. A row that represents more than k − 1 records
//! is treated as one of k − 1: it gains as much, and costs no more.

use super::problem::Problem;
use crate::uniques::{ColumnSet, columns_of};
use std::collections::BTreeMap;

/// The gain of every set of cells is computed up to this number of columns.
const MOST_COLUMNS: usize = 10;
/// The number of cost buckets beyond that.
const BUCKETS: usize = 65;
/// All tuples are compared at once if at least one in this many is lacking.
const ONE_BY_ONE: usize = 6;
/// After this many choices of rows, the bound is what is proven so far.
const MOST_CHOICES: usize = 200_000;

/// Credits of the rows looked at so far.
#[derive(Debug)]
pub(super) struct Coverage {
    /// The greatest gain, by the records of a row and then by its cells or its cost.
    best: BTreeMap<u64, Vec<u64>>,
    by_cells: bool,
    /// The cost of a bucket.
    step: u64,
    /// The required total gain.
    target: u64,
    /// Whether the records of each tuple must be made safe.
    is_lacking: Vec<bool>,
}

impl Coverage {
    /// Without any rows yet. `lacking` are the tuples whose records must be made safe.
    pub(super) fn new(problem: &Problem, lacking: &[u32]) -> Self {
        let m = problem.tuples.n_columns();
        let mut is_lacking = vec![false; problem.tuples.len()];
        for &tuple in lacking {
            is_lacking[tuple as usize] = true;
        }
        Self {
            is_lacking,
            best: BTreeMap::new(),
            by_cells: m <= MOST_COLUMNS,
            step: (problem.cost(problem.tuples.all())).div_ceil(BUCKETS as u64 - 1).max(1),
            target: (lacking.iter()).map(|&tuple| problem.need(tuple) * problem.rows(tuple).len() as u64).sum(),
        }
    }

    /// Looks at the rows of a tuple. Time: n·m for n lacking tuples, plus m·2^m for up to ten columns.
    pub(super) fn add(&mut self, problem: &Problem, lacking: &[u32], tuple: u32) {
        let mut classes: Vec<u64> =
            (problem.rows(tuple).iter()).map(|&row| problem.records(row).min(problem.k - 1)).collect();
        classes.dedup();
        let mut differences: Vec<(ColumnSet, u32)> = Vec::with_capacity(lacking.len());
        let unpaid = problem.unpaid(tuple);
        let mut push = |difference: ColumnSet, other: u32| {
            if difference != 0 && difference & unpaid == 0 {
                differences.push((difference, other));
            }
        };
        // All at once is faster than one by one, but computes every difference, and in the other order.
        if unpaid == 0 && lacking.len() > problem.tuples.len() / ONE_BY_ONE {
            problem.each_difference(tuple as usize, &mut |difference, other| {
                if self.is_lacking[other] {
                    push(difference & !problem.unpaid(other as u32), other as u32);
                }
            });
        } else {
            for &other in lacking {
                push(problem.difference(other, tuple), other);
            }
        }
        for records in classes {
            let helps: Vec<(ColumnSet, u64)> = (differences.iter())
                .map(|&(difference, other)| {
                    let rows = problem.rows(other).len() as u64;
                    (difference, rows * records.min(problem.need(other)))
                })
                .collect();
            let gains = if self.by_cells { by_cells(problem, &helps) } else { self.by_cost(problem, &helps) };
            let own = problem.need(tuple);
            let best = (self.best.entry(records)).or_insert_with(|| vec![0; gains.len()]);
            for (best, gain) in best.iter_mut().zip(gains) {
                *best = (*best).max(gain + own);
            }
        }
    }

    /// The bound, once every row was looked at; at most `limit`.
    pub(super) fn bound(&self, problem: &Problem, limit: u64) -> u64 {
        let mut points = Vec::new();
        for (&records, gains) in &self.best {
            for (place, &gain) in gains.iter().enumerate() {
                let cost = if self.by_cells {
                    problem.cost(place as ColumnSet)
                } else {
                    (place as u64 * self.step).max(problem.cheapest())
                };
                // The first set is empty, and so is the first bucket if it covers a single cost.
                if place > 0 || !self.by_cells && self.step > 1 {
                    points.push((records * cost, gain));
                }
            }
        }
        least_cost(points, self.target, limit)
    }

    /// The most that a row can gain for each cost: records that differ in columns of at most this cost, and share one
    /// of the kept values.
    fn by_cost(&self, problem: &Problem, helps: &[(ColumnSet, u64)]) -> Vec<u64> {
        let m = problem.tuples.n_columns();
        let mut near = vec![0; BUCKETS + 1];
        let mut all = 0;
        let mut agreeing = vec![0; m];
        for &(difference, gain) in helps {
            let bucket = (problem.cost(difference) / self.step) as usize;
            near[bucket.min(BUCKETS)] += gain;
            all += gain;
            columns_of(difference).for_each(|column| agreeing[column] += gain);
        }
        // Among the kept columns, the one on which fewest agree limits the gain, so these come first.
        let mut columns: Vec<(u64, u64)> = (agreeing.iter().enumerate())
            .map(|(column, differing)| (all - differing, problem.cost(1 << column)))
            .collect();
        crate::sorting::sort_by(&mut columns, Ord::cmp);
        let mut sum = 0;
        (near.iter().enumerate())
            .map(|(place, gain)| {
                sum += gain;
                // A bucket covers costs up to the next one's start.
                let mut left = (place as u64 + 1) * self.step - 1;
                let limit = columns
                    .iter()
                    .find(|&&(_, cost)| {
                        let too_dear = cost > left;
                        left = left.saturating_sub(cost);
                        too_dear
                    })
                    .map_or(all, |&(limit, _)| limit);
                sum.min(limit)
            })
            .collect()
    }
}

/// The gain of each set of cells: sums over subsets.
fn by_cells(problem: &Problem, helps: &[(ColumnSet, u64)]) -> Vec<u64> {
    let m = problem.tuples.n_columns();
    let mut gains = vec![0; 1 << m];
    for &(difference, gain) in helps {
        gains[difference as usize] += gain;
    }
    for column in 0..m {
        for set in 0..gains.len() {
            if set >> column & 1 == 1 {
                gains[set] += gains[set ^ 1 << column];
            }
        }
    }
    gains
}

/// The least cost of points (cost above 0, gain), each usable any number of times, whose gains reach the target; at
/// most `limit`.
pub(super) fn least_cost(mut points: Vec<(u64, u64)>, target: u64, limit: u64) -> u64 {
    // A point is not needed if another costs no more and gains no less.
    crate::sorting::sort_by(&mut points, |a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    let mut most = 0;
    points.retain(|&(_, gain)| {
        let is_better = gain > most;
        most = most.max(gain);
        is_better
    });
    let mut open: BTreeMap<u64, u64> = BTreeMap::from([(0, 0)]);
    let mut reached = None;
    let mut choices = 0;
    while let Some((cost, gain)) = open.pop_first() {
        if cost >= limit || gain >= target {
            return cost.min(limit);
        }
        if reached.is_some_and(|reached| gain <= reached) {
            continue;
        }
        reached = Some(gain);
        for &(more, gained) in &points {
            choices += 1;
            let entry = open.entry(cost.saturating_add(more)).or_insert(0);
            *entry = (*entry).max(gain.saturating_add(gained));
        }
        if choices > MOST_CHOICES {
            return open.first_key_value().map_or(cost, |(&next, _)| next.min(limit));
        }
    }
    limit
}
