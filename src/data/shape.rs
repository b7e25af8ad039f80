//! Where a table begins in its file: what stands above it, and which rows have its names.

use super::csv::{OddReason, OddRecord, shown};
use super::dictionary::Dictionary;
use super::kind::Kind;

/// Cells that commonly denote a missing value.
pub(super) const MISSING: [&str; 8] = ["?", "NA", "N/A", "NULL", "null", "NaN", ".", "-"];

/// The number of rows in which the names are looked for.
const LOOKED_AT: usize = 200;

/// The number of rows below the names that may belong to them.
const N_BELOW: usize = 2;

/// The number of values that say what a column has.
const N_VALUES: usize = 3;

/// Where the table begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Beginning {
    /// The number of rows above the table.
    pub(super) above: usize,
    /// The number of rows that have the names, if there are names.
    pub(super) header_rows: usize,
    /// The first records, as far as they look like units or more of the names.
    pub(super) odd: Vec<OddRecord>,
}

impl Beginning {
    /// Looks at the first rows of a file; none of them is blank.
    pub(super) fn of(rows: &[Vec<String>]) -> Self {
        let above = above(rows);
        let table = &rows[above..];
        let header_rows = if has_group_row(table) { 2 } else { 1 };
        let below = table.get(header_rows..).unwrap_or_default();
        let odd = (0..N_BELOW).take_while(|&at| is_no_record(below, at)).map(|at| {
            let text = shown(below[at].iter().map(String::as_str));
            OddRecord { row: at as u64 + 1, text, why: OddReason::Names }
        });
        Self { above, header_rows, odd: odd.collect() }
    }
}

/// The separator that a first line `sep=;` names, as spreadsheets write it.
pub(super) fn named_separator(text: &[u8]) -> Option<u8> {
    match text.strip_prefix(b"sep=").or_else(|| text.strip_prefix(b"SEP="))? {
        [delimiter, b'\r' | b'\n', ..] if delimiter.is_ascii() => Some(*delimiter),
        _ => None,
    }
}

fn filled(row: &[String]) -> usize {
    row.iter().filter(|cell| !cell.trim().is_empty()).count()
}

/// The number of rows above the names: a separator, comments, titles. None are left out unless the first row below
/// them looks like names.
fn above(rows: &[Vec<String>]) -> usize {
    let mut counts: Vec<usize> = rows.iter().map(|row| filled(row)).collect();
    counts.sort_unstable();
    let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
    let separator = usize::from(rows.first().is_some_and(|row| is_separator(row)));
    let titles = rows.iter().skip(separator).take(LOOKED_AT).take_while(|row| is_title(row, usual)).count();
    let table = &rows[separator + titles..];
    let has_names = table.split_first().is_some_and(|(first, rest)| {
        // The first row may be one of groups, which has fewer cells.
        (filled(first) * 2 >= usual && is_header(first, rest, &MISSING)) || has_group_row(table)
    });
    if has_names { separator + titles } else { separator }
}

fn is_separator(row: &[String]) -> bool {
    row.first().is_some_and(|cell| cell.len() <= 5 && cell.to_lowercase().starts_with("sep="))
        && row.iter().skip(1).all(String::is_empty)
}

/// Whether a row is none of a table whose rows have so many filled cells: a comment, a title or a blank row.
fn is_title(row: &[String], usual: usize) -> bool {
    let own = filled(row);
    let Some(first) = row.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()) else {
        return true;
    };
    let is_short = own <= 2 && (own * 2 < usual || row.len() < usual || own * 2 == usual && first.ends_with(':'));
    first.starts_with('#') && own < usual || is_short && Kind::of([first]) == Kind::Text
}

/// Whether the second row has names that the first one lacks, and is no record.
fn has_group_row(table: &[Vec<String>]) -> bool {
    let [first, second, ..] = table else {
        return false;
    };
    let is_named = |row: &[String], column: usize| row.get(column).is_some_and(|cell| !cell.trim().is_empty());
    let lacking = (1..second.len()).filter(|&column| is_named(second, column) && !is_named(first, column)).count();
    lacking > 0
        && first.len() == second.len()
        && filled(first) > 0
        && (is_no_record(&table[1..], 0) || lacks_what_records_have(second, &table[2..]))
}

/// Whether a row has texts alone, and none in at least two columns that all records have. Survey tools leave such
/// columns out of their second row of names.
fn lacks_what_records_have(row: &[String], records: &[Vec<String>]) -> bool {
    let is_filled = |cells: &[String], column: usize| cells.get(column).is_some_and(|cell| !cell.trim().is_empty());
    let lacks = |&column: &usize| !is_filled(row, column) && records.iter().all(|record| is_filled(record, column));
    records.len() >= N_VALUES
        && (0..row.len()).filter(lacks).count() >= 2
        && row.iter().filter(|cell| !cell.trim().is_empty()).all(|cell| Kind::of([cell.as_str()]) == Kind::Text)
}

/// Whether a row has texts in all columns that have numbers or dates from then on, or what a survey tool writes there.
fn is_no_record(rows: &[Vec<String>], at: usize) -> bool {
    let Some(row) = rows.get(at) else {
        return false;
    };
    if row.iter().any(|cell| cell.starts_with("{\"ImportId\"")) {
        return true;
    }
    // A second row of names is below it, at most.
    let is_measured = |rows: &[Vec<String>], column: usize| {
        let values = || rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.trim());
        let known = || values().filter(|cell| !cell.is_empty() && !MISSING.contains(cell));
        known().nth(N_VALUES - 1).is_some() && matches!(Kind::of(known()), Kind::Integer | Kind::Decimal | Kind::Date)
    };
    let mut texts = 0;
    for (column, cell) in row.iter().map(|cell| cell.trim()).enumerate() {
        if cell.is_empty() || MISSING.contains(&cell) {
            continue;
        }
        if (1..=N_BELOW).any(|below| rows.get(at + below..).is_some_and(|rows| is_measured(rows, column))) {
            if Kind::of([cell]) != Kind::Text {
                return false;
            }
            texts += 1;
        }
    }
    texts > 0
}

