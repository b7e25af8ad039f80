//! Equivalence classes of a table under a policy.
//!
//! A table's records are grouped once by their quasi-identifiers ([`group`]). The classes of any policy then follow
//! from those of any of its specializations ([`rollup`]), without the records.
//!
//! **Invariant:** from this layer on a value is a number; labels stay in [`hierarchy`](crate::hierarchy).

mod bit_field;
mod blocks;
#[allow(clippy::module_inception)]
mod classes;
mod group;
mod kept;
mod layout;
mod placing;
mod quasi_identifier;
mod rollup;
mod snapshot;

pub(crate) use bit_field::{BitField, Packing};
pub(crate) use blocks::{Blocks, Planes, mark, split};
pub use classes::{Class, Classes};
pub use group::group;
pub(crate) use kept::capped_counts;
pub use kept::{K, Kept};
pub use layout::{Layout, MAX_QUASI_IDENTIFIERS};
pub use quasi_identifier::QuasiIdentifier;
pub(crate) use rollup::hash;
pub use rollup::{RollupMemory, project, rollup};
pub use snapshot::Snapshots;
