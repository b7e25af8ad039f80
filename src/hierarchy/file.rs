//! Hierarchy files: `value;level 1;…;top`, one row for each value. The first row may have names for the levels.

use super::hierarchy::Hierarchy;
use super::spec::HierarchySpec;
use super::tree::Tree;
use crate::data::{Dialect, Record, RecordReader, RecordWriter, Terminator, Words};
use crate::error::{DataError, Error, ErrorKind, HierarchyError, Result};

/// In the order in which they are tried: labels such as `[20, 40)` contain commas.
const DELIMITERS: [u8; 4] = *b";\t|,";

/// The label for all values, used on the top of most hierarchies.
const ANY: &str = "*";

/// Names of the column of values in a row of names.
const VALUES: &[&str] = &["value", "values"];

/// Names of the columns of levels.
const LEVELS: &[&str] = &["level", "levels"];

/// Parses and checks the hierarchy of a file: its rows, and the names of its levels if the first row has them.
///
/// The delimiter is the first of semicolon, tab, vertical bar and comma that gives all rows the same number of cells,
/// at least two; if there is none, the one that gives most rows more than one cell. Cells may be quoted with `"`. A
/// byte order mark and blank lines are skipped. The first row has names if it cannot belong to a value: all other
/// rows end in `*` and it does not, or it mentions a value and levels; and none of its cells occurs in another row.
///
/// # Errors
/// As [`Hierarchy::from_rows`], with the file, the row and the value.
pub fn parse_hierarchy(text: &str, file: &str) -> Result<HierarchySpec> {
    let parse = || {
        let mut rows = rows_of(text)?;
        if !has_names(&rows) {
            Hierarchy::from_rows(&rows)?;
            return Ok(HierarchySpec::Rows(rows));
        }
        let names = rows.remove(0);
        Hierarchy::from_rows(&rows).map_err(|error| match error.place().row {
            Some(row) => error.at_row(row + 1),
            None => error,
        })?;
        let levels = names.into_iter().skip(1).map(name_of_level).collect();
        Ok(HierarchySpec::Tree(Tree { levels, rows }))
    };
    parse().map_err(|error: Error| error.in_file(file))
}

/// Whether the first row has names of levels instead of a value.
fn has_names(rows: &[Vec<String>]) -> bool {
    let [first, values @ ..] = rows else {
        return false;
    };
    let stands_below = |cell: &String| *cell != ANY && values.iter().any(|row| row.contains(cell));
    let (Some(value), Some(top)) = (first.first(), first.last()) else {
        return false;
    };
    if values.is_empty() || values.iter().any(|row| row.len() != first.len()) || first.iter().any(stands_below) {
        return false;
    }
    let is_no_top = top != ANY && (values.iter()).all(|row| row.last().is_some_and(|label| label == ANY));
    let speaks_of_levels =
        Words::of(value).have(VALUES) && (first[1..].iter()).all(|name| name == ANY || Words::of(name).have(LEVELS));
    is_no_top || speaks_of_levels
}

/// `*` is the label of every top, and no name of a level.
fn name_of_level(name: String) -> String {
    if name == ANY { String::new() } else { name }
}

/// The text of a hierarchy file, with semicolons.
///
/// # Errors
/// Never, as the writer can quote.
pub fn format_rows<'a, R>(rows: impl IntoIterator<Item = R>) -> Result<String>
where
    R: IntoIterator<Item = &'a str>,
{
    let writer = RecordWriter::new(&dialect(b';'), Terminator::Lf);
    let mut out = Vec::new();
    for row in rows {
        writer.write(row, &mut out)?;
    }
    // Cells are UTF-8, and everything added between them is ASCII.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn rows_of(text: &str) -> Result<Vec<Vec<String>>> {
    let mut best: Option<(usize, u8)> = None;
    let mut open = None;
    for delimiter in DELIMITERS {
        let lengths: Vec<usize> = match read(text, delimiter, |record| record.len()) {
            // With a different delimiter, a quote may be part of a cell.
            Err(error) if error.kind() == &ErrorKind::Data(DataError::OpenQuote) => {
                open = open.or(error.place().row);
                continue;
            }
            lengths => lengths?,
        };
        let first = *lengths.first().ok_or(HierarchyError::Empty)?;
        let is_even = first > 1 && lengths.iter().all(|&length| length == first);
        let split = if is_even { usize::MAX } else { lengths.iter().filter(|&&length| length > 1).count() };
        if best.is_none_or(|(most, _)| split > most) {
            best = Some((split, delimiter));
        }
    }
    if let Some(row) = open.filter(|_| best.is_none_or(|(split, _)| split == 0)) {
        return Err(Error::new(HierarchyError::OpenQuote).at_row(row));
    }
    let delimiter = best.map_or(b';', |(_, delimiter)| delimiter);
    read(text, delimiter, |record| record.iter().map(str::to_owned).collect())
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
    reader.expect_records().map_err(|error| match error.kind() {
        ErrorKind::Data(DataError::Empty) => Error::new(HierarchyError::Empty),
        _ => error,
    })?;
    Ok(rows)
}

