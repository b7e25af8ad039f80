//! Predictive properties on top of an antichain store.

use super::antichain::Antichain;
use super::policy::{Level, Policy};

/// The policies that inherit a predictive property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// ↑: all generalizations.
    Generalizations,
    /// ↓: all specializations.
    Specializations,
}

/// The policies that are known to have a property, with the counters of the papers (Prasser et al. 2016).
#[derive(Debug, Clone)]
pub struct PredictiveProperty<S> {
    store: S,
    direction: Direction,
    inserts: u64,
    queries: u64,
    hits: u64,
}

impl<S: Antichain> PredictiveProperty<S> {
    /// A property that no policy is known to have yet.
    pub fn new(store: S, direction: Direction) -> Self {
        Self { store, direction, inserts: 0, queries: 0, hits: 0 }
    }

    /// Notes that a policy has the property, unless that could be predicted.
    pub fn insert(&mut self, policy: &Policy) {
        let levels = self.levels(policy);
        if !self.store.covers(&levels) {
            self.store.insert(&levels);
            self.inserts += 1;
        }
    }

    /// Whether the property can be predicted for a policy.
    pub fn predicts(&mut self, policy: &Policy) -> bool {
        let hit = self.store.covers(&self.levels(policy));
        self.queries += 1;
        self.hits += u64::from(hit);
        hit
    }

    /// The number of policies inserted.
    pub fn inserts(&self) -> u64 {
        self.inserts
    }

    /// The number of queries.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// The number of queries answered with yes.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The number of policies in the store now.
    pub fn antichain_size(&self) -> usize {
        self.store.len()
    }

    /// Mirroring the levels turns ↓ into ↑, so that a store handles only one direction.
    fn levels(&self, policy: &Policy) -> Vec<Level> {
        match self.direction {
            Direction::Generalizations => policy.levels().to_vec(),
            Direction::Specializations => policy.levels().iter().map(|level| Level::MAX - level).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::antichain::RankedTrie;
    use super::*;

    #[test]
    fn a_property_is_passed_on_in_its_direction_only() {
        for (direction, above, below) in
            [(Direction::Generalizations, true, false), (Direction::Specializations, false, true)]
        {
            let mut property = PredictiveProperty::new(RankedTrie::new(), direction);
            property.insert(&Policy::new([1, 2]));
            assert!(property.predicts(&Policy::new([1, 2])));
            assert_eq!(property.predicts(&Policy::new([2, 2])), above);
            assert_eq!(property.predicts(&Policy::new([1, 0])), below);
            assert!(!property.predicts(&Policy::new([0, 3])));
            assert_eq!((property.inserts(), property.queries(), property.hits()), (1, 4, 2));
        }
    }
}
