//! Reads records in chunks.

use super::header::{RenamedColumn, joined, name_of_position, names};
use super::odd::{OddRecord, OddRecords};
use super::ragged::{RaggedRecord, RaggedRecords, Treatment};
use super::record::Record;
use crate::data::beyond_ascii::{beyond_ascii, characters_beyond_ascii};
use crate::data::dialect::{Dialect, RaggedRule, Terminator};
use crate::error::{DataError, Error, Result};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use std::{mem, str};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The maximum length of a record, in bytes: a quote that is never closed would include the whole file.
const MAX_BYTES: usize = 1 << 24;

/// The maximum number of cells of a record.
const MAX_CELLS: usize = 1 << 20;

/// Reads the records of a delimited file that arrives in chunks of UTF-8 bytes.
///
/// A chunk may end anywhere, even inside a line, a character, a line break or the byte order mark. Lines may end with
/// CR LF, LF or CR; blank lines are skipped. After an error the reader must not be used again.
#[derive(Debug)]
pub struct RecordReader {
    core: Reader,
    /// The number of rows above the table that are still to come.
    above: u64,
    /// Whether there was a row above the table.
    has_text: bool,
    /// The number of rows with names that are still to come, and those that were read.
    unnamed: u64,
    named: Vec<Vec<String>>,
    has_names: bool,
    header: Option<Vec<String>>,
    renamed: Vec<RenamedColumn>,
    rule: RaggedRule,
    /// The numbers of records to leave out, in ascending order.
    skip: Vec<u64>,
    ragged: RaggedRecords,
    odd: OddRecords,
    /// The number of records of the file so far.
    rows: u64,
    /// The number of records passed to the sink.
    records: u64,
    terminator: Terminator,
    utf8: Utf8Check,
    /// The file's first bytes, while they may still be a byte order mark.
    held: Option<Vec<u8>>,
    /// The cells of the current record, one after the other.
    text: Vec<u8>,
    text_len: usize,
    /// The end of each cell in `text`.
    ends: Vec<usize>,
    ends_len: usize,
}

impl RecordReader {
    /// A reader at the beginning of a file.
    pub fn new(dialect: &Dialect) -> Self {
        let mut builder = ReaderBuilder::new();
        builder.delimiter(dialect.delimiter);
        match dialect.quote {
            Some(quote) => builder.quote(quote),
            None => builder.quoting(false),
        };
        Self {
            core: builder.build(),
            above: dialect.header_row.saturating_sub(1),
            has_text: false,
            unnamed: if dialect.header { dialect.header_rows } else { 0 },
            named: Vec::new(),
            has_names: dialect.header,
            header: None,
            renamed: Vec::new(),
            rule: dialect.ragged,
            skip: dialect.skip.clone(),
            ragged: RaggedRecords::default(),
            odd: OddRecords::default(),
            rows: 0,
            records: 0,
            terminator: Terminator::default(),
            utf8: Utf8Check::default(),
            held: Some(Vec::new()),
            text: vec![0; 1 << 12],
            text_len: 0,
            ends: vec![0; 1 << 6],
            ends_len: 0,
        }
    }

    /// Reads a chunk and passes every record that ends in it to the sink.
    ///
    /// # Errors
    /// If bytes are not valid UTF-8, or a record has more than 16 MiB or 1,048,576 cells. Also the errors of the
    /// sink.
    pub fn push(&mut self, chunk: &[u8], sink: &mut dyn FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        match self.utf8.check(chunk)? {
            None => self.take(chunk, sink),
            Some(offset) => {
                // What comes before the wrong byte tells its record and its column.
                self.take(&chunk[..offset], sink)?;
                Err(self.not_utf_8(&chunk[offset..]))
            }
        }
    }

    fn take(&mut self, chunk: &[u8], sink: &mut dyn FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        let Some(mut held) = self.held.take() else {
            return self.read(chunk, sink);
        };
        let missing = BYTE_ORDER_MARK.len() - held.len();
        let (start, rest) = chunk.split_at(missing.min(chunk.len()));
        held.extend_from_slice(start);
        if held == BYTE_ORDER_MARK {
            return self.read_start(rest, sink);
        }
        if BYTE_ORDER_MARK.starts_with(&held) {
            self.held = Some(held);
            return Ok(());
        }
        self.read_start(&held, sink)?;
        self.read(rest, sink)
    }

