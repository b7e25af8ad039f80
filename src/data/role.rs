//! What a column is to an attacker.

use serde::{Deserialize, Serialize};

/// A column's role in the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Names one person by itself. Dropped from the release.
    Identifier,
    /// Known to others, and names a person together with further ones. Generalized.
    QuasiIdentifier,
    /// What must not be learned about a person. Released as it is.
    Sensitive,
    /// Neither. Released as it is.
    #[default]
    Insensitive,
}
