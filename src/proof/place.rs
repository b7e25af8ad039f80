//! The highest policies of open boxes, and what the policies below them suppress.

use super::axes::{ProofAxes, Step};
use super::fall::{Dearer, Fall, Part};
use super::frame::{Frame, Sets};
use super::keys::Keys;
use super::lowering::Scratch;
use super::node::Node;
use super::order::Goal;
use super::price::Price;
use super::rest::{RowKeys, RowTallies};
use crate::classes::K;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// One axis of a policy, at a lower step.
#[derive(Clone, Copy)]
pub(super) struct Lowering {
    pub(super) axis: usize,
    pub(super) to: Step,
}

/// The highest policy of an open box.
///
/// What it suppresses is known. What policies below it additionally suppress is counted in the classes of a frame
/// above, split as this policy splits them. It gets a frame of its own only after as much was read for this as a
/// frame costs.
pub(super) struct Place {
    above: Option<Rc<Place>>,
    lo: Vec<Step>,
    pub(super) hi: Vec<Step>,
    pub(super) price: Price,
    held: RefCell<Held>,
    /// Whether the frame is this policy's own.
    is_own: Cell<bool>,
    /// The amount read for policies below, with a frame from above.
    read: Cell<u64>,
}

/// The classes of a frame under a policy below it.
struct Held {
    frame: Rc<Frame>,
    sets: Sets,
    /// The number of suppressed records with each code of step 0, for each axis that may still be lowered. Without
    /// those of large classes.
    fallen: Vec<u32>,
    /// The suppressed records of large classes, and the keys of their rows.
    rest: Price,
    keys: Rc<RowKeys>,
}

/// Counts what policies suppress.
#[derive(Default)]
pub(super) struct Counting {
    scratch: Scratch,
    sets: Sets,
    next: Sets,
    parts: Vec<Part>,
    rows: Vec<u32>,
    /// The axes whose codes of suppressed records are counted.
    free: Vec<usize>,
    tallies: RowTallies,
}

/// A frame is made after its rows were read this many times without it. On wide tables it has nearly the rows of the
/// one above; if it were made sooner, frames would cost more than they save.
const WORTH: u64 = 64;

/// The table, its axes and k.
pub(super) type Table<'a> = (&'a ProofAxes, K);

impl Held {
    /// The classes of a frame under its own policy.
    fn all(frame: Rc<Frame>, n_sums: usize) -> Self {
        Self {
            sets: frame.sets(),
            fallen: frame.node.fallen.clone(),
            rest: Price::none(n_sums),
            keys: Rc::default(),
            frame,
        }
    }
}

impl Place {
    /// The top policy.
    pub(super) fn top((all, k): Table) -> Rc<Self> {
        let node = Node::top(all, k);
        Self::alone((all, k), vec![0; node.hi.len()], node)
    }

    /// The policy of a node, for boxes from `lo` on, without a known policy above.
    fn alone((all, k): Table, lo: Vec<Step>, node: Node) -> Rc<Self> {
        let hi = node.hi.clone();
        let price = all.price(node.suppressed, &node.fallen, &hi);
        let frame = Rc::new(Frame::new(all, k, node));
        Rc::new(Self {
            above: None,
            lo,
            hi,
            price,
            held: RefCell::new(Held::all(frame, all.most.len())),
            is_own: Cell::new(true),
            read: Cell::new(0),
        })
    }

    /// The nearest frame above, or this policy's own. Adds the places below the frame to a list.
    fn frame<'a>(&'a self, bare: &mut Vec<&'a Self>) -> Rc<Frame> {
        match &self.above {
            Some(above) if !self.is_own.get() => {
                bare.push(self);
                above.frame(bare)
            }
            _ => Rc::clone(&self.held.borrow().frame),
        }
    }
}

/// A policy below a place, and what is known about it so far.
struct Below {
    hi: Vec<Step>,
    /// What is suppressed, and the part of it in large classes.
    sum: Price,
    rest: Price,
    fallen: Vec<u32>,
    keys: Rc<RowKeys>,
}

