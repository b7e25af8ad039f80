//! The released file, written while the original is read a second time.

use super::transformation::Transformation;
use crate::data::{Dialect, Record, RecordReader, RecordWriter, Table, Terminator};
use crate::error::{DataError, Error, Result};
use std::sync::Arc;

/// Writes the release as the original streams by: the same rows and columns in the same order and with the same
/// delimiter, in UTF-8, except that identifiers are left out and quasi-identifiers are generalized or, in suppressed records, `*`.
///
/// Of the other cells the value is kept, not the form: quotes that no reader needs go, as do blank lines and a byte order
/// mark; every line ends as the first one does, and a column without a name has that of its position.
///
/// Memory in the size of a chunk.
#[derive(Debug)]
pub struct ReleaseWriter {
    reader: RecordReader,
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
        };
        Self {
            reader: RecordReader::new(dialect),
            rows,
        }
    }

    /// Reads a chunk of the original and appends what it becomes to `out`.
    ///
    /// # Errors
    /// [`DataError::Changed`] when the file has other rows than before, and whatever reading and writing it can fail with.
    pub fn push(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let Self { reader, rows } = self;
        reader.push(chunk, &mut |record| rows.write(&record, out))
    }

    /// Appends what is left, and checks that every row was seen.
    ///
    /// # Errors
    /// As for [`push`](Self::push).
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<()> {
        let Self { reader, rows } = &mut self;
        reader.finish(&mut |record| rows.write(&record, out))?;
        reader.expect_records()?;
        if rows.next == rows.table.n_records {
            Ok(())
        } else {
            Err(DataError::Changed.into())
        }
    }
}

impl Rows {
    fn write(&mut self, record: &Record<'_>, out: &mut Vec<u8>) -> Result<()> {
        if self.writer.is_none() {
            self.start(record.header(), record.terminator(), out)?;
        }
        record.expect_cells(self.n_columns)?;
        if self.next == self.table.n_records {
            return Err(DataError::Changed.into());
        }
        let row = self.next;
        self.next += 1;
        let Some(writer) = &self.writer else {
            return Ok(());
        };
        let cells = self.columns.iter().map(|column| match column.qi {
            Some(qi) => self
                .transformation
                .cell(qi, row, self.table.columns[qi].codes.get(row)),
            None => record.get(column.source),
        });
        writer.write(cells, out)
    }

    fn start(
        &mut self,
        header: &[String],
        terminator: Terminator,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        self.n_columns = header.len();
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