    /// Reads the last record if no line break ends it.
    ///
    /// # Errors
    /// As [`push`](Self::push). Also if a quote is still open.
    pub fn finish(&mut self, sink: &mut dyn FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        if !self.utf8.cut.is_empty() {
            return Err(self.not_utf_8(&[]));
        }
        // Another line break ends a record, or is a blank line. Only within quotes it is text.
        let before = self.text_len;
        self.read(b"\n", sink)?;
        if self.text_len > before {
            return Err(self.in_this_record(DataError::OpenQuote));
        }
        loop {
            let (result, _, written, ended) =
                self.core.read_record(&[], &mut self.text[self.text_len..], &mut self.ends[self.ends_len..]);
            self.text_len += written;
            self.ends_len += ended;
            match result {
                ReadRecordResult::Record => self.emit(sink)?,
                ReadRecordResult::End | ReadRecordResult::InputEmpty => return Ok(()),
                ReadRecordResult::OutputFull => self.grow_text()?,
                ReadRecordResult::OutputEndsFull => self.grow_ends()?,
            }
        }
    }

    /// The names of the columns, once the first record has been read.
    ///
    /// A column without a name, and every column of a file without a header, is named by its position: `column 3`. A
    /// column with the name of an earlier one is numbered: `name (2)`.
    pub fn header(&self) -> Option<&[String]> {
        self.header.as_deref()
    }

    /// The renamed columns.
    pub fn renamed(&self) -> &[RenamedColumn] {
        &self.renamed
    }

    /// The ragged records so far, and their treatment.
    pub fn ragged(&self) -> &RaggedRecords {
        &self.ragged
    }

    /// The records of a file that was read to its end that may be none. None of them was left out.
    pub fn odd(&self) -> Vec<OddRecord> {
        self.odd.found(self.header.as_ref().map_or(0, Vec::len), self.has_names)
    }

    /// The ragged records of a file that was read to its end.
    pub fn into_ragged(self) -> RaggedRecords {
        self.ragged
    }

    /// The number of records passed to the sink so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The line terminator of the first line.
    pub fn terminator(&self) -> Terminator {
        self.terminator
    }

    /// Checks that there was a record, and a header if one is expected.
    ///
    /// # Errors
    /// [`DataError::Empty`], [`DataError::NoNames`], [`DataError::NoRecords`], [`DataError::NoneLeft`] or
    /// [`DataError::NoRecordToSkip`].
    pub fn expect_records(&self) -> Result<()> {
        let records = self.rows;
        if let Some(&record) = self.skip.last().filter(|&&record| record > records) {
            return Err(DataError::NoRecordToSkip { record, records }.into());
        }
        match (&self.header, self.records) {
            (None, _) if self.has_text => Err(DataError::NoNames.into()),
            (None, _) => Err(DataError::Empty.into()),
            (Some(_), 0) if self.rows > 0 => Err(DataError::NoneLeft { records: self.rows }.into()),
            (Some(_), 0) => Err(DataError::NoRecords.into()),
            (Some(_), _) => Ok(()),
        }
    }

    /// Reads the file's first bytes after a byte order mark. The first byte is passed alone: the parser looks for a
    /// second mark, which is text here, only if it gets three bytes at once.
    fn read_start(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        if bytes.is_empty() {
            self.held = Some(BYTE_ORDER_MARK.to_vec());
            return Ok(());
        }
        let (first, rest) = bytes.split_at(1);
        self.read(first, sink)?;
        self.read(rest, sink)
    }

    fn read(&mut self, mut bytes: &[u8], sink: &mut dyn FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        while !bytes.is_empty() {
            let (result, read, written, ended) =
                self.core.read_record(bytes, &mut self.text[self.text_len..], &mut self.ends[self.ends_len..]);
            self.text_len += written;
            self.ends_len += ended;
            match result {
                ReadRecordResult::Record => {
                    if self.header.is_none() && bytes[..read].ends_with(b"\r") {
                        self.terminator = Terminator::CrLf;
                    }
                    self.emit(sink)?;
                }
                ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
                ReadRecordResult::OutputFull => self.grow_text()?,
                ReadRecordResult::OutputEndsFull => self.grow_ends()?,
            }
            bytes = &bytes[read..];
        }
        Ok(())
    }

