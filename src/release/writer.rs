//! Writes the released file while the original is read a second time.

use super::disclosure::{DisclosureScan, ScanSettings, ScannedRow, Warning};
use super::shuffled::Shuffled;
use super::suppressed_records::SuppressedRecords;
use super::transformation::Transformation;
use super::treatment::{Made, Making, Treatment, Treatments};
use super::waiting;
use crate::data::{Dialect, Record, RecordReader, RecordWriter, Table, Terminator};
use crate::error::{DataError, Error, Result, SearchError};
use std::borrow::Cow;
use std::sync::Arc;

/// Writes the release as the original streams by. Rows, columns, their order and the delimiter stay, and the text is
/// UTF-8. Quasi-identifiers are generalized or, in suppressed records, `*`, unless these records are left out. Other
/// columns are treated: left out or replaced.
///
/// The remaining cells keep their value, not their form: quotes that no reader needs, blank lines and a byte order mark
/// are dropped. Every line ends as the first one does, and a column without a name is named by its position.
///
/// Memory in the size of a chunk, and in the values of columns that are numbered or hashed. A shuffled release needs
/// memory for its whole size, because its last row may come first.
#[derive(Debug)]
pub struct ReleaseWriter {
    /// `None` once the original has ended.
    reader: Option<RecordReader>,
    rows: ReleasedRows,
}

#[derive(Debug)]
struct ReleasedRows {
    dialect: Dialect,
    table: Arc<Table>,
    transformation: Arc<Transformation>,
    treatments: Treatments,
    writer: Option<RecordWriter>,
    columns: Vec<ReleasedColumn>,
    /// Whether a column's values are numbered.
    is_numbered: bool,
    /// The place of each masked column in the original and in the release.
    masked: Vec<(usize, usize)>,
    n_columns: usize,
    next: usize,
    scan: Option<DisclosureScan>,
    header: Vec<String>,
    suppressed: SuppressedRecords,
    shuffled: Option<Shuffled>,
}

/// A column of the release: its place in the original, and how its cells are produced.
#[derive(Debug)]
struct ReleasedColumn {
    source: usize,
    becomes: Becomes,
}

/// How the cells of a column are produced.
#[derive(Debug)]
enum Becomes {
    /// By the policy, for the quasi-identifier in this place.
    Generalized(usize),
    /// By its treatment.
    Treated(Making),
}

impl ReleaseWriter {
    /// Starts a writer at the beginning of the original file. `table` holds its quasi-identifiers as they were read
    /// before, `transformation` produces their cells, and `treatments` those of the other columns.
    pub fn new(
        dialect: &Dialect,
        table: Arc<Table>,
        transformation: Arc<Transformation>,
        treatments: Treatments,
    ) -> Self {
        let rows = ReleasedRows {
            dialect: dialect.clone(),
            table,
            transformation,
            treatments,
            writer: None,
            columns: Vec::new(),
            is_numbered: false,
            masked: Vec::new(),
            n_columns: 0,
            next: 0,
            scan: None,
            header: Vec::new(),
            suppressed: SuppressedRecords::Star,
            shuffled: None,
        };
        Self { reader: Some(RecordReader::new(dialect)), rows }
    }

    /// Also collects disclosure warnings while the release is written.
    #[must_use]
    pub fn with_scan(mut self, settings: ScanSettings) -> Self {
        self.rows.scan = Some(DisclosureScan::new(settings));
        self
    }

    /// Sets the treatment of suppressed records. By default they stay.
    #[must_use]
    pub fn with_suppressed(mut self, suppressed: SuppressedRecords) -> Self {
        self.rows.suppressed = suppressed;
        self
    }

    /// Writes the rows in an order drawn from a seed. Without one, they keep the order of the original.
    #[must_use]
    pub fn shuffled(mut self, seed: Option<u64>) -> Self {
        self.rows.shuffled = seed.map(Shuffled::new);
        self
    }

    /// Reads a chunk of the original and appends its released form to `out`.
    ///
    /// # Errors
    /// [`DataError::Changed`] if the file has different rows than before, and any error of reading and writing it.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let Self { reader, rows } = self;
        match reader {
            Some(reader) => reader.push(chunk, &mut |record| rows.write(&record, out)),
            None => Err(DataError::Changed.into()),
        }
    }

    /// Ends the original, checks that every row was seen, and appends the rest: for a shuffled release, about the next
    /// mebibyte. Returns whether there is more.
    ///
    /// # Errors
    /// See [`push`](Self::push).
    pub fn rest(&mut self, out: &mut Vec<u8>) -> Result<bool> {
        let Self { reader, rows } = self;
        if let Some(reader) = reader {
            reader.finish(&mut |record| rows.write(&record, out))?;
            reader.expect_records()?;
            if rows.next != rows.table.n_rows {
                return Err(DataError::Changed.into());
            }
        }
        *reader = None;
        rows.write_waiting(out)
    }

    /// Appends the rest, and returns the disclosure warnings.
    ///
    /// # Errors
    /// See [`push`](Self::push).
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Vec<Warning>> {
        while self.rest(out)? {}
        let ReleasedRows { scan, header, .. } = self.rows;
        let seen = scan.map(|scan| scan.warnings(&header));
        Ok(seen.unwrap_or_default())
    }
}

