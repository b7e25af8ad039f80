//! A lower bound for the cost of every strict suppression, by prices.
//!
//! Give each record r a price q(r), such that the prices of any k records add up to at least k times what these can
//! keep together: the weight of the columns on which they all agree. Then the prices of any larger group also add up
//! to at least what it keeps: the mean price is the mean over its subsets of k, and each of these could keep as much
//! as the group. As every record is in one cluster, all prices together are at least what any strict suppression
//! keeps. So the weight of all values minus the prices is at most its cost. These prices are the dual of the linear
//! program that divides the records into fractions of groups of k.
//!
//! The first prices are the most that each record can keep on its own. Then two steps alternate: prices are moved
//! near the best ones ([`smoothing`](super::smoothing)); a search through all patterns ([`pricing`](super::pricing))
//! then proves them, by raising prices that are too low and lowering those that may be lowered. It also finds new
//! patterns to continue with. All proofs use integers.

use super::pool::Pool;
use super::pricing::Pricing;
use super::smoothing::Smoothing;
use super::space::{PARTS, Space};

/// The number of times that prices are moved and proven.
const ROUNDS: usize = 20;
/// The maximum number of tuples to look at in one proof, and in all.
const MOST_WORK: u64 = 400_000_000;
const MOST_WORK_TOGETHER: u64 = 1_200_000_000;
/// The search ends once two rounds gain less than one in this many parts of the bound.
const LEAST_GAIN: u64 = 1000;
/// The slack that a proof ignores, and the slack for collecting patterns, in cells for each record.
const SLACK: f64 = 0.1;
const COLLECTED: f64 = 1.0;

/// The search for the best prices, which can be interrupted and continued.
#[derive(Debug)]
pub(super) struct Prices {
    k: u64,
    /// The mean weight of a cell.
    cell: f64,
    pool: Pool,
    smoothing: Smoothing,
    stage: Stage,
    round: usize,
    work: u64,
    /// The best proven prices, and the bounds of the last rounds, the best one last.
    best: Vec<i64>,
    bounds: Vec<u64>,
}

#[derive(Debug)]
enum Stage {
    Prove(Box<Pricing>),
    Smooth(usize),
    Collect(Box<Pricing>),
    Done,
}

impl Prices {
    /// A new search. `own` is what each tuple can keep on its own.
    pub(super) fn new(space: &Space, k: u64, own: impl Iterator<Item = i64>) -> Self {
        let best: Vec<i64> = own.map(|weight| PARTS * weight).collect();
        let cell = space.weight(space.all()) as f64 / space.n_columns().max(1) as f64;
        let cell = cell.max(1.0);
        let of_cell = |&price: &i64| price as f64 / PARTS as f64 / cell;
        let mut prices = Self {
            k,
            cell,
            pool: Pool::new(k),
            smoothing: Smoothing::new(best.iter().map(of_cell).collect()),
            stage: Stage::Done,
            round: 0,
            work: 0,
            bounds: vec![bound(space, &best)],
            best,
        };
        prices.stage = Stage::Prove(prices.pricing(space, prices.best.clone(), SLACK, false));
        prices
    }

    /// Does a little work. Returns whether everything is done.
    pub(super) fn step(&mut self, space: &Space) -> bool {
        match &mut self.stage {
            Stage::Prove(pricing) => {
                let done = pricing.step(space, &mut self.pool);
                if done || pricing.work() > MOST_WORK {
                    self.work += pricing.work();
                    let proven = done.then(|| pricing.proven());
                    self.stage = self.after_proof(space, proven);
                }
            }
            Stage::Smooth(left) => {
                let spread = (0.2 * libm::pow(0.85, self.round as f64)).max(0.015);
                (self.smoothing).step(space, &mut self.pool, self.cell, self.k, spread);
                *left -= 1;
                if *left == 0 {
                    self.round += 1;
                    let prices = (self.smoothing.prices.iter().zip(0..))
                        .map(|(price, tuple)| {
                            let price = (price * self.cell * PARTS as f64) as i64;
                            if space.count(tuple) < self.k {
                                price
                            } else {
                                price.max(PARTS * space.weight(space.values(tuple)))
                            }
                        })
                        .collect();
                    self.stage = Stage::Prove(self.pricing(space, prices, SLACK, false));
                }
            }
            Stage::Collect(pricing) => {
                if pricing.step(space, &mut self.pool) || pricing.work() > MOST_WORK {
                    self.stage = Stage::Done;
                }
            }
            Stage::Done => return true,
        }
        false
    }

    /// The share that is done, 0 to 1.
    pub(super) fn share(&self) -> f64 {
        match &self.stage {
            Stage::Prove(_) | Stage::Smooth(_) => {
                // Few searches need all their rounds.
                0.9 * (1.0 - libm::pow(0.85, self.round as f64))
            }
            Stage::Collect(_) => 0.9,
            Stage::Done => 1.0,
        }
    }

    /// Whether a better bound was proven than what each tuple can keep on its own.
    pub(super) fn is_proven(&self) -> bool {
        self.bounds.len() > 1
    }

    /// A lower bound for the cost of every strict suppression, in units of the weights.
    pub(super) fn bound(&self) -> u64 {
        self.bounds.last().copied().unwrap_or(0)
    }

    /// The best prices, and the patterns near them.
    pub(super) fn into_parts(self) -> (Vec<i64>, Pool) {
        (self.best, self.pool)
    }

    fn after_proof(&mut self, space: &Space, proven: Option<Vec<i64>>) -> Stage {
        if let Some(proven) = proven {
            let found = bound(space, &proven);
            if found > self.bound() {
                self.best = proven;
            }
            self.bounds.push(found.max(self.bound()));
        } else if self.round == 0 {
            return Stage::Done;
        }
        let now = self.bound();
        let before = self.bounds.iter().rev().nth(2).copied().unwrap_or(0);
        let is_slow = self.round > 5 && now - before < now.div_ceil(LEAST_GAIN);
        if is_slow || self.round == ROUNDS || self.work > MOST_WORK_TOGETHER {
            let best = self.best.clone();
            self.pool.takes_extra = true;
            return Stage::Collect(self.pricing(space, best, COLLECTED, true));
        }
        // The first patterns are few and not enough for large moves.
        Stage::Smooth((10 * (self.round + 1)).min(40))
    }

    fn pricing(&self, space: &Space, prices: Vec<i64>, slack: f64, collects: bool) -> Box<Pricing> {
        let slack = (slack * self.cell * PARTS as f64 * self.k as f64) as i64;
        Box::new(Pricing::new(space, self.k, prices, slack, collects))
    }
}

/// A lower bound for the cost of every strict suppression, if these prices are high enough.
fn bound(space: &Space, prices: &[i64]) -> u64 {
    let parts: i128 = (prices.iter().zip(0..))
        .map(|(&price, tuple)| {
            let values = PARTS * space.weight(space.values(tuple));
            i128::from(values - price) * i128::from(space.count(tuple))
        })
        .sum();
    // A cost is an integer number of units.
    let units = (parts + i128::from(PARTS) - 1).div_euclid(PARTS.into());
    u64::try_from(units.max(0)).unwrap_or(u64::MAX)
}
