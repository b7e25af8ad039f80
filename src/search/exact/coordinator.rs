//! The boxes that are open, and the best policy so far.

use super::open_box::{Dive, DiveResult, FoundPolicy, OpenBox};
use super::steps::{Steps, volume};
use crate::lattice::{Lattice, Policy};
use crate::search::progress::{Candidate, LossOrder};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Lends boxes to divers, least bound first, and takes back those that are still open.
///
/// It sees no data. Only [`Dive`]s and [`DiveResult`]s pass, so divers may be threads, or workers with tables of their
/// own. The policy found does not depend on the number of divers or their speed, because no box is closed that may hold
/// a policy that comes before the incumbent.
pub struct Coordinator {
    lattice: Lattice,
    open: BinaryHeap<Reverse<Waiting>>,
    best: Option<Candidate>,
    /// A loss that no valid policy is below, as given by the caller.
    floor: Option<f64>,
    /// The boxes that are lent, with the numbers of their dives.
    lent: Vec<(u64, OpenBox)>,
    n_dives: u64,
    /// The best policy when the last walk began.
    walked: Option<Candidate>,
    n_pushed: u64,
    boxes: u64,
    evaluated: u64,
    closed: f64,
}

/// What is known when a search starts; nothing, by default.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// Valid policies with their losses.
    pub found: Vec<FoundPolicy>,
    /// A loss that no valid policy is below. A policy of this loss ends the search, so where ties matter it must be the
    /// first of that loss in the order of ties.
    pub floor: Option<f64>,
    /// The boxes that are still open; `None` for the whole lattice.
    pub open: Option<Vec<OpenBox>>,
}

/// A box in the order in which boxes are handed out.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    bound: LossOrder,
    number: u64,
    steps: Vec<Steps>,
}

impl Coordinator {
    /// Rows of a dive: enough that the cost of beginning one does not matter, and few enough that bounds rise evenly.
    const ROWS: u64 = 1 << 22;

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
        };
        for found in start.found {
            coordinator.offer(found);
        }
        let all = || {
            let axes = lattice.axes().iter();
            let steps = axes.map(|axis| Steps::MAX >> (Steps::BITS - 1 - axis.steps()));
            vec![OpenBox {
                steps: steps.collect(),
                bound: start.floor.unwrap_or_default(),
            }]
        };
        for open in start.open.unwrap_or_else(all) {
            coordinator.push(open);
        }
        coordinator
    }

    /// Lends the next box: the dive, with its number; `None` while no box waits.
    pub fn hand_out(&mut self) -> Option<(u64, Dive)> {
        self.hand_out_telling(&mut |_| ())
    }

    /// The same; `closed` is told of the boxes that need no dive any more.
    pub(super) fn hand_out_telling(
        &mut self,
        closed: &mut dyn FnMut(&OpenBox),
    ) -> Option<(u64, Dive)> {
        if self.is_at_floor() {
            self.open.clear();
        }
        while let Some(Reverse(waiting)) = self.open.pop() {
            let open = OpenBox {
                bound: waiting.bound.0,
                steps: waiting.steps,
            };
            if self.is_closed(&open) {
                closed(&open);
                continue;
            }
            let number = self.n_dives;
            self.n_dives += 1;
            self.lent.push((number, open.clone()));
            let dive = Dive {
                open,
                best: self.best().map(|best| FoundPolicy {
                    levels: best.policy.levels().to_vec(),
                    loss: best.loss,
                }),
                walk: self.is_walk_due(),
                floor: self.floor,
                rows: Self::ROWS,
            };
            return Some((number, dive));
        }
        None
    }

    /// Takes back the result of the dive of this number.
    pub fn absorb(&mut self, number: u64, result: DiveResult) {
        self.lent.retain(|(lent, _)| *lent != number);
        if let Some(found) = result.best {
            self.offer(found);
        }
        self.boxes += result.boxes;
        self.evaluated += result.evaluated;
        for open in result.open {
            self.push(open);
        }
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

    /// The proven bound when of the lent box of this number only the boxes `left` are still open.
    pub(super) fn bound_with(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        let best = self.best().map_or(f64::INFINITY, |best| best.loss);
        let waiting = self.open.peek().filter(|_| !self.is_at_floor());
        let waiting = waiting.map(|Reverse(waiting)| waiting.bound.0);
        let lent = self.lent_except(number).chain(left).map(|open| open.bound);
        lent.chain(waiting).fold(best, f64::min)
    }

    /// The boxes that are lent, without the one of this number.
    fn lent_except(&self, number: Option<u64>) -> impl Iterator<Item = &OpenBox> {
        let others = (self.lent.iter()).filter(move |(lent, _)| Some(*lent) != number);
        others.map(|(_, open)| open)
    }

    /// The number of open boxes, waiting or lent, without the lent one of this number.
    pub(super) fn n_open_except(&self, number: Option<u64>) -> u64 {
        (self.open.len() + self.lent_except(number).count()) as u64
    }

    /// All open boxes, waiting or lent, from which another search may go on.
    pub fn open(&self) -> Vec<OpenBox> {
        self.open_except(None).collect()
    }

    /// All open boxes, without the lent one of this number.
    pub(super) fn open_except(&self, number: Option<u64>) -> impl Iterator<Item = OpenBox> {
        let waiting = self.open.iter().map(|Reverse(waiting)| OpenBox {
            steps: waiting.steps.clone(),
            bound: waiting.bound.0,
        });
        self.lent_except(number).cloned().chain(waiting)
    }

    /// Boxes looked at, and policies evaluated.
    pub fn counts(&self) -> (u64, u64) {
        (self.boxes, self.evaluated)
    }

    /// The share of the lattice that is closed. It never falls, and is 1 once the search is done.
    pub fn closed(&self) -> f64 {
        self.closed_with(None, &[])
    }

    /// The closed share of the lattice when of the lent box of this number only the boxes `left` are still open.
    pub(super) fn closed_with(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        if self.is_done() {
            return 1.0;
        }
        // Whole numbers, so that a box and what it is cut into are the same share to the last bit.
        let axes = self.lattice.axes().iter();
        let all: f64 = axes.map(|axis| f64::from(axis.steps()) + 1.0).product();
        let waiting = (self.open.iter()).map(|Reverse(waiting)| volume(&waiting.steps));
        let lent = self
            .lent_except(number)
            .chain(left)
            .map(|open| volume(&open.steps));
        let open: f64 = waiting.chain(lent).sum();
        (1.0 - open / all).clamp(self.closed, 1.0)
    }

    /// Whether to begin the next dive with a walk: there is an incumbent that no walk has begun at or ended in; without
    /// one, at the second dive.
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
        best.zip(self.floor)
            .is_some_and(|(best, floor)| best <= floor)
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
        self.open.push(Reverse(Waiting {
            bound: LossOrder(open.bound),
            number,
            steps: open.steps,
        }));
    }
}
