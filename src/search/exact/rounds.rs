//! Rounds, which raise the proven bound of a lattice that is too large to be closed soon.

use super::open_box::OpenBox;

/// The rounds of a search. Each shows that no valid policy loses less than its *target*.
///
/// A box is put aside as soon as none of its policies loses less than the target. That is far sooner shown than that
/// none wins against the incumbent: steps are removed, boxes are sifted and branches are cut off by the target as they
/// are by the incumbent. What is put aside is not kept, and is gone through again in the next round, whose target is
/// higher. As a round takes a multiple of the time of the one before, all together take little more than the last.
///
/// Once a target comes near the best loss, the rounds are over, and the boxes are closed by the incumbent alone.
#[derive(Debug)]
pub(super) struct Rounds {
    /// The open boxes at the beginning of each round.
    pub(super) aside: Vec<OpenBox>,
    /// The target of the round; infinite before the first one.
    pub(super) target: f64,
    /// Dives before the first one.
    pub(super) after: u64,
    /// By how much the next target is higher.
    rise: f64,
    /// Boxes looked at before this round, and in the one before.
    boxes_before: u64,
    boxes_of_last: u64,
}

impl Rounds {
    /// Lattices of more policies than this are searched by rounds.
    pub(super) const FROM: u128 = 1 << 32;
    /// Dives before the first round, for a good incumbent.
    pub(super) const AFTER: u64 = 8;
    /// In rounds, so many dives after the other begin with a local search.
    pub(super) const WANDER_EACH: u64 = 4;
    /// The first rise is this part of the gap between bound and best loss.
    const PARTS: f64 = 4.0;
    /// The rise is doubled where a round takes fewer than `SHORT` times the boxes of the one before, and halved where
    /// it takes more than `LONG` times.
    const SHORT: f64 = 2.0;
    const LONG: f64 = 5.0;
    /// It is between these parts of the gap.
    const LEAST_OF_GAP: f64 = 0.05;
    const MOST_OF_GAP: f64 = 0.4;
    /// The rounds are over once the gap is this part of the best loss.
    const LAST_GAP: f64 = 0.05;

    /// Rounds over these boxes, the first after so many dives.
    pub(super) fn new(aside: Vec<OpenBox>, after: u64) -> Self {
        Self {
            aside,
            target: f64::INFINITY,
            after,
            rise: 0.0,
            boxes_before: 0,
            boxes_of_last: 0,
        }
    }

    /// Begins the next round, of a search that has looked at so many boxes, proven this bound, and found this best
    /// loss. Returns the boxes to go through, and whether a round it is: if not, they are to be closed by the
    /// incumbent.
    pub(super) fn next(&mut self, boxes: u64, bound: f64, best: f64) -> (Vec<OpenBox>, bool) {
        let boxes_of_round = (boxes - self.boxes_before) as f64;
        let boxes_of_last = self.boxes_of_last as f64;
        if self.target.is_infinite() {
            self.rise = (best - bound) / Self::PARTS;
        } else if boxes_of_round > boxes_of_last * Self::LONG {
            self.rise /= 2.0;
        } else if boxes_of_round < boxes_of_last * Self::SHORT {
            self.rise *= 2.0;
        }
        (self.boxes_before, self.boxes_of_last) = (boxes, boxes - self.boxes_before);
        for open in &mut self.aside {
            open.bound = open.bound.max(bound);
        }
        let gap = best - bound;
        self.rise = (self.rise).clamp(gap * Self::LEAST_OF_GAP, gap * Self::MOST_OF_GAP);
        self.target = bound + self.rise;
        // Near the best loss a round takes as long as the end.
        let is_round = self.rise > 0.0 && gap > best * Self::LAST_GAP;
        (self.aside.clone(), is_round)
    }
}