fn dialect(delimiter: u8) -> Dialect {
    Dialect { delimiter, header: false, ..Dialect::default() }
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
            let HierarchySpec::Rows(rows) = parse_hierarchy(text, "age.csv")? else {
                panic!("{text:?}: there are no names");
            };
            assert_eq!(rows, expected, "{text:?}");
        }
        Ok(())
    }

    #[test]
    fn errors_name_file_row_and_value() {
        let cases = [
            ("", "hierarchy-empty", None, None),
            ("\r\n\r\n", "hierarchy-empty", None, None),
            ("a;x;*\nb;*\nc;x;*\n", "hierarchy-ragged", Some(2), Some("b")),
            ("a;x;*\nb;x;*\na;x;*\n", "hierarchy-repeated", Some(3), Some("a")),
            ("a;x;m\nb;y;n\nc;x;n\n", "hierarchy-split", Some(3), Some("c")),
            ("drug;class;any\na;x;*\nb;x;*\na;x;*\n", "hierarchy-repeated", Some(4), Some("a")),
            ("a;\"x\nb;y\n", "hierarchy-open-quote", Some(1), None),
            ("c;z\n\"a;x\nb;y\n", "hierarchy-open-quote", Some(2), None),
        ];
        for (text, code, row, value) in cases {
            let error = parse_hierarchy(text, "h.csv").err();
            assert_eq!(error.as_ref().map(Error::code), Some(code), "{text:?}");
            let place = error.map(|error| error.place().clone()).unwrap_or_default();
            assert_eq!(place.file.as_deref(), Some("h.csv"));
            assert_eq!((place.row, place.value.as_deref()), (row, value), "{text:?}");
        }
    }

    #[test]
    fn rows_written_are_read_again() -> Result<()> {
        let rows = [["a;b", "say \"x\"", "*"], ["", "two\nlines", "*"]];
        let text = format_rows(rows)?;
        let rows = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        let read = parse_hierarchy(&text, "h.csv")?;
        assert_eq!(read, HierarchySpec::Rows(rows));
        Ok(())
    }

    #[test]
    fn a_first_row_that_cannot_be_a_values_names_the_levels() -> Result<()> {
        let named = [
            ("town;district;all\nGraz;Styria;*\nLinz;Upper;*\n", vec!["district", "all"]),
            ("value;level 1;*\nGraz;Styria;*\nLinz;Upper;*\n", vec!["level 1", ""]),
            ("Value,Level-1,Level-2\nGraz,South,Austria\nLinz,North,Austria\n", vec!["Level-1", "Level-2"]),
        ];
        for (text, expected) in named {
            let HierarchySpec::Tree(tree) = parse_hierarchy(text, "h.csv")? else {
                panic!("{text:?} has names");
            };
            assert_eq!(tree.levels, expected, "{text:?}");
            assert_eq!((tree.rows.len(), tree.rows[0][0].as_str()), (2, "Graz"));
        }
        // Each may be a value's row: its group occurs again, the top is not `*`, or it is `*` there too.
        for text in [
            "Graz;North;Austria\nLinz;North;*\n",
            "Graz;South;Austria\nBonn;West;Germany\nKoeln;West;Germany\n",
            "town;district;*\nGraz;South;*\n",
            "town;district;all\n",
        ] {
            if let Ok(spec) = parse_hierarchy(text, "h.csv") {
                assert!(matches!(spec, HierarchySpec::Rows(_)), "{text:?}");
            }
        }
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
                let written = parse_hierarchy(&text, &name).and_then(|spec| {
                    let HierarchySpec::Rows(rows) = spec else {
                        return Ok(String::new());
                    };
                    format_rows(rows.iter().map(|row| row.iter().map(String::as_str)))
                });
                assert_eq!(written.as_deref().map(str::trim_end), Ok(text.trim_end()), "{name}");
            }
        }
        Ok(())
    }
}
