//! The open boxes, and the best policy so far.

use super::open_box::{Dive, DiveResult, FoundPolicy, OpenBox};
use super::rounds::{Pace, Rounds};
use super::steps::{Steps, volume};
use super::waiting::Waiting;
use crate::lattice::{Lattice, Policy};
use crate::search::progress::Candidate;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Lends boxes to divers, least bound first, and takes back those that are still open.
///
/// It sees no data. Only [`Dive`]s and [`DiveResult`]s pass between coordinator and divers, so divers may be threads,
/// or workers with their own tables. The policy found does not depend on the number or speed of the divers, because
/// no box is closed that may contain a policy that comes before the incumbent.
pub struct Coordinator {
    lattice: Lattice,
    open: BinaryHeap<Reverse<Waiting>>,
    best: Option<Candidate>,
    /// A lower bound for the loss of all valid policies, given by the caller.
    floor: Option<f64>,
    /// The lent boxes with the numbers of their dives.
    lent: Vec<(u64, OpenBox)>,
    n_dives: u64,
    /// The best policy when the last walk began.
    walked: Option<Candidate>,
    n_pushed: u64,
    boxes: u64,
    evaluated: u64,
    closed: f64,
    /// In a large lattice, used in addition to the boxes above.
    rounds: Option<Rounds>,
    /// The largest number of boxes that were open outside of rounds.
    most_open: u64,
}

/// What is known when a search starts. Empty by default.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// Valid policies with their losses.
    pub found: Vec<FoundPolicy>,
    /// A lower bound for the loss of all valid policies. A policy with this loss ends the search, so if ties matter
    /// it must be the first of that loss in the order of ties.
    pub floor: Option<f64>,
    /// The boxes that are still open; `None` for the whole lattice.
    pub open: Option<Vec<OpenBox>>,
    /// When the bound is raised in rounds; `None` to decide by the size of the lattice.
    pub rounds: Option<Pace>,
}

impl Coordinator {
    /// Rows of a dive: few enough that bounds rise evenly, and that no diver works alone on the last boxes for long.
    const ROWS: u64 = 1 << 22;
    /// As [`ROWS`](Self::ROWS), if many boxes wait, because each dive starts from the whole table. Not used with
    /// rounds, which should begin soon.
    const ROWS_OF_MANY: u64 = 1 << 24;
    const MANY: usize = 64;

    /// A coordinator of the search in this lattice.
    pub fn new(lattice: &Lattice, start: Start) -> Self {
        let mut coordinator = Self {
            lattice: lattice.clone(),
            open: BinaryHeap::new(),
            best: None,
            floor: start.floor,
            lent: Vec::new(),
            n_dives: 0,
            walked: None,
            n_pushed: 0,
            boxes: 0,
            evaluated: 0,
            closed: 0.0,
            rounds: None,
            most_open: 0,
        };
        for found in start.found {
            coordinator.offer(found);
        }
        let all = || {
            let axes = lattice.axes().iter();
            let steps = axes.map(|axis| Steps::MAX >> (Steps::BITS - 1 - axis.steps()));
            vec![OpenBox { steps: steps.collect(), bound: start.floor.unwrap_or_default() }]
        };
        let open = start.open.unwrap_or_else(all);
        let is_large = lattice.size() > Rounds::FROM;
        let pace = (start.rounds).or(is_large.then(Pace::default));
        coordinator.rounds = pace.map(|pace| Rounds::new(open.clone(), pace));
        for open in open {
            coordinator.push(open);
        }
        coordinator
    }

    /// Lends the next box: the dive and its number; `None` while no box waits.
    pub fn hand_out(&mut self) -> Option<(u64, Dive)> {
        self.hand_out_telling(&mut |_| ())
    }

    /// As [`hand_out`](Self::hand_out), and calls `closed` with each box that no longer needs a dive.
    pub(super) fn hand_out_telling(&mut self, closed: &mut dyn FnMut(&OpenBox)) -> Option<(u64, Dive)> {
        if self.is_at_floor() {
            self.open.clear();
        }
        if let Some(open) = self.next_of_round() {
            let best = self.best()?.loss;
            let rounds = self.rounds.as_mut()?;
            let number = self.n_dives;
            rounds.lend(number);
            let target = rounds.target();
            let wander = Some(number).filter(|_| rounds.is_wander_due(best));
            let dive = self.dive_of(open);
            return Some((number, Dive { target, wander, ..dive }));
        }
        while let Some(Reverse(waiting)) = self.open.pop() {
            let open = waiting.open();
            if self.is_closed(&open) {
                closed(&open);
                continue;
            }
            let number = self.n_dives;
            self.lent.push((number, open.clone()));
            return Some((number, self.dive_of(open)));
        }
        None
    }

