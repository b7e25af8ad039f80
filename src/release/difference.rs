//! The first difference between a release and its expected bytes.

use std::fmt;

/// The most characters of a cell that are quoted.
const TOLD: usize = 80;

/// The first difference between a release and its expected bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The byte of the release, from 0.
    pub byte: u64,
    /// The row of the release, from 1; 0 is the header. `None` after the last one.
    pub row: Option<u64>,
    /// The row of the original that is expected there, from 1; 0 for the header.
    pub original: Option<u64>,
    /// The column, if the difference lies within one.
    pub column: Option<String>,
    /// The expected text.
    pub expected: String,
    /// The text in the release.
    pub given: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            None => write!(f, "after the last row")?,
            Some(0) => write!(f, "in the header")?,
            Some(row) => write!(f, "in row {row}")?,
        }
        if let Some(original) = self.original.filter(|_| self.original != self.row) {
            write!(f, " (row {original} of the original)")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column `{column}`")?;
        }
        let Self { byte, expected, given, .. } = self;
        write!(f, " (byte {byte}): expected `{expected}`, found `{given}`")
    }
}

/// Bytes of a file as one line of text.
pub(super) fn told(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * TOLD)]);
    text.chars().take(TOLD).flat_map(char::escape_debug).collect()
}
