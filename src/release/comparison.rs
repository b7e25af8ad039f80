//! The bytes of a release against those that it must have, while both files stream by.
//!
//! What must stand in the release follows from the bytes of the original, the columns that are left out, and what becomes
//! of each quasi-identifier's cell. It is put into lines here, by code of its own, and compared byte by byte: no cell,
//! quote, delimiter, line end or byte after the last record may differ.

use super::disclosure::{Warning, Watch, Watched};
use super::shuffled::drawn_order;
use super::verify::SUPPRESSED;
use crate::data::{Dialect, Record, RecordReader, Table};
use crate::error::{DataError, Result};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// The most characters of a cell that are told.
const TOLD: usize = 80;

/// What must stand in a cell of a quasi-identifier: the row, the quasi-identifier, and the original's value code are
/// given. `None` stands for a suppressed cell.
pub type Cell = Box<dyn for<'a> Fn(&'a Table, usize, usize, u32) -> Option<String> + Send>;

/// Whether a row of the original must be left out.
pub type LeftOut = Box<dyn Fn(usize) -> bool + Send>;

/// A number for what must stand in a cell: equal where the text is, and 0 for `*`. Arguments as for a [`Cell`].
pub type Group = Box<dyn Fn(usize, usize, u32) -> u32 + Send>;

/// A release that is compared with its original. Memory in what one file is ahead of the other; where the rows are in a
/// drawn order, in the release.
pub struct Comparison {
    reader: RecordReader,
    rows: Rows,
    /// What must stand in the release next.
    expected: Vec<u8>,
    /// What stands there, as far as it is not compared yet.
    given: Vec<u8>,
    /// Bytes that were compared and agree.
    agreed: u64,
    difference: Option<Difference>,
}

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

/// The lines that the release must have.
struct Rows {
    dialect: Dialect,
    table: Arc<Table>,
    cell: Cell,
    left_out: Vec<String>,
    /// Of each released column its place in the original, and among the quasi-identifiers if it is one.
    columns: Vec<(usize, Option<usize>)>,
    names: Vec<String>,
    next: usize,
    /// Rows of the original that the release must not have.
    is_left_out: Option<LeftOut>,
    /// Rows of the release so far.
    released: u64,
    /// Where each line that is not compared yet ends, in bytes of the release.
    ends: VecDeque<End>,
    /// Bytes of all lines so far.
    written: u64,
    /// Where the first line that is not compared yet begins.
    line_start: u64,
    /// What the release may disclose, as its rows go by.
    watch: Option<(Watch, Group)>,
    header: Vec<String>,
    drawn: Option<Drawn>,
}

/// The end of a line: the byte of the release, and the rows of the release and of the original.
#[derive(Debug, Clone, Copy)]
struct End {
    byte: u64,
    row: u64,
    original: u64,
}

/// Lines in the order of the original that stand in the release in an order drawn from a seed.
struct Drawn {
    seed: u64,
    /// Each with its row of the original.
    lines: Vec<(Vec<u8>, u64)>,
}

impl Comparison {
    /// A comparison at the beginning of both files. `table` holds the original's quasi-identifiers, and `left_out` names the
    /// columns that the release does not have.
    pub fn new(dialect: &Dialect, table: Arc<Table>, cell: Cell, left_out: Vec<String>) -> Self {
        Self {
            reader: RecordReader::new(dialect),
            rows: Rows {
                dialect: dialect.clone(),
                table,
                cell,
                left_out,
                columns: Vec::new(),
                names: Vec::new(),
                next: 0,
                is_left_out: None,
                released: 0,
                ends: VecDeque::new(),
                written: 0,
                line_start: 0,
                watch: None,
                header: Vec::new(),
                drawn: None,
            },
            expected: Vec::new(),
            given: Vec::new(),
            agreed: 0,
            difference: None,
        }
    }

    /// Looks for what the release may disclose, by the groups that its cells must have.
    #[must_use]
    pub fn watched(mut self, watched: Watched, group: Group) -> Self {
        self.rows.watch = Some((Watch::new(watched), group));
        self
    }

    /// The release must be without these rows of the original.
    #[must_use]
    pub fn without(mut self, is_left_out: Option<LeftOut>) -> Self {
        self.rows.is_left_out = is_left_out;
        self
    }

    /// The rows must be in the order that is drawn from this seed.
    #[must_use]
    pub fn shuffled(mut self, seed: Option<u64>) -> Self {
        let lines = Vec::new();
        self.rows.drawn = seed.map(|seed| Drawn { seed, lines });
        self
    }

