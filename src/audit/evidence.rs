//! The evidence against which the report of a policy's release is checked.

use crate::data::Table;
use crate::recipe::Recipe;
use crate::release::Difference;
use crate::release::disclosure::Warning;
use crate::table::EncodedStudy;

/// The evidence against which the claims of a report are checked.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// The recipe, with its files resolved.
    pub recipe: &'a Recipe,
    /// The original.
    pub prepared: &'a EncodedStudy,
    /// SHA-256 of the original file's bytes.
    pub input_sha256: &'a str,
    /// The release's quasi-identifiers, in the order of [`EncodedStudy::names`].
    pub release: &'a Table,
    /// SHA-256 of the released file's bytes.
    pub output_sha256: &'a str,
    /// The result of a [`Comparison`](crate::release::Comparison) of the release and the original.
    pub difference: Option<&'a Difference>,
    /// The disclosure warnings of that comparison.
    pub seen: &'a [Warning],
    /// Whether the comparison had the key of keyed hashes.
    pub has_key: bool,
    /// The population of the risk, if it is at hand.
    pub population: Option<&'a Table>,
}