    /// The next dive, in this box.
    fn dive_of(&mut self, open: OpenBox) -> Dive {
        self.n_dives += 1;
        Dive {
            open,
            best: self.best().map(|best| FoundPolicy { levels: best.policy.levels().to_vec(), loss: best.loss }),
            walk: self.is_walk_due(),
            wander: None,
            floor: self.floor,
            target: f64::INFINITY,
            rows: match self.rounds.is_none() && self.open.len() >= Self::MANY {
                true => Self::ROWS_OF_MANY,
                false => Self::ROWS,
            },
        }
    }

    /// The next box of a round, while rounds have done less than their share of the work.
    fn next_of_round(&mut self) -> Option<OpenBox> {
        let mut rounds = self.rounds.take()?;
        let open = self.next_of(&mut rounds);
        self.rounds = Some(rounds);
        open
    }

    fn next_of(&mut self, rounds: &mut Rounds) -> Option<OpenBox> {
        let least = self.best()?.loss;
        let are_due = rounds.are_due(self.n_dives, self.boxes, self.share_left());
        if self.open.is_empty() || !are_due {
            return None;
        }
        let bound = self.bound_of_open(None, &[]);
        loop {
            match rounds.pop() {
                Some(open) if self.is_closed(&open) => continue,
                Some(_) if rounds.is_too_long(bound, least) => {
                    rounds.shorten(bound, least);
                    continue;
                }
                Some(open) => return Some(open),
                None => {}
            }
            let is_best = rounds.end(least)?;
            if is_best {
                self.floor = Some(least);
                self.open.clear();
            }
            if is_best || !rounds.begin(bound, least) {
                return None;
            }
        }
    }

    /// The boxes open outside of rounds, as a share of the largest number there ever was.
    fn share_left(&self) -> f64 {
        self.n_open_with(None, &[]) as f64 / self.most_open.max(1) as f64
    }

    /// Takes back the result of the dive of this number.
    pub fn absorb(&mut self, number: u64, result: DiveResult) {
        self.lent.retain(|(lent, _)| *lent != number);
        if let Some(found) = result.best {
            self.offer(found);
        }
        self.evaluated += result.evaluated;
        if let Some(rounds) = &mut self.rounds
            && rounds.take_back(number)
        {
            return rounds.absorb(result.open, result.boxes);
        }
        self.boxes += result.boxes;
        for open in result.open {
            self.push(open);
        }
        self.most_open = self.most_open.max(self.n_open_with(None, &[]));
        self.closed = self.closed();
    }

    /// Whether no box waits and none is lent.
    pub fn is_done(&self) -> bool {
        self.lent.is_empty() && (self.open.is_empty() || self.is_at_floor())
    }

    /// The best policy so far.
    pub fn best(&self) -> Option<&Candidate> {
        self.best.as_ref()
    }

    /// The proven bound: no valid policy has a smaller loss.
    pub fn bound(&self) -> f64 {
        self.bound_with(None, &[])
    }

    /// The proven bound, if only the boxes `left` of the lent box of this number are still open.
    pub(super) fn bound_with(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        let best = self.best().map_or(f64::INFINITY, |best| best.loss);
        let of_rounds = self.rounds.as_ref().map_or(0.0, Rounds::bound);
        self.bound_of_open(number, left).max(of_rounds).min(best)
    }

    /// The bound from the open boxes alone.
    fn bound_of_open(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        let left = self.left_of(number, left);
        let best = self.best().map_or(f64::INFINITY, |best| best.loss);
        let waiting = self.open.peek().filter(|_| !self.is_at_floor());
        let waiting = waiting.map(|Reverse(waiting)| waiting.bound.0);
        let lent = self.lent_except(number).chain(left).map(|open| open.bound);
        lent.chain(waiting).fold(best, f64::min)
    }

