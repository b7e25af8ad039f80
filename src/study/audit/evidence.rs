//! What the claims of the report of a policy's release are held against.

use crate::data::Table;
use crate::release::Difference;
use crate::release::disclosure::Warning;
use crate::study::{Prepared, Recipe};

/// What the claims of a report are held against.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// The recipe, its files resolved.
    pub recipe: &'a Recipe,
    /// The original.
    pub prepared: &'a Prepared,
    /// SHA-256 of the original file's bytes.
    pub input_sha256: &'a str,
    /// The release's quasi-identifiers, in the order of [`Prepared::names`].
    pub release: &'a Table,
    /// SHA-256 of the released file's bytes.
    pub output_sha256: &'a str,
    /// What a [`Comparison`](crate::release::Comparison) of the release and the original found.
    pub difference: Option<&'a Difference>,
    /// What it saw that the release may disclose.
    pub seen: &'a [Warning],
    /// Whether it had the key of keyed hashes.
    pub has_key: bool,
    /// The population that risk is against, where it is at hand.
    pub population: Option<&'a Table>,
}
