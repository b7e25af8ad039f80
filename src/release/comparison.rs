//! Compares the bytes of a release with the expected bytes while both files stream by.
//!
//! The expected release follows from the bytes of the original, the treatments of its columns, and the expected cell of
//! each quasi-identifier. This module assembles its lines with code of its own and compares byte by byte: no cell,
//! quote, delimiter, line end or byte after the last record may differ. The only unknown text is a keyed hash without
//! its key. Then each value must have one hash, and no other value may have the same.

use super::difference::{Difference, told};
use super::disclosure::{DisclosureScan, ScanSettings, ScannedRow, Warning};
use super::drawn_order::drawn_order;
use super::expected_cells::{ExpectedCell, ExpectedCells, PlacedCell};
use super::form::{Form, first_line};
use super::line::{Cells, Column, Later, Line, Unknown};
use super::treatment::Treatments;
use super::verify::SUPPRESSED;
use crate::data::{Dialect, Record, RecordReader, Table};
use crate::error::{DataError, Result};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// A placeholder for a digit that only the release shows.
const UNKNOWN: u8 = b'?';

/// The expected cell of a quasi-identifier, given the table, the row, the quasi-identifier, and the original's value
/// code. `None` means a suppressed cell.
pub type Cell = Box<dyn for<'a> Fn(&'a Table, usize, usize, u32) -> Option<String> + Send>;

/// Whether a row of the original must be left out.
pub type LeftOut = Box<dyn Fn(usize) -> bool + Send>;

/// A number for the expected cell: equal if the text is, and 0 for `*`. Arguments as for a [`Cell`].
pub type Group = Box<dyn Fn(usize, usize, u32) -> u32 + Send>;

/// A comparison of a release with its original. Memory for the distance between the two files, and for the values of
/// columns that are numbered, or hashed without a key at hand. For shuffled rows, memory for the whole release.
pub struct Comparison {
    reader: RecordReader,
    rows: ExpectedRows,
    /// The expected bytes that are not compared yet.
    expected: Vec<u8>,
    /// The given bytes that are not compared yet.
    given: Vec<u8>,
    /// The number of bytes that were compared and agree.
    agreed: u64,
    difference: Option<Difference>,
}

/// The expected lines of the release.
struct ExpectedRows {
    dialect: Dialect,
    table: Arc<Table>,
    cell: Cell,
    treatments: Treatments,
    columns: Vec<Column>,
    names: Vec<String>,
    next: usize,
    /// The rows of the original that must not be in the release.
    is_left_out: Option<LeftOut>,
    /// The number of rows of the release whose position is known.
    placed: u64,
    /// The end of each line that is not compared yet, in bytes of the release.
    ends: VecDeque<End>,
    /// Total bytes of the lines so far.
    written: u64,
    /// The start of the first line that is not compared yet.
    line_start: u64,
    /// Collects disclosure warnings as the rows go by.
    scan: Option<(DisclosureScan, Group)>,
    header: Vec<String>,
    drawn: Option<Drawn>,
    /// Bytes of the lines not compared yet that only the release shows.
    unknown: VecDeque<Unknown>,
}

/// The end of a line: the byte of the release, and the rows of the release and of the original.
#[derive(Debug, Clone, Copy)]
struct End {
    byte: u64,
    row: u64,
    original: u64,
}

/// Lines in the order of the original, while the release has them in a shuffled order.
struct Drawn {
    seed: u64,
    lines: Vec<Line>,
}

impl Comparison {
    /// Starts a comparison at the beginning of both files. `table` holds the original's quasi-identifiers, and
    /// `treatments` defines the other columns.
    pub fn new(dialect: &Dialect, table: Arc<Table>, cell: Cell, treatments: Treatments) -> Self {
        Self {
            reader: RecordReader::new(dialect),
            rows: ExpectedRows {
                dialect: dialect.clone(),
                table,
                cell,
                treatments,
                columns: Vec::new(),
                names: Vec::new(),
                next: 0,
                is_left_out: None,
                placed: 0,
                ends: VecDeque::new(),
                written: 0,
                line_start: 0,
                scan: None,
                header: Vec::new(),
                drawn: None,
                unknown: VecDeque::new(),
            },
            expected: Vec::new(),
            given: Vec::new(),
            agreed: 0,
            difference: None,
        }
    }

    /// Also collects disclosure warnings, by the groups that the release's cells must have.
    #[must_use]
    pub fn with_scan(mut self, settings: ScanSettings, group: Group) -> Self {
        self.rows.scan = Some((DisclosureScan::new(settings), group));
        self
    }

