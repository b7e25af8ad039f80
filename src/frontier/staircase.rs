//! The policies that no other policy found so far dominates, in order of risk.

use super::pareto::Pareto;
use super::point::Point;
use crate::partition::PartitionPolicy;
use std::ops::Range;

/// Risks and losses closer than this are equal. It covers the rounding between two ways to compute the same number.
const SAME: f64 = 1e-11;

/// The maximum number of points. Beyond it, every second point is dropped.
const MOST: usize = 20_000;

/// The frontier of the policies offered so far (Xia et al. 2013, definition 3.10), as a staircase that falls from the
/// top, of least risk and greatest loss, to the bottom.
#[derive(Debug, Clone)]
pub struct Staircase {
    /// Each point with the index of its policy in the pool.
    points: Pareto<u32>,
    /// The policies' words, one after the other.
    pool: Vec<u64>,
    free: Vec<u32>,
    /// For each policy of the pool, the marks that a search has set.
    marks: Vec<u64>,
    n_bits: usize,
    n_words: usize,
    top_loss: f64,
    n_accepted: u64,
}

impl Staircase {
    /// An empty frontier. `top_loss` is the loss of the most general policy.
    pub fn new(n_bits: usize, top_loss: f64) -> Self {
        Self {
            points: Pareto::new(SAME),
            pool: Vec::new(),
            free: Vec::new(),
            marks: Vec::new(),
            n_bits,
            // Without a bit there is still one policy, which must differ from no policy.
            n_words: n_bits.div_ceil(64).max(1),
            top_loss,
            n_accepted: 0,
        }
    }

    /// Offers a policy: the given one, or, if there is a bit, the one that differs from it in this bit. Returns
    /// whether no point so far dominates or equals it, up to rounding. It then replaces those that it dominates, up
    /// to rounding too: among points of equal loss only the one of least risk stays.
    ///
    /// Time: log of the number of points, or linear in it if the policy is taken.
    pub fn offer(&mut self, point: Point, policy: &PartitionPolicy, flipped: Option<usize>) -> bool {
        let Ok(room) = self.points.room(point) else {
            return false;
        };
        self.put(room, point, policy, flipped, 0);
        true
    }

    fn put(&mut self, room: Range<usize>, point: Point, policy: &PartitionPolicy, flipped: Option<usize>, marks: u64) {
        let place = self.store(policy, flipped);
        self.marks[place as usize] = marks;
        let free = &mut self.free;
        (self.points).put(room, point, place, |place| free.push(place));
        self.n_accepted += 1;
        if self.points.len() > MOST {
            self.points.thin(|place| free.push(place));
        }
    }

    /// Marks the policy of the point at an index.
    pub(super) fn mark(&mut self, index: usize, marks: u64) {
        self.marks[self.points[index].1 as usize] |= marks;
    }

    /// Takes a policy as [`offer`](Self::offer) does, with marks.
    pub(super) fn offer_marked(&mut self, point: Point, policy: &PartitionPolicy, marks: u64) {
        let Ok(room) = self.points.room(point) else {
            return;
        };
        self.put(room, point, policy, None, marks);
    }

    /// The point nearest to a given share of the frontier's length whose policy does not have all of these marks.
    pub(super) fn unmarked(&self, share: f64, marks: u64) -> Option<usize> {
        let scale = self.top_loss.max(f64::MIN_POSITIVE);
        let arc = |point: Point| point.risk + 1.0 - point.loss / scale;
        let (first, last) = (self.points.first()?.0, self.points.last()?.0);
        let wanted = arc(first) + share * (arc(last) - arc(first));
        let middle = (self.points.partition_point(|&(point, _)| arc(point) < wanted)).min(self.points.len() - 1);
        let is_open = |&index: &usize| marks == 0 || self.marks[self.points[index].1 as usize] & marks != marks;
        let before = (0..middle).rev().find(is_open);
        let behind = (middle..self.points.len()).find(is_open);
        let way = |index: usize| (arc(self.points[index].0) - wanted).abs();
        match (before, behind) {
            (Some(before), Some(behind)) if way(before) < way(behind) => Some(before),
            (before, behind) => behind.or(before),
        }
    }

    /// Whether a point would be taken.
    pub fn admits(&self, point: Point) -> bool {
        self.points.room(point).is_ok()
    }

