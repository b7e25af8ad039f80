//! The highest policies of open boxes, and what the policies below them suppress.

use super::axes::{ProofAxes, Step};
use super::keys::Keys;
use super::large_classes::{RowKeys, RowTallies};
use super::lowering::Scratch;
use super::node::Node;
use super::node_sets::{NodeSets, Sets};
use super::order::Goal;
use super::price::Price;
use super::suppressed_sum::{LoweredAxis, Part, SuppressedSum};
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
/// What it suppresses is known. What policies below it additionally suppress is counted in the [`NodeSets`] of a policy
/// above, split as this policy splits them. It gets sets of its own only after as much was read for this as making
/// them costs.
pub(super) struct BoxTop {
    above: Option<Rc<BoxTop>>,
    lo: Vec<Step>,
    pub(super) hi: Vec<Step>,
    pub(super) price: Price,
    held: RefCell<Held>,
    /// Whether the sets are this policy's own.
    is_own: Cell<bool>,
    /// The amount read for policies below, with sets from above.
    read: Cell<u64>,
}

/// The classes of a node under a policy below it.
struct Held {
    node_sets: Rc<NodeSets>,
    sets: Sets,
    /// The number of suppressed records with each code of step 0, for each axis that may still be lowered. Without
    /// those of large classes.
    fallen: Vec<u32>,
    /// The suppressed records of large classes, and the keys of their rows.
    large: Price,
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

/// Sets of a policy's own are made after their rows were read this many times without them. On wide tables they have
/// nearly the rows of those above; if they were made sooner, they would cost more than they save.
const WORTH: u64 = 64;

/// The table, its axes and k.
pub(super) type Table<'a> = (&'a ProofAxes, K);

impl Held {
    /// The classes of a node under its own policy.
    fn all(node_sets: Rc<NodeSets>, n_sums: usize) -> Self {
        Self {
            sets: node_sets.sets(),
            fallen: node_sets.node.fallen.clone(),
            large: Price::none(n_sums),
            keys: Rc::default(),
            node_sets,
        }
    }
}

impl BoxTop {
    /// The top policy.
    pub(super) fn top((all, k): Table) -> Rc<Self> {
        let node = Node::top(all, k);
        Self::alone((all, k), vec![0; node.hi.len()], node)
    }

    /// The policy of a node, for boxes from `lo` on, without a known policy above.
    fn alone((all, k): Table, lo: Vec<Step>, node: Node) -> Rc<Self> {
        let hi = node.hi.clone();
        let price = all.price(node.suppressed, &node.fallen, &hi);
        let node_sets = Rc::new(NodeSets::new(all, k, node));
        Rc::new(Self {
            above: None,
            lo,
            hi,
            price,
            held: RefCell::new(Held::all(node_sets, all.most.len())),
            is_own: Cell::new(true),
            read: Cell::new(0),
        })
    }

    /// The nearest sets above, or this policy's own. Adds the policies below them to a list.
    fn node_sets<'a>(&'a self, bare: &mut Vec<&'a Self>) -> Rc<NodeSets> {
        match &self.above {
            Some(above) if !self.is_own.get() => {
                bare.push(self);
                above.node_sets(bare)
            }
            _ => Rc::clone(&self.held.borrow().node_sets),
        }
    }
}

/// A policy below the top of a box, and what is known about it so far.
struct Below {
    hi: Vec<Step>,
    /// What is suppressed, and the part of it in large classes.
    sum: Price,
    large: Price,
    fallen: Vec<u32>,
    keys: Rc<RowKeys>,
}

impl Counting {
    /// The highest policy of the box from `lo` to `hi`, built from the top policy.
    pub(super) fn box_top(&mut self, table: Table, top: &BoxTop, lo: &[Step], hi: &[Step]) -> Rc<BoxTop> {
        let node_sets = Rc::clone(&top.held.borrow().node_sets);
        let node = self.node(table, &node_sets.node, lo, hi);
        BoxTop::alone(table, lo.to_vec(), node)
    }

