//! How cells are written in the lines of a release, with code of its own.

use crate::data::{Dialect, Terminator};

/// How cells are written in a line.
pub(super) struct Form<'a>(pub(super) &'a Dialect);

impl Form<'_> {
    /// Ends a line to which cells are still to be added, none of them empty.
    pub(super) fn end_line(&self, terminator: Terminator, line: &mut Vec<u8>) {
        if line.is_empty() {
            // A blank line would not be a record.
            line.extend(self.0.quote);
            line.extend(self.0.quote);
        }
        line.extend_from_slice(terminator.as_bytes());
    }

    /// Appends a cell, in quotes if it would be misread without them.
    pub(super) fn cell(&self, cell: &str, place: usize, out: &mut Vec<u8>) {
        let is_special =
            |byte: u8| byte == self.0.delimiter || byte == b'\r' || byte == b'\n' || Some(byte) == self.0.quote;
        let is_mark = place == 0 && cell.starts_with('\u{feff}');
        match self.0.quote {
            Some(quote) if is_mark || cell.bytes().any(is_special) => {
                out.push(quote);
                for byte in cell.bytes() {
                    out.extend(std::iter::repeat_n(byte, 1 + usize::from(byte == quote)));
                }
                out.push(quote);
            }
            _ => out.extend_from_slice(cell.as_bytes()),
        }
    }

    /// The cell of a line that contains a byte: its place, and where it begins.
    pub(super) fn cell_at(&self, line: &[u8], byte: usize) -> (usize, usize) {
        let (mut place, mut start, mut quoted) = (0, 0, false);
        for (at, &own) in line[..byte].iter().enumerate() {
            quoted ^= Some(own) == self.0.quote;
            if own == self.0.delimiter && !quoted {
                place += 1;
                start = at + 1;
            }
        }
        (place, start)
    }

    /// The bytes up to the end of the first cell.
    pub(super) fn first_cell<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let mut quoted = false;
        let end = bytes.iter().position(|&byte| {
            quoted ^= Some(byte) == self.0.quote;
            !quoted && (byte == self.0.delimiter || byte == b'\r' || byte == b'\n')
        });
        &bytes[..end.unwrap_or(bytes.len())]
    }
}

/// The bytes up to and including the first line feed.
pub(super) fn first_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    &bytes[..end.map_or(bytes.len(), |end| end + 1)]
}