    fn store(&mut self, policy: &PartitionPolicy, flipped: Option<usize>) -> u32 {
        let place = self.free.pop().unwrap_or_else(|| {
            let place = self.pool.len() / self.n_words;
            self.pool.resize(self.pool.len() + self.n_words, 0);
            self.marks.push(0);
            place as u32
        });
        let words = &mut self.pool[place as usize * self.n_words..];
        words[..policy.words().len()].copy_from_slice(policy.words());
        if let Some(bit) = flipped {
            words[bit / 64] ^= 1 << (bit % 64);
        }
        place
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The number of policies taken so far, including replaced ones. It changes whenever the frontier does.
    pub fn n_accepted(&self) -> u64 {
        self.n_accepted
    }

    /// The places of the points that are better than `point` in one and no worse in the other, and whose policies
    /// generalize `finest`.
    pub fn dominators_above<'a>(
        &'a self,
        point: Point,
        finest: &'a PartitionPolicy,
    ) -> impl Iterator<Item = usize> + 'a {
        self.dominators(point).filter(|&index| self.policy(index).generalizes(finest))
    }

    /// The points, in order of rising risk.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.points.iter().map(|&(point, _)| point)
    }

    /// The places of all points if there are at most `most`; otherwise about `most` of them, equally spaced along the
    /// frontier, with both ends.
    pub fn some(&self, most: usize) -> Vec<usize> {
        let arcs = self.arcs();
        let (Some(first), Some(last)) = (arcs.first(), arcs.last()) else {
            return Vec::new();
        };
        let step = (last - first) / most.max(2) as f64;
        let mut next = *first;
        (arcs.iter().enumerate())
            .filter(|(_, arc)| {
                let taken = self.len() <= most || **arc >= next || *arc == last;
                if taken {
                    next = **arc + step;
                }
                taken
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// The point at an index of that order, which must exist.
    pub fn point(&self, index: usize) -> Point {
        self.points[index].0
    }

    /// The policy of the point at an index of that order, which must exist.
    pub fn policy(&self, index: usize) -> PartitionPolicy {
        let start = self.points[index].1 as usize * self.n_words;
        PartitionPolicy::from_words(&self.pool[start..start + self.n_bits.div_ceil(64)], self.n_bits)
    }

    /// The loss of the most general policy. Losses are divided by it when they are compared with risks.
    pub fn top_loss(&self) -> f64 {
        self.top_loss
    }

    /// The area under the frontier: ∫₀¹ u(r) dr / loss of the top. u(r) is the least loss found at a risk of at most
    /// r, or the loss of the top if there is none. It is between 0 and 1; smaller is better.
    pub fn area(&self) -> f64 {
        if self.top_loss <= 0.0 {
            return 0.0;
        }
        let mut area = 0.0;
        let (mut risk, mut loss) = (0.0, self.top_loss);
        for point in self.points() {
            area += loss * (point.risk.min(1.0) - risk);
            (risk, loss) = (point.risk.min(1.0), point.loss);
        }
        (area + loss * (1.0 - risk)) / self.top_loss
    }

    /// The index of the point of greatest risk that is at most `risk`; the first point if there is none.
    pub fn at_risk(&self, risk: f64) -> usize {
        let behind = self.points.partition_point(|(other, _)| other.risk <= risk);
        behind.saturating_sub(1)
    }

    /// The range of the points that dominate a point, up to rounding. They are neighbours in order of risk.
    pub fn dominators(&self, point: Point) -> Range<usize> {
        let behind = self.points.partition_point(|(other, _)| other.risk <= point.risk + SAME);
        let first = self.points.partition_point(|(other, _)| other.loss > point.loss + SAME);
        let first = first.min(behind);
        // If a point equals it, up to rounding, it is the only one in the range, and does not dominate.
        let is_same =
            |Point { risk, loss }: Point| (risk - point.risk).abs() <= SAME && (loss - point.loss).abs() <= SAME;
        let range = first..behind;
        match &self.points[range.clone()] {
            [(only, _)] if is_same(*only) => first..first,
            _ => range,
        }
    }

    /// The position of each point along the frontier, by risk gained and loss given up. The last value is the whole
    /// length.
    pub fn arcs(&self) -> Vec<f64> {
        let scale = self.top_loss.max(f64::MIN_POSITIVE);
        (self.points()).map(|point| point.risk + 1.0 - point.loss / scale).collect()
    }

    /// H of a sublattice with these corners (Xia et al. 2013, equation 1): the share of the rectangle between them
    /// that is below the staircase; 0 if the rectangle has no area.
    ///
    /// A stair's loss counts up to that of the upper corner, so that the result is a share.
    pub fn share_below(&self, upper: Point, lower: Point) -> f64 {
        let (width, height) = (lower.risk - upper.risk, upper.loss - lower.loss);
        if width <= 0.0 || height <= 0.0 {
            return 0.0;
        }
        let first = self.points.partition_point(|(other, _)| other.risk <= upper.risk);
        let mut area = 0.0;
        // Nothing was found left of the first point: all of it is below.
        let mut risk = upper.risk;
        let mut loss = match first {
            0 => upper.loss,
            _ => self.points[first - 1].0.loss,
        };
        for (stair, _) in &self.points[first..] {
            let end = stair.risk.min(lower.risk);
            area += (end - risk) * (loss.min(upper.loss) - lower.loss).max(0.0);
            (risk, loss) = (end, stair.loss);
            if stair.risk >= lower.risk {
                return area / (width * height);
            }
        }
        area += (lower.risk - risk) * (loss.min(upper.loss) - lower.loss).max(0.0);
        area / (width * height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;

    fn point(risk: f64, loss: f64) -> Point {
        Point { risk, loss }
    }

    fn staircase(points: &[(f64, f64)]) -> Staircase {
        let mut staircase = Staircase::new(3, 1.0);
        for &(risk, loss) in points {
            staircase.offer(point(risk, loss), &PartitionPolicy::top(3), None);
        }
        staircase
    }

    #[test]
    fn what_is_kept_is_what_nothing_dominates() {
        let mut draw = Draw::new(5);
        let points: Vec<Point> =
            (0..400).map(|_| point(draw.below(60) as f64 / 60.0, draw.below(60) as f64 / 60.0)).collect();
        let mut staircase = Staircase::new(9, 1.0);
        for (number, &point) in points.iter().enumerate() {
            let mut policy = PartitionPolicy::top(9);
            (0..9).for_each(|bit| policy.set(bit, number >> bit & 1 == 1));
            staircase.offer(point, &policy, None);
        }
        let mut expected: Vec<Point> =
            (points.iter()).filter(|point| !points.iter().any(|other| other.dominates(**point))).copied().collect();
        expected.sort_by(|one, other| one.risk.total_cmp(&other.risk));
        expected.dedup();
        assert_eq!(staircase.points().collect::<Vec<_>>(), expected);
        for index in 0..staircase.len() {
            let policy = staircase.policy(index);
            let number: usize = (0..9).map(|bit| usize::from(policy.keeps(bit)) << bit).sum();
            assert_eq!(points[number], staircase.point(index));
        }
        // The area by counting: at each risk, the least loss.
        let area: f64 = (0..6000)
            .map(|step| {
                let risk = (f64::from(step) + 0.5) / 6000.0;
                let found = expected.iter().filter(|point| point.risk <= risk);
                found.map(|point| point.loss).fold(1.0, f64::min) / 6000.0
            })
            .sum();
        assert!((staircase.area() - area).abs() < 1e-9);
    }

    #[test]
    fn a_policy_is_told_apart_by_the_bit_that_differs() {
        let mut staircase = staircase(&[]);
        staircase.offer(point(0.5, 0.5), &PartitionPolicy::top(3), Some(1));
        assert_eq!(format!("{:?}", staircase.policy(0)), "010");
        assert!(!staircase.offer(point(0.5 + 1e-13, 0.5), &PartitionPolicy::top(3), None));
        assert_eq!(staircase.n_accepted(), 1);
    }

    #[test]
    fn of_points_that_tie_up_to_rounding_only_the_better_stays() {
        let tiny = 1e-16;
        // Equal loss, and the point of less risk comes later; equal risk, and the point of less loss comes later.
        for points in [
            [(0.5, 0.3 - tiny), (0.4, 0.3)],
            [(0.4 - tiny, 0.5), (0.4, 0.3)],
            [(0.4, 0.3), (0.5, 0.3 - tiny)],
            [(0.4, 0.3), (0.4 - tiny, 0.5)],
        ] {
            let staircase = staircase(&points);
            assert_eq!(staircase.points().collect::<Vec<_>>(), [point(0.4, 0.3)]);
        }
        // A point that ties with a neighbour on either side replaces both.
        let staircase = staircase(&[(0.4 - tiny, 0.6), (0.7, 0.3 - tiny), (0.9, 0.1), (0.4, 0.3)]);
        let expected = [point(0.4, 0.3), point(0.9, 0.1)];
        assert_eq!(staircase.points().collect::<Vec<_>>(), expected);
        assert_eq!(staircase.dominators(point(0.6, 0.3 - tiny)), 0..1);
        assert_eq!(staircase.dominators(point(0.4 - tiny, 0.5)), 0..1);
    }

    #[test]
    fn the_share_below_is_an_area() {
        let staircase = staircase(&[(0.2, 0.8), (0.4, 0.5), (0.8, 0.1)]);
        let share = |(r, u), (s, v)| staircase.share_below(point(r, u), point(s, v));
        // Below: 0.2 wide and 0.2 high, 0.2 wide and nothing.
        assert!((share((0.3, 0.7), (0.6, 0.3)) - (0.1 * 0.4 + 0.2 * 0.2) / 0.12).abs() < 1e-12);
        assert_eq!(share((0.85, 0.9), (0.95, 0.2)), 0.0);
        assert!((share((0.0, 1.0), (0.1, 0.9)) - 1.0).abs() < 1e-12);
        assert!((share((0.25, 0.6), (0.35, 0.5)) - 1.0).abs() < 1e-12);
        assert!((share((0.7, 0.4), (0.9, 0.0)) - (0.1 * 0.4 + 0.1 * 0.1) / 0.08).abs() < 1e-12);
        assert_eq!(share((0.5, 0.5), (0.5, 0.2)), 0.0);
    }

    #[test]
    fn dominators_are_neighbours() {
        let staircase = staircase(&[(0.2, 0.8), (0.4, 0.5), (0.8, 0.1)]);
        assert_eq!(staircase.dominators(point(0.5, 0.9)), 0..2);
        assert_eq!(staircase.dominators(point(0.4, 0.5)), 1..1);
        assert!(staircase.dominators(point(0.4 + 1e-13, 0.5)).is_empty());
        assert_eq!(staircase.dominators(point(0.1, 0.9)), 0..0);
        assert!(staircase.dominators(point(0.5, 0.2)).is_empty());
        assert_eq!(staircase.dominators(point(0.9, 0.5)), 1..3);
    }
}
