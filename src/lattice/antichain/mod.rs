//! Stores of policies that keep only an antichain (papers 000 and 002, "Efficient management of predictive properties").

mod ranked_trie;

pub use ranked_trie::RankedTrie;

use super::policy::Level;

/// A set of level vectors that stays an antichain: of two comparable ones it keeps the smaller.
///
/// A vector is *covered* when a stored one is smaller or equal in every component. A property that is passed on to
/// specializations is stored with its levels mirrored, see [`PredictiveProperty`](super::PredictiveProperty).
pub trait Antichain {
    /// Adds a vector that is not covered and removes those that it covers.
    fn insert(&mut self, levels: &[Level]);

    /// Whether a stored vector is smaller or equal in every component.
    fn covers(&self, levels: &[Level]) -> bool;

    /// Whether exactly this vector is stored.
    fn contains(&self, levels: &[Level]) -> bool;

    /// Number of vectors stored.
    fn len(&self) -> usize;

    /// Whether none is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
