//! Builds the part of a proof's tree that belongs to one box, depth first.

use super::axes::Step;
use super::box_top::{BoxTop, Counting, Lowering};
use super::lowest::LowestClasses;
use super::order::Known;
use super::portion::{Portion, ProofBox, ProofTask, Proved};
use super::subject::ProofSubject;
use super::tree::Tree;
use crate::lattice::Policy;
use crate::monitor::Monitor;
use crate::search::Status;
use std::rc::Rc;
use std::sync::Arc;

/// Builds the parts of a proof's tree that belong to boxes, one box at a time.
///
/// The part of a box depends only on the box and the claim. So provers may be threads, or workers with tables of
/// their own, and their parts together are the tree that a single one would build.
pub struct Prover {
    subject: Arc<ProofSubject>,
    counting: Counting,
    lowest: LowestClasses,
    top: Rc<BoxTop>,
    tree: Tree,
    waiting: Vec<Waiting>,
    /// The portions after everything that waits, in reverse order.
    behind: Vec<Portion>,
    /// After this many boxes the last one is left to others; and the number looked at since.
    many: u64,
    looked: u64,
    better: Option<Policy>,
}

/// A box that was not looked at yet.
struct Waiting {
    lo: Vec<Step>,
    /// The highest policy of the box, or the one with one axis raised.
    box_top: Rc<BoxTop>,
    part: Part,
}

/// The position of a box in the box that it is a part of.
enum Part {
    /// With the same highest policy.
    Upper,
    /// With one axis lowered.
    Lower(Lowering),
    /// With axes lowered one after the other, by cuts whose upper parts are closed already.
    Free(Vec<Lowering>),
    /// It is closed already.
    Closed,
}

impl Waiting {
    /// The box, if it may be open.
    fn open(&self) -> Option<ProofBox> {
        let mut hi = self.box_top.hi.clone();
        match &self.part {
            Part::Closed => return None,
            Part::Lower(cut) => hi[cut.axis] = cut.to,
            Part::Upper | Part::Free(_) => {}
        }
        Some(ProofBox::new(&self.lo, &hi))
    }
}

impl Prover {
    /// A prover for this claim.
    ///
    /// Time and memory: linear in the distinct tuples of the table.
    pub fn new(subject: Arc<ProofSubject>) -> Self {
        Self {
            top: BoxTop::top(subject.table()),
            tree: Tree::new(subject.axes.n_cuts),
            subject,
            counting: Counting::default(),
            lowest: LowestClasses::default(),
            waiting: Vec::new(),
            behind: Vec::new(),
            many: 0,
            looked: 0,
            better: None,
        }
    }

    /// The whole lattice.
    pub(super) fn lattice(&self) -> ProofBox {
        ProofBox::new(&vec![0; self.top.hi.len()], &self.top.hi)
    }

    /// The claim.
    pub(super) fn subject(&self) -> &Arc<ProofSubject> {
        &self.subject
    }

    /// Begins with a box. The previous one is forgotten.
    pub fn begin(&mut self, task: &ProofTask) {
        let (lo, hi) = task.open.steps();
        let table = self.subject.table();
        let box_top = match hi == self.top.hi {
            true => Rc::clone(&self.top),
            false => self.counting.box_top(table, &self.top, &lo, &hi),
        };
        let part = Part::Upper;
        self.waiting = vec![Waiting { lo, box_top, part }];
        self.behind.clear();
        self.tree.take();
        self.better = None;
        (self.many, self.looked) = (task.boxes, 0);
    }

