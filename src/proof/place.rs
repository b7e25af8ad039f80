//! The highest policies of boxes, with nodes where these are worth their making.

use super::axes::{ProofAxes, Step};
use super::keys::Keys;
use super::lowering::Scratch;
use super::node::{Node, Price};
use crate::classes::K;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// One axis of a policy, at a lower step.
#[derive(Clone, Copy)]
pub(super) struct Lowering {
    pub(super) axis: usize,
    pub(super) to: Step,
}

/// The highest policy of an open box, among those of the boxes that it is a part of.
///
/// It has no node at first: what policies below it suppress is counted in the classes of one above. Only when so many
/// rows were read for that as a node is worth, it gets one.
pub(super) enum Place {
    /// The top policy.
    Top(Node),
    /// One below.
    Below(Below),
}

/// The highest policy of a box below another place.
pub(super) struct Below {
    above: Rc<Place>,
    lo: Vec<Step>,
    hi: Vec<Step>,
    node: OnceCell<Node>,
    /// Rows that were read above this place for policies below it.
    read: Cell<u64>,
}

/// Counts what policies suppress.
#[derive(Default)]
pub(super) struct Counting {
    scratch: Scratch,
}

/// A node is made after so many times its rows were read without it: as long as making it takes.
const WORTH: u64 = 4;

impl Place {
    /// The highest policy of a box from `lo` to `hi` below a place.
    pub(super) fn below(above: Rc<Self>, lo: Vec<Step>, hi: Vec<Step>) -> Rc<Self> {
        Rc::new(Self::Below(Below {
            above,
            lo,
            hi,
            node: OnceCell::new(),
            read: Cell::new(0),
        }))
    }

    pub(super) fn hi(&self) -> &[Step] {
        match self {
            Self::Top(node) => &node.hi,
            Self::Below(below) => &below.hi,
        }
    }

    /// The first node from here upwards; the places below it, which have none, are added to a list.
    fn node<'a>(&'a self, bare: &mut Vec<&'a Below>) -> &'a Node {
        match self {
            Self::Top(node) => node,
            Self::Below(below) => match below.node.get() {
                Some(node) => node,
                None => {
                    bare.push(below);
                    below.above.node(bare)
                }
            },
        }
    }
}

impl Counting {
    /// The price of a policy below that of a place, unless `enough` says so of a part of it.
    pub(super) fn price(
        &mut self,
        all: &ProofAxes,
        k: K,
        place: &Place,
        hi: &[Step],
        enough: &mut impl FnMut(u64, &[u64]) -> bool,
    ) -> Option<Price> {
        loop {
            let mut bare = Vec::new();
            let node = place.node(&mut bare);
            let worth = WORTH * node.weights.len() as u64;
            let due = (bare.iter().rev()).find(|below| below.read.get() > worth);
            // Too many axes for one count: the node next below has fewer.
            let are_many = |_: &&&Below| Keys::new(all, &node.hi, hi).hi != hi;
            let due = due.or(bare.last().filter(are_many));
            if let Some(below) = due {
                let made = self.node(all, k, node, below);
                let _ = below.node.set(made);
                continue;
            }
            let (price, read) = self.price_below(all, k, node, hi, enough);
            for below in bare {
                below.read.set(below.read.get() + read);
            }
            return price;
        }
    }

    /// The same in the classes of a node.
    fn price_below(
        &mut self,
        all: &ProofAxes,
        k: K,
        node: &Node,
        hi: &[Step],
        enough: &mut impl FnMut(u64, &[u64]) -> bool,
    ) -> (Option<Price>, u64) {
        let keys = Keys::new(all, &node.hi, hi);
        if keys.hi != hi {
            let next = node.lowered(all, k, &keys, &node.merged, &mut self.scratch);
            return self.price_below(all, k, &next, hi, enough);
        }
        node.price(all, k, &keys, &mut self.scratch.tallies, enough)
    }

    /// The node of a place below another node.
    fn node(&mut self, all: &ProofAxes, k: K, above: &Node, below: &Below) -> Node {
        let mut node: Option<Node> = None;
        loop {
            let from = node.as_ref().unwrap_or(above);
            let keys = Keys::new(all, &from.hi, &below.hi);
            let next = from.lowered(all, k, &keys, &below.lo, &mut self.scratch);
            if next.hi == below.hi {
                return next;
            }
            node = Some(next);
        }
    }
}