    fn grow_text(&mut self) -> Result<()> {
        if self.text.len() >= MAX_BYTES {
            return Err(self.too_long(MAX_BYTES, "bytes"));
        }
        self.text.resize(self.text.len() * 2, 0);
        Ok(())
    }

    fn grow_ends(&mut self) -> Result<()> {
        if self.ends.len() >= MAX_CELLS {
            return Err(self.too_long(MAX_CELLS, "cells"));
        }
        self.ends.resize(self.ends.len() * 2, 0);
        Ok(())
    }

    fn too_long(&self, limit: usize, unit: &'static str) -> Error {
        self.in_this_record(DataError::RecordTooLong { limit, unit })
    }

    /// A byte that is not valid UTF-8, with its record and column. `rest` is what was read from it on.
    fn not_utf_8(&self, rest: &[u8]) -> Error {
        let error = self.in_this_record(self.utf8.wrong(rest));
        match self.header.as_ref().and_then(|header| header.get(self.ends_len)) {
            Some(column) => error.in_column(column),
            None => error,
        }
    }

    /// An error located in the current record.
    fn in_this_record(&self, error: DataError) -> Error {
        let error = Error::new(error);
        match self.header {
            None if self.unnamed > 0 => error,
            _ => error.at_row(self.rows + 1),
        }
    }

    fn emit(&mut self, sink: &mut dyn FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        if self.above > 0 || self.unnamed > 0 {
            return self.read_names();
        }
        self.rows += 1;
        let cells = self.ends_len;
        let columns = self.header.as_ref().map_or(cells, Vec::len);
        let treatment = if self.skip.binary_search(&self.rows).is_ok() {
            self.ragged.skip(self.rows)
        } else if cells == columns {
            Treatment::AsItIs
        } else {
            let row = self.rows;
            self.ragged.note(RaggedRecord { row, cells }, columns, self.rule)
        };
        if matches!(treatment, Treatment::Padded) {
            self.pad(columns);
        }
        // The chunks were valid, so this can only fail if a delimiter or quote that is not ASCII cut a character.
        let text = str::from_utf8(&self.text[..self.text_len]).map_err(|_| Error::new(self.utf8.at_position(0)))?;
        let ends = &self.ends[..self.ends_len];
        self.text_len = 0;
        self.ends_len = 0;
        if matches!(treatment, Treatment::LeftOut) {
            return Ok(());
        }
        self.odd.see(self.rows, text, ends);
        let mut record = Record { number: self.rows, header: &[], terminator: self.terminator, text, ends };
        let header = self.header.get_or_insert_with(|| (1..=record.len()).map(name_of_position).collect());
        self.records += 1;
        record.header = header;
        sink(record)
    }

    /// Takes the current row as one above the table, or as one with names.
    fn read_names(&mut self) -> Result<()> {
        let text = str::from_utf8(&self.text[..self.text_len]).map_err(|_| Error::new(self.utf8.at_position(0)))?;
        let ends = &self.ends[..self.ends_len];
        let row = Record { number: 0, header: &[], terminator: self.terminator, text, ends };
        (self.text_len, self.ends_len) = (0, 0);
        self.has_text = true;
        if self.above > 0 {
            self.above -= 1;
            return Ok(());
        }
        self.named.push(row.iter().map(str::to_owned).collect());
        self.unnamed -= 1;
        if self.unnamed == 0 {
            let rows = mem::take(&mut self.named);
            let (header, renamed) = match rows.as_slice() {
                [row] => names(row),
                rows => names(&joined(rows)),
            };
            (self.header, self.renamed) = (Some(header), renamed);
        }
        Ok(())
    }

    /// Pads the current record with empty cells.
    fn pad(&mut self, columns: usize) {
        let end = self.text_len;
        self.ends.resize(self.ends.len().max(columns), 0);
        self.ends[self.ends_len..columns].fill(end);
        self.ends_len = columns;
    }
}

