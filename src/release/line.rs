//! The lines that a release must have, with what follows only from their places or from the release.

use super::expected_cells::ExpectedCells;

/// A released column: its place in the original, and what its cells must be.
pub(super) struct Column {
    pub(super) source: usize,
    pub(super) cells: Cells,
}

/// What the cells of a column must be.
pub(super) enum Cells {
    /// What must become of the quasi-identifier in this place.
    Generalized(usize),
    /// What must become of other values.
    Treated(ExpectedCells),
}

/// The line of a record, of which cells may be added once it has its place.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) later: Vec<Later>,
    /// The row of the original; 0 is the header.
    pub(super) original: u64,
}

/// A cell that is to be added: where in the line, in which column, and the number of its value.
pub(super) struct Later {
    pub(super) byte: usize,
    pub(super) column: usize,
    pub(super) value: usize,
}

/// Bytes of the release that only it shows.
pub(super) struct Unknown {
    pub(super) byte: u64,
    pub(super) length: usize,
    pub(super) column: usize,
    pub(super) value: usize,
}