/// Whether the first row has names, and does not look like the others.
pub(super) fn is_header(first: &[String], rest: &[Vec<String>], missing: &[&str]) -> bool {
    let mut names = Dictionary::new();
    let mut n_names = 0;
    for name in first.iter().filter(|name| !name.is_empty()) {
        names.intern(name, 0);
        n_names += 1;
    }
    if n_names == 0 {
        return false;
    }
    // A repeated name counts against a header as much as a name above a column of numbers counts for it.
    let (mut header, mut record) = (0_usize, n_names - names.len());
    for (position, name) in first.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let column = || {
            rest.iter()
                .filter_map(|cells| cells.get(position))
                .map(String::as_str)
                .filter(|cell| !cell.is_empty() && !missing.contains(cell))
        };
        let name_kind = Kind::of([name.as_str()]);
        match (name_kind, Kind::of(column())) {
            (Kind::Text, Kind::Integer | Kind::Decimal | Kind::Date) => header += 1,
            (Kind::Text, _) => record += usize::from(column().any(|cell| cell == name)),
            (Kind::Integer | Kind::Decimal, Kind::Text) => {}
            (_, Kind::Empty) if !rest.is_empty() => {}
            _ => record += 1,
        }
    }
    record <= header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beginning(text: &str) -> (usize, usize, usize) {
        let rows: Vec<Vec<String>> = (text.lines().filter(|line| !line.is_empty()))
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect();
        let Beginning { above, header_rows, odd } = Beginning::of(&rows);
        (above, header_rows, odd.len())
    }

    #[test]
    fn titles_and_comments_are_no_names() {
        for (text, above) in [
            ("age,sex,note\n30,m,x\n31,f,y\n32,m,z", 0),
            ("Survey 2021 - extract\n\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 1),
            ("Survey 2021,,\n,,\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 2),
            ("sep=,\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 1),
            ("# Register,,,,\n# Licence: open,,,,\nID,First,Last,Born,Town\n1,A,R,x,N\n2,B,K,y,N\n3,C,L,x,N", 2),
            ("https://example.org/survey\nage,sex\n30,m\n31,f\n32,m", 1),
            ("https://example.org/a,b\nage,sex,note\n30,m,x\n31,f,y\n32,m,z", 1),
            ("Hospital:,General,,\nas of:,2024-01-31,,\nid,age,sex,ward\n1,30,m,A\n2,31,f,B\n3,32,m,A", 2),
            // A column of names that begins with a sign, a table of one column, and records without names.
            ("#,age,sex\n1,30,m\n2,31,f\n3,32,m", 0),
            ("word\nred\ngreen\nblue", 0),
            ("x,,,,\n1,2,3,4,5\n1,2,3,4,6\n1,2,3,4,7", 0),
            ("a,,,,\nb,c,d,e,f\nb,c,d,e,f\nb,c,d,e,f", 0),
            ("", 0),
        ] {
            assert_eq!(beginning(text).0, above, "{text}");
        }
    }

    #[test]
    fn rows_of_groups_and_units_belong_to_the_names() {
        for (text, header_rows, odd) in [
            ("Person,,Laboratory,\nage,sex,hb,crp\n30,m,1.5,2\n31,f,1.6,3\n32,m,1.7,4", 2, 0),
            ("id,Which fruit?,,,Age\n,Apple,Pear,Plum,Response\n1,Apple,,,23\n2,,,Plum,26\n3,Apple,,,29", 2, 0),
            ("age,sex,hb\nyears,,g/l\n30,m,1.5\n31,f,1.6\n32,m,1.7", 1, 1),
            ("age,hb\nyears,g/l\nat entry,first\n30,1.5\n31,1.6\n32,1.7", 1, 2),
            (
                "start,Q1\nStart Date,How?\n{\"ImportId\":\"start\"},{\"ImportId\":\"Q1\"}\n2021-01-02,a\n2021-01-03,b\n2021-01-04,c",
                1,
                2,
            ),
            ("age,sex\n30,m\n31,f\n32,m", 1, 0),
            (
                "No,Came,How old?,Which?,,Sex\n,,Response,Email,Phone,Response\nA1,x,18-24,Email,,f\nA2,y,25-34,,Phone,m\nA3,z,25-34,Email,Phone,f",
                2,
                0,
            ),
            ("a,b,,d\n,,x,y\n1,2,x,\n3,,x,y\n5,6,,y", 1, 0),
            // Text alone says nothing, and a record with one number is one.
            ("sex,race\nmale,white\nfemale,black\nmale,black", 1, 0),
            ("age,hb\nunknown,1.5\n30,1.6\n31,1.7\n32,1.8", 1, 0),
            (",age\na,unknown\nb,30\nc,31\nd,32", 1, 1),
        ] {
            assert_eq!(beginning(text).1, header_rows, "{text}");
            assert_eq!(beginning(text).2, odd, "{text}");
        }
    }

    #[test]
    fn a_separator_is_named() {
        assert_eq!(named_separator(b"sep=;\na;b\n"), Some(b';'));
        assert_eq!(named_separator(b"sep=\t\r\na\tb\r\n"), Some(b'\t'));
        assert_eq!(named_separator(b"sep=;;\n"), None);
        assert_eq!(named_separator(b"separator\n"), None);
    }
}
