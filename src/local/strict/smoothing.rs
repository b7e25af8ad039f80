//! Prices close to the best ones, for a pool of patterns.
//!
//! The best prices are the dual of a linear program that assigns each pattern a fractional number of groups, such
//! that each record is in one group in total. Here each pattern gets the number exp(lacking ÷ spread), and its groups
//! prefer the records with the lowest prices: a record beyond the first ones counts in proportion to exp(−price ÷
//! spread). Prices rise for records that are in more than one group, and fall for the others. As all groups have k
//! records, 1/k of the logarithm is a step that does not overshoot (Darroch, Ratcliff, Generalized iterative scaling
//! for log-linear models, 1972). Nothing here is a proof; [`pricing`](super::pricing) starts from these prices.

use super::pool::Pool;
use super::space::Space;

/// The current prices.
#[derive(Debug)]
pub(super) struct Smoothing {
    /// In cells of the mean weight.
    pub(super) prices: Vec<f64>,
    /// The number of groups that each record is in.
    loads: Vec<f64>,
    /// exp(−price ÷ spread).
    shares: Vec<f64>,
    /// For each tuple of a pattern, the sum of the shares from this tuple on.
    tails: Vec<f64>,
}

/// The largest change of a price in one step, as a logarithm.
const LONGEST: f64 = 2.0;
/// Exponents are cut off here.
const LIMIT: f64 = 600.0;

impl Smoothing {
    /// The initial prices, in cells of the mean weight.
    pub(super) fn new(prices: Vec<f64>) -> Self {
        Self { loads: vec![0.0; prices.len()], shares: vec![0.0; prices.len()], tails: Vec::new(), prices }
    }

    /// Moves all prices once. Time: linear in the tuples of the pool.
    pub(super) fn step(&mut self, space: &Space, pool: &mut Pool, cell: f64, k: u64, spread: f64) {
        self.loads.fill(0.0);
        for (share, price) in self.shares.iter_mut().zip(&self.prices) {
            *share = libm::exp((-price / spread).clamp(-LIMIT, LIMIT));
        }
        let n = k as f64;
        for pattern in &mut pool.patterns {
            let prices = &self.prices;
            // Nearly sorted from the previous step.
            insertion_sort(&mut pattern.tuples, |tuple| prices[tuple as usize]);
            let of = |tuple: u32| {
                let place = tuple as usize;
                (space.count(tuple) as f64, prices[place], self.shares[place])
            };
            self.tails.clear();
            self.tails.resize(pattern.tuples.len(), 0.0);
            let mut tail = 0.0;
            for (sum, &tuple) in self.tails.iter_mut().zip(&pattern.tuples).rev() {
                let (count, _, share) = of(tuple);
                tail += count * share;
                *sum = tail;
            }
            // The tuples that are wholly in each group.
            let (mut whole, mut need, mut sum) = (0, n, 0.0);
            for (&tuple, tail) in pattern.tuples.iter().zip(&self.tails) {
                let (count, price, share) = of(tuple);
                if need <= count || need * share <= *tail {
                    break;
                }
                whole += 1;
                need -= count;
                sum += count * price;
            }
            let rest = &pattern.tuples[whole..];
            let part = need / self.tails.get(whole).copied().unwrap_or(f64::MAX);
            sum += rest.iter().map(|&t| of(t).0 * of(t).2 * of(t).1).sum::<f64>() * part;
            let lacking = n * space.weight(pattern.set) as f64 / cell - sum;
            let records: f64 = pattern.tuples.iter().map(|&t| of(t).0).sum();
            let groups = libm::exp((lacking / spread).min(3.0 + libm::log(records / n)));
            if groups < 1e-6 {
                continue;
            }
            for &tuple in &pattern.tuples[..whole] {
                self.loads[tuple as usize] += groups;
            }
            for &tuple in rest {
                self.loads[tuple as usize] += groups * part * self.shares[tuple as usize];
            }
        }
        for (tuple, (price, &load)) in self.prices.iter_mut().zip(&self.loads).enumerate() {
            let change = libm::log(load.max(1e-9)).clamp(-LONGEST, LONGEST);
            *price += spread / n * change;
            if space.count(tuple as u32) >= k {
                // In a group of its own, it keeps everything.
                let all = space.weight(space.values(tuple as u32)) as f64 / cell;
                *price = price.max(all);
            }
        }
    }
}

fn insertion_sort(tuples: &mut [u32], price: impl Fn(u32) -> f64) {
    for end in 1..tuples.len() {
        let tuple = tuples[end];
        let mut place = end;
        while place > 0 && price(tuples[place - 1]) > price(tuple) {
            tuples[place] = tuples[place - 1];
            place -= 1;
        }
        tuples[place] = tuple;
    }
}