    /// Continues until nothing of the box is left to do here, or the monitor interrupts it. The monitor is asked
    /// before every box.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> Status {
        while !self.waiting.is_empty() {
            if monitor.interrupted() {
                return Status::Running;
            }
            if self.looked >= self.many {
                self.leave_last();
            }
            if let Some(next) = self.waiting.pop() {
                self.look(next);
                self.looked += 1;
            }
        }
        Status::Done
    }

    /// Leaves the last waiting box to others, if it is not the only one.
    pub(super) fn leave_last(&mut self) {
        self.looked = 0;
        let is_open = |waiting: &Waiting| !matches!(waiting.part, Part::Closed);
        let last = self.waiting.iter().position(is_open);
        let Some(last) = last.filter(|last| last + 1 < self.waiting.len()) else {
            return;
        };
        let rest = self.waiting.split_off(last + 1);
        let left = std::mem::replace(&mut self.waiting, rest);
        self.put_behind(left);
    }

    /// Takes the portions after everything that waits.
    pub(super) fn take_behind(&mut self) -> Vec<Portion> {
        self.behind.drain(..).rev().collect()
    }

    /// The result for the box: the finished part of the tree and the boxes left to others, in the tree's order.
    pub fn finish(&mut self) -> Proved {
        let left = std::mem::take(&mut self.waiting);
        self.put_behind(left);
        let mut portions = vec![Portion::Tree(self.tree.take())];
        portions.append(&mut self.take_behind());
        let better = self.better.take();
        Proved { portions, better: better.map(|policy| policy.levels().to_vec()) }
    }

    /// The part of the tree built so far.
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The boxes that wait.
    pub(super) fn open(&self) -> impl Iterator<Item = ProofBox> {
        self.waiting.iter().filter_map(Waiting::open)
    }

    fn put_behind(&mut self, left: Vec<Waiting>) {
        for waiting in left {
            self.behind.push(match waiting.open() {
                Some(open) => Portion::Open(open),
                None => Portion::Tree(vec![0; self.tree.width()]),
            });
        }
    }

    fn look(&mut self, next: Waiting) {
        let Waiting { lo, box_top, part } = next;
        let box_top = match part {
            Part::Closed => return self.tree.push_leaf(),
            Part::Upper if self.is_closed(&lo, &box_top) => return self.tree.push_leaf(),
            Part::Upper => box_top,
            Part::Lower(cut) => match self.lower(&lo, &box_top, &[cut]).1 {
                Some(lower) => lower,
                None => return self.tree.push_leaf(),
            },
            Part::Free(cuts) => {
                let (lowered, lower) = self.lower(&lo, &box_top, &cuts);
                for &cut in &cuts[..lowered] {
                    self.push_cut(cut);
                    self.waiting.push(Waiting { lo: Vec::new(), box_top: Rc::clone(&box_top), part: Part::Closed });
                }
                match lower {
                    Some(lower) => lower,
                    None => return self.tree.push_leaf(),
                }
            }
        };
        let free = self.free_cuts(&lo, &box_top);
        if !free.is_empty() {
            return self.waiting.push(Waiting { lo, box_top, part: Part::Free(free) });
        }
        let Some(cut) = self.best_cut(&lo, &box_top.hi) else {
            self.better = Some(self.subject.axes.policy(&lo));
            self.waiting.clear();
            return;
        };
        self.push_cut(cut);
        let mut raised = lo.clone();
        raised[cut.axis] = cut.to + 1;
        self.waiting.push(Waiting { lo: raised, box_top: Rc::clone(&box_top), part: Part::Upper });
        self.waiting.push(Waiting { lo, box_top, part: Part::Lower(cut) });
    }

    fn push_cut(&mut self, cut: Lowering) {
        self.tree.push_cut(self.subject.axes.axes[cut.axis].first_cut + cut.to);
    }

    /// Lowers axes of a policy one after the other, until the leaf rule closes the box from `lo` on.
    fn lower(&mut self, lo: &[Step], box_top: &Rc<BoxTop>, cuts: &[Lowering]) -> (usize, Option<Rc<BoxTop>>) {
        let totals = self.totals(lo);
        let mut hi = box_top.hi.clone();
        cuts.iter().for_each(|cut| hi[cut.axis] = cut.to);
        let mut goal = (self.subject.order).goal(self.subject.axes.levels(lo), totals, hi == lo);
        let table = self.subject.table();
        self.counting.lower(table, box_top, cuts, lo, &mut goal)
    }

    /// The sums of the leaf rule over all records, at the lowest policy of a box.
    fn totals(&mut self, lo: &[Step]) -> Vec<u64> {
        let ProofSubject { problem, axes, .. } = &*self.subject;
        match self.subject.order.counts_sizes() {
            true => (self.lowest).totals(problem, lo, || axes.policy(lo)),
            false => axes.totals(lo),
        }
    }

    /// Whether the leaf rule closes the box from `lo` to this top.
    fn is_closed(&mut self, lo: &[Step], box_top: &BoxTop) -> bool {
        let highest = &box_top.price;
        if highest.suppressed > self.subject.problem.limit() {
            return true;
        }
        let totals = self.totals(lo);
        self.subject.order.decides(&totals, highest).unwrap_or_else(|| {
            self.subject.order.closes(Known {
                lo: &self.subject.axes.levels(lo),
                totals: &totals,
                highest,
                is_single: lo == box_top.hi,
            })
        })
    }

    /// The cuts of a box whose upper parts are closed already: on each axis as low as possible. Empty if that needs
    /// the classes of each part's lowest policy.
    fn free_cuts(&mut self, lo: &[Step], box_top: &BoxTop) -> Vec<Lowering> {
        let hi = &box_top.hi;
        let mut raised = lo.to_vec();
        let mut cuts = Vec::new();
        if self.subject.order.counts_sizes() {
            return cuts;
        }
        for axis in 0..lo.len() {
            let mut is_closed_from = |step: &Step| {
                raised[axis] = *step;
                self.is_closed(&raised, box_top)
            };
            if lo[axis] < hi[axis]
                && is_closed_from(&hi[axis])
                && let Some(step) = (lo[axis] + 1..=hi[axis]).find(&mut is_closed_from)
            {
                cuts.push(Lowering { axis, to: step - 1 });
            }
            raised[axis] = lo[axis];
        }
        cuts
    }

    /// A cut below the highest step of the axis where it gains most; `None` for a single policy.
    fn best_cut(&self, lo: &[Step], hi: &[Step]) -> Option<Lowering> {
        let worth = |axis: usize| self.subject.axes.axes[axis].worth(lo[axis], hi[axis]);
        let free = (0..lo.len()).filter(|&axis| lo[axis] < hi[axis]);
        let best = free.reduce(|best, axis| match worth(axis) > worth(best) {
            true => axis,
            false => best,
        })?;
        Some(Lowering { axis: best, to: hi[best] - 1 })
    }
}
