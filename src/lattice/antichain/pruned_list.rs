//! The list that is kept an antichain (Prasser et al. 2016, table 1, option 2).

use super::{Antichain, List};
use crate::lattice::Level;

/// A list from which an insert removes the vectors that it covers.
///
/// Insert and query time: number of stored vectors × components.
#[derive(Debug, Clone, Default)]
pub struct PrunedList {
    list: List,
}

impl PrunedList {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Antichain for PrunedList {
    fn insert(&mut self, levels: &[Level]) {
        self.list.remove_covered_by(levels);
        self.list.insert(levels);
    }

    fn covers(&self, levels: &[Level]) -> bool {
        self.list.covers(levels)
    }

    fn contains(&self, levels: &[Level]) -> bool {
        self.list.contains(levels)
    }

    fn len(&self) -> usize {
        self.list.len()
    }
}
