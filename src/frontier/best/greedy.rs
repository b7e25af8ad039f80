//! A chain that always crosses the boundary with the best ratio of gain to cost.

use crate::draw::Draw;
use crate::frontier::explorer::Explorer;
use crate::frontier::point::Point;
use crate::partition::PartitionPolicy;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Smaller costs count as none.
const LEAST: f64 = 1e-13;

/// The direction of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Boundaries are dropped: risk falls.
    Up,
    /// Boundaries are kept: loss falls.
    Down,
}

impl Way {
    /// The gain of crossing a boundary in relation to its cost.
    #[inline]
    pub(super) fn score(self, from: Point, to: Point) -> f64 {
        let (risk, loss) = (from.risk - to.risk, from.loss - to.loss);
        match self {
            Self::Up => risk / (-loss).max(LEAST),
            Self::Down => loss / (-risk).max(LEAST),
        }
    }
}

/// A boundary with its score, and the number of boundaries crossed when it was computed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scored {
    pub(super) score: f64,
    pub(super) bit: usize,
    pub(super) crossed: usize,
}

impl Scored {
    fn rank(&self) -> (f64, Reverse<usize>) {
        (self.score, Reverse(self.bit))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((one, bit), (other, other_bit)) = (self.rank(), other.rank());
        one.total_cmp(&other).then(bit.cmp(&other_bit))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Scored {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Scored {}

/// A greedy chain. A score that was computed before other boundaries were crossed is only a guess: the boundary with
/// the best score is looked at again, and crossed if it is still the best.
#[derive(Debug)]
pub(super) struct Greedy {
    way: Way,
    start: Option<PartitionPolicy>,
    next_bit: usize,
    queue: BinaryHeap<Scored>,
    crossed: usize,
    most: usize,
    /// The largest noise of a score, in thousandths.
    noise: u64,
}

impl Greedy {
    /// The chain from a policy over at most `most` boundaries, with noise of up to `noise` thousandths on the scores.
    pub(super) fn new(way: Way, start: PartitionPolicy, most: usize, noise: u64) -> Self {
        Self { way, start: Some(start), next_bit: 0, queue: BinaryHeap::new(), crossed: 0, most, noise }
    }

    /// The chain from a policy whose neighbours were already looked at.
    pub(super) fn scored(way: Way, start: PartitionPolicy, scores: Vec<Scored>) -> Self {
        Self { next_bit: start.len(), queue: scores.into(), ..Self::new(way, start, usize::MAX, 0) }
    }

    /// Continues a little. Returns whether the chain is at its end.
    pub(super) fn step(&mut self, draw: &mut Draw, explorer: &mut Explorer) -> bool {
        if let Some(start) = self.start.take() {
            explorer.go_to(&start);
        }
        let n_bits = explorer.policy().len();
        while !explorer.is_tired() {
            if self.next_bit < n_bits {
                let bit = self.next_bit;
                self.next_bit += 1;
                if explorer.policy().keeps(bit) == (self.way == Way::Up) {
                    let score = self.score(bit, draw, explorer);
                    self.queue.push(score);
                }
                continue;
            }
            let Some(mut best) = self.queue.pop() else {
                return true;
            };
            if best.crossed < self.crossed {
                best = self.score(best.bit, draw, explorer);
                if self.queue.peek().is_some_and(|next| *next > best) {
                    self.queue.push(best);
                    continue;
                }
            }
            explorer.flip(best.bit);
            self.crossed += 1;
            if self.crossed == self.most {
                return true;
            }
        }
        false
    }

    fn score(&self, bit: usize, draw: &mut Draw, explorer: &mut Explorer) -> Scored {
        let (from, to) = (explorer.point(), explorer.peek(bit));
        let blur = match self.noise {
            0 => 1.0,
            noise => 1.0 + (draw.below(2 * noise + 1) as f64 - noise as f64) / 1e3,
        };
        Scored { score: self.way.score(from, to) * blur, bit, crossed: self.crossed }
    }
}