impl Counting {
    /// The highest policy of the box from `lo` to `hi`, built from the top policy.
    pub(super) fn place(&mut self, table: Table, top: &Place, lo: &[Step], hi: &[Step]) -> Rc<Place> {
        let frame = Rc::clone(&top.held.borrow().frame);
        let node = self.node(table, &frame.node, lo, hi);
        Place::alone(table, lo.to_vec(), node)
    }

    /// Lowers axes of a place one after the other, for boxes from `lo` on, until the goal is reached. Returns how
    /// many were lowered, and, if the goal was not reached, the place of the policy with all of them lowered.
    pub(super) fn lower(
        &mut self,
        table: Table,
        place: &Rc<Place>,
        cuts: &[Lowering],
        lo: &[Step],
        goal: &mut Goal,
    ) -> (usize, Option<Rc<Place>>) {
        self.settle(table, place);
        self.set_free(lo, &place.hi);
        let held = place.held.borrow();
        let frame = &held.frame;
        let mut below = Below {
            hi: place.hi.clone(),
            sum: place.price.clone(),
            rest: held.rest.clone(),
            fallen: held.fallen.clone(),
            keys: Rc::clone(&held.keys),
        };
        let mut read = 0;
        let mut from = Some(&held.sets);
        let closed = cuts.iter().position(|&cut| {
            let from = from.take();
            self.lower_sets(table, frame, from, &mut below, cut, Some(goal), &mut read)
                || self.lower_rest(table, frame, lo, &mut below, cut, goal, &mut read)
        });
        let mut at = place;
        while let (false, Some(above)) = (at.is_own.get(), &at.above) {
            at.read.set(at.read.get() + read);
            at = above;
        }
        if let Some(last) = closed {
            return (last + 1, None);
        }
        let lower = Place {
            above: Some(Rc::clone(place)),
            lo: lo.to_vec(),
            hi: below.hi,
            price: below.sum,
            held: RefCell::new(Held {
                frame: Rc::clone(frame),
                sets: self.sets.clone(),
                fallen: below.fallen,
                rest: below.rest,
                keys: below.keys,
            }),
            is_own: Cell::new(false),
            read: Cell::new(0),
        };
        (cuts.len(), Some(Rc::new(lower)))
    }

    /// From now on, counts the codes of the axes that may still be lowered between these policies.
    fn set_free(&mut self, lo: &[Step], hi: &[Step]) {
        self.free.clear();
        (self.free).extend((0..hi.len()).filter(|&axis| lo[axis] < hi[axis]));
    }

