//! The treatment of suppressed records.

use serde::{Deserialize, Serialize};

/// What a release does with the records that its policy suppresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SuppressedRecords {
    /// They stay, with `*` in every quasi-identifier: a class of their own, however small.
    #[default]
    Star,
    /// They are left out.
    Remove,
}

impl SuppressedRecords {
    /// Whether their rows are left out.
    pub fn are_removed(self) -> bool {
        self == Self::Remove
    }
}
