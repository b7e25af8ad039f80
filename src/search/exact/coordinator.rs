//! The boxes that are open, and the best policy so far.

use super::open_box::{Dive, Findings, Found, OpenBox};
use super::steps::Steps;
use crate::lattice::{Lattice, Policy};
use crate::search::progress::{Candidate, LossOrder};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Hands boxes out to divers, least bound first, and takes back what is left of them.
///
/// It sees no data: all that passes are [`Dive`]s and [`Findings`], so divers may be threads, or workers that hold tables of
/// their own. Which policy is found does not depend on how many there are or how long each takes, because no box is
/// closed that could hold a policy that comes before the best one.
pub struct Coordinator {
    lattice: Lattice,
    open: BinaryHeap<Reverse<Waiting>>,
    best: Option<Candidate>,
    /// No valid policy has a loss below this, the caller says.
    floor: Option<f64>,
    /// Boxes that are out, by their number.
    out: Vec<(u64, OpenBox)>,
    n_dives: u64,
    n_pushed: u64,
    boxes: u64,
    evaluated: u64,
    closed: f64,
}

/// Where a search starts from, when not from nothing.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// Valid policies with their losses.
    pub found: Vec<Found>,
    /// No valid policy has a loss below this. A policy of this loss ends the search, so it must be the first of that loss in
    /// the stated order wherever the order counts.
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
    /// Rows of a dive: enough that what it costs to begin one does not count, and few enough that bounds rise evenly.
    const ROWS: u64 = 1 << 22;

    /// A coordinator of the search in this lattice.
    pub fn new(lattice: &Lattice, start: Start) -> Self {
        let mut coordinator = Self {
            lattice: lattice.clone(),
            open: BinaryHeap::new(),
            best: None,
            floor: start.floor,
            out: Vec::new(),
            n_dives: 0,
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

    /// The next dive, with its number; `None` while no box waits.
    pub fn hand_out(&mut self) -> Option<(u64, Dive)> {
        if self.is_at_floor() {
            self.open.clear();
        }
        while let Some(Reverse(waiting)) = self.open.pop() {
            let open = OpenBox {
                bound: waiting.bound.0,
                steps: waiting.steps,
            };
            if self.is_closed(&open) {
                continue;
            }
            let number = self.n_dives;
            self.n_dives += 1;
            self.out.push((number, open.clone()));
            let dive = Dive {
                open,
                best: self.best().map(|best| Found {
                    levels: best.policy.levels().to_vec(),
                    loss: best.loss,
                }),
                descend: number == 0,
                floor: self.floor,
                rows: Self::ROWS,
            };
            return Some((number, dive));
        }
        None
    }

    /// Takes back what has come of a dive.
    pub fn absorb(&mut self, number: u64, findings: Findings) {
        self.out.retain(|(out, _)| *out != number);
        if let Some(found) = findings.best {
            self.offer(found);
        }
        self.boxes += findings.boxes;
        self.evaluated += findings.evaluated;
        for open in findings.open {
            self.push(open);
        }
        self.closed = self.closed();
    }

    /// Whether nothing waits and nothing is out.
    pub fn is_done(&self) -> bool {
        self.out.is_empty() && (self.open.is_empty() || self.is_at_floor())
    }

    /// The best policy so far.
    pub fn best(&self) -> Option<&Candidate> {
        self.best.as_ref()
    }

    /// No valid policy has a loss below this, except that the best one may equal it.
    pub fn bound(&self) -> f64 {
        self.bound_with(None, &[])
    }

    /// The same when `left` is what is left of the box of this number, which is out.
    pub(super) fn bound_with(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        let best = self.best().map_or(f64::INFINITY, |best| best.loss);
        let waiting = self.open.peek().filter(|_| !self.is_at_floor());
        let waiting = waiting.map(|Reverse(waiting)| waiting.bound.0);
        let out = self.out_but(number).chain(left).map(|open| open.bound);
        out.chain(waiting).fold(best, f64::min)
    }

    /// The boxes that are out, without the one of this number.
    fn out_but(&self, number: Option<u64>) -> impl Iterator<Item = &OpenBox> {
        let others = (self.out.iter()).filter(move |(out, _)| Some(*out) != number);
        others.map(|(_, open)| open)
    }

    /// Boxes that wait or are out, without the one of this number.
    pub(super) fn n_open_but(&self, number: Option<u64>) -> u64 {
        (self.open.len() + self.out_but(number).count()) as u64
    }

    /// The boxes that wait, and those that are out: where another search may go on.
    pub fn open(&self) -> Vec<OpenBox> {
        self.open_but(None).collect()
    }

    /// The same without the box of this number, which is out.
    pub(super) fn open_but(&self, number: Option<u64>) -> impl Iterator<Item = OpenBox> {
        let waiting = self.open.iter().map(|Reverse(waiting)| OpenBox {
            steps: waiting.steps.clone(),
            bound: waiting.bound.0,
        });
        self.out_but(number).cloned().chain(waiting)
    }

    /// Boxes looked at, and policies evaluated.
    pub fn counts(&self) -> (u64, u64) {
        (self.boxes, self.evaluated)
    }

    /// The share of the lattice that is closed. It never falls, and is 1 once the search is done.
    pub fn closed(&self) -> f64 {
        self.closed_with(None, &[])
    }

    /// The same when `left` is what is left of the box of this number, which is out.
    pub(super) fn closed_with(&self, number: Option<u64>, left: &[OpenBox]) -> f64 {
        if self.is_done() {
            return 1.0;
        }
        let of = |steps: &[Steps]| -> f64 {
            let axes = steps.iter().zip(self.lattice.axes());
            axes.map(|(steps, axis)| f64::from(steps.count_ones()) / f64::from(axis.steps() + 1))
                .product()
        };
        let waiting = self.open.iter().map(|Reverse(waiting)| of(&waiting.steps));
        let out = self.out_but(number).chain(left).map(|open| of(&open.steps));
        let open: f64 = waiting.chain(out).sum();
        (1.0 - open).clamp(self.closed, 1.0)
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

    fn offer(&mut self, found: Found) {
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
