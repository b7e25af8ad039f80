//! The boxes of a proof's tree, each of which must be closed.

use super::classes::Held;
use super::study::{Axis, Study};
use super::{Failure, Watch};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The tree: what each node is, and where the part of the tree ends that begins with it.
pub(super) struct Tree<'a> {
    study: &'a Study,
    nodes: Vec<u32>,
    ends: Vec<u32>,
    cuts: Vec<(&'a Axis, usize)>,
    /// Loss and its slack, rank and levels of the claimed policy.
    claim: ((f64, f64), usize, &'a [usize]),
    threads: AtomicUsize,
    /// Leaves that were gone through.
    passed: AtomicUsize,
    watch: &'a dyn Watch,
}

impl<'a> Tree<'a> {
    /// Parts of fewer nodes are no work for a thread of their own.
    const FEW: usize = 64;
    /// After so many leaves it is told how far the check is.
    const OFTEN: usize = 128;

    pub(super) fn new(
        study: &'a Study,
        nodes: Vec<u32>,
        claim: (f64, &'a [usize]),
        watch: &'a dyn Watch,
    ) -> Result<Self, Failure> {
        let broken = || Failure::Refused("the tree ends too early, or has more behind its end".into());
        let mut ends = vec![0; nodes.len()];
        for (place, &node) in nodes.iter().enumerate().rev() {
            let end = |place: usize| ends.get(place).map(|&end| end as usize);
            let end = if node == 0 { Some(place + 1) } else { end(place + 1).and_then(end) };
            ends[place] = end.ok_or_else(broken)? as u32;
        }
        if ends.first().is_none_or(|&end| end as usize != nodes.len()) {
            return Err(broken());
        }
        let cuts = study.cuts();
        let claim = ((claim.0, study.loss.slack(claim.0)), claim.1.iter().sum(), claim.1);
        Ok(Self { study, nodes, ends, cuts, claim, threads: AtomicUsize::new(0), passed: AtomicUsize::new(0), watch })
    }

    /// Checks all boxes, from the lattice on, of whose highest policy this is held.
    pub(super) fn check(&self, held: &Held, threads: usize) -> Result<(), Failure> {
        self.threads.store(threads.max(1) - 1, Ordering::Relaxed);
        self.visit(0, &self.study.policy(|axis| axis.min), &held.hi, held)
    }

    /// Whether no policy from `lo` to `hi` comes before the claimed one, if one that is not below them suppresses so
    /// many records at this price.
    fn closing(&self, lo: &[usize], hi: &[usize]) -> impl Fn(u64, &[u64]) -> bool {
        let ((claimed, slack), is_single) = (self.claim.0, lo == hi);
        let is_after = slack > 0.0 || (lo.iter().sum(), lo) >= (self.claim.1, self.claim.2);
        move |suppressed, price| {
            let loss = || slack + self.study.bound(lo, suppressed, price, is_single);
            suppressed > self.study.limit || loss() > claimed || (is_after && loss() == claimed)
        }
    }

    /// Goes on with a leaf that is closed.
    fn pass(&self) {
        let passed = self.passed.fetch_add(1, Ordering::Relaxed);
        if passed.is_multiple_of(Self::OFTEN) {
            self.watch.passed(2.0 * passed as f64 / self.nodes.len() as f64);
        }
    }

    /// Checks the box from `lo` to `hi`. What is held is of a policy that is `hi`, or above.
    fn visit(&self, place: usize, lo: &[usize], hi: &[usize], held: &Held) -> Result<(), Failure> {
        let is_closed = self.closing(lo, hi);
        if self.nodes[place] == 0 {
            if is_closed(held.suppressed, &held.price) || held.lower(self.study, hi, &mut &is_closed).is_none() {
                self.pass();
                return Ok(());
            }
            self.watch.is_open(lo, hi);
            let names = &self.study.names;
            return Err(Failure::Refused(format!("open is the box from {lo:?} to {hi:?} of the levels of {names:?}")));
        }
        let cut = self.cuts.get(self.nodes[place] as usize - 1).copied();
        let is_within = |(axis, level): &(&Axis, usize)| (lo[axis.members[0]]..hi[axis.members[0]]).contains(level);
        let Some((axis, level)) = cut.filter(is_within) else {
            return Err(Failure::Refused(format!("node {place} cuts where its box is not")));
        };
        let (mut raised, mut lowered) = (lo.to_vec(), hi.to_vec());
        for &qi in &axis.members {
            (raised[qi], lowered[qi]) = (level + 1, level);
        }
        let upper = self.ends[place + 1] as usize;
        if self.nodes[upper] == 0 && self.closing(&raised, hi)(held.suppressed, &held.price) {
            self.pass();
            return self.visit(place + 1, lo, &lowered, held);
        }
        let own = if hi == held.hi { None } else { held.lower(self.study, hi, &mut |_, _| false) };
        let held = own.as_ref().unwrap_or(held);
        let frame = held.frame(self.study, lo, self.ends[place] as usize - place);
        let within = frame.as_ref().map(|frame| held.within(frame));
        let held = within.as_ref().unwrap_or(held);
        let below = || self.visit(place + 1, lo, &lowered, held);
        let above = || self.visit(upper, &raised, hi, held);
        let free = |free: usize| free.checked_sub(1);
        let is_large = upper - place > Self::FEW;
        if is_large && self.threads.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).is_ok() {
            let (below, above) = std::thread::scope(|scope| {
                let other = scope.spawn(below);
                let above = above();
                self.threads.fetch_add(1, Ordering::Relaxed);
                (other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), above)
            });
            return below.and(above);
        }
        below()?;
        above()
    }
}
