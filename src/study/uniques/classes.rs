//! Classes and risks of a release with suppressed cells, by what a suppressed cell is taken for.

use crate::local::{Few, TakenFor};
use crate::study::Recipe;
use serde::{Deserialize, Serialize};

/// What records may be taken for after a suppression.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassesAfter {
    /// Classes of records that are alike in every cell, a suppressed one being a value of its own.
    pub classes: u64,
    /// The records of the smallest of them.
    pub smallest_class: u64,
    /// A record whose risk is above this is over the threshold: 1 / the records that it may be taken for.
    pub threshold: f64,
    /// Where a suppressed cell may be any value.
    pub wildcard: ReadAs,
    /// Where it matches nothing.
    pub matches_nothing: ReadAs,
    /// Where it is a value of its own.
    pub category: ReadAs,
    /// Against someone who knows all original values.
    pub attacker: ReadAs,
}

/// What is known of the records under one reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadAs {
    /// Numbers below k, and the records that may be taken for so many; all others may be taken for k or more.
    pub taken_for: Few,
    /// Records over the threshold; `None` where the threshold is below 1 / k, as it is not counted so far.
    pub records_over: Option<u64>,
}

impl ClassesAfter {
    /// What a suppression comes to under the k and the threshold of a recipe.
    pub fn of(recipe: &Recipe, found: &TakenFor) -> Self {
        let of_k = 1.0 / recipe.uniques.k.max(1) as f64;
        let threshold = recipe.risk.threshold.unwrap_or(of_k);
        Self::over(threshold, recipe.uniques.k, found)
    }

    /// The same under a threshold and a k.
    pub fn over(threshold: f64, k: u64, found: &TakenFor) -> Self {
        let of_k = 1.0 / k.max(1) as f64;
        let read = |taken_for: &Few| ReadAs {
            records_over: (threshold >= of_k).then(|| {
                let over = (taken_for.iter()).filter(|(few, _)| 1.0 / *few as f64 > threshold);
                over.map(|(_, records)| records).sum()
            }),
            taken_for: taken_for.clone(),
        };
        Self {
            classes: found.classes,
            smallest_class: found.smallest_class,
            threshold,
            wildcard: read(&found.wildcard),
            matches_nothing: read(&found.matches_nothing),
            category: read(&found.category),
            attacker: read(&found.attacker),
        }
    }

    /// The readings in the order in which reports tell of them.
    pub fn readings(&self) -> [&ReadAs; 4] {
        let Self { wildcard, matches_nothing, category, attacker, .. } = self;
        [wildcard, matches_nothing, category, attacker]
    }
}

impl ReadAs {
    /// The fewest that a record may be taken for; `None` where that is k or more.
    pub fn fewest(&self) -> Option<u64> {
        self.taken_for.first().map(|(few, _)| *few)
    }
}
