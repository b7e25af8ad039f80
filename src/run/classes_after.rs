//! Classes and risks of a release with suppressed cells, by the reading of suppressed cells.

use crate::local::{Few, TakenFor};
use crate::recipe::Recipe;
use serde::{Deserialize, Serialize};

/// How many records each record may match after a suppression.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassesAfter {
    /// Classes of records that are equal in every cell, with a suppressed cell as a value of its own.
    pub classes: u64,
    /// The records of the smallest of them.
    pub smallest_class: u64,
    /// A record is over the threshold if its risk, 1 / the records it may match, exceeds this.
    pub threshold: f64,
    /// If a suppressed cell may be any value.
    pub wildcard: ReadAs,
    /// If it matches nothing.
    pub matches_nothing: ReadAs,
    /// If it is a value of its own.
    pub category: ReadAs,
    /// Against an attacker who knows all original values.
    pub attacker: ReadAs,
}

/// The result under one reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadAs {
    /// Numbers below k, each with the records that may match that many. All other records may match k or more.
    pub taken_for: Few,
    /// Records over the threshold; `None` if the threshold is below 1 / k, for which they are not counted.
    pub records_over: Option<u64>,
}

impl ClassesAfter {
    /// The result of a suppression under the k and the threshold of a recipe.
    pub fn of(recipe: &Recipe, found: &TakenFor) -> Self {
        let k = recipe.uniques_k();
        let of_k = 1.0 / k.max(1) as f64;
        let threshold = recipe.risk.threshold.unwrap_or(of_k);
        Self::over(threshold, k, found)
    }

    /// The result under a threshold and a k.
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

    /// The readings in the order of reports.
    pub fn readings(&self) -> [&ReadAs; 4] {
        let Self { wildcard, matches_nothing, category, attacker, .. } = self;
        [wildcard, matches_nothing, category, attacker]
    }
}

impl ReadAs {
    /// The fewest records that a record may match; `None` if that is k or more.
    pub fn fewest(&self) -> Option<u64> {
        self.taken_for.first().map(|(few, _)| *few)
    }
}
