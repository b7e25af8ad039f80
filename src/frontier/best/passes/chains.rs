//! Chains of partitions of one quasi-identifier, each step looked up in its table of intervals.

use super::board::Board;
use crate::frontier::best::greedy::Way;
use crate::frontier::explorer::Explorer;
use crate::frontier::intervals::IntervalTable;
use crate::frontier::point::Point;
use crate::partition::PartitionPolicy;

/// The maximum number of sweeps that move each boundary to its best place.
const SWEEPS: usize = 6;
/// Smaller gains count as rounding.
const LEAST: f64 = 1e-12;

/// The table of one quasi-identifier, with the policy that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) table: &'a IntervalTable,
    /// The bit of the boundary before the quasi-identifier's second value.
    pub(super) first_bit: usize,
    /// Quasi-identifiers that need no further pass for the policies of a chain.
    pub(super) done: u64,
}

impl Given<'_> {
    #[inline]
    fn at(&self, begin: usize, end: usize) -> Point {
        self.table.at(begin, end)
    }

    /// The effect of joining two neighbouring intervals.
    #[inline]
    fn joined(&self, begin: usize, boundary: usize, end: usize) -> Point {
        let (whole, left, right) = (self.at(begin, end), self.at(begin, boundary), self.at(boundary, end));
        Point { risk: whole.risk - left.risk - right.risk, loss: whole.loss - left.loss - right.loss }
    }

    #[inline]
    fn score(&self, way: Way, begin: usize, boundary: usize, end: usize) -> f64 {
        let joined = self.joined(begin, boundary, end);
        let parted = Point { risk: -joined.risk, loss: -joined.loss };
        let to = if way == Way::Up { joined } else { parted };
        way.score(Point::default(), to)
    }
}

/// A partition of the atoms of a table.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    /// For the first atom of an interval, the atom after its last.
    next: Vec<u32>,
    /// For the atom after the last of an interval, its first.
    before: Vec<u32>,
    pub(super) policy: PartitionPolicy,
    pub(super) point: Point,
}

impl Cut {
    /// The partition at these boundaries between atoms of the policy that has them. `rest` is the risk and loss
    /// without the intervals of the table.
    pub(super) fn new(
        given: &Given<'_>,
        rest: Point,
        mut policy: PartitionPolicy,
        is_kept: impl Fn(usize) -> bool,
    ) -> Self {
        let m = given.table.n_atoms();
        let (mut next, mut before) = (vec![0; m + 1], vec![0; m + 1]);
        let mut point = rest;
        let (first, last) = (given.table.cuts[0], given.table.cuts[m]);
        for value in first + 1..last {
            policy.set(given.first_bit + value as usize - 1, false);
        }
        let mut begin = 0;
        for end in (1..=m).filter(|&end| end == m || is_kept(end)) {
            if end < m {
                policy.flip(given.first_bit + given.table.cuts[end] as usize - 1);
            }
            next[begin] = end as u32;
            before[end] = begin as u32;
            let part = given.at(begin, end);
            point.risk += part.risk;
            point.loss += part.loss;
            begin = end;
        }
        Self { next, before, policy, point }
    }

    fn n_atoms(&self) -> usize {
        self.next.len() - 1
    }

    fn next(&self, begin: usize) -> usize {
        self.next[begin] as usize
    }

    fn before(&self, end: usize) -> usize {
        self.before[end] as usize
    }

