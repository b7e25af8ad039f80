//! The bytes of a proof.

use crate::lattice::Policy;

/// A proof that no valid policy comes before a claimed one.
#[derive(Debug, Clone, PartialEq)]
pub struct Certificate {
    /// The claimed policy.
    pub policy: Policy,
    /// The number of records that the policy suppresses.
    pub suppressed: u64,
    /// The policy's loss.
    pub loss: f64,
    /// The number of nodes of the tree.
    pub nodes: u64,
    /// The tree: see the [module](super).
    pub tree: Vec<u8>,
}

/// The tree of cuts, in preorder.
pub(super) struct Tree {
    bytes: Vec<u8>,
    is_wide: bool,
}

impl Tree {
    /// The most cuts that a byte can number in addition to the leaf.
    const MOST: usize = 255;

    pub(super) fn new(n_cuts: usize) -> Self {
        Self { bytes: Vec::new(), is_wide: n_cuts > Self::MOST }
    }

    pub(super) fn push_leaf(&mut self) {
        self.push(0);
    }

    pub(super) fn push_cut(&mut self, cut: usize) {
        self.push(cut + 1);
    }

    fn push(&mut self, node: usize) {
        if self.is_wide {
            self.bytes.push((node >> 8) as u8);
        }
        self.bytes.push(node as u8);
    }

    pub(super) fn nodes(&self) -> u64 {
        (self.bytes.len() / self.width()) as u64
    }

    /// Takes the bytes of the nodes out.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// The number of bytes of a node.
    pub(super) fn width(&self) -> usize {
        1 + usize::from(self.is_wide)
    }
}
