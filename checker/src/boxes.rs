//! The boxes of a proof's tree, each of which must be closed.

use super::classes::{Frame, Held};
use super::study::Study;
use super::{Failure, Watch};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The tree: what each node is, and where the part of the tree ends that begins with it.
pub(super) struct Tree<'a> {
    study: &'a Study,
    nodes: Vec<u32>,
    ends: Vec<u32>,
    /// The cuts by number: axis and step.
    cuts: Vec<(usize, usize)>,
    /// Loss, rank and levels of the claimed policy.
    claim: (f64, usize, Vec<usize>),
    threads: AtomicUsize,
    /// Nodes that were gone through.
    passed: AtomicUsize,
    watch: &'a dyn Watch,
}

impl<'a> Tree<'a> {
    /// Parts of fewer nodes are no work for a thread of their own.
    const FEW: usize = 64;
    /// After so many nodes it is told how far the check is.
    const OFTEN: usize = 256;

    pub(super) fn new(study: &'a Study, nodes: Vec<u32>, claim: (f64, &[usize])) -> Result<Self, Failure> {
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
        let axes = study.axes.iter().enumerate();
        let cuts = axes.flat_map(|(axis, own)| (1..own.up.len()).map(move |step| (axis, step - 1))).collect();
        let claim = (claim.0, claim.1.iter().sum(), claim.1.to_vec());
        Ok(Self {
            study,
            nodes,
            ends,
            cuts,
            claim,
            threads: AtomicUsize::new(0),
            passed: AtomicUsize::new(0),
            watch: &(),
        })
    }

    pub(super) fn check(mut self, threads: usize, watch: &'a dyn Watch) -> Result<usize, Failure> {
        self.watch = watch;
        self.threads.store(threads.max(1) - 1, Ordering::Relaxed);
        let lo = vec![0; self.study.axes.len()];
        self.visit(0, &lo, &Held::top(self.study, &Frame::top(self.study)), None)?;
        Ok(self.nodes.len())
    }

    /// Checks the box from `lo` to what is held, or to that with one axis lowered.
    fn visit(&self, place: usize, lo: &[usize], held: &Held, lowering: Option<(usize, usize)>) -> Result<(), Failure> {
        let passed = self.passed.fetch_add(1, Ordering::Relaxed);
        if passed.is_multiple_of(Self::OFTEN) {
            self.watch.passed(passed as f64 / self.nodes.len() as f64);
        }
        let totals = self.study.totals(lo);
        let levels = self.study.levels(lo);
        let is_after = (levels.iter().sum(), &levels) >= (self.claim.1, &self.claim.2);
        let mut sums = totals.clone();
        let mut is_closed = |suppressed: u64, price: &[u64]| {
            if suppressed > self.study.limit {
                return true;
            }
            sums.iter_mut().zip(&totals).zip(price).for_each(|((sum, total), price)| *sum = total + price);
            let loss = self.study.loss.of(&sums);
            loss > self.claim.0 || (loss == self.claim.0 && is_after)
        };
        if self.nodes[place] == 0 {
            let is_closed = match lowering {
                Some(lowering) => held.lower(self.study, lowering, true, &mut is_closed).is_none(),
                None => is_closed(held.suppressed, &held.price),
            };
            let mut hi = held.hi.clone();
            lowering.into_iter().for_each(|(axis, to)| hi[axis] = to);
            let (names, hi) = (&self.study.names, self.study.levels(&hi));
            if !is_closed {
                self.watch.is_open(&levels, &hi);
            }
            return if is_closed {
                Ok(())
            } else {
                let open = format!("open is the box from {levels:?} to {hi:?} of the levels of {names:?}");
                Err(Failure::Refused(open))
            };
        }
        let lower = lowering.and_then(|lowering| held.lower(self.study, lowering, false, &mut |_, _| false));
        let held = lower.as_ref().unwrap_or(held);
        let end = self.ends[place] as usize;
        let frame = held.frame(self.study, lo, end - place);
        let within = frame.as_ref().map(|frame| held.within(frame));
        let held = within.as_ref().unwrap_or(held);
        let cut = self.cuts.get(self.nodes[place] as usize - 1);
        let Some(&(axis, step)) = cut.filter(|&&(axis, step)| lo[axis] <= step && step < held.hi[axis]) else {
            return Err(Failure::Refused(format!("node {place} cuts where its box is not")));
        };
        let mut raised = lo.to_vec();
        raised[axis] = step + 1;
        let upper = self.ends[place + 1] as usize;
        let below = || self.visit(place + 1, lo, held, Some((axis, step)));
        let above = || self.visit(upper, &raised, held, None);
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