    /// Lowers axes of a policy one after the other, for boxes from `lo` on, until the goal is reached. Returns how
    /// many were lowered, and, if the goal was not reached, the policy with all of them lowered.
    pub(super) fn lower(
        &mut self,
        table: Table,
        box_top: &Rc<BoxTop>,
        cuts: &[Lowering],
        lo: &[Step],
        goal: &mut Goal,
    ) -> (usize, Option<Rc<BoxTop>>) {
        self.settle(table, box_top);
        self.set_free(lo, &box_top.hi);
        let held = box_top.held.borrow();
        let node_sets = &held.node_sets;
        let mut below = Below {
            hi: box_top.hi.clone(),
            sum: box_top.price.clone(),
            large: held.large.clone(),
            fallen: held.fallen.clone(),
            keys: Rc::clone(&held.keys),
        };
        let mut read = 0;
        let mut from = Some(&held.sets);
        let closed = cuts.iter().position(|&cut| {
            let from = from.take();
            self.lower_sets(table, node_sets, from, &mut below, cut, Some(goal), &mut read)
                || self.lower_large(table, node_sets, lo, &mut below, cut, goal, &mut read)
        });
        let mut at = box_top;
        while let (false, Some(above)) = (at.is_own.get(), &at.above) {
            at.read.set(at.read.get() + read);
            at = above;
        }
        if let Some(last) = closed {
            return (last + 1, None);
        }
        let lower = BoxTop {
            above: Some(Rc::clone(box_top)),
            lo: lo.to_vec(),
            hi: below.hi,
            price: below.sum,
            held: RefCell::new(Held {
                node_sets: Rc::clone(node_sets),
                sets: self.sets.clone(),
                fallen: below.fallen,
                large: below.large,
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
        node_sets: &NodeSets,
        from: Option<&Sets>,
        below: &mut Below,
        cut: Lowering,
        goal: Option<&mut Goal<'a>>,
        read: &mut u64,
    ) -> bool {
        let high = std::mem::replace(&mut below.hi[cut.axis], cut.to);
        let saved = (cut.axis, high, cut.to);
        all.add_saved(&below.fallen, saved, &mut below.sum.price);
        let lowered = LoweredAxis::all(all, &node_sets.node, &below.hi);
        self.rows.clear();
        let mut suppressed = SuppressedSum {
            all,
            node: &node_sets.node,
            lowered: &lowered,
            sum: &mut below.sum,
            goal,
            parts: &mut self.parts,
            rows: &mut self.rows,
            read,
        };
        let from = from.unwrap_or(&self.sets);
        if suppressed.is_enough() || node_sets.lower((cut.axis, cut.to), from, &mut self.next, &mut suppressed) {
            return true;
        }
        let words = &node_sets.node.words;
        all.count_records(&self.free, words, &self.rows, &mut below.fallen);
        std::mem::swap(&mut self.sets, &mut self.next);
        false
    }

    /// Counts what a policy with one more axis lowered suppresses in the large classes. Returns whether the goal is
    /// reached.
    #[allow(clippy::too_many_arguments, reason = "they are borrowed apart")]
    fn lower_large<'a>(
        &mut self,
        table: Table,
        node_sets: &NodeSets,
        lo: &[Step],
        below: &mut Below,
        cut: Lowering,
        goal: &mut Goal<'a>,
        read: &mut u64,
    ) -> bool {
        if node_sets.large_classes.is_empty() {
            return false;
        }
        let (all, k) = table;
        let base = below.sum.less(&below.large);
        let (top, known) = (&node_sets.node.hi, Rc::clone(&below.keys));
        let lowered = LoweredAxis::all(all, &node_sets.node, &below.hi);
        let Some(added) = known.added(all, (top, &below.hi), cut.axis) else {
            // Too many keys for one count. This is expensive, but rare.
            let node = self.node(table, &node_sets.node, lo, &below.hi);
            *read += WORTH * node_sets.node.weights.len() as u64;
            below.sum = all.price(node.suppressed, &node.fallen, &below.hi);
            below.large = below.sum.less(&base);
            below.keys = Rc::default();
            return goal.is_reached(&below.sum);
        };
        below.sum = base.clone();
        let mut suppressed = SuppressedSum {
            all,
            node: &node_sets.node,
            lowered: &lowered,
            sum: &mut below.sum,
            goal: Some(goal),
            parts: &mut self.parts,
            rows: &mut self.rows,
            read,
        };
        let tallies = &mut self.tallies;
        let keys = (node_sets.large_classes).lower(k, added, &below.hi, tallies, &mut suppressed);
        below.large = below.sum.less(&base);
        let is_enough = keys.is_none();
        if let Some(keys) = keys {
            below.keys = Rc::new(keys);
        }
        is_enough
    }

    /// Makes the sets that are due from a policy upwards, and has its own classes split from the nearest ones above.
    fn settle(&mut self, table: Table, box_top: &BoxTop) {
        let (all, k) = table;
        let node_sets = loop {
            let mut bare = Vec::new();
            let node_sets = box_top.node_sets(&mut bare);
            let worth = WORTH * node_sets.node.weights.len() as u64;
            let Some(due) = bare.iter().rev().find(|due| due.read.get() > worth) else {
                break node_sets;
            };
            let node = self.node(table, &node_sets.node, &due.lo, &due.hi);
            let made = Rc::new(NodeSets::new(all, k, node));
            *due.held.borrow_mut() = Held::all(made, all.most.len());
            due.is_own.set(true);
        };
        let mut held = box_top.held.borrow_mut();
        if Rc::ptr_eq(&held.node_sets, &node_sets) {
            return;
        }
        let top = &node_sets.node.hi;
        let mut below = Below {
            hi: top.clone(),
            sum: all.price(node_sets.node.suppressed, &node_sets.node.fallen, top),
            large: Price::none(all.most.len()),
            fallen: node_sets.node.fallen.clone(),
            keys: Rc::default(),
        };
        self.sets = node_sets.sets();
        self.set_free(&box_top.lo, top);
        let axes = top.iter().zip(&box_top.hi).enumerate();
        for (axis, (_, &to)) in axes.filter(|(_, (high, low))| low < high) {
            let cut = Lowering { axis, to };
            self.lower_sets(table, &node_sets, None, &mut below, cut, None, &mut 0);
        }
        *held = Held {
            large: box_top.price.less(&below.sum),
            keys: below.keys,
            sets: self.sets.clone(),
            fallen: below.fallen,
            node_sets,
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
