//! The result of comparing a release with its original, as claims.

use super::fields::Audit;
use crate::data::Table;
use crate::recipe::{Recipe, Shuffle};
use crate::release::verify::Claim;
use crate::release::{Difference, drawn_order};

/// The seed of the order of the rows.
pub(super) const ORDER_SEED: &str = "order_seed";

/// The release in the order of the original, so that row numbers match; `None` if it is in that order already.
pub(super) fn put_back(release: &Table, seed: Option<u64>) -> Option<Table> {
    seed.map(|seed| release.put_back(&drawn_order(seed, release.n_rows)))
}

/// Refuses the seed of an order that the recipe does not draw.
pub(super) fn refuse_order(audit: &mut Audit, recipe: &Recipe) {
    let is_drawn = matches!(recipe.release.shuffle, Some(Shuffle::Drawn(_)));
    if !is_drawn {
        audit.expect_none(ORDER_SEED, "the recipe draws no order");
    }
}

/// The central claim: the release equals the original except for the changes that recipe and policy make.
pub(super) fn bytes(difference: Option<&Difference>) -> Claim {
    Claim {
        field: None,
        claim: "every byte is the original's, or what the policy makes of it".to_owned(),
        claimed: "all".to_owned(),
        found: difference.map_or_else(|| "all".to_owned(), Difference::to_string),
        holds: Some(difference.is_none()),
    }
}

/// What the comparison shows: the central claim, and one about keyed hashes if their key is missing. The bytes then
/// show that hashes and values correspond one to one, but not that the hashes were made with the key.
pub(super) fn add_compared(audit: &mut Audit, recipe: &Recipe, difference: Option<&Difference>, has_key: bool) {
    audit.add(bytes(difference));
    let hashed: Vec<&str> = recipe.hashed().collect();
    if !hashed.is_empty() && !has_key && difference.is_none() {
        let found = "one hash for each value and no two alike; only the key can show that they were made with it";
        audit.add(Claim {
            field: None,
            claim: format!("keyed hashes of {}", hashed.join(", ")),
            claimed: String::new(),
            found: found.to_owned(),
            holds: None,
        });
    }
}
