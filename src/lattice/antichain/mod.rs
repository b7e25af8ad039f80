//! Stores of policies with a predictive property, in the four forms that Prasser et al. 2016 compare ("Efficient
//! management of predictive properties", table 1).
//!
//! | paper | here | keeps | query |
//! |---|---|---|---|
//! | option 1, simple list | [`List`] | everything inserted | every vector |
//! | option 2, list with antichain | [`PrunedList`] | an antichain | every vector |
//! | option 3, prefix tree with antichain | [`Trie`] | an antichain | children of no greater level |
//! | option 4, optimized tree with antichain | [`RankedTrie`] | an antichain | of those, the ones of no greater least rank |
//!
//! **Invariant:** after the same inserts all four give the same answers to [`covers`](Antichain::covers). The last
//! three hold no two comparable vectors, as long as no covered vector is inserted.

mod list;
mod pruned_list;
mod ranked_trie;
mod recording;
mod trie;

pub use list::List;
pub use pruned_list::PrunedList;
pub use ranked_trie::{LeastRank, RankedTrie};
pub use recording::{Recording, Replay};
pub use trie::{PrefixTree, Summary, Trie};

use super::policy::Level;
use serde::{Deserialize, Serialize};

/// A set of level vectors. It answers whether one of them is smaller or equal in every component than a given vector.
///
/// A vector is *covered* if a stored one is smaller or equal in every component; so of two comparable vectors the
/// smaller one is enough. A property that specializations inherit is stored with its levels mirrored, see
/// [`PredictiveProperty`](super::PredictiveProperty).
pub trait Antichain {
    /// Adds a vector that is not covered. All stores except [`List`] remove those that it covers.
    fn insert(&mut self, levels: &[Level]);

    /// Whether a stored vector is smaller or equal in every component.
    fn covers(&self, levels: &[Level]) -> bool;

    /// Whether exactly this vector is stored: the papers' exact query.
    fn contains(&self, levels: &[Level]) -> bool;

    /// The number of vectors stored. In a [`List`] it is the number of inserts.
    fn len(&self) -> usize;

    /// Whether no vector is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S: Antichain + ?Sized> Antichain for Box<S> {
    fn insert(&mut self, levels: &[Level]) {
        (**self).insert(levels);
    }

    fn covers(&self, levels: &[Level]) -> bool {
        (**self).covers(levels)
    }

    fn contains(&self, levels: &[Level]) -> bool {
        (**self).contains(levels)
    }

    fn len(&self) -> usize {
        (**self).len()
    }
}

/// The kinds of store, for searches that work with any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoreKind {
    /// [`List`].
    List,
    /// [`PrunedList`].
    PrunedList,
    /// [`Trie`].
    Trie,
    /// [`RankedTrie`].
    #[default]
    RankedTrie,
}

impl StoreKind {
    /// All kinds, in the papers' order.
    pub const ALL: [Self; 4] = [Self::List, Self::PrunedList, Self::Trie, Self::RankedTrie];

    /// An empty store of this kind.
    pub fn store(self) -> Box<dyn Antichain + Send> {
        match self {
            Self::List => Box::new(List::new()),
            Self::PrunedList => Box::new(PrunedList::new()),
            Self::Trie => Box::new(Trie::new()),
            Self::RankedTrie => Box::new(RankedTrie::new()),
        }
    }
}

/// Whether `smaller` is smaller or equal in every component.
fn is_below(smaller: &[Level], levels: &[Level]) -> bool {
    smaller.iter().zip(levels).all(|(a, b)| a <= b)
}

#[cfg(test)]
mod tests;
