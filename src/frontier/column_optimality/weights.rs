//! Paths of least weighted sum, and the sequence of weights towards a policy.

use super::scale::{GAP, Scale, is_better};
use super::{IntervalTable, Point};

/// A weight closer to 0 or 1 proves nothing: rounding errors would dominate.
const LEAST: f64 = 1e-5;
/// A sum that is smaller by no more than this counts as equal.
const SAME: f64 = 1e-13;
/// The maximum number of weights.
const MOST: usize = 64;
/// The number of further weights for the bounds of labels.
const FURTHER: usize = 12;

/// The result of a step.
#[derive(Debug)]
pub(super) enum Step {
    /// Nothing yet.
    Open,
    /// No path is better.
    Best,
    /// This path is better.
    Better(Vec<usize>),
    /// The policy lies above the hull of all paths; or, for labels, there are too many.
    Above,
}

/// For one weight of risk, the least weighted sum from each boundary to the end.
#[derive(Debug)]
pub(super) struct Rest {
    pub(super) weight: f64,
    pub(super) least: Vec<f64>,
}

impl Rest {
    /// The least sums, and the next boundary on each one's path. Time: linear in the intervals.
    fn new(table: &IntervalTable, scale: &Scale, weight: f64) -> (Self, Vec<u32>) {
        let m = table.n_atoms();
        let (mut least, mut next) = (vec![0.0; m + 1], vec![m as u32; m + 1]);
        for begin in (0..m).rev() {
            let mut best = f64::INFINITY;
            for (end, rest) in least.iter().enumerate().skip(begin + 1) {
                let part = scale.part(table, begin, end);
                let sum = weighted(weight, part) + rest;
                if sum < best {
                    (best, next[begin]) = (sum, end as u32);
                }
            }
            least[begin] = best;
        }
        (Self { weight, least }, next)
    }
}

#[inline]
pub(super) fn weighted(weight: f64, point: Point) -> f64 {
    weight * point.risk + (1.0 - weight) * point.loss
}

/// The lower hull of all paths, as far as known around a policy.
#[derive(Debug)]
pub(super) struct Hull {
    /// The policy's own path.
    pub(super) own: Point,
    /// The supported paths on its two sides: no more risk on the left, no more loss on the right.
    left: Option<Point>,
    right: Option<Point>,
    pub(super) rests: Vec<Rest>,
    /// The weights still to be added for bounds, once the policy is known to lie above the hull.
    further: Option<Vec<f64>>,
}

impl Hull {
    pub(super) fn new(table: &IntervalTable, scale: &Scale, own: &[usize]) -> Self {
        Self { own: scale.along(table, own), left: None, right: None, rests: Vec::new(), further: None }
    }

    /// Tries one more weight. Time: linear in the intervals.
    pub(super) fn step(&mut self, table: &IntervalTable, scale: &Scale) -> Step {
        if let Some(further) = &mut self.further {
            let Some(weight) = further.pop() else {
                return Step::Above;
            };
            self.rests.push(Rest::new(table, scale, weight).0);
            return Step::Open;
        }
        let weight = match (self.left, self.right) {
            (None, _) => 1.0,
            (_, None) => 0.0,
            (Some(left), Some(right)) => {
                let (rise, fall) = (right.risk - left.risk, left.loss - right.loss);
                // If the two ends coincide, neither is better; any weight decides.
                if rise + fall > 0.0 { fall / (rise + fall) } else { 0.5 }
            }
        };
        let (rest, next) = Rest::new(table, scale, weight);
        let path = path(&next);
        let found = scale.along(table, &path);
        let least = rest.least[0];
        self.rests.push(rest);
        if is_better(found, self.own) {
            return Step::Better(path);
        }
        let nearer = weight.min(1.0 - weight);
        let above = weighted(weight, self.own) - least;
        if nearer >= LEAST && above <= 0.5 * GAP * nearer {
            return Step::Best;
        }
        let is_new = match (self.left, self.right) {
            (Some(left), Some(right)) => {
                let chord = weighted(weight, left).min(weighted(weight, right));
                least < chord - SAME
            }
            _ => true,
        };
        if self.left.is_none() {
            self.left = Some(found);
        } else if self.right.is_none() {
            self.right = Some(found);
        } else if !is_new || self.rests.len() >= MOST {
            self.further = Some(self.between(weight));
        } else if found.risk <= self.own.risk {
            self.left = Some(found);
        } else {
            self.right = Some(found);
        }
        Step::Open
    }

    /// Weights around `weight`, further and further away.
    fn between(&self, weight: f64) -> Vec<f64> {
        let odds = libm::log(weight.max(LEAST) / (1.0 - weight).max(LEAST));
        let half = FURTHER as i32 / 2;
        (-half..=half)
            .filter(|&place| place != 0)
            .map(|place| 1.0 / (1.0 + libm::exp(-(odds + 0.5 * f64::from(place)))))
            .collect()
    }
}

/// The path that follows `next`, from 0 to the end.
fn path(next: &[u32]) -> Vec<usize> {
    let m = next.len() - 1;
    let mut path = vec![0];
    let mut at = 0;
    while at < m {
        at = next[at] as usize;
        path.push(at);
    }
    path
}
