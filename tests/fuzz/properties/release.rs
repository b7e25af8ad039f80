//! Property: any bytes are read as a release or refused. Review and verification agree with a plain count.

use kanon::data::{Dialect, RecordReader, Table, TableReader, sniff};
use kanon::monitor::Unlimited;
use kanon::release::review::{Blank, BlankCells, Review};
use kanon::release::verify::verify;

/// Columns and rows that are looked at: the plain count compares every row with every other.
const MOST_COLUMNS: usize = 8;
const MOST_ROWS: usize = 200;
const STAR: &str = "*";

/// Asserts the property for a file; says whether it was read.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    // The first byte chooses how the rest is read; the others are the file.
    let Some((&choice, file)) = bytes.split_first() else {
        return false;
    };
    let delimiters = *b",;\t|^: #~.-";
    let dialect = match usize::from(choice).checked_sub(usize::from(b'a')) {
        Some(place) if place < delimiters.len() => Dialect { delimiter: delimiters[place], ..Dialect::default() },
        _ => sniff(file, true).dialect,
    };
    let Some((names, rows)) = plain(&dialect, file) else {
        return false;
    };
    if rows.len() > MOST_ROWS {
        return false;
    }
    let qis: Vec<String> = names.into_iter().take(MOST_COLUMNS).collect();
    let mut reader = TableReader::new(&dialect, &qis);
    let read = reader.push(file).and_then(|()| reader.finish());
    // What has rows can still be refused: a column named twice, a file without a record.
    let Ok(table) = read else {
        return false;
    };
    assert_eq!(table.n_rows, rows.len());
    let rows: Vec<&[String]> = rows.iter().map(|row| &row[..qis.len()]).collect();
    let k = 1 + u64::from(choice) % 5;
    agrees(&table, &qis, &rows, k);
    true
}

fn agrees(table: &Table, qis: &[String], rows: &[&[String]], k: u64) {
    let missing = ["NA".to_owned(), String::new()];
    let is_blank = |cell: &String| cell == STAR || missing.contains(cell);
    for blank in [Blank::Category, Blank::Wildcard, Blank::Nothing] {
        let matches = |own: &[String], other: &[String]| {
            own.iter().zip(other).all(|(own, other)| {
                let same = own == other || is_blank(own) && is_blank(other);
                match blank {
                    Blank::Category => same,
                    Blank::Wildcard => same || is_blank(own) || is_blank(other),
                    Blank::Nothing => same || is_blank(own),
                }
            })
        };
        let found: Vec<u64> =
            (rows.iter()).map(|own| rows.iter().filter(|other| matches(own, other)).count() as u64).collect();
        let mut review = Review::new(table, qis, k, blank, &BlankCells::of_words(&missing, false)).unwrap();
        assert!(review.advance(&mut Unlimited));
        let reviewed = review.reviewed(table);
        assert_eq!(reviewed.records, rows.len() as u64);
        assert_eq!(reviewed.smallest, found.iter().copied().min().unwrap_or(0));
        let count = |which: &dyn Fn(u64) -> bool| found.iter().filter(|&&n| which(n)).count();
        assert_eq!(reviewed.unique_records, count(&|found| found == 1) as u64);
        assert_eq!(reviewed.records_below_k, count(&|found| found < k) as u64);
        let blank_rows = rows.iter().filter(|row| row.iter().all(is_blank)).count();
        assert_eq!(reviewed.blank_records, blank_rows as u64);
        for (column, cells) in reviewed.blank_cells.iter().enumerate() {
            let plain = rows.iter().filter(|row| is_blank(&row[column])).count();
            assert_eq!(*cells, plain as u64);
        }
    }
    let verification = verify(table, qis, k, None).unwrap();
    let is_suppressed = |row: &&&[String]| row.iter().all(|cell| cell == STAR);
    let sizes: Vec<u64> = (rows.iter().filter(|row| !is_suppressed(row)))
        .map(|own| rows.iter().filter(|other| *other == own).count() as u64)
        .collect();
    let suppressed = rows.iter().filter(is_suppressed).count() as u64;
    assert_eq!(verification.suppressed_records, suppressed);
    assert_eq!(verification.records, rows.len() as u64);
    assert_eq!(verification.smallest_class, sizes.iter().copied().min().unwrap_or(0));
    let violating = sizes.iter().filter(|&&size| size < k).count();
    assert_eq!(verification.violating_records, violating as u64);
    assert_eq!(verification.holds, violating == 0);
    let classes: f64 = sizes.iter().map(|&size| 1.0 / size as f64).sum();
    assert_eq!(verification.classes, classes.round() as usize);
}

/// The header and the records of a file, as the reader of records gives them.
fn plain(dialect: &Dialect, file: &[u8]) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    let mut reader = RecordReader::new(dialect);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut sink = |record: kanon::data::Record<'_>| {
        rows.push(record.iter().map(str::to_owned).collect());
        Ok(())
    };
    reader.push(file, &mut sink).ok()?;
    reader.finish(&mut sink).ok()?;
    Some((reader.header()?.to_vec(), rows))
}