    /// What is left of the lent box of this number; empty for a box of a round.
    fn left_of<'a>(&self, number: Option<u64>, left: &'a [OpenBox]) -> &'a [OpenBox] {
        let rounds = self.rounds.as_ref().zip(number);
        match rounds.is_some_and(|(rounds, number)| rounds.has_lent(number)) {
            true => &[],
            false => left,
        }
    }

    /// The boxes that are lent, without the one of this number.
    fn lent_except(&self, number: Option<u64>) -> impl Iterator<Item = &OpenBox> {
        let others = (self.lent.iter()).filter(move |(lent, _)| Some(*lent) != number);
        others.map(|(_, open)| open)
    }

    /// The number of open boxes, if only the boxes `left` of the lent box of this number are still open.
    pub(super) fn n_open_with(&self, number: Option<u64>, left: &[OpenBox]) -> u64 {
        let left = self.left_of(number, left);
        (self.open.len() + self.lent_except(number).count() + left.len()) as u64
    }

    /// All open boxes, waiting or lent. Another search can continue from them.
    pub fn open(&self) -> Vec<OpenBox> {
        self.open_with(None, &[])
    }

    /// As [`open`](Self::open), if only the boxes `left` of the lent box of this number are still open.
    pub(super) fn open_with(&self, number: Option<u64>, left: &[OpenBox]) -> Vec<OpenBox> {
        let mut open = self.left_of(number, left).to_vec();
        open.extend(self.lent_except(number).cloned());
        open.extend(self.open.iter().map(|Reverse(waiting)| waiting.open()));
        open
    }

    /// Boxes looked at, and policies evaluated.
    pub fn counts(&self) -> (u64, u64) {
        let of_rounds = self.rounds.as_ref().map_or(0, |rounds| rounds.boxes);
        (self.boxes + of_rounds, self.evaluated)
    }

    /// The share of the lattice that is closed. It never falls, and is 1 once the search is done.
    pub fn closed(&self) -> f64 {
        self.closed_with(None, &[])
    }

    /// The closed share of the lattice, if only the boxes `left` of the lent box of this number are still open.
    pub(super) fn closed_with(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        if self.is_done() {
            return 1.0;
        }
        // Integers, so that a box and its parts have the same share to the last bit.
        let axes = self.lattice.axes().iter();
        let all: f64 = axes.map(|axis| f64::from(axis.steps()) + 1.0).product();
        let left = self.left_of(number, left);
        let waiting = (self.open.iter()).map(|Reverse(waiting)| volume(&waiting.steps));
        let lent = self.lent_except(number).chain(left).map(|open| volume(&open.steps));
        let open: f64 = waiting.chain(lent).sum();
        (1.0 - open / all).clamp(self.closed, 1.0)
    }

    /// Whether the next dive should begin with a walk: at the second dive if there is no incumbent, otherwise if no
    /// walk has begun or ended at the incumbent.
    fn is_walk_due(&mut self) -> bool {
        let due = match (&self.best, &self.walked) {
            (None, _) => self.n_dives == 1,
            (Some(best), Some(walked)) => best < walked,
            // The first dive may close everything.
            (Some(_), None) => true,
        };
        if due {
            self.walked.clone_from(&self.best);
        }
        due
    }

    fn is_at_floor(&self) -> bool {
        let best = self.best().map(|best| best.loss);
        best.zip(self.floor).is_some_and(|(best, floor)| best <= floor)
    }

    fn is_closed(&self, open: &OpenBox) -> bool {
        let mut levels = vec![0; self.lattice.n_qis()];
        for (axis, steps) in self.lattice.axes().iter().zip(&open.steps) {
            let level = axis.range().min + steps.trailing_zeros() as u8;
            axis.set(&mut levels, level);
        }
        let least = Candidate::new(open.bound, Policy::new(levels));
        self.best().is_some_and(|best| least >= *best)
    }

    fn offer(&mut self, found: FoundPolicy) {
        let candidate = Candidate::new(found.loss, Policy::new(found.levels));
        if self.best.as_ref().is_none_or(|best| candidate < *best) {
            self.best = Some(candidate);
        }
    }

    fn push(&mut self, open: OpenBox) {
        let number = self.n_pushed;
        self.n_pushed += 1;
        self.open.push(Reverse(Waiting::new(open, number)));
    }
}
