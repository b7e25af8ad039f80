//! Where a release differs from what it must be.

use std::fmt;

/// The most characters of a cell that are told.
const TOLD: usize = 80;

/// Where a release first differs from what it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The byte of the release, from 0.
    pub byte: u64,
    /// The row of the release, from 1; 0 is the header. `None` behind the last one.
    pub row: Option<u64>,
    /// The row of the original that must stand there, from 1; 0 for the header.
    pub original: Option<u64>,
    /// The column, where it lies within one.
    pub column: Option<String>,
    /// What must stand there.
    pub expected: String,
    /// What stands there.
    pub given: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            None => write!(f, "behind the last row")?,
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
        write!(f, " (byte {byte}): `{expected}` must stand there, `{given}` does")
    }
}

/// Bytes of a file as a text of one line.
pub(super) fn told(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * TOLD)]);
    text.chars().take(TOLD).flat_map(char::escape_debug).collect()
}
