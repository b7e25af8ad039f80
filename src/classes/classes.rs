//! The equivalence classes of a table under one policy.

use super::layout::Layout;
use crate::hierarchy::GroupCode;
use crate::lattice::Policy;
use std::sync::Arc;

/// The classes: distinct tuples of groups, each with its number of records.
#[derive(Debug, Clone)]
pub struct Classes {
    pub(super) layout: Arc<Layout>,
    pub(super) policy: Policy,
    /// `layout.words()` words for each class.
    pub(super) tuples: Vec<u64>,
    pub(super) counts: Vec<u64>,
}

/// One equivalence class.
#[derive(Debug, Clone, Copy)]
pub struct Class<'a> {
    layout: &'a Layout,
    pub(super) tuple: &'a [u64],
    /// Records of the class.
    pub count: u64,
}

impl Classes {
    /// No classes, under the empty policy.
    pub(super) fn empty(layout: Arc<Layout>, policy: Policy) -> Self {
        Self { layout, policy, tuples: Vec::new(), counts: Vec::new() }
    }

    /// No classes, as a buffer for those of any policy over the same quasi-identifiers as `other`.
    pub fn like(other: &Self) -> Self {
        Self::empty(Arc::clone(&other.layout), other.policy.clone())
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no classes, that is, no records.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Records of each class.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The classes, in the order of their first record.
    pub fn iter(&self) -> impl Iterator<Item = Class<'_>> {
        (0..self.len()).map(|place| self.class(place))
    }

    /// The class at an index in that order.
    #[inline(always)]
    pub fn class(&self, place: usize) -> Class<'_> {
        let words = self.layout.words();
        Class {
            layout: &self.layout,
            tuple: &self.tuples.as_slice()[place * words..(place + 1) * words],
            count: self.counts.as_slice()[place],
        }
    }
}

impl Class<'_> {
    /// The group of one quasi-identifier, on the policy's level.
    #[inline(always)]
    pub fn group(&self, qi: usize) -> GroupCode {
        self.layout.get(self.tuple, qi)
    }
}