/// Checks that bytes are valid UTF-8, chunk by chunk.
#[derive(Debug, Default)]
struct Utf8Check {
    /// The number of bytes checked, excluding those in `cut`.
    position: u64,
    /// Characters beyond ASCII among them.
    characters: u64,
    /// A character that began at the end of the last chunk and is incomplete.
    cut: Vec<u8>,
}

impl Utf8Check {
    /// Checks the next chunk, and returns the offset in it at which it is not valid.
    fn check(&mut self, chunk: &[u8]) -> Result<Option<usize>> {
        if let Some(offset) = chunk.iter().position(|&byte| byte == 0) {
            let position = self.position + (self.cut.len() + offset) as u64;
            return Err(DataError::NotText { position }.into());
        }
        let mut start = 0;
        while !self.cut.is_empty() {
            let Some(&byte) = chunk.get(start) else {
                return Ok(None);
            };
            self.cut.push(byte);
            match str::from_utf8(&self.cut) {
                Ok(_) => {
                    self.position += self.cut.len() as u64;
                    self.characters += 1;
                    self.cut.clear();
                }
                Err(error) if error.error_len().is_some() => {
                    self.cut.pop();
                    return Ok(Some(start));
                }
                Err(_) => {}
            }
            start += 1;
        }
        let chunk = &chunk[start..];
        let (sound, error) = match str::from_utf8(chunk) {
            Ok(text) => (text, None),
            Err(error) => (str::from_utf8(&chunk[..error.valid_up_to()]).unwrap_or_default(), Some(error)),
        };
        self.position += sound.len() as u64;
        self.characters += characters_beyond_ascii(sound);
        match error {
            Some(error) if error.error_len().is_some() => Ok(Some(start + sound.len())),
            error => {
                self.cut.extend_from_slice(&chunk[error.map_or(chunk.len(), |error| error.valid_up_to())..]);
                Ok(None)
            }
        }
    }

    /// The error of the first byte that was not checked; `rest` is what was read from it on, after what is cut.
    fn wrong(&self, rest: &[u8]) -> DataError {
        let rest = [&self.cut, rest].concat();
        let (characters, wrong) = beyond_ascii(&rest);
        let others = if wrong > 1 { 0 } else { self.characters + characters };
        self.at_position(others)
    }

    fn at_position(&self, others: u64) -> DataError {
        DataError::Encoding { position: self.position, encoding: "utf-8".to_owned(), others }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn a_zero_byte_is_told_by_its_position() {
        for chunk in [1, 2, 3, 7, 100] {
            let error = read("ä,b\nc\0,d\n".as_bytes(), &Dialect::default(), chunk).unwrap_err();
            let expected = ErrorKind::Data(DataError::NotText { position: 6 });
            assert_eq!(*error.kind(), expected, "in chunks of {chunk}");
        }
    }

    #[test]
    fn a_quote_that_stays_open_is_told_by_its_record() {
        for chunk in [1, 2, 3, 100] {
            for (text, row) in [
                ("a,b\n1,x\n2,\"y\n3,z\n", Some(2)),
                ("a,b\n1,\"", Some(1)),
                ("a,b\n1,\"x\"\"", Some(1)),
                ("a,\"b\n1,x\n", None),
            ] {
                let error = read(text.as_bytes(), &Dialect::default(), chunk).unwrap_err();
                assert_eq!(error.code(), "data-open-quote", "{text:?}");
                assert_eq!(error.place().row, row, "{text:?}");
            }
            for whole in ["a,b\n1,\"x\"", "a,b\n1,\"\"\n", "a,b\r1,\"x\"\r", "a\n\"x\"\"\"", "a\n\"\"", "a\n1\n\n"] {
                assert!(read(whole.as_bytes(), &Dialect::default(), chunk).is_ok(), "{whole:?}");
            }
            let without = Dialect { quote: None, ..Dialect::default() };
            assert!(read(b"a,b\n1,\"x", &without, chunk).is_ok());
        }
    }

    /// Header and records, read in chunks of this many bytes.
    fn read(bytes: &[u8], dialect: &Dialect, chunk: usize) -> Result<(Vec<String>, Vec<Vec<String>>)> {
        let mut reader = RecordReader::new(dialect);
        let mut records = Vec::new();
        let mut sink = |record: Record<'_>| {
            assert_eq!(record.number(), records.len() as u64 + 1);
            records.push(record.iter().map(str::to_owned).collect());
            Ok(())
        };
        for chunk in bytes.chunks(chunk) {
            reader.push(chunk, &mut sink)?;
        }
        reader.finish(&mut sink)?;
        reader.expect_records()?;
        Ok((reader.header().unwrap_or_default().to_vec(), records))
    }

