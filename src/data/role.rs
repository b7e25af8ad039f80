//! The role of a column for an attacker.

use serde::{Deserialize, Serialize};

/// A column's role in the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Identifies one person by itself. Dropped from the release.
    Identifier,
    /// Known to others, and identifies a person together with other columns. Generalized.
    QuasiIdentifier,
    /// Must not be learned about a person. Released unchanged.
    Sensitive,
    /// Neither of these. Released unchanged.
    #[default]
    Insensitive,
}
