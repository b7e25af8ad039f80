//! The prefix tree of levels (Prasser et al. 2016, table 1, option 3), which is also the base of the form with ranks.

use super::Antichain;
use crate::lattice::Level;

/// A summary of the vectors below a node of a prefix tree. It lets a query skip the node.
pub trait Summary: Default {
    /// The data of a query or an insert, computed once from its vector.
    type Key: Copy;

    /// The key of a vector.
    fn key(levels: &[Level]) -> Self::Key;

    /// Notes that a vector with this key was inserted below.
    fn note(&mut self, key: Self::Key);

    /// Whether a vector below may be smaller than or equal to one with this key; `true` is always correct.
    fn may_cover(&self, key: Self::Key) -> bool;
}

/// A prefix tree of levels: the path from the root to a leaf is one stored vector.
///
/// A query follows only children whose level does not exceed that of the queried vector, and whose summary does not
/// rule them out. A removal leaves the summaries above it unchanged: they may then rule out less than possible, which
/// costs time but never changes an answer (Prasser et al. 2016, "Inserts"). Insert and query are linear in the number
/// of stored vectors in the worst case, and usually far faster.
#[derive(Debug, Clone, Default)]
pub struct PrefixTree<S> {
    root: Node<S>,
    len: usize,
}

/// The prefix tree without summaries.
pub type Trie = PrefixTree<()>;

impl Summary for () {
    type Key = ();

    fn key(_: &[Level]) {}

    fn note(&mut self, (): ()) {}

    fn may_cover(&self, (): ()) -> bool {
        true
    }
}

#[derive(Debug, Clone, Default)]
struct Node<S> {
    summary: S,
    /// Sorted by level; empty for a leaf.
    children: Vec<(Level, Self)>,
}

impl<S: Summary> PrefixTree<S> {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S: Summary> Antichain for PrefixTree<S> {
    fn insert(&mut self, levels: &[Level]) {
        if self.len > 0 {
            self.len -= self.root.remove_covered_by(levels);
        }
        self.root.insert(levels, S::key(levels));
        self.len += 1;
    }

    fn covers(&self, levels: &[Level]) -> bool {
        self.len > 0 && self.root.covers(levels, S::key(levels))
    }

    fn contains(&self, levels: &[Level]) -> bool {
        let mut node = &self.root;
        for level in levels {
            match node.children.binary_search_by_key(level, |child| child.0) {
                Ok(position) => node = &node.children[position].1,
                Err(_) => return false,
            }
        }
        self.len > 0
    }

    fn len(&self) -> usize {
        self.len
    }
}

impl<S: Summary> Node<S> {
    fn insert(&mut self, levels: &[Level], key: S::Key) {
        self.summary.note(key);
        if let Some((&level, rest)) = levels.split_first() {
            let position = match self.children.binary_search_by_key(&level, |child| child.0) {
                Ok(position) => position,
                Err(position) => {
                    self.children.insert(position, (level, Self::default()));
                    position
                }
            };
            self.children[position].1.insert(rest, key);
        }
    }

    fn covers(&self, levels: &[Level], key: S::Key) -> bool {
        let Some((&level, rest)) = levels.split_first() else {
            return true;
        };
        self.children
            .iter()
            .take_while(|child| child.0 <= level)
            .any(|(_, child)| child.summary.may_cover(key) && child.covers(rest, key))
    }

    /// Removes the vectors that `levels` covers. Returns their number.
    fn remove_covered_by(&mut self, levels: &[Level]) -> usize {
        let Some((&level, rest)) = levels.split_first() else {
            return 1;
        };
        let mut removed = 0;
        let below_leaf = rest.is_empty();
        self.children.retain_mut(|(child_level, child)| {
            if *child_level < level {
                return true;
            }
            removed += child.remove_covered_by(rest);
            !below_leaf && !child.children.is_empty()
        });
        removed
    }
}
