//! A node with its small classes as bit sets.

use super::axes::{ProofAxes, Step};
use super::large_classes::LargeClasses;
use super::node::Node;
use super::sets::{Kept, Store};
use super::suppressed_sum::SuppressedSum;
use crate::classes::K;

/// A node with its small classes as sets, for the policies below it.
pub(super) struct NodeSets {
    pub(super) node: Node,
    small: Store<1>,
    medium: Store<4>,
    large: Store<16>,
    largest: Store<64>,
    /// Classes that are too large for sets: their rows are read.
    pub(super) large_classes: LargeClasses,
}

/// The parts of the small classes of a node that stay kept.
#[derive(Clone, Default)]
pub(super) struct Sets {
    small: Kept<1>,
    medium: Kept<4>,
    large: Kept<16>,
    largest: Kept<64>,
}

impl NodeSets {
    pub(super) fn new(all: &ProofAxes, k: K, node: Node) -> Self {
        let most = u32::try_from(k.get()).unwrap_or(u32::MAX);
        let mut node_sets = Self {
            small: Store::new(all, most),
            medium: Store::new(all, most),
            large: Store::new(all, most),
            largest: Store::new(all, most),
            large_classes: LargeClasses::new(all),
            node: Node::default(),
        };
        for class in 0..node.n_classes() {
            let weights = node.weights[node.class(class)].iter();
            let records: u64 = weights.map(|&weight| u64::from(weight.min(most))).sum();
            match records.div_ceil(64) {
                ..=1 => node_sets.small.add(&node, class, records),
                2..=4 => node_sets.medium.add(&node, class, records),
                5..=16 => node_sets.large.add(&node, class, records),
                17..=64 => node_sets.largest.add(&node, class, records),
                _ => node_sets.large_classes.add(&node, class),
            }
        }
        node_sets.node = node;
        node_sets
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

    /// Lowers an axis to a step: the parts of small classes that stay kept go to other sets, and the others are
    /// suppressed. Returns whether that is enough. Then not all parts were looked at.
    pub(super) fn lower(
        &self,
        to: (usize, Step),
        from: &Sets,
        sets: &mut Sets,
        suppressed: &mut SuppressedSum,
    ) -> bool {
        self.small.lower(to, &from.small, &mut sets.small, suppressed)
            || self.medium.lower(to, &from.medium, &mut sets.medium, suppressed)
            || self.large.lower(to, &from.large, &mut sets.large, suppressed)
            || (self.largest).lower(to, &from.largest, &mut sets.largest, suppressed)
    }
}
