//! Rounds: they raise the proven bound of a lattice that is too large to be closed soon.

use super::open_box::OpenBox;
use super::waiting::Waiting;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The rounds of a search. Each proves that no valid policy loses less than its *target*.
///
/// A box is put aside as soon as none of its policies loses less than the target. This is proven far sooner than that
/// none wins against the incumbent: the target removes steps, sifts boxes and cuts off branches just as the incumbent
/// does. Boxes put aside are not stored. The next round searches them again with a higher target. As a round takes a
/// multiple of the time of the one before, all rounds together take little longer than the last.
///
/// Rounds come first, because the bound is what counts if a lattice may not be closed soon. Once they have looked at
/// a set number of boxes, they alternate with the search that closes the boxes, until a target comes near the best
/// loss.
#[derive(Debug)]
pub(super) struct Rounds {
    /// The boxes at the beginning of each round.
    all: Vec<OpenBox>,
    /// The boxes that are left of the round.
    open: BinaryHeap<Reverse<Waiting>>,
    n_pushed: u64,
    /// The dives in boxes that are lent.
    lent: Vec<u64>,
    /// Boxes are put aside from this loss on; infinite if no round is running.
    target: f64,
    /// What the rounds have proven.
    bound: f64,
    pace: Pace,
    /// Boxes looked at: in total, before this round, and in the previous round.
    pub(super) boxes: u64,
    boxes_before: u64,
    boxes_of_last: u64,
    /// The difference between the next target and the bound; `None` before the first round.
    rise: Option<f64>,
    are_over: bool,
    wanders: Wanders,
}

/// When rounds take their turn.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Dives before the first round, to find a good incumbent.
    pub after: u64,
    /// How many more boxes they may look at than the search that closes the boxes.
    pub ahead: u64,
    /// The number of boxes of a short round. No round is given up for a shorter one before ten times as many.
    pub short: u64,
    /// Rounds stop once the boxes open outside of them fall below this share of their largest number: nearly every
    /// dive then closes its box, and the lattice is soon closed.
    pub left: f64,
}

impl Default for Pace {
    /// Gives a useful bound after about a minute for any table.
    fn default() -> Self {
        Self { after: 32, ahead: 20_000, short: 100, left: 31.0 / 32.0 }
    }
}

/// Decides which dives begin with a local search: one in four, and ever fewer while nothing better is found.
#[derive(Debug)]
struct Wanders {
    /// The best loss so far.
    least: f64,
    /// Local searches since a better policy was found.
    fruitless: u64,
    /// Dives since the last local search.
    since: u64,
}

impl Wanders {
    /// Dives for each local search, and the number of fruitless ones that adds another dive.
    const EACH: u64 = 4;
    const PATIENCE: u64 = 4;

    /// Whether the next dive begins with a local search, if this is the best loss.
    fn is_due(&mut self, best: f64) -> bool {
        self.since += 1;
        if best < self.least {
            (self.least, self.fruitless) = (best, 0);
        }
        let is_due = self.since >= Self::EACH + self.fruitless / Self::PATIENCE;
        if is_due {
            (self.fruitless, self.since) = (self.fruitless + 1, 0);
        }
        is_due
    }
}

impl Rounds {
    /// Lattices of more policies than this are also searched in rounds.
    pub(super) const FROM: u128 = 1 << 32;
    /// The first rise is the gap between bound and best loss divided by this.
    const PARTS: f64 = 4.0;
    /// The rise is doubled if a round takes fewer than `SHORT` times the boxes of the one before, and halved if it
    /// takes more than `LONG` times.
    const SHORT: f64 = 2.0;
    const LONG: f64 = 5.0;
    /// A round that takes more than this many times the boxes of the one before is given up for one of half the rise.
    const TOO_LONG: u64 = 10;
    /// The rise is between these shares of the gap.
    const LEAST_OF_GAP: f64 = 0.05;
    const MOST_OF_GAP: f64 = 0.4;
    /// The rounds are over once the gap is at most this share of the best loss.
    const LAST_GAP: f64 = 0.05;

    /// Rounds over these boxes.
    pub(super) fn new(all: Vec<OpenBox>, pace: Pace) -> Self {
        Self {
            all,
            open: BinaryHeap::new(),
            n_pushed: 0,
            lent: Vec::new(),
            target: f64::INFINITY,
            bound: 0.0,
            pace,
            boxes: 0,
            boxes_before: 0,
            boxes_of_last: 0,
            rise: None,
            are_over: false,
            wanders: Wanders { least: f64::INFINITY, fruitless: 0, since: 0 },
        }
    }

    /// A lower bound for the loss of all valid policies, proven by the rounds so far.
    pub(super) fn bound(&self) -> f64 {
        self.bound
    }

    /// The target of the round.
    pub(super) fn target(&self) -> f64 {
        self.target
    }

