//! The best-found search for a table whose tuples the engine holds.
//!
//! If the other quasi-identifiers are cut as in a policy of the frontier, risk and loss are sums over the intervals
//! of one quasi-identifier. One pass over the tuples makes a [table](crate::frontier::intervals) of all intervals;
//! every step of a [chain](chains) is then a lookup. Chains go up from the finest partition, down from the single
//! interval, and both ways from the policy's own partition after its boundaries have moved to their best places.
//!
//! The first passes take the quasi-identifiers in turn, at places spread evenly along the frontier. After that, a
//! quasi-identifier that has recently lowered the area more for its work is taken more often, at random places. Once
//! every policy of the frontier has had a pass of each quasi-identifier, the [plan](Best) for other tables runs until
//! it finds a new policy.

mod board;
mod chains;
mod cuts;
mod pass;
#[cfg(test)]
mod tests;

use crate::draw::Draw;
use crate::frontier::best::Best;
use crate::frontier::engine::Columns;
use crate::frontier::explorer::Explorer;
use crate::frontier::strategy::Strategy;
use crate::partition::Space;
use cuts::MOST_ATOMS;
use pass::Pass;

/// Rounds in a fixed order.
const FIXED: u64 = 6;
/// The share of an earlier gain that remains after another pass of the same quasi-identifier.
const MEMORY: f64 = 0.9;
/// 2⁶⁴.
const ALL: f64 = 18_446_744_073_709_551_616.0;
/// Every quasi-identifier counts with at least this share of the best gain.
const FLOOR: f64 = 0.05;

/// The search.
pub(in crate::frontier) struct Passes {
    columns: Columns,
    /// The quasi-identifiers that have a boundary, those with the most values first.
    axes: Vec<usize>,
    draw: Draw,
    n_passes: u64,
    /// Passes of each quasi-identifier.
    turns: Vec<u64>,
    pass: Pass,
    /// The current quasi-identifier, with the area before its pass.
    under_way: Option<(usize, f64)>,
    /// The search that continues if no pass is left, and the number of accepted policies at that time.
    plan: Best,
    closed_at: Option<u64>,
    /// Area gained per unit of work, by quasi-identifier.
    gains: Vec<f64>,
}

impl Passes {
    pub(in crate::frontier) fn new(space: &Space, columns: Columns, seed: u64) -> Self {
        let axes: Vec<usize> = (0..columns.columns.len()).filter(|&axis| columns.columns[axis].size > 1).collect();
        Self {
            gains: vec![0.0; axes.len()],
            turns: vec![0; axes.len()],
            columns,
            axes,
            draw: Draw::new(seed),
            n_passes: 0,
            pass: Pass::default(),
            under_way: None,
            plan: Best::new(space, seed),
            closed_at: None,
        }
    }

    /// Begins the next pass. Returns whether there is one.
    fn begin(&mut self, explorer: &mut Explorer) -> bool {
        let n = self.axes.len();
        let accepted = Some(explorer.staircase().n_accepted());
        if n == 0 || self.closed_at == accepted {
            return false;
        }
        let (round, turn) = (self.n_passes / n as u64, self.n_passes % n as u64);
        let (first, share) =
            if round < FIXED { (turn as usize, van_der_corput(round)) } else { (self.drawn(), self.share()) };
        self.n_passes += 1;
        for turn in 0..n {
            let place = (first + turn) % n;
            let axis = self.axes[place];
            let marks = done_mark(&self.columns, axis);
            if let Some(index) = explorer.staircase().unmarked(share, marks) {
                let (policy, point) = explorer.take(index, marks);
                self.under_way = Some((place, explorer.staircase().area()));
                (self.pass).begin(axis, policy, point, self.turns[place], &self.columns);
                self.turns[place] += 1;
                return true;
            }
        }
        self.closed_at = accepted;
        false
    }

    /// A random number between 0 and 1.
    fn share(&mut self) -> f64 {
        self.draw.below(1 << 20) as f64 / f64::from(1 << 20)
    }

    /// A random quasi-identifier, with a probability proportional to its recent gain.
    fn drawn(&mut self) -> usize {
        let most = self.gains.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let weight = |gain: f64| gain.max(FLOOR * most);
        let all: f64 = self.gains.iter().map(|&gain| weight(gain)).sum();
        let mut left = self.share() * all;
        for (place, &gain) in self.gains.iter().enumerate() {
            left -= weight(gain);
            if left < 0.0 {
                return place;
            }
        }
        self.gains.len() - 1
    }
}

impl Strategy for Passes {
    fn step(&mut self, explorer: &mut Explorer) -> bool {
        let Some((place, area)) = self.under_way else {
            return !self.begin(explorer) && self.plan.step(explorer);
        };
        if self.pass.step(&self.columns, explorer) {
            let gained = area - explorer.staircase().area();
            let gain = &mut self.gains[place];
            let own = gained / self.pass.work().max(1) as f64;
            *gain = MEMORY * *gain + (1.0 - MEMORY) * own;
            self.under_way = None;
        }
        false
    }
}

/// The mark of a quasi-identifier that needs no further pass. There is none beyond the 64th quasi-identifier, nor if
/// a pass covers only a part of it.
fn done_mark(columns: &Columns, axis: usize) -> u64 {
    if columns.columns[axis].size > MOST_ATOMS {
        return 0;
    }
    1_u64.checked_shl(axis as u32).unwrap_or(0)
}

/// Places between 0 and 1, spread evenly for every number of them.
pub(super) fn van_der_corput(number: u64) -> f64 {
    (number + 1).reverse_bits() as f64 / ALL
}
