//! Writes records.

use crate::data::dialect::{Dialect, Terminator};
use crate::error::{DataError, Error, Result};

/// Writes records as delimited text, with quotes only where a reader needs them.
#[derive(Debug, Clone)]
pub struct RecordWriter {
    delimiter: u8,
    quote: Option<u8>,
    terminator: Terminator,
    /// Whether a cell with this byte needs quotes.
    is_special: [bool; 256],
}

impl RecordWriter {
    /// A writer with the dialect's delimiter and quote character. The text is UTF-8, whatever the dialect's encoding.
    pub fn new(dialect: &Dialect, terminator: Terminator) -> Self {
        let mut is_special = [false; 256];
        for byte in [dialect.delimiter, b'\r', b'\n'].into_iter().chain(dialect.quote) {
            is_special[usize::from(byte)] = true;
        }
        Self { delimiter: dialect.delimiter, quote: dialect.quote, terminator, is_special }
    }

    /// Appends one record, including its line break.
    ///
    /// A record of a single empty cell is written as two quotes, because a reader would skip the blank line.
    ///
    /// # Errors
    /// [`DataError::Unquotable`] with the value, if a cell needs quotes and the dialect has none: without quotes, it
    /// would be read differently.
    pub fn write<'a>(&self, cells: impl IntoIterator<Item = &'a str>, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        for (cell, position) in cells.into_iter().zip(0..) {
            if position > 0 {
                out.push(self.delimiter);
            }
            // A byte order mark at the beginning of the file would be skipped.
            if cell.bytes().any(|byte| self.is_special[usize::from(byte)])
                || (position == 0 && cell.starts_with('\u{feff}'))
            {
                self.quoted(cell, out)?;
            } else {
                out.extend_from_slice(cell.as_bytes());
            }
        }
        if out.len() == start {
            self.quoted("", out)?;
        }
        out.extend_from_slice(self.terminator.as_bytes());
        Ok(())
    }

    fn quoted(&self, cell: &str, out: &mut Vec<u8>) -> Result<()> {
        let Some(quote) = self.quote else {
            return Err(Error::new(DataError::Unquotable).with_value(cell));
        };
        out.push(quote);
        for byte in cell.bytes() {
            if byte == quote {
                out.push(quote);
            }
            out.push(byte);
        }
        out.push(quote);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::csv::RecordReader;
    use proptest::prelude::*;

    fn written(dialect: &Dialect, records: &[Vec<String>], terminator: Terminator) -> Result<Vec<u8>> {
        let writer = RecordWriter::new(dialect, terminator);
        let mut out = Vec::new();
        for record in records {
            writer.write(record.iter().map(String::as_str), &mut out)?;
        }
        Ok(out)
    }

    #[test]
    fn quotes_only_where_needed() -> Result<()> {
        let mut out = Vec::new();
        let writer = RecordWriter::new(&Dialect::default(), Terminator::CrLf);
        writer.write(["a b", "1;2", "x,y", "say \"hi\"", "two\nlines", ""], &mut out)?;
        writer.write([""], &mut out)?;
        assert_eq!(String::from_utf8_lossy(&out), "a b,1;2,\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\",\r\n\"\"\r\n");
        Ok(())
    }

    #[test]
    fn a_cell_that_cannot_be_quoted_is_an_error() {
        let dialect = Dialect { quote: None, ..Dialect::default() };
        for cell in ["x,y", "two\nlines", ""] {
            let error = written(&dialect, &[vec![cell.to_owned()]], Terminator::Lf).err();
            assert_eq!(error.as_ref().map(Error::code), Some("data-unquotable"));
            assert_eq!(error.and_then(|error| error.place().value.clone()).as_deref(), Some(cell));
        }
    }

    fn table() -> impl Strategy<Value = Vec<Vec<String>>> {
        (1..5_usize).prop_flat_map(|width| {
            let cell = "[a,;\"'|\t\r\n é€\u{feff}𝄞]{0,4}";
            proptest::collection::vec(proptest::collection::vec(cell, width), 1..8)
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            records in table(),
            delimiter in proptest::sample::select(b",;\t|".as_slice()),
            quote in proptest::sample::select(b"\"'".as_slice()),
            terminator in proptest::sample::select(vec![Terminator::Lf, Terminator::CrLf]),
            chunks in proptest::collection::vec(1..9_usize, 1..6),
        ) {
            let dialect = Dialect { delimiter, quote: Some(quote), header: false, ..Dialect::default() };
            let bytes = written(&dialect, &records, terminator).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let mut reader = RecordReader::new(&dialect);
            let mut read: Vec<Vec<String>> = Vec::new();
            let mut sink = |record: crate::data::csv::Record<'_>| {
                read.push(record.iter().map(str::to_owned).collect());
                Ok(())
            };
            let mut rest = bytes.as_slice();
            for length in chunks.iter().cycle() {
                let (chunk, tail) = rest.split_at((*length).min(rest.len()));
                prop_assert!(reader.push(chunk, &mut sink).is_ok());
                rest = tail;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert!(reader.finish(&mut sink).is_ok());
            prop_assert_eq!(read, records);
        }
    }
}
