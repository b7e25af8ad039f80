//! A node with its small classes as bit sets.

use super::axes::{ProofAxes, Step};
use super::fall::Fall;
use super::node::Node;
use super::rest::Rest;
use super::sets::{Kept, Store};
use crate::classes::K;

/// A node with its small classes as sets, for the policies below it.
pub(super) struct Frame {
    pub(super) node: Node,
    small: Store<1>,
    medium: Store<4>,
    large: Store<16>,
    largest: Store<64>,
    /// Classes that are too large for sets: their rows are read.
    pub(super) rest: Rest,
}

/// The parts of the small classes of a frame that stay kept.
#[derive(Clone, Default)]
pub(super) struct Sets {
    small: Kept<1>,
    medium: Kept<4>,
    large: Kept<16>,
    largest: Kept<64>,
}

impl Frame {
    pub(super) fn new(all: &ProofAxes, k: K, node: Node) -> Self {
        let most = u32::try_from(k.get()).unwrap_or(u32::MAX);
        let mut frame = Self {
            small: Store::new(all, most),
            medium: Store::new(all, most),
            large: Store::new(all, most),
            largest: Store::new(all, most),
            rest: Rest::new(all),
            node: Node::default(),
        };
        for class in 0..node.n_classes() {
            let weights = node.weights[node.class(class)].iter();
            let records: u64 = weights.map(|&weight| u64::from(weight.min(most))).sum();
            match records.div_ceil(64) {
                ..=1 => frame.small.add(&node, class, records),
                2..=4 => frame.medium.add(&node, class, records),
                5..=16 => frame.large.add(&node, class, records),
                17..=64 => frame.largest.add(&node, class, records),
                _ => frame.rest.add(&node, class),
            }
        }
        frame.node = node;
        frame
    }

    /// All small classes.
    pub(super) fn sets(&self) -> Sets {
        Sets {
            small: self.small.all().clone(),
            medium: self.medium.all().clone(),
            large: self.large.all().clone(),
            largest: self.largest.all().clone(),
        }
    }

    /// Lowers an axis to a step: the parts of small classes that stay kept go to other sets, and the others fall.
    /// Returns whether enough fell. Then not all parts were looked at.
    pub(super) fn lower(&self, to: (usize, Step), from: &Sets, sets: &mut Sets, fall: &mut Fall) -> bool {
        self.small.lower(to, &from.small, &mut sets.small, fall)
            || self.medium.lower(to, &from.medium, &mut sets.medium, fall)
            || self.large.lower(to, &from.large, &mut sets.large, fall)
            || (self.largest).lower(to, &from.largest, &mut sets.largest, fall)
    }
}
