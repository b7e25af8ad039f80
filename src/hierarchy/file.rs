//! Hierarchy files: `value;level 1;…;top`, one row for each value, no header.

use super::hierarchy::Hierarchy;
use crate::data::{Dialect, Record, RecordReader, RecordWriter, Terminator};
use crate::error::{DataError, Error, ErrorKind, HierarchyError, Result};

/// In the order in which they are tried: labels such as `[20, 40)` hold commas.
const DELIMITERS: [u8; 4] = *b";\t|,";

/// The rows of a hierarchy file, checked.
///
/// The delimiter is the first of semicolon, tab, vertical bar and comma that gives all rows the same number of cells, at
/// least two; failing that, the one that gives most rows more than one cell. Cells may be quoted with `"`; a byte order
/// mark and blank lines are skipped.
///
/// # Errors
/// All that [`Hierarchy::from_rows`] finds, with the file, the row and the value.
pub fn parse_rows(text: &str, file: &str) -> Result<Vec<Vec<String>>> {
    rows_of(text)
        .and_then(|rows| Hierarchy::from_rows(&rows).map(|_| rows))
        .map_err(|error| error.in_file(file))
}

/// The text of a hierarchy file, with semicolons.
///
/// # Errors
/// None as long as the writer can quote, which it can.
pub fn format_rows<'a, R>(rows: impl IntoIterator<Item = R>) -> Result<String>
where
    R: IntoIterator<Item = &'a str>,
{
    let writer = RecordWriter::new(&dialect(b';'), Terminator::Lf);
    let mut out = Vec::new();
    for row in rows {
        writer.write(row, &mut out)?;
    }
    // Cells are UTF-8 and all that is put between them is ASCII.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn rows_of(text: &str) -> Result<Vec<Vec<String>>> {
    let mut best: Option<(usize, u8)> = None;
    for delimiter in DELIMITERS {
        let lengths: Vec<usize> = read(text, delimiter, |record| record.len())?;
        let first = *lengths.first().ok_or(HierarchyError::Empty)?;
        let is_even = first > 1 && lengths.iter().all(|&length| length == first);
        let split = if is_even {
            usize::MAX
        } else {
            lengths.iter().filter(|&&length| length > 1).count()
        };
        if best.is_none_or(|(most, _)| split > most) {
            best = Some((split, delimiter));
        }
    }
    let delimiter = best.map_or(b';', |(_, delimiter)| delimiter);
    read(text, delimiter, |record| {
        record.iter().map(str::to_owned).collect()
    })
}

fn read<T>(text: &str, delimiter: u8, mut row: impl FnMut(&Record<'_>) -> T) -> Result<Vec<T>> {
    let mut reader = RecordReader::new(&dialect(delimiter));
    let mut rows = Vec::new();
    let mut sink = |record: Record<'_>| {
        rows.push(row(&record));
        Ok(())
    };
    reader.push(text.as_bytes(), &mut sink)?;
    reader.finish(&mut sink)?;
    reader
        .expect_records()
        .map_err(|error| match error.kind() {
            ErrorKind::Data(DataError::Empty) => Error::new(HierarchyError::Empty),
            _ => error,
        })?;
    Ok(rows)
}

fn dialect(delimiter: u8) -> Dialect {
    Dialect {
        delimiter,
        header: false,
        ..Dialect::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn files_of_all_delimiters() -> Result<()> {
        let expected = [["22", "[20, 40)", "*"], ["45", "[40, 60)", "*"]];
        for text in [
            "22;[20, 40);*\n45;[40, 60);*\n",
            "\u{feff}22\t[20, 40)\t*\r\n45\t[40, 60)\t*\r\n\r\n",
            "22|[20, 40)|*\n\n45|\"[40, 60)\"|*",
            "22,\"[20, 40)\",*\n45,\"[40, 60)\",*\n",
        ] {
            assert_eq!(parse_rows(text, "age.csv")?, expected, "{text:?}");
        }
        Ok(())
    }

    #[test]
    fn errors_name_file_row_and_value() {
        let cases = [
            ("", "hierarchy-empty", None, None),
            ("\r\n\r\n", "hierarchy-empty", None, None),
            (
                "a;x;*\nb;*\nc;x;*\n",
                "hierarchy-ragged",
                Some(2),
                Some("b"),
            ),
            (
                "a;x;*\nb;x;*\na;x;*\n",
                "hierarchy-repeated",
                Some(3),
                Some("a"),
            ),
            (
                "a;x;m\nb;y;n\nc;x;n\n",
                "hierarchy-split",
                Some(3),
                Some("c"),
            ),
        ];
        for (text, code, row, value) in cases {
            let error = parse_rows(text, "h.csv").err();
            assert_eq!(error.as_ref().map(Error::code), Some(code), "{text:?}");
            let place = error.map(|error| error.place().clone()).unwrap_or_default();
            assert_eq!(place.file.as_deref(), Some("h.csv"));
            assert_eq!(
                (place.row, place.value.as_deref()),
                (row, value),
                "{text:?}"
            );
        }
    }

    #[test]
    fn rows_written_are_read_again() -> Result<()> {
        let rows = [["a;b", "say \"x\"", "*"], ["", "two\nlines", "*"]];
        let text = format_rows(rows)?;
        assert_eq!(parse_rows(&text, "h.csv")?, rows);
        Ok(())
    }

    #[test]
    fn published_hierarchies_come_back_as_they_were() -> std::io::Result<()> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
        if !folder.is_dir() {
            println!("absent: {}", folder.display());
            return Ok(());
        }
        for set in ["adult", "mach2019"] {
            for entry in std::fs::read_dir(folder.join(set))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if !name.starts_with("hierarchy_") {
                    continue;
                }
                let text = std::fs::read_to_string(entry.path())?;
                let written = parse_rows(&text, &name).and_then(|rows| {
                    format_rows(rows.iter().map(|row| row.iter().map(String::as_str)))
                });
                assert_eq!(
                    written.as_deref().map(str::trim_end),
                    Ok(text.trim_end()),
                    "{name}"
                );
            }
        }
        Ok(())
    }
}