    /// The kept boundaries, in order.
    fn boundaries(&self) -> impl Iterator<Item = usize> + '_ {
        let m = self.n_atoms();
        let first = self.next(0);
        std::iter::successors(Some(first), |&boundary| Some(self.next(boundary)))
            .take_while(move |&boundary| boundary < m)
    }

    /// Drops a boundary.
    fn join(&mut self, given: &Given<'_>, boundary: usize) {
        let (begin, end) = (self.before(boundary), self.next(boundary));
        let change = given.joined(begin, boundary, end);
        self.point.risk += change.risk;
        self.point.loss += change.loss;
        self.next[begin] = end as u32;
        self.before[end] = begin as u32;
        self.flip(given, boundary);
    }

    /// Keeps a boundary within the interval that begins here.
    fn part(&mut self, given: &Given<'_>, begin: usize, boundary: usize) {
        let end = self.next(begin);
        let change = given.joined(begin, boundary, end);
        self.point.risk -= change.risk;
        self.point.loss -= change.loss;
        self.next[begin] = boundary as u32;
        self.before[boundary] = begin as u32;
        self.next[boundary] = end as u32;
        self.before[end] = boundary as u32;
        self.flip(given, boundary);
    }

    fn flip(&mut self, given: &Given<'_>, boundary: usize) {
        (self.policy).flip(given.first_bit + given.table.cuts[boundary] as usize - 1);
    }

    /// Moves each boundary in turn to the place between its neighbours where λ · risk + (1 − λ) · loss is least,
    /// until none moves. Returns how many places were looked at.
    pub(super) fn shift(&mut self, given: &Given<'_>, weigh: impl Fn(Point) -> f64) -> u64 {
        let (m, mut looked) = (self.n_atoms(), 0);
        for _ in 0..SWEEPS {
            let mut has_moved = false;
            let mut boundary = self.next(0);
            while boundary < m {
                let (begin, end) = (self.before(boundary), self.next(boundary));
                looked += (end - begin) as u64;
                let value = |place: usize| weigh(given.at(begin, place)) + weigh(given.at(place, end));
                let (mut best, mut least) = (boundary, value(boundary) - LEAST);
                for place in begin + 1..end {
                    let own = value(place);
                    if own < least {
                        (best, least) = (place, own);
                    }
                }
                if best != boundary {
                    self.join(given, boundary);
                    self.part(given, begin, best);
                    has_moved = true;
                }
                boundary = end;
            }
            if !has_moved {
                break;
            }
        }
        looked
    }

    /// Drops one boundary after the other, always the one with the best ratio of risk gained to loss, and offers each
    /// partition. Time: m log m.
    pub(super) fn up(&mut self, given: &Given<'_>, board: &mut Board, explorer: &mut Explorer) {
        let m = self.n_atoms();
        let score =
            |cut: &Self, boundary: usize| given.score(Way::Up, cut.before(boundary), boundary, cut.next(boundary));
        let mut scores = vec![f64::NEG_INFINITY; m];
        for boundary in self.boundaries() {
            scores[boundary] = score(self, boundary);
        }
        board.begin(scores.into_iter());
        while let Some(boundary) = board.best() {
            let (begin, end) = (self.before(boundary), self.next(boundary));
            self.join(given, boundary);
            explorer.offer(self.point, &self.policy, given.done);
            board.set(boundary, f64::NEG_INFINITY);
            if begin > 0 {
                board.set(begin, score(self, begin));
            }
            if end < m {
                board.set(end, score(self, end));
            }
        }
    }

    /// Splits one interval after the other, where the ratio of loss gained to risk is best, and offers each
    /// partition. Returns how many places were looked at: at most m². The time is linear in that number.
    pub(super) fn down(&mut self, given: &Given<'_>, board: &mut Board, explorer: &mut Explorer) -> u64 {
        let m = self.n_atoms();
        let (mut places, mut looked) = (vec![0; m], 0);
        let mut best = |places: &mut [usize], begin: usize, end: usize| {
            looked += (end - begin) as u64;
            let mut greatest = f64::NEG_INFINITY;
            for place in begin + 1..end {
                let score = given.score(Way::Down, begin, place, end);
                if score > greatest {
                    (greatest, places[begin]) = (score, place);
                }
            }
            greatest
        };
        let mut scores = vec![f64::NEG_INFINITY; m];
        let mut begin = 0;
        while begin < m {
            let end = self.next(begin);
            scores[begin] = best(&mut places, begin, end);
            begin = end;
        }
        board.begin(scores.into_iter());
        while let Some(begin) = board.best() {
            let (place, end) = (places[begin], self.next(begin));
            self.part(given, begin, place);
            explorer.offer(self.point, &self.policy, given.done);
            board.set(begin, best(&mut places, begin, place));
            board.set(place, best(&mut places, place, end));
        }
        looked
    }
}
