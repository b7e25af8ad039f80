//! Predictive properties of policies, in a store or as a tag on every policy of an explicit lattice.

use super::super::progress::PropertyCounters;
use crate::lattice::antichain::Antichain;
use crate::lattice::{Direction, Places, Policy, PredictiveProperty};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// A predictive property that the search records and queries.
pub(super) trait Property: Send {
    /// Notes that a policy has the property. All policies that inherit it then have it as well.
    fn insert(&mut self, policy: &Policy);

    /// Whether a policy is known to have the property.
    fn predicts(&mut self, policy: &Policy) -> bool;

    /// The work done so far.
    fn counters(&self) -> PropertyCounters;
}

impl<S: Antichain + Send> Property for PredictiveProperty<S> {
    fn insert(&mut self, policy: &Policy) {
        Self::insert(self, policy);
    }

    fn predicts(&mut self, policy: &Policy) -> bool {
        Self::predicts(self, policy)
    }

    fn counters(&self) -> PropertyCounters {
        PropertyCounters::of(self)
    }
}

/// A tag for each policy of the lattice: predictive tagging (Prasser et al. 2016, "Search strategies", type 1).
///
/// Insert traverses the lattice from the policy, up to policies that are already tagged. All inserts together take
/// time in the size of the lattice. A query is one lookup. Memory is one bit for each policy.
pub(super) struct TaggedLattice {
    places: Arc<Places>,
    tags: FixedBitSet,
    direction: Direction,
    inserts: u64,
    queries: u64,
    hits: u64,
    tagged: u64,
}

impl TaggedLattice {
    /// A property that no policy is known to have yet.
    pub(super) fn new(places: Arc<Places>, direction: Direction) -> Self {
        Self {
            tags: FixedBitSet::with_capacity(places.len()),
            places,
            direction,
            inserts: 0,
            queries: 0,
            hits: 0,
            tagged: 0,
        }
    }

    /// Tags a place and returns whether it was untagged before.
    fn tag(&mut self, place: usize) -> bool {
        let is_new = !self.tags.put(place);
        self.tagged += u64::from(is_new);
        is_new
    }
}

impl Property for TaggedLattice {
    fn insert(&mut self, policy: &Policy) {
        let place = self.places.of(policy);
        if !self.tag(place) {
            return;
        }
        self.inserts += 1;
        let places = Arc::clone(&self.places);
        let mut waiting = vec![place];
        while let Some(place) = waiting.pop() {
            let heirs = places.heirs(place, self.direction);
            waiting.extend(heirs.filter(|&heir| self.tag(heir)));
        }
    }

    fn predicts(&mut self, policy: &Policy) -> bool {
        let hit = self.tags.contains(self.places.of(policy));
        self.queries += 1;
        self.hits += u64::from(hit);
        hit
    }

    fn counters(&self) -> PropertyCounters {
        PropertyCounters { inserts: self.inserts, queries: self.queries, hits: self.hits, antichain: self.tagged }
    }
}
