//! Labels of the paths that may still be better than a policy, boundary by boundary.

use super::scale::{GAP, Scale, is_better};
use super::weights::{Hull, Rest, Step, weighted};
use super::{IntervalTable, Point};

/// A bound must be above the policy by this much, so that rounding excludes nothing.
const SLACK: f64 = GAP / 4.0;

/// Bounds for one weight: the least sum to each boundary and from it, and the most that a whole path may have.
#[derive(Debug)]
struct Bound {
    weight: f64,
    to: Vec<f64>,
    from: Vec<f64>,
    most: f64,
}

/// For each boundary: the counted risk and the loss of each path from the left that may still become better and that
/// no other path dominates. In order of rising risk and falling loss.
#[derive(Debug)]
pub(super) struct Labels {
    own: Point,
    bounds: Vec<Bound>,
    fronts: Vec<Vec<Point>>,
    /// The front under construction, and the one that it is joined with.
    front: Vec<Point>,
    spare: Vec<Point>,
    work: u64,
    /// The maximum number of labels to process.
    most: u64,
}

impl Labels {
    /// New labels, with the bounds of a hull. Time: weights of the hull × intervals.
    pub(super) fn new(table: &IntervalTable, scale: &Scale, hull: Hull, most: u64) -> Self {
        let own = hull.own;
        let bounds = (hull.rests.into_iter())
            .map(|Rest { weight, least }| Bound {
                weight,
                to: sums_to(table, scale, weight),
                from: least,
                most: weighted(weight, own) + SLACK,
            })
            .collect();
        Self { own, bounds, fronts: vec![vec![Point::default()]], front: Vec::new(), spare: Vec::new(), work: 0, most }
    }

    /// Computes the labels of the next boundary. Returns the work, and the result once it is the last boundary.
    pub(super) fn step(&mut self, table: &IntervalTable, scale: &Scale) -> (u64, Option<Step>) {
        let (m, end, before) = (table.n_atoms(), self.fronts.len(), self.work);
        for begin in 0..end {
            self.work += 1;
            let part = scale.part(table, begin, end);
            let leads_on =
                |bound: &Bound| bound.to[begin] + weighted(bound.weight, part) + bound.from[end] <= bound.most;
            if self.fronts[begin].is_empty() || !self.bounds.iter().all(leads_on) {
                continue;
            }
            let part = scale.counted(table, begin, end);
            join(&self.front, &self.fronts[begin], part, &mut self.spare);
            std::mem::swap(&mut self.front, &mut self.spare);
            self.work += self.front.len() as u64;
        }
        let bounds = &self.bounds;
        self.front.retain(|label| {
            let share = Point { risk: scale.share(label.risk), loss: label.loss };
            (bounds.iter()).all(|bound| weighted(bound.weight, share) + bound.from[end] <= bound.most)
        });
        self.fronts.push(self.front.clone());
        self.front.clear();
        let step =
            if end == m { Some(self.conclude(table, scale)) } else { (self.work > self.most).then_some(Step::Above) };
        (self.work - before, step)
    }

    fn conclude(&self, table: &IntervalTable, scale: &Scale) -> Step {
        let last = self.fronts.last().map_or(&[][..], Vec::as_slice);
        let as_share = |label: &Point| Point { risk: scale.share(label.risk), loss: label.loss };
        let better = (last.iter()).filter(|label| is_better(as_share(label), self.own)).min_by(|one, other| {
            let sum = |label| weighted(0.5, as_share(label));
            sum(one).total_cmp(&sum(other))
        });
        if let Some(label) = better {
            return Step::Better(self.path(table, scale, *label));
        }
        // A point that is less in one number by more than the gap, and greater in the other within what a bound
        // allows, decides nothing.
        let is_near = |label: &Point| {
            let share = as_share(label);
            share.risk < self.own.risk - GAP || share.loss < self.own.loss - GAP
        };
        if last.iter().any(is_near) {
            return Step::Above;
        }
        Step::Best
    }

    /// The boundaries of the path of a label at the last boundary. Each of its labels is the sum of the previous one
    /// and an interval, equal to the last digit.
    fn path(&self, table: &IntervalTable, scale: &Scale, mut label: Point) -> Vec<usize> {
        let mut end = self.fronts.len() - 1;
        let mut path = vec![end];
        while end > 0 {
            let before = (0..end).find_map(|begin| {
                let part = scale.counted(table, begin, end);
                let mut labels = self.fronts[begin].iter();
                let found = labels.find(|before| sum(**before, part) == label);
                found.map(|before| (begin, *before))
            });
            let Some((begin, before)) = before else { break };
            (end, label) = (begin, before);
            path.push(end);
        }
        path.reverse();
        path
    }
}

/// The least weighted sum from the first boundary to each boundary.
fn sums_to(table: &IntervalTable, scale: &Scale, weight: f64) -> Vec<f64> {
    let m = table.n_atoms();
    let mut least = vec![f64::INFINITY; m + 1];
    least[0] = 0.0;
    for begin in 0..m {
        for end in begin + 1..=m {
            let sum = least[begin] + weighted(weight, scale.part(table, begin, end));
            least[end] = least[end].min(sum);
        }
    }
    least
}

fn sum(one: Point, other: Point) -> Point {
    Point { risk: one.risk + other.risk, loss: one.loss + other.loss }
}

/// Joins a front with a second one shifted by an interval: the points that neither dominates, in order. Time: linear
/// in both.
fn join(front: &[Point], other: &[Point], part: Point, joined: &mut Vec<Point>) {
    joined.clear();
    let (mut own, mut more) = (front.iter(), other.iter().map(|label| sum(*label, part)));
    let (mut next_own, mut next_more) = (own.next().copied(), more.next());
    let mut least = f64::INFINITY;
    loop {
        let takes_own = match (next_own, next_more) {
            (Some(one), Some(two)) => (one.risk, one.loss) <= (two.risk, two.loss),
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return,
        };
        let label = if takes_own { next_own } else { next_more };
        if takes_own {
            next_own = own.next().copied();
        } else {
            next_more = more.next();
        }
        if let Some(label) = label.filter(|label| label.loss < least) {
            least = label.loss;
            joined.push(label);
        }
    }
}