    /// These rows of the original must be missing in the release.
    #[must_use]
    pub fn without(mut self, is_left_out: Option<LeftOut>) -> Self {
        self.rows.is_left_out = is_left_out;
        self
    }

    /// The rows must be in the order drawn from this seed.
    #[must_use]
    pub fn shuffled(mut self, seed: Option<u64>) -> Self {
        let lines = Vec::new();
        self.rows.drawn = seed.map(|seed| Drawn { seed, lines });
        self
    }

    /// The disclosure warnings, once the original has ended.
    pub fn seen(&mut self) -> Vec<Warning> {
        let scan = self.rows.scan.take();
        let seen = scan.map(|(scan, _)| scan.warnings(&self.rows.header));
        seen.unwrap_or_default()
    }

    /// Takes a chunk of the original, as UTF-8.
    ///
    /// # Errors
    /// [`DataError::Changed`] if the file has different rows from the table, and any error of reading it.
    pub fn push_original(&mut self, chunk: &[u8]) -> Result<()> {
        let (rows, expected) = (&mut self.rows, &mut self.expected);
        self.reader.push(chunk, &mut |record| rows.expect(&record, expected))?;
        self.compare();
        Ok(())
    }

    /// Ends the original.
    ///
    /// # Errors
    /// See [`push_original`](Self::push_original).
    pub fn end_original(&mut self) -> Result<()> {
        let (rows, expected) = (&mut self.rows, &mut self.expected);
        self.reader.finish(&mut |record| rows.expect(&record, expected))?;
        rows.draw(expected);
        self.compare();
        if self.rows.next == self.rows.table.n_rows { Ok(()) } else { Err(DataError::Changed.into()) }
    }

    /// The number of further bytes of the release that can be compared now.
    pub fn wanted(&self) -> usize {
        self.expected.len().saturating_sub(self.given.len())
    }

    /// Takes a chunk of the release, as it is on disk.
    pub fn push_release(&mut self, chunk: &[u8]) {
        if self.difference.is_none() {
            self.given.extend_from_slice(chunk);
            self.compare();
        }
    }

    /// The first difference between the files, once both have ended.
    pub fn finish(mut self) -> Option<Difference> {
        if self.difference.is_none() && self.expected.len() != self.given.len() {
            self.differ();
        }
        self.difference
    }

    /// Compares the bytes that both sides have.
    fn compare(&mut self) {
        if self.difference.is_some() {
            self.expected.clear();
            return;
        }
        let known = self.settle();
        let both = known.min(self.expected.len()).min(self.given.len());
        if self.expected[..both] != self.given[..both] {
            self.differ();
            return;
        }
        // The rest of a line is kept whole, so that a difference later in it can be reported with its cell.
        let line_start = self.rows.forget(self.agreed + both as u64);
        let done = (line_start.saturating_sub(self.agreed) as usize).min(both);
        self.expected.drain(..done);
        self.given.drain(..done);
        self.agreed += done as u64;
    }

    /// Fills in expected bytes that only the release shows, where possible. Returns how many expected bytes are known
    /// now.
    fn settle(&mut self) -> usize {
        while let Some(unknown) = self.rows.unknown.front() {
            let start = (unknown.byte - self.agreed) as usize;
            let Some(given) = self.given.get(start..start + unknown.length) else {
                return start;
            };
            if let Cells::Treated(cells) = &mut self.rows.columns[unknown.column].cells
                && let Some(settled) = cells.settle(unknown.value, given)
            {
                self.expected[start..start + unknown.length].copy_from_slice(&settled);
            }
            self.rows.unknown.pop_front();
        }
        self.expected.len()
    }

