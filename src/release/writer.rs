//! The released file, written while the original is read a second time.

use super::disclosure::{Warning, Watch, Watched};
use super::shuffled::Shuffled;
use super::suppressed_records::SuppressedRecords;
use super::transformation::Transformation;
use crate::data::{Dialect, Record, RecordReader, RecordWriter, Table, Terminator};
use crate::error::{DataError, Error, Result};
use std::sync::Arc;

/// Writes the release as the original streams by: the same rows and columns in the same order and with the same
/// delimiter, in UTF-8, except that identifiers are left out and quasi-identifiers are generalized or, in suppressed records,
/// `*`, if these records are not left out as well.
///
/// Of the other cells the value is kept, not the form: quotes that no reader needs go, as do blank lines and a byte order
/// mark; every line ends as the first one does, and a column without a name has that of its position.
///
/// Memory in the size of a chunk; of a shuffled release its size, because its last row may come first.
#[derive(Debug)]
pub struct ReleaseWriter {
    /// Until the original has ended.
    reader: Option<RecordReader>,
    rows: Rows,
}

#[derive(Debug)]
struct Rows {
    dialect: Dialect,
    table: Arc<Table>,
    transformation: Arc<Transformation>,
    identifiers: Vec<String>,
    writer: Option<RecordWriter>,
    columns: Vec<ReleasedColumn>,
    n_columns: usize,
    next: usize,
    watch: Option<Watch>,
    header: Vec<String>,
    suppressed: SuppressedRecords,
    shuffled: Option<Shuffled>,
}

/// A column of the release: its place in the original, and among the quasi-identifiers if it is one.
#[derive(Debug, Clone, Copy)]
struct ReleasedColumn {
    source: usize,
    qi: Option<usize>,
}

impl ReleaseWriter {
    /// A writer at the beginning of the original file. `table` holds its quasi-identifiers as they were read before,
    /// `transformation` says what becomes of them, and `identifiers` names the columns that are left out.
    pub fn new(
        dialect: &Dialect,
        table: Arc<Table>,
        transformation: Arc<Transformation>,
        identifiers: Vec<String>,
    ) -> Self {
        let rows = Rows {
            dialect: dialect.clone(),
            table,
            transformation,
            identifiers,
            writer: None,
            columns: Vec::new(),
            n_columns: 0,
            next: 0,
            watch: None,
            header: Vec::new(),
            suppressed: SuppressedRecords::Star,
            shuffled: None,
        };
        Self {
            reader: Some(RecordReader::new(dialect)),
            rows,
        }
    }

    /// Looks for what the release may disclose while it is written.
    #[must_use]
    pub fn watched(mut self, watched: Watched) -> Self {
        self.rows.watch = Some(Watch::new(watched));
        self
    }

    /// Says what becomes of the suppressed records; unless it is said, they stay.
    #[must_use]
    pub fn with_suppressed(mut self, suppressed: SuppressedRecords) -> Self {
        self.rows.suppressed = suppressed;
        self
    }

    /// Writes the rows in an order drawn from a seed; without one, in that of the original.
    #[must_use]
    pub fn shuffled(mut self, seed: Option<u64>) -> Self {
        self.rows.shuffled = seed.map(Shuffled::new);
        self
    }

    /// Reads a chunk of the original and appends what it becomes to `out`.
    ///
    /// # Errors
    /// [`DataError::Changed`] when the file has other rows than before, and whatever reading and writing it can fail with.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let Self { reader, rows } = self;
        match reader {
            Some(reader) => reader.push(chunk, &mut |record| rows.write(&record, out)),
            None => Err(DataError::Changed.into()),
        }
    }

    /// Ends the original, checks that every row was seen, and appends what is left: of a shuffled release the next mebibyte or
    /// so. Returns whether there is more.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
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
        Ok((rows.shuffled.as_mut()).is_some_and(|shuffled| shuffled.write(out)))
    }

    /// Appends all that is left, and says what the release may disclose.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Vec<Warning>> {
        while self.rest(out)? {}
        let Rows { watch, header, .. } = self.rows;
        let seen = watch.map(|watch| watch.warnings(&header));
        Ok(seen.unwrap_or_default())
    }
}

impl Rows {
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
        let Some(writer) = &self.writer else {
            return Ok(());
        };
        if let Some(watch) = &mut self.watch {
            let groups: Vec<u32> = (self.table.columns.iter().enumerate())
                .map(|(qi, column)| self.transformation.group(qi, row, column.codes.get(row)))
                .collect();
            watch.see(record, &groups, self.table.weight(row));
        }
        let cells = self.columns.iter().map(|column| match column.qi {
            Some(qi) => self
                .transformation
                .cell(qi, row, self.table.columns[qi].codes.get(row)),
            None => record.get(column.source),
        });
        let Some(shuffled) = &mut self.shuffled else {
            return writer.write(cells, out);
        };
        shuffled.push(|piece| writer.write(cells, piece))
    }

    fn start(
        &mut self,
        header: &[String],
        terminator: Terminator,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        self.n_columns = header.len();
        self.header = header.to_vec();
        if let Some(watch) = &mut self.watch {
            watch.start(header, &|name| {
                self.transformation.qi(name).is_none()
                    && !self.identifiers.iter().any(|identifier| identifier == name)
            });
        }
        self.columns = (header.iter().enumerate())
            .filter(|(_, name)| !self.identifiers.contains(name))
            .map(|(source, name)| ReleasedColumn {
                source,
                qi: self.transformation.qi(name),
            })
            .collect();
        let found = self
            .columns
            .iter()
            .filter(|column| column.qi.is_some())
            .count();
        if found != self.table.columns.len() {
            return Err(Error::new(DataError::Changed));
        }
        let writer = RecordWriter::new(&self.dialect, terminator);
        if self.dialect.header {
            writer.write(
                self.columns
                    .iter()
                    .map(|column| header[column.source].as_str()),
                out,
            )?;
        }
        self.writer = Some(writer);
        Ok(())
    }
}