    /// What the release may disclose, once the original has ended.
    pub fn seen(&mut self) -> Vec<Warning> {
        let watch = self.rows.watch.take();
        let seen = watch.map(|(watch, _)| watch.warnings(&self.rows.header));
        seen.unwrap_or_default()
    }

    /// Takes a chunk of the original, as UTF-8.
    ///
    /// # Errors
    /// [`DataError::Changed`] when the file has other rows than the table, and whatever reading it can fail with.
    pub fn push_original(&mut self, chunk: &[u8]) -> Result<()> {
        let (rows, expected) = (&mut self.rows, &mut self.expected);
        self.reader
            .push(chunk, &mut |record| rows.expect(&record, expected))?;
        self.compare();
        Ok(())
    }

    /// Ends the original.
    ///
    /// # Errors
    /// As for [`push_original`](Self::push_original).
    pub fn end_original(&mut self) -> Result<()> {
        let (rows, expected) = (&mut self.rows, &mut self.expected);
        self.reader
            .finish(&mut |record| rows.expect(&record, expected))?;
        rows.draw(expected);
        self.compare();
        if self.rows.next == self.rows.table.n_rows {
            Ok(())
        } else {
            Err(DataError::Changed.into())
        }
    }

    /// Bytes of the release that can be compared now, beyond those that were given.
    pub fn wanted(&self) -> usize {
        self.expected.len().saturating_sub(self.given.len())
    }

    /// Takes a chunk of the release, as it lies on disk.
    pub fn push_release(&mut self, chunk: &[u8]) {
        if self.difference.is_none() {
            self.given.extend_from_slice(chunk);
            self.compare();
        }
    }

    /// Where the files differ first, once both have ended.
    pub fn finish(mut self) -> Option<Difference> {
        if self.difference.is_none() && self.expected.len() != self.given.len() {
            self.differ();
        }
        self.difference
    }

    /// Compares what is there of both.
    fn compare(&mut self) {
        if self.difference.is_some() {
            self.expected.clear();
            return;
        }
        let both = self.expected.len().min(self.given.len());
        if self.expected[..both] != self.given[..both] {
            self.differ();
            return;
        }
        // What is left of a line is kept whole, so that a difference later in it can be told with its cell.
        let line_start = self.rows.forget(self.agreed + both as u64);
        let done = (line_start.saturating_sub(self.agreed) as usize).min(both);
        self.expected.drain(..done);
        self.given.drain(..done);
        self.agreed += done as u64;
    }

    /// Notes where what is waiting of the files differs.
    fn differ(&mut self) {
        let pairs = self.expected.iter().zip(&self.given);
        let at = pairs.take_while(|(one, other)| one == other).count();
        let byte = self.agreed + at as u64;
        let start = self.rows.forget(byte);
        let Some(&End {
            byte: end,
            row,
            original,
        }) = self.rows.ends.front()
        else {
            self.difference = Some(Difference {
                byte,
                row: None,
                original: None,
                column: None,
                expected: "the end of the file".to_owned(),
                given: told(&self.given[at..]),
            });
            return;
        };
        let start = start.saturating_sub(self.agreed) as usize;
        let end = (end - self.agreed) as usize;
        let form = Form(&self.rows.dialect);
        let line = &self.expected[start..end];
        let (column, cell) = form.cell_at(line, at - start);
        let given = self.given.get(start + cell..).unwrap_or_default();
        let own = &line[cell..];
        let (mut expected, mut found) = (form.first_cell(own), form.first_cell(given));
        if expected == found {
            (expected, found) = (first_line(own), first_line(given));
        }
        self.difference = Some(Difference {
            byte,
            row: Some(row),
            original: Some(original),
            column: self.rows.names.get(column).cloned(),
            expected: told(expected),
            given: if at >= self.given.len() {
                "the end of the file".to_owned()
            } else {
                told(found)
            },
        });
    }
}

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparison")
            .field("agreed", &self.agreed)
            .field("difference", &self.difference)
            .finish_non_exhaustive()
    }
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
        let Self {
            byte,
            expected,
            given,
            ..
        } = self;
        write!(
            f,
            " (byte {byte}): `{expected}` must stand there, `{given}` does"
        )
    }
}

