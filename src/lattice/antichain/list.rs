//! The plain list of everything inserted (Prasser et al. 2016, table 1, option 1).

use super::{Antichain, is_below};
use crate::lattice::Level;

/// A list of every vector inserted, including those that a later one covers.
///
/// Insert takes constant time; a query is linear in the number of inserts × components.
#[derive(Debug, Clone, Default)]
pub struct List {
    vectors: Vec<Box<[Level]>>,
}

impl List {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes the vectors that `levels` covers. Time: number of stored vectors × components.
    pub(super) fn remove_covered_by(&mut self, levels: &[Level]) {
        self.vectors.retain(|stored| !is_below(levels, stored));
    }
}

impl Antichain for List {
    fn insert(&mut self, levels: &[Level]) {
        self.vectors.push(levels.into());
    }

    fn covers(&self, levels: &[Level]) -> bool {
        self.vectors.iter().any(|stored| is_below(stored, levels))
    }

    fn contains(&self, levels: &[Level]) -> bool {
        self.vectors.iter().any(|stored| **stored == *levels)
    }

    fn len(&self) -> usize {
        self.vectors.len()
    }
}
