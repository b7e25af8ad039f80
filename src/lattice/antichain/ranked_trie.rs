//! The prefix tree of levels whose nodes keep the least rank below them (paper 002, table 1, option 4).

use super::Antichain;
use crate::lattice::Level;

/// A prefix tree of levels: the path from the root to a leaf is one stored vector.
///
/// Every node keeps the least rank of the vectors below it; a query follows only children whose level and least rank
/// do not exceed those of the vector asked for. A removal leaves the ranks above it as they are: they can only be too
/// small, which costs time and never an answer (paper 002, "Inserts"). Insert and query take time in the number of
/// stored vectors at worst, far less as a rule.
#[derive(Debug, Clone, Default)]
pub struct RankedTrie {
    root: Node,
    len: usize,
}

#[derive(Debug, Clone, Default)]
struct Node {
    least_rank: u32,
    /// Sorted by level; empty in a leaf.
    children: Vec<(Level, Node)>,
}

impl RankedTrie {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Antichain for RankedTrie {
    fn insert(&mut self, levels: &[Level]) {
        if self.len > 0 {
            self.len -= self.root.remove_generalizations(levels);
        }
        self.root.insert(levels, rank(levels));
        self.len += 1;
    }

    fn covers(&self, levels: &[Level]) -> bool {
        self.len > 0 && self.root.has_specialization(levels, rank(levels))
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

impl Node {
    fn insert(&mut self, levels: &[Level], rank: u32) {
        self.least_rank = if self.children.is_empty() {
            rank
        } else {
            self.least_rank.min(rank)
        };
        if let Some((&level, rest)) = levels.split_first() {
            let position = match self.children.binary_search_by_key(&level, |child| child.0) {
                Ok(position) => position,
                Err(position) => {
                    self.children.insert(position, (level, Self::default()));
                    position
                }
            };
            self.children[position].1.insert(rest, rank);
        }
    }

    fn has_specialization(&self, levels: &[Level], rank: u32) -> bool {
        let Some((&level, rest)) = levels.split_first() else {
            return true;
        };
        self.children
            .iter()
            .take_while(|child| child.0 <= level)
            .any(|(_, child)| child.least_rank <= rank && child.has_specialization(rest, rank))
    }

    /// Removes what `levels` covers; returns how many vectors that were.
    fn remove_generalizations(&mut self, levels: &[Level]) -> usize {
        let Some((&level, rest)) = levels.split_first() else {
            return 1;
        };
        let mut removed = 0;
        let below_leaf = rest.is_empty();
        self.children.retain_mut(|(child_level, child)| {
            if *child_level < level {
                return true;
            }
            removed += child.remove_generalizations(rest);
            !below_leaf && !child.children.is_empty()
        });
        removed
    }
}

fn rank(levels: &[Level]) -> u32 {
    levels.iter().map(|&level| u32::from(level)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_papers_example() {
        let mut store = RankedTrie::new();
        for levels in [[1, 1, 1], [1, 3, 0], [3, 2, 0]] {
            assert!(!store.covers(&levels));
            store.insert(&levels);
        }
        assert_eq!(store.len(), 3);
        assert!(store.covers(&[1, 2, 2]));
        assert!(!store.covers(&[2, 2, 0]));
        assert!(store.contains(&[3, 2, 0]) && !store.contains(&[1, 2, 2]));
        store.insert(&[1, 1, 0]);
        assert_eq!(store.len(), 1);
    }

    proptest! {
        /// The same answers as a plain list of everything inserted, and never two comparable vectors.
        #[test]
        fn agrees_with_a_list(vectors in prop::collection::vec(prop::array::uniform4(0u8..4), 1..60), queries in prop::collection::vec(prop::array::uniform4(0u8..4), 20)) {
            let mut store = RankedTrie::new();
            let mut list: Vec<[u8; 4]> = Vec::new();
            for vector in vectors {
                let covered = list.iter().any(|stored| below(stored, &vector));
                prop_assert_eq!(store.covers(&vector), covered);
                if !covered {
                    list.retain(|stored| !below(&vector, stored));
                    list.push(vector);
                    store.insert(&vector);
                }
                prop_assert_eq!(store.len(), list.len());
            }
            for query in queries {
                prop_assert_eq!(store.covers(&query), list.iter().any(|stored| below(stored, &query)));
                prop_assert_eq!(store.contains(&query), list.contains(&query));
            }
        }
    }

    fn below(a: &[u8; 4], b: &[u8; 4]) -> bool {
        a.iter().zip(b).all(|(a, b)| a <= b)
    }
}