    /// Records where the waiting bytes differ.
    fn differ(&mut self) {
        let pairs = self.expected.iter().zip(&self.given);
        let at = pairs.take_while(|(one, other)| one == other).count();
        let byte = self.agreed + at as u64;
        let start = self.rows.forget(byte);
        let Some(&End { byte: end, row, original }) = self.rows.ends.front() else {
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
            given: if at >= self.given.len() { "the end of the file".to_owned() } else { told(found) },
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

impl ExpectedRows {
    /// Appends the expected line of a record.
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
        let mut line = Line { bytes: Vec::new(), later: Vec::new(), original: record.number() };
        let form = Form(&self.dialect);
        let mut masked: Vec<(usize, String)> = Vec::new();
        for (place, Column { source, cells }) in self.columns.iter_mut().enumerate() {
            if place > 0 {
                line.bytes.push(self.dialect.delimiter);
            }
            let own = record.get(*source);
            match cells {
                Cells::Generalized(qi) => {
                    let value = self.table.columns[*qi].codes.get(row);
                    let cell = (self.cell)(&self.table, row, *qi, value);
                    let cell = cell.as_deref().unwrap_or(SUPPRESSED);
                    if let Some((scan, _)) = &mut self.scan {
                        scan.see_cell(cell);
                    }
                    form.cell(cell, place, &mut line.bytes);
                }
                Cells::Treated(_) if (self.treatments.missing()).is_missing(&record.header()[*source], own) => {
                    form.cell(own, place, &mut line.bytes);
                }
                Cells::Treated(expected) => {
                    let is_masked = expected.is_masked();
                    match expected.cell(own) {
                        ExpectedCell::Text(text) => {
                            form.cell(&text, place, &mut line.bytes);
                            if is_masked {
                                masked.push((*source, text.into_owned()));
                            }
                        }
                        ExpectedCell::Later(value) => {
                            line.later.push(Later { byte: line.bytes.len(), column: place, value })
                        }
                    }
                }
            }
        }
        if let Some((scan, group)) = &mut self.scan {
            let codes: Vec<u32> = self.table.columns.iter().map(|column| column.codes.get(row)).collect();
            let groups: Vec<u32> = (codes.iter().enumerate()).map(|(qi, &value)| group(row, qi, value)).collect();
            let shown = |place: usize| match masked.iter().find(|(own, _)| *own == place) {
                Some((_, text)) => text.as_str(),
                None => record.get(place),
            };
            scan.see(ScannedRow {
                record,
                shown: &shown,
                codes: &codes,
                groups: &groups,
                records: self.table.weight(row),
            });
        }
        form.end_line(record.terminator(), &mut line.bytes);
        match &mut self.drawn {
            Some(drawn) => drawn.lines.push(line),
            None => self.place(&line, out),
        }
        Ok(())
    }

    /// Puts the waiting lines into their shuffled order.
    fn draw(&mut self, out: &mut Vec<u8>) {
        let Some(Drawn { seed, lines }) = self.drawn.take() else {
            return;
        };
        for place in drawn_order(seed, lines.len()) {
            self.place(&lines[place], out);
        }
    }

    /// Appends a line at its position.
    fn place(&mut self, line: &Line, out: &mut Vec<u8>) {
        let (start, form) = (out.len(), Form(&self.dialect));
        let mut done = 0;
        for &Later { byte, column, value } in &line.later {
            out.extend_from_slice(&line.bytes[done..byte]);
            done = byte;
            let Cells::Treated(cells) = &mut self.columns[column].cells else {
                continue;
            };
            match cells.placed(value) {
                PlacedCell::Text(text) => form.cell(&text, column, out),
                PlacedCell::Digits(length) => {
                    self.unknown.push_back(Unknown {
                        byte: self.written + (out.len() - start) as u64,
                        length,
                        column,
                        value,
                    });
                    out.extend(std::iter::repeat_n(UNKNOWN, length));
                }
            }
        }
        out.extend_from_slice(&line.bytes[done..]);
        self.written += (out.len() - start) as u64;
        if line.original > 0 {
            self.placed += 1;
        }
        self.ends.push_back(End { byte: self.written, row: self.placed, original: line.original });
    }

    fn begin(&mut self, record: &Record<'_>, out: &mut Vec<u8>) {
        let place = |name: &String| {
            let mut columns = self.table.columns.iter();
            columns.position(|column| column.name == *name)
        };
        self.header = record.header().to_vec();
        let treatments = &self.treatments;
        if let Some((scan, _)) = &mut self.scan {
            let columns = &self.table.columns;
            let is_kept = |name: &str| !columns.iter().any(|column| column.name == name) && treatments.shows(name);
            scan.start(record.header(), &is_kept);
        }
        for (source, name) in record.header().iter().enumerate() {
            let cells = match place(name) {
                Some(qi) => Cells::Generalized(qi),
                None => match ExpectedCells::of(treatments.of(name), treatments.key()) {
                    Some(cells) => Cells::Treated(cells),
                    None => continue,
                },
            };
            self.columns.push(Column { source, cells });
            if let Some((scan, _)) = &mut self.scan {
                scan.see_cell(name);
            }
            self.names.push(name.clone());
        }
        if self.dialect.header {
            let form = Form(&self.dialect);
            let mut line = Line { bytes: Vec::new(), later: Vec::new(), original: 0 };
            for (place, name) in self.names.iter().enumerate() {
                if place > 0 {
                    line.bytes.push(self.dialect.delimiter);
                }
                form.cell(name, place, &mut line.bytes);
            }
            form.end_line(record.terminator(), &mut line.bytes);
            self.place(&line, out);
        }
    }

    /// Forgets the lines that end at or before a byte of the release, and returns where the line of that byte begins.
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