impl ReleasedRows {
    fn write(&mut self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<()> {
        if self.writer.is_none() {
            self.start(record.header(), record.terminator(), out)?;
        }
        record.expect_cells(self.n_columns)?;
        if self.next == self.table.n_rows {
            return Err(DataError::Changed.into());
        }
        let row = self.next;
        self.next += 1;
        if self.suppressed.are_removed() && self.transformation.is_suppressed(row) {
            return Ok(());
        }
        let Self { treatments, table, transformation, columns, scan, shuffled, .. } = self;
        let Some(writer) = &self.writer else {
            return Ok(());
        };
        let waits = shuffled.is_some();
        let cells = (columns.iter_mut())
            .map(|ReleasedColumn { source, becomes }| match becomes {
                Becomes::Generalized(qi) => {
                    let value = table.columns[*qi].codes.get(row);
                    let cell = transformation.cell(*qi, row, value);
                    if let Some(scan) = &mut *scan {
                        scan.see_cell(cell);
                    }
                    Ok(Made::Text(cell.into()))
                }
                Becomes::Treated(making) => {
                    let name = &record.header()[*source];
                    treated(making, record.get(*source), treatments.missing().of(name), waits)
                        .map_err(|error| error.in_column(name))
                }
            })
            .collect::<Result<Vec<Made<'_>>>>()?;
        if let Some(scan) = scan {
            let codes: Vec<u32> = table.columns.iter().map(|column| column.codes.get(row)).collect();
            let groups: Vec<u32> =
                (codes.iter().enumerate()).map(|(qi, &value)| transformation.group(qi, row, value)).collect();
            let shown = |place: usize| match self.masked.iter().find(|(own, _)| *own == place) {
                Some(&(_, column)) => match &cells[column] {
                    Made::Text(text) => text.as_ref(),
                    Made::Number(_) => "",
                },
                None => record.get(place),
            };
            scan.see(ScannedRow { record, shown: &shown, codes: &codes, groups: &groups, records: table.weight(row) });
        }
        let Some(shuffled) = shuffled else {
            return writer.write(cells.iter().map(text), out);
        };
        if self.is_numbered {
            shuffled.push(|piece| {
                cells.iter().for_each(|cell| waiting::put(cell, piece));
                Ok(())
            })
        } else {
            shuffled.push(|piece| writer.write(cells.iter().map(text), piece))
        }
    }

    /// Appends the next waiting rows.
    fn write_waiting(&mut self, out: &mut Vec<u8>) -> Result<bool> {
        let (Some(shuffled), Some(writer)) = (&mut self.shuffled, &self.writer) else {
            return Ok(false);
        };
        if !self.is_numbered {
            return shuffled.write(out, &mut |row, out| {
                out.extend_from_slice(row);
                Ok(())
            });
        }
        let (columns, header) = (&mut self.columns, &self.header);
        let missing = self.treatments.missing();
        shuffled.write(out, &mut |row, out| {
            let cells = (waiting::cells(row).zip(columns.iter_mut()))
                .map(|(cell, column)| match (cell, &mut column.becomes) {
                    (Made::Number(code), Becomes::Treated(making)) => {
                        let number =
                            unlike_missing(Cow::Owned(making.number(code)), missing.of(&header[column.source]))
                                .map_err(|error| error.in_column(&header[column.source]))?;
                        Ok(Made::Text(number))
                    }
                    (cell, _) => Ok(cell),
                })
                .collect::<Result<Vec<Made<'_>>>>()?;
            writer.write(cells.iter().map(text), out)
        })
    }

    fn start(&mut self, header: &[String], terminator: Terminator, out: &mut Vec<u8>) -> Result<()> {
        self.n_columns = header.len();
        self.header = header.to_vec();
        let treatments = &self.treatments;
        if let Some(scan) = &mut self.scan {
            scan.start(header, &|name| self.transformation.qi(name).is_none() && treatments.shows(name));
        }
        for (source, name) in header.iter().enumerate() {
            let becomes = match self.transformation.qi(name) {
                Some(qi) => Becomes::Generalized(qi),
                None => {
                    match Making::of(treatments.of(name), treatments.key()).map_err(|error| error.in_column(name))? {
                        Some(making) => Becomes::Treated(making),
                        None => continue,
                    }
                }
            };
            if matches!(&becomes, Becomes::Treated(making) if making.numbers()) {
                self.is_numbered = true;
            }
            if matches!(treatments.of(name), Treatment::Mask(_)) {
                self.masked.push((source, self.columns.len()));
            }
            self.columns.push(ReleasedColumn { source, becomes });
            if let Some(scan) = &mut self.scan {
                scan.see_cell(name);
            }
        }
        let found = (self.columns.iter()).filter(|column| matches!(column.becomes, Becomes::Generalized(_))).count();
        if found != self.table.columns.len() {
            return Err(Error::new(DataError::Changed));
        }
        let writer = RecordWriter::new(&self.dialect, terminator);
        if self.dialect.header {
            writer.write(self.columns.iter().map(|column| header[column.source].as_str()), out)?;
        }
        self.writer = Some(writer);
        Ok(())
    }
}

/// The treated text of a cell. A missing value stays as it is.
fn treated<'a>(making: &'a mut Making, value: &'a str, missing: &[String], waits: bool) -> Result<Made<'a>> {
    if matches!(making, Making::Keep) || missing.iter().any(|code| code == value) {
        return Ok(Made::Text(Cow::Borrowed(value)));
    }
    let is_masked = matches!(making, Making::Mask(_));
    match making.make(value, waits)? {
        Made::Text(text) if !is_masked => Ok(Made::Text(unlike_missing(text, missing)?)),
        made => Ok(made),
    }
}

/// The replacement of a value; an error if it would read as a missing value.
fn unlike_missing<'a>(text: Cow<'a, str>, missing: &[String]) -> Result<Cow<'a, str>> {
    match missing.iter().any(|code| *code == text) {
        true => Err(Error::new(SearchError::MadeMissing).with_value(text)),
        false => Ok(text),
    }
}

/// The text of a cell whose number is assigned.
fn text<'a>(cell: &'a Made<'_>) -> &'a str {
    match cell {
        Made::Text(text) => text,
        Made::Number(_) => "",
    }
}
