//! The expected lines of a release. Some cells depend on the line's position or on the release.

use super::expected_cells::ExpectedCells;

/// A released column: its place in the original, and its expected cells.
pub(super) struct Column {
    pub(super) source: usize,
    pub(super) cells: Cells,
}

/// The expected cells of a column.
pub(super) enum Cells {
    /// The label of the quasi-identifier in this place.
    Generalized(usize),
    /// The treated values of another column.
    Treated(ExpectedCells),
}

/// The line of a record. Cells may be added once its position is known.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) later: Vec<Later>,
    /// The row of the original; 0 is the header.
    pub(super) original: u64,
}

/// A cell to add: its offset in the line, its column, and the number of its value.
pub(super) struct Later {
    pub(super) byte: usize,
    pub(super) column: usize,
    pub(super) value: usize,
}

/// Bytes that only the release shows.
pub(super) struct Unknown {
    pub(super) byte: u64,
    pub(super) length: usize,
    pub(super) column: usize,
    pub(super) value: usize,
}