    /// Lowers one axis in the small classes, from the given sets or the last ones. Returns whether the goal is
    /// reached.
    #[allow(clippy::too_many_arguments, reason = "they are borrowed apart")]
    fn lower_sets<'a>(
        &mut self,
        (all, _): Table,
        frame: &Frame,
        from: Option<&Sets>,
        below: &mut Below,
        cut: Lowering,
        goal: Option<&mut Goal<'a>>,
        read: &mut u64,
    ) -> bool {
        let high = std::mem::replace(&mut below.hi[cut.axis], cut.to);
        let saved = (cut.axis, high, cut.to);
        all.add_saved(&below.fallen, saved, &mut below.sum.price);
        let lowered = Dearer::all(all, &frame.node, &below.hi);
        self.rows.clear();
        let mut fall = Fall {
            all,
            node: &frame.node,
            lowered: &lowered,
            sum: &mut below.sum,
            goal,
            parts: &mut self.parts,
            rows: &mut self.rows,
            read,
        };
        let from = from.unwrap_or(&self.sets);
        if fall.is_enough() || frame.lower((cut.axis, cut.to), from, &mut self.next, &mut fall) {
            return true;
        }
        let words = &frame.node.words;
        all.count_records(&self.free, words, &self.rows, &mut below.fallen);
        std::mem::swap(&mut self.sets, &mut self.next);
        false
    }

    /// Counts what a policy with one more axis lowered suppresses in the large classes. Returns whether the goal is
    /// reached.
    #[allow(clippy::too_many_arguments, reason = "they are borrowed apart")]
    fn lower_rest<'a>(
        &mut self,
        table: Table,
        frame: &Frame,
        lo: &[Step],
        below: &mut Below,
        cut: Lowering,
        goal: &mut Goal<'a>,
        read: &mut u64,
    ) -> bool {
        if frame.rest.is_empty() {
            return false;
        }
        let (all, k) = table;
        let base = below.sum.less(&below.rest);
        let (top, known) = (&frame.node.hi, Rc::clone(&below.keys));
        let lowered = Dearer::all(all, &frame.node, &below.hi);
        let Some(added) = known.added(all, (top, &below.hi), cut.axis) else {
            // Too many keys for one count. This is expensive, but rare.
            let node = self.node(table, &frame.node, lo, &below.hi);
            *read += WORTH * frame.node.weights.len() as u64;
            below.sum = all.price(node.suppressed, &node.fallen, &below.hi);
            below.rest = below.sum.less(&base);
            below.keys = Rc::default();
            return goal.is_reached(&below.sum);
        };
        below.sum = base.clone();
        let mut fall = Fall {
            all,
            node: &frame.node,
            lowered: &lowered,
            sum: &mut below.sum,
            goal: Some(goal),
            parts: &mut self.parts,
            rows: &mut self.rows,
            read,
        };
        let tallies = &mut self.tallies;
        let keys = (frame.rest).lower(k, added, &below.hi, tallies, &mut fall);
        below.rest = below.sum.less(&base);
        let is_enough = keys.is_none();
        if let Some(keys) = keys {
            below.keys = Rc::new(keys);
        }
        is_enough
    }

    /// Makes the frames that are due from a place upwards, and has its sets split in the nearest one above.
    fn settle(&mut self, table: Table, place: &Place) {
        let (all, k) = table;
        let frame = loop {
            let mut bare = Vec::new();
            let frame = place.frame(&mut bare);
            let worth = WORTH * frame.node.weights.len() as u64;
            let Some(due) = bare.iter().rev().find(|due| due.read.get() > worth) else {
                break frame;
            };
            let node = self.node(table, &frame.node, &due.lo, &due.hi);
            let made = Rc::new(Frame::new(all, k, node));
            *due.held.borrow_mut() = Held::all(made, all.most.len());
            due.is_own.set(true);
        };
        let mut held = place.held.borrow_mut();
        if Rc::ptr_eq(&held.frame, &frame) {
            return;
        }
        let top = &frame.node.hi;
        let mut below = Below {
            hi: top.clone(),
            sum: all.price(frame.node.suppressed, &frame.node.fallen, top),
            rest: Price::none(all.most.len()),
            fallen: frame.node.fallen.clone(),
            keys: Rc::default(),
        };
        self.sets = frame.sets();
        self.set_free(&place.lo, top);
        let axes = top.iter().zip(&place.hi).enumerate();
        for (axis, (_, &to)) in axes.filter(|(_, (high, low))| low < high) {
            let cut = Lowering { axis, to };
            self.lower_sets(table, &frame, None, &mut below, cut, None, &mut 0);
        }
        *held = Held {
            rest: place.price.less(&below.sum),
            keys: below.keys,
            sets: self.sets.clone(),
            fallen: below.fallen,
            frame,
        };
    }

    /// The node of a policy below another node's policy, for boxes from `lo` on.
    fn node(&mut self, (all, k): Table, above: &Node, lo: &[Step], hi: &[Step]) -> Node {
        let mut node: Option<Node> = None;
        loop {
            let from = node.as_ref().unwrap_or(above);
            let keys = Keys::new(all, &from.hi, hi);
            let next = from.lowered(all, k, &keys, lo, &mut self.scratch);
            if next.hi == hi {
                return next;
            }
            node = Some(next);
        }
    }
}