    fn kind(result: Result<(Vec<String>, Vec<Vec<String>>)>) -> Option<ErrorKind> {
        result.err().map(|error| error.kind().clone())
    }

    #[test]
    fn chunks_may_end_anywhere() -> Result<()> {
        let text = "\u{feff}näme,\"a \"\"b\"\"\"\r\n\r\n\"x,\r\ny\",ß\r\n,\"\"\r\nlast,€";
        for chunk in 1..=text.len() {
            let (header, records) = read(text.as_bytes(), &Dialect::default(), chunk)?;
            assert_eq!(header, ["näme", "a \"b\""], "chunks of {chunk}");
            assert_eq!(records, [["x,\r\ny", "ß"], ["", ""], ["last", "€"]], "chunks of {chunk}");
        }
        Ok(())
    }

    #[test]
    fn rows_above_the_names_and_named_records_are_left_out() -> Result<()> {
        let text = "Persons of 2024\n\n# made up\nPerson,,Score\nage,sex,\nyears,,points\n30,F,7\n31,M,8\nTotal,,15\n";
        let dialect = Dialect { header_row: 3, header_rows: 2, skip: vec![1, 4], ..Dialect::default() };
        for chunk in 1..=text.len() {
            let mut reader = RecordReader::new(&dialect);
            let mut records = Vec::new();
            let mut sink = |record: Record<'_>| {
                records.push((record.number(), record.iter().collect::<Vec<_>>().join(",")));
                Ok(())
            };
            for chunk in text.as_bytes().chunks(chunk) {
                reader.push(chunk, &mut sink)?;
            }
            reader.finish(&mut sink)?;
            reader.expect_records()?;
            assert_eq!(reader.header().unwrap_or_default(), ["Person · age", "Person · sex", "Score"]);
            assert_eq!(records, [(2, "30,F,7".to_owned()), (3, "31,M,8".to_owned())]);
            assert_eq!((reader.records(), reader.ragged().count), (2, 0));
            assert_eq!((reader.ragged().number_in_file(0), reader.ragged().counts().left_out), (2, 0));
        }
        let without = Dialect { header: false, header_row: 6, skip: vec![3], ..Dialect::default() };
        let (header, records) = read_all(text, &without)?;
        assert_eq!(header, ["column 1", "column 2", "column 3"]);
        assert_eq!(
            records,
            ["30,F,7", "31,M,8"].map(|record| record.split(',').map(str::to_owned).collect::<Vec<_>>())
        );
        Ok(())
    }

    /// Header and records, whatever their numbers.
    fn read_all(text: &str, dialect: &Dialect) -> Result<(Vec<String>, Vec<Vec<String>>)> {
        let mut reader = RecordReader::new(dialect);
        let mut records = Vec::new();
        let mut sink = |record: Record<'_>| {
            records.push(record.iter().map(str::to_owned).collect());
            Ok(())
        };
        reader.push(text.as_bytes(), &mut sink)?;
        reader.finish(&mut sink)?;
        reader.expect_records()?;
        Ok((reader.header().unwrap_or_default().to_vec(), records))
    }

    #[test]
    fn rows_that_do_not_exist_are_told() {
        let of = |header_row, skip| Dialect { header_row, skip, ..Dialect::default() };
        for (dialect, code) in [
            (of(4, vec![]), "data-no-names"),
            (of(3, vec![]), "data-no-records"),
            (of(1, vec![1, 3]), "data-no-record-to-skip"),
            (of(1, vec![1, 2]), "data-none-left"),
        ] {
            let error = read_all("a,b\n1,2\n3,4\n", &dialect).unwrap_err();
            assert_eq!(error.code(), code);
        }
    }

    #[test]
    fn only_the_first_mark_is_no_text() -> Result<()> {
        let text = "\u{feff}\u{feff}a\n1\n";
        for chunk in 1..=text.len() {
            let (header, _) = read(text.as_bytes(), &Dialect::default(), chunk)?;
            assert_eq!(header, ["\u{feff}a"], "chunks of {chunk}");
        }
        Ok(())
    }

    #[test]
    fn line_breaks_of_all_three_forms() -> Result<()> {
        for (text, terminator) in
            [("a\n1\n2", Terminator::Lf), ("a\r\n1\r\n2\r\n", Terminator::CrLf), ("a\r1\r2\r", Terminator::CrLf)]
        {
            let mut reader = RecordReader::new(&Dialect::default());
            let mut cells = Vec::new();
            let mut sink = |record: Record<'_>| {
                cells.push(record.get(0).to_owned());
                Ok(())
            };
            reader.push(text.as_bytes(), &mut sink)?;
            reader.finish(&mut sink)?;
            assert_eq!(cells, ["1", "2"]);
            assert_eq!(reader.terminator(), terminator, "{text:?}");
        }
        Ok(())
    }

    #[test]
    fn columns_without_names_are_named_by_position() -> Result<()> {
        let (header, _) = read(b"a,,c\n1,2,3\n", &Dialect::default(), 100)?;
        assert_eq!(header, ["a", "column 2", "c"]);
        let bare = Dialect { header: false, ..Dialect::default() };
        let (header, records) = read(b"1,2\n3,4\n", &bare, 100)?;
        assert_eq!(header, ["column 1", "column 2"]);
        assert_eq!(records, [["1", "2"], ["3", "4"]]);
        Ok(())
    }

    #[test]
    fn quotes_are_text_where_the_dialect_has_none() -> Result<()> {
        let dialect = Dialect { quote: None, ..Dialect::default() };
        let (_, records) = read(b"a,b\n\"1,2\"\n", &dialect, 3)?;
        assert_eq!(records, [["\"1", "2\""]]);
        Ok(())
    }

    #[test]
    fn records_longer_than_the_buffers() -> Result<()> {
        let cells: Vec<String> = (0..3_000).map(|cell| "x".repeat(cell % 50)).collect();
        let text = format!(
            "{}\n{}\n",
            (0..3_000).map(|cell| format!("c{cell}")).collect::<Vec<_>>().join(","),
            cells.join(",")
        );
        let (header, records) = read(text.as_bytes(), &Dialect::default(), 1_000)?;
        assert_eq!(header.len(), 3_000);
        assert_eq!(records, [cells]);
        Ok(())
    }

    #[test]
    fn ragged_records_reach_the_sink() -> Result<()> {
        let mut reader = RecordReader::new(&Dialect::default());
        let mut breaches = Vec::new();
        reader.push(b"a,b\n1,2\n1\n1,2,3\n", &mut |record| {
            breaches.extend(record.expect_cells(record.header().len()).err());
            assert_eq!(record.get(7), "");
            Ok(())
        })?;
        assert_eq!(breaches.iter().map(|error| error.place().row).collect::<Vec<_>>(), [Some(2), Some(3)]);
        assert_eq!(breaches[1].kind(), &ErrorKind::Data(DataError::Ragged { given: 3, expected: 2 }));
        Ok(())
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_placed() {
        let cut: &[u8] = b"a\n1\n\xc3";
        for (bytes, position) in [(b"a\n\xe4\nb\n".as_slice(), 2), (b"a\n1\xc3\n", 3), (cut, 4), (b"\xef\xbbx\n1", 0)] {
            for chunk in 1..=bytes.len() {
                let expected = DataError::Encoding { position, encoding: "utf-8".into(), others: 0 };
                assert_eq!(
                    kind(read(bytes, &Dialect::default(), chunk)),
                    Some(expected.into()),
                    "{bytes:?} in {chunk}"
                );
            }
        }
    }

    #[test]
    fn a_record_that_does_not_end_is_refused() {
        let dialect = Dialect::default();
        let open = format!("a\n1\n\"{}", "x\n".repeat(MAX_BYTES));
        let wide = format!("a\n1\n{}", ",".repeat(2 * MAX_CELLS));
        for (text, unit) in [(open, "bytes"), (wide, "cells")] {
            let error = read(text.as_bytes(), &dialect, 1 << 16).err();
            assert_eq!(error.as_ref().map(Error::code), Some("data-record-too-long"));
            assert_eq!(error.as_ref().and_then(|error| error.place().row), Some(2));
            assert!(error.is_some_and(|error| error.to_string().contains(unit)));
        }
    }

    #[test]
    fn files_without_content() {
        let dialect = Dialect::default();
        for empty in [b"".as_slice(), b"\xef\xbb\xbf", b"\n\r\n\n"] {
            assert_eq!(kind(read(empty, &dialect, 1)), Some(DataError::Empty.into()));
        }
        assert_eq!(kind(read(b"a,b\n", &dialect, 9)), Some(DataError::NoRecords.into()));
    }

    #[test]
    fn columns_of_one_name_are_told_apart() -> Result<()> {
        for (header, expected) in [
            ("a,b,a,a", ["a", "b", "a (2)", "a (3)"]),
            ("a,a,a (2),a", ["a", "a (3)", "a (2)", "a (4)"]),
            (",,column 1,x", ["column 1 (2)", "column 2", "column 1", "x"]),
            ("x,column 2,column 2,", ["x", "column 2", "column 2 (2)", "column 4"]),
        ] {
            let text = format!("{header}\n1,2,3,4\n");
            let (names, _) = read(text.as_bytes(), &Dialect::default(), 9)?;
            assert_eq!(names, expected, "{header}");
            let again = format!("{}\n1,2,3,4\n", names.join(","));
            let (same, _) = read(again.as_bytes(), &Dialect::default(), 9)?;
            assert_eq!(same, names, "names that differ stay");
        }
        let mut reader = RecordReader::new(&Dialect::default());
        reader.push(b"a,,a\n1,2,3\n", &mut |_| Ok(()))?;
        let renamed = |position, given: &str, name: &str| RenamedColumn {
            position,
            given: given.to_owned(),
            name: name.to_owned(),
        };
        let expected = [renamed(2, "", "column 2"), renamed(3, "a", "a (2)")];
        assert_eq!(reader.renamed(), expected);
        Ok(())
    }

    #[test]
    fn ragged_records_are_left_out_or_filled_up() -> Result<()> {
        let text = "a,b,c\n1\n1,2,3\n\"x\ny\",2\n1,2,3,4\n4,5,6";
        for (rule, expected, left_out) in [
            (RaggedRule::LeaveOut, vec![(2, "1|2|3"), (5, "4|5|6")], vec![1, 3, 4]),
            (RaggedRule::Pad, vec![(1, "1||"), (2, "1|2|3"), (3, "x\ny|2|"), (5, "4|5|6")], vec![4]),
        ] {
            let dialect = Dialect { ragged: rule, ..Dialect::default() };
            for chunk in 1..=text.len() {
                let mut reader = RecordReader::new(&dialect);
                let mut read = Vec::new();
                let mut sink = |record: Record<'_>| {
                    record.expect_cells(3)?;
                    let cells: Vec<&str> = record.iter().collect();
                    read.push((record.number(), cells.join("|")));
                    Ok(())
                };
                for chunk in text.as_bytes().chunks(chunk) {
                    reader.push(chunk, &mut sink)?;
                }
                reader.finish(&mut sink)?;
                let read: Vec<(u64, &str)> = (read.iter()).map(|(number, cells)| (*number, cells.as_str())).collect();
                assert_eq!(read, expected, "{rule:?} in chunks of {chunk}");
                let ragged = reader.into_ragged();
                assert_eq!((ragged.count, &ragged.left_out), (3, &left_out));
                assert_eq!(ragged.padded, 3 - left_out.len() as u64);
            }
        }
        Ok(())
    }

    #[test]
    fn a_file_of_ragged_records_alone_has_none_left() {
        let dialect = Dialect { ragged: RaggedRule::LeaveOut, ..Dialect::default() };
        assert_eq!(kind(read(b"a,b\n1\n1,2,3\n", &dialect, 3)), Some(DataError::NoneLeft { records: 2 }.into()));
    }
}
