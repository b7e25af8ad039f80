//! Property: any bytes are read or refused, in one piece as in many. What was read survives being written.

use kanon::Result;
use kanon::data::{Dialect, RecordReader, RecordWriter, Terminator, sniff};

/// A file as read: its header, its cells, what ended its first line.
type Read = (Vec<String>, Vec<Vec<String>>, Terminator);

/// Asserts the property for a file; says whether it was read.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    let mut is_read = false;
    let sniffed = sniff(bytes, true).dialect;
    let unquoted = Dialect { delimiter: b';', quote: None, header: false, ..Dialect::default() };
    for dialect in [sniffed, Dialect::default(), unquoted] {
        let whole = read(&dialect, bytes, bytes.len().max(1));
        for size in [1, 1 + bytes.len() / 3] {
            let pieces = read(&dialect, bytes, size);
            match (&whole, &pieces) {
                (Ok(whole), Ok(pieces)) => assert_eq!(whole, pieces, "in chunks of {size}"),
                // The first error met depends on what a chunk holds.
                _ => assert_eq!(whole.is_err(), pieces.is_err(), "in chunks of {size}"),
            }
        }
        if let Ok(whole) = whole {
            survives_writing(&dialect, &whole);
            is_read |= !whole.1.is_empty();
        }
    }
    is_read
}

fn read(dialect: &Dialect, bytes: &[u8], size: usize) -> Result<Read> {
    let mut reader = RecordReader::new(dialect);
    let mut records: Vec<Vec<String>> = Vec::new();
    let mut sink = |record: kanon::data::Record<'_>| {
        records.push(record.iter().map(str::to_owned).collect());
        Ok(())
    };
    for chunk in bytes.chunks(size) {
        reader.push(chunk, &mut sink)?;
    }
    reader.finish(&mut sink)?;
    let header = reader.header().map(<[String]>::to_vec).unwrap_or_default();
    Ok((header, records, reader.terminator()))
}

fn survives_writing(dialect: &Dialect, read: &Read) {
    let (header, records, terminator) = read;
    let writer = RecordWriter::new(dialect, *terminator);
    let mut bytes = Vec::new();
    let first = (dialect.header && !header.is_empty()).then_some(header);
    for record in first.into_iter().chain(records) {
        let cells = record.iter().map(String::as_str);
        if writer.write(cells, &mut bytes).is_err() {
            // Without a quote character there are cells that cannot be written.
            assert_eq!(dialect.quote, None);
            return;
        }
    }
    // What stood above the names is not written.
    let again = self::read(&dialect.of_release(), &bytes, bytes.len().max(1));
    let again = again.map(|(header, records, _)| (header, records));
    assert_eq!(again, Ok((header.clone(), records.clone())));
}
