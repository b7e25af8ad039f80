//! Descents on weighted sums of risk and loss, one weight after the other.

use crate::frontier::explorer::Explorer;
use crate::frontier::point::Point;
use crate::partition::PartitionPolicy;
use crate::sorting::sort_by;

/// The maximum number of sweeps over the boundaries for one weight.
const SWEEPS: usize = 3;
/// Smaller gains count as rounding.
const LEAST: f64 = 1e-12;
/// A boundary that lost more than this share of what it moves is skipped for now.
const HOPELESS: f64 = 0.5;
/// Every boundary is looked at once in this many sweeps, whatever was seen before.
const REFRESH: usize = 6;

/// Minimises λ · risk + (1 − λ) · loss / loss of the top for each λ in turn, starting from the result of the previous
/// one. A sweep looks at every promising boundary. Those that gain are looked at again, best first, and crossed if
/// they still gain.
#[derive(Debug)]
pub(super) struct Descent {
    start: Option<PartitionPolicy>,
    /// The λs that are left. The last one is next.
    weights: Vec<f64>,
    sweep: usize,
    n_sweeps: usize,
    next_bit: usize,
    gains: Vec<(f64, usize)>,
    sorted: bool,
    crossed: bool,
    /// The change of risk and loss across each boundary when it was last looked at.
    seen: Vec<Point>,
}

impl Descent {
    /// The descents from a policy for these λs in turn.
    pub(super) fn new(start: PartitionPolicy, mut weights: Vec<f64>) -> Self {
        weights.reverse();
        let unseen = Point { risk: 0.0, loss: 0.0 };
        Self {
            seen: vec![unseen; start.len()],
            start: Some(start),
            weights,
            sweep: 0,
            n_sweeps: 0,
            next_bit: 0,
            gains: Vec::new(),
            sorted: false,
            crossed: false,
        }
    }

    /// Continues a little. Returns whether the descents are done.
    pub(super) fn step(&mut self, explorer: &mut Explorer) -> bool {
        if let Some(start) = self.start.take() {
            explorer.go_to(&start);
        }
        let Some(&weight) = self.weights.last() else {
            return true;
        };
        let n_bits = self.seen.len();
        while !explorer.is_tired() && self.next_bit < n_bits {
            let bit = self.next_bit;
            self.next_bit += 1;
            if self.is_worth_a_look(bit, weight) {
                let gain = self.look(bit, weight, explorer);
                if gain > LEAST {
                    self.gains.push((gain, bit));
                }
            }
        }
        if self.next_bit < n_bits {
            return false;
        }
        if !self.sorted {
            // The best one is last.
            sort_by(&mut self.gains, |one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
            self.sorted = true;
        }
        while !explorer.is_tired() {
            let Some((_, bit)) = self.gains.pop() else {
                self.end_sweep();
                return false;
            };
            if !self.crossed || self.look(bit, weight, explorer) > LEAST {
                explorer.flip(bit);
                let Point { risk, loss } = self.seen[bit];
                self.seen[bit] = Point { risk: -risk, loss: -loss };
                self.crossed = true;
            }
        }
        false
    }

    fn end_sweep(&mut self) {
        self.sweep += 1;
        self.n_sweeps += 1;
        if self.sweep == SWEEPS || !self.crossed {
            self.sweep = 0;
            self.weights.pop();
        }
        self.next_bit = 0;
        self.sorted = false;
        self.crossed = false;
    }

    fn is_worth_a_look(&self, bit: usize, weight: f64) -> bool {
        let Point { risk, loss } = self.seen[bit];
        let (risk, loss) = (weight * risk, (1.0 - weight) * loss);
        let moved = risk.abs() + loss.abs();
        moved == 0.0 || (bit + self.n_sweeps).is_multiple_of(REFRESH) || risk + loss < HOPELESS * moved
    }

    /// The gain of crossing a boundary.
    fn look(&mut self, bit: usize, weight: f64, explorer: &mut Explorer) -> f64 {
        let (from, to) = (explorer.point(), explorer.peek(bit));
        let scale = explorer.staircase().top_loss().max(LEAST);
        let seen = Point { risk: to.risk - from.risk, loss: (to.loss - from.loss) / scale };
        self.seen[bit] = seen;
        -(weight * seen.risk + (1.0 - weight) * seen.loss)
    }
}

/// Weights from `first` to `last`, in equal steps of their log-odds.
pub(super) fn weights(first: f64, last: f64, steps: usize) -> Vec<f64> {
    (0..=steps)
        .map(|step| {
            let odds = first + (last - first) * step as f64 / steps.max(1) as f64;
            1.0 / (1.0 + libm::exp(-odds))
        })
        .collect()
}