impl Rows {
    /// Puts what must become of a record into a line.
    fn expect(&mut self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<()> {
        if self.next == 0 && self.columns.is_empty() {
            self.begin(record, out);
        }
        if self.next == self.table.n_rows {
            return Err(DataError::Changed.into());
        }
        let row = self.next;
        self.next += 1;
        if self.is_left_out.as_ref().is_some_and(|is| is(row)) {
            return Ok(());
        }
        self.released += 1;
        let form = Form(&self.dialect);
        let start = out.len();
        for (place, &(source, qi)) in self.columns.iter().enumerate() {
            if place > 0 {
                out.push(self.dialect.delimiter);
            }
            match qi {
                None => form.cell(record.get(source), place, out),
                Some(qi) => {
                    let value = self.table.columns[qi].codes.get(row);
                    let cell = (self.cell)(&self.table, row, qi, value);
                    form.cell(cell.as_deref().unwrap_or(SUPPRESSED), place, out);
                }
            }
        }
        self.end_line(record, record.number(), start, out);
        if let Some(drawn) = &mut self.drawn {
            let line = out.split_off(start);
            self.written -= line.len() as u64;
            self.ends.pop_back();
            drawn.lines.push((line, record.number()));
        }
        if let Some((watch, group)) = &mut self.watch {
            let groups: Vec<u32> = (self.table.columns.iter().enumerate())
                .map(|(qi, column)| group(row, qi, column.codes.get(row)))
                .collect();
            watch.see(record, &groups, self.table.weight(row));
        }
        Ok(())
    }

    /// Puts the lines that wait into their order.
    fn draw(&mut self, out: &mut Vec<u8>) {
        let Some(Drawn { seed, lines }) = self.drawn.take() else {
            return;
        };
        for (place, row) in drawn_order(seed, lines.len()).into_iter().zip(1..) {
            let (line, original) = &lines[place];
            out.extend_from_slice(line);
            self.written += line.len() as u64;
            self.ends.push_back(End {
                byte: self.written,
                row,
                original: *original,
            });
        }
    }

    fn begin(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let place = |name: &String| {
            let mut columns = self.table.columns.iter();
            columns.position(|column| column.name == *name)
        };
        self.header = record.header().to_vec();
        if let Some((watch, _)) = &mut self.watch {
            let columns = &self.table.columns;
            let is_kept = |name: &str| {
                !columns.iter().any(|column| column.name == name)
                    && !self.left_out.iter().any(|left_out| left_out == name)
            };
            watch.start(record.header(), &is_kept);
        }
        let released =
            (record.header().iter().enumerate()).filter(|(_, name)| !self.left_out.contains(name));
        for (source, name) in released {
            self.columns.push((source, place(name)));
            self.names.push(name.clone());
        }
        if self.dialect.header {
            let form = Form(&self.dialect);
            let start = out.len();
            for (place, name) in self.names.iter().enumerate() {
                if place > 0 {
                    out.push(self.dialect.delimiter);
                }
                form.cell(name, place, out);
            }
            self.end_line(record, 0, start, out);
        }
    }

    /// Ends a line that stands for a row of the original; for 0, its header.
    fn end_line(&mut self, record: &Record<'_>, original: u64, start: usize, out: &mut Vec<u8>) {
        if out.len() == start {
            // A blank line would be no record.
            out.extend(self.dialect.quote);
            out.extend(self.dialect.quote);
        }
        out.extend_from_slice(record.terminator().as_bytes());
        self.written += (out.len() - start) as u64;
        self.ends.push_back(End {
            byte: self.written,
            row: self.released,
            original,
        });
    }

    /// Forgets the lines that end up to a byte of the release, and gives where the line of that byte begins.
    fn forget(&mut self, byte: u64) -> u64 {
        while let Some(&End { byte: end, .. }) = self.ends.front() {
            if end > byte {
                break;
            }
            self.line_start = end;
            self.ends.pop_front();
        }
        self.line_start
    }
}

/// How cells stand in a line.
struct Form<'a>(&'a Dialect);

impl Form<'_> {
    /// Appends a cell; in quotes where it would be read as something else without.
    fn cell(&self, cell: &str, place: usize, out: &mut Vec<u8>) {
        let is_special = |byte: u8| {
            byte == self.0.delimiter || byte == b'\r' || byte == b'\n' || Some(byte) == self.0.quote
        };
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

    /// The cell of a line that a byte lies in: its place, and where it begins.
    fn cell_at(&self, line: &[u8], byte: usize) -> (usize, usize) {
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
    fn first_cell<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let mut quoted = false;
        let end = bytes.iter().position(|&byte| {
            quoted ^= Some(byte) == self.0.quote;
            !quoted && (byte == self.0.delimiter || byte == b'\r' || byte == b'\n')
        });
        &bytes[..end.unwrap_or(bytes.len())]
    }
}

/// The bytes up to and with the first line feed.
fn first_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    &bytes[..end.map_or(bytes.len(), |end| end + 1)]
}

/// Bytes of a file as a text of one line.
fn told(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * TOLD)]);
    text.chars()
        .take(TOLD)
        .flat_map(char::escape_debug)
        .collect()
}