    /// Whether rounds have their turn, after this many dives of the whole search and this many boxes of other dives.
    /// `left` is the share of those boxes that is still open.
    pub(super) fn are_due(&self, dives: u64, others: u64, left: f64) -> bool {
        let pace = self.pace;
        let are_behind = self.boxes <= others.saturating_add(pace.ahead);
        !self.are_over && dives >= pace.after && are_behind && left >= pace.left
    }

    /// Whether the next dive of a round begins with a local search, if this is the best loss.
    pub(super) fn is_wander_due(&mut self, best: f64) -> bool {
        self.wanders.is_due(best)
    }

    /// The next box of the round that is not put aside.
    pub(super) fn pop(&mut self) -> Option<OpenBox> {
        let open = self.open.pop()?.0.open();
        if open.bound >= self.target {
            // The boxes still waiting have no smaller bound.
            self.open.clear();
            return None;
        }
        Some(open)
    }

    /// Ends the round if nothing of it is left, given the best loss: `None` while it is running. Returns whether it
    /// has proven that nothing comes before the best policy.
    pub(super) fn end(&mut self, best: f64) -> Option<bool> {
        if !self.open.is_empty() || !self.lent.is_empty() {
            return None;
        }
        let target = std::mem::replace(&mut self.target, f64::INFINITY);
        let is_best = target.is_finite() && best < target;
        if target.is_finite() {
            self.bound = self.bound.max(target.min(best));
        }
        Some(is_best)
    }

    /// Begins the next round, given the bound of the open boxes and the best loss. Returns whether there is a next
    /// round.
    pub(super) fn begin(&mut self, bound_of_open: f64, best: f64) -> bool {
        let bound = self.bound.max(bound_of_open);
        let gap = best - bound;
        let boxes_of_round = self.boxes - self.boxes_before;
        let [of_round, of_last] = [boxes_of_round, self.boxes_of_last].map(|boxes| boxes as f64);
        let rise = match self.rise {
            None => gap / Self::PARTS,
            Some(rise) if of_round > of_last * Self::LONG => rise / 2.0,
            Some(rise) if of_round < of_last * Self::SHORT => rise * 2.0,
            Some(rise) => rise,
        };
        let rise = rise.clamp(gap * Self::LEAST_OF_GAP, gap * Self::MOST_OF_GAP);
        (self.boxes_before, self.boxes_of_last) = (self.boxes, boxes_of_round);
        // Near the best loss, a round takes as long as closing the lattice.
        self.are_over = rise <= 0.0 || gap <= best * Self::LAST_GAP;
        if !self.are_over {
            self.start(bound, rise);
        }
        !self.are_over
    }

    /// Whether to give up an unfinished round: it takes too many boxes, and its rise can be smaller. Takes the bound
    /// of the open boxes and the best loss.
    pub(super) fn is_too_long(&self, bound_of_open: f64, best: f64) -> bool {
        let least = self.least_rise(bound_of_open, best);
        let most = Self::TOO_LONG * self.boxes_of_last.max(self.pace.short);
        self.boxes - self.boxes_before > most && self.rise.is_some_and(|rise| rise > least)
    }

    /// Gives the round up for one of half the rise.
    pub(super) fn shorten(&mut self, bound_of_open: f64, best: f64) {
        let least = self.least_rise(bound_of_open, best);
        let rise = self.rise.map_or(least, |rise| least.max(rise / 2.0));
        self.boxes_before = self.boxes;
        self.open.clear();
        self.start(self.bound.max(bound_of_open), rise);
    }

    /// The least rise of a round.
    fn least_rise(&self, bound_of_open: f64, best: f64) -> f64 {
        (best - self.bound.max(bound_of_open)) * Self::LEAST_OF_GAP
    }

    /// Starts a round with a target of `bound + rise`. Dives of a round that was given up may still be running: the
    /// boxes that they leave open are inside the boxes of this round.
    fn start(&mut self, bound: f64, rise: f64) {
        (self.rise, self.target) = (Some(rise), bound + rise);
        let all = self.all.iter().cloned().map(|open| OpenBox { bound: open.bound.max(bound), ..open });
        self.absorb(all.collect(), 0);
    }

    pub(super) fn lend(&mut self, number: u64) {
        self.lent.push(number);
    }

    pub(super) fn has_lent(&self, number: u64) -> bool {
        self.lent.contains(&number)
    }

    /// Marks the dive of this number as ended. Returns whether it belonged to a round.
    pub(super) fn take_back(&mut self, number: u64) -> bool {
        let was_lent = self.has_lent(number);
        self.lent.retain(|lent| *lent != number);
        was_lent
    }

    /// Takes back open boxes, after this many were looked at.
    pub(super) fn absorb(&mut self, open: Vec<OpenBox>, boxes: u64) {
        self.boxes += boxes;
        for open in open {
            self.open.push(Reverse(Waiting::new(open, self.n_pushed)));
            self.n_pushed += 1;
        }
    }
}
