//! What a comparison of release and original says, as claims.

use crate::data::Table;
use crate::release::verify::Claim;
use crate::release::{Difference, drawn_order};
use crate::study::Recipe;

/// A release in the order of the original, so that each row stands beside its own; `None` where it is in that order.
pub(super) fn put_back(release: &Table, shuffle: Option<u64>) -> Option<Table> {
    shuffle.map(|seed| release.put_back(&drawn_order(seed, release.n_rows)))
}

/// The claim that everything rests on: that the release is the original, but for what recipe and policy change.
pub(super) fn bytes(difference: Option<&Difference>) -> Claim {
    Claim {
        field: None,
        claim: "every byte is the original's, or what the policy makes of it".to_owned(),
        claimed: "all".to_owned(),
        found: difference.map_or_else(|| "all".to_owned(), Difference::to_string),
        holds: Some(difference.is_none()),
    }
}

/// What is said of keyed hashes without their key: that they stand for the values one to one follows from the bytes,
/// that they are those of the key does not.
pub(super) fn hashes(recipe: &Recipe, has_key: bool, difference: Option<&Difference>) -> Option<Claim> {
    let hashed: Vec<&str> = recipe.hashed().collect();
    let is_open = !hashed.is_empty() && !has_key && difference.is_none();
    is_open.then(|| Claim {
        field: None,
        claim: format!("keyed hashes of {}", hashed.join(", ")),
        claimed: String::new(),
        found: "one hash for each value and no two alike; whose key they are made with, only the key can tell"
            .to_owned(),
        holds: None,
    })
}
