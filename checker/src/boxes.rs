//! The boxes of a proof's tree. Each of them must be closed.

use super::classes::Classes;
use super::study::Study;
use super::{Failure, Watch, need, refused};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The tree: the kind of each node, and the end of the subtree that begins with it.
pub(super) struct Tree<'a> {
    study: &'a Study,
    nodes: Vec<usize>,
    ends: Vec<usize>,
    cuts: Vec<(&'a [usize], usize)>,
    /// The loss, rank and levels of the claimed policy.
    claim: (f64, usize, &'a [usize]),
    /// The number of idle threads, and of leaves that were checked.
    free: AtomicUsize,
    passed: AtomicUsize,
    watch: &'a dyn Watch,
}

impl<'a> Tree<'a> {
    /// Subtrees of at most this many nodes get no thread of their own, and their rows are not merged.
    const FEW: usize = 256;
    /// Subtrees of at most this many nodes get no classes of their own: counting several lowered columns together is
    /// faster.
    const OWN: usize = 24;
    /// Subtrees that others may check have at most one in this many of the nodes, or [`FEW`](Self::FEW).
    const PARTS: usize = 128;
    /// The progress is reported after this many leaves.
    const OFTEN: usize = 128;

    pub(super) fn new(
        study: &'a Study,
        nodes: Vec<usize>,
        (loss, levels): (f64, &'a [usize]),
        threads: usize,
        watch: &'a dyn Watch,
    ) -> Result<Self, Failure> {
        let (mut ends, mut open) = (vec![0; nodes.len()], Vec::new());
        for (place, &node) in nodes.iter().enumerate().rev() {
            match node {
                0 => open.push(place + 1),
                _ => drop(open.pop()),
            }
            ends[place] = open.last().copied().unwrap_or_default();
        }
        need(open == [nodes.len()], || refused("the tree ends too early, or has more behind its end"))?;
        let (claim, cuts) = ((loss, levels.iter().sum(), levels), study.cuts());
        let (free, passed) = (AtomicUsize::new(threads.max(1) - 1), AtomicUsize::new(0));
        Ok(Self { study, nodes, ends, cuts, claim, free, passed, watch })
    }

    /// Whether no policy from `lo` to `hi` comes before the claimed one, if a policy not below them suppresses this
    /// many records at this price.
    fn is_closed(&self, lo: &[usize], hi: &[usize], suppressed: u64, price: &[u64]) -> bool {
        let slack = self.study.loss.slack(self.claim.0);
        let bound = || slack + self.study.bound(lo, suppressed, price, lo == hi);
        let is_after = |bound| bound > self.claim.0 || (bound, lo.iter().sum(), lo) >= self.claim;
        suppressed > self.study.limit || if slack > 0.0 { bound() >= self.claim.0 } else { is_after(bound()) }
    }

    /// Whether a subtree is so large that several threads may check parts of it.
    fn is_shared(&self, place: usize) -> bool {
        self.ends[place] - place > Self::FEW.max(self.nodes.len() / Self::PARTS)
    }

    /// Counts a leaf that is closed.
    fn pass(&self) {
        let passed = self.passed.fetch_add(1, Ordering::Relaxed);
        if passed.is_multiple_of(Self::OFTEN) {
            self.watch.passed(2.0 * passed as f64 / self.nodes.len() as f64);
        }
    }

    /// The columns that a node cuts, and the highest level of the lower part.
    fn cut(&self, node: usize) -> Option<(&[usize], usize)> {
        self.cuts.get(node.checked_sub(1)?).copied()
    }

    /// A lower bound for the levels of the policies whose classes a subtree needs.
    fn lowest(&self, place: usize, hi: &[usize]) -> Vec<usize> {
        let mut lowest = hi.to_vec();
        for (axis, level) in self.nodes[place..self.ends[place]].iter().filter_map(|&node| self.cut(node)) {
            axis.iter().for_each(|&qi| lowest[qi] = level.min(lowest[qi]));
        }
        lowest
    }

    /// Checks the box from `lo` to `hi`, and the boxes that it is cut into. The classes are those of a policy at or
    /// above `hi`.
    pub(super) fn visit(&self, place: usize, lo: &[usize], hi: &[usize], classes: &Classes) -> Result<(), Failure> {
        if self.nodes[place] == 0 {
            if classes.is_enough(self.study, hi, &|suppressed, price| self.is_closed(lo, hi, suppressed, price)) {
                self.pass();
                return Ok(());
            }
            self.watch.found_open(lo, hi);
            let names = &self.study.names;
            return Err(refused(format!("open is the box from {lo:?} to {hi:?} of the levels of {names:?}")));
        }
        let is_within = |(axis, level): &(&[usize], usize)| (lo[axis[0]]..hi[axis[0]]).contains(level);
        let Some((axis, level)) = self.cut(self.nodes[place]).filter(is_within) else {
            return Err(refused(format!("node {place} cuts where its box is not")));
        };
        let is_others = |part| self.is_shared(place) && !self.is_shared(part) && !self.watch.is_own(part);
        let visit = |part, lo: &[usize], hi: &[usize], classes: &Classes| match is_others(part) {
            true => Ok(()),
            false => self.visit(part, lo, hi, classes),
        };
        let (mut raised, mut lowered) = (lo.to_vec(), hi.to_vec());
        axis.iter().for_each(|&qi| (raised[qi], lowered[qi]) = (level + 1, level));
        let upper = self.ends[place + 1];
        let price = classes.price(self.study, hi);
        if self.nodes[upper] == 0 && self.is_closed(&raised, hi, classes.suppressed, &price) {
            self.pass();
            return visit(place + 1, lo, &lowered, classes);
        }
        let size = self.ends[place] - place;
        let is_large = size > Self::FEW;
        let mut own = (size > Self::OWN && hi != classes.levels).then(|| classes.lower(self.study, hi));
        if is_large {
            own = own.map(|own| own.merge(self.study, &self.lowest(place, hi)));
        }
        let classes = own.as_ref().unwrap_or(classes);
        let below = || visit(place + 1, lo, &lowered, classes);
        let above = || visit(upper, &raised, hi, classes);
        let free = |free: usize| free.checked_sub(1);
        if is_large && self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).is_ok() {
            let mut first = Ok(());
            let second = std::thread::scope(|scope| {
                scope.spawn(|| first = below());
                let second = above();
                self.free.fetch_add(1, Ordering::Relaxed);
                second
            });
            return first.and(second);
        }
        below()?;
        above()
    }
}
