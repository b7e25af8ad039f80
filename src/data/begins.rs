//! Where a table begins among its first rows: what stands above it, and which rows have its names.
//!
//! This file names nothing of its crate: `sheet` compiles it as well, so that a workbook and a CSV file follow one
//! rule.

use std::collections::BTreeSet;

/// Cells that commonly denote a missing value.
pub(crate) const MISSING: [&str; 8] = ["?", "NA", "N/A", "NULL", "null", "NaN", ".", "-"];

/// The number of rows in which the names are looked for.
const LOOKED_AT: usize = 200;

/// The number of rows below the names that may belong to them.
const N_BELOW: usize = 2;

/// The number of rows above the names that may be notes in several cells.
const N_NOTES: usize = 8;

/// The number of values that say what a column has.
const N_VALUES: usize = 3;

/// What all of some values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// There are none.
    None,
    Numbers,
    Dates,
    Texts,
    /// Anything else, as times of day.
    Others,
}

/// Says what all of some values are.
pub(crate) type Judge = fn(&[&str]) -> Values;

/// Where the table begins.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Begins {
    /// The number of rows above the table.
    pub(crate) above: usize,
    /// The number of rows that have the names, if there are names.
    pub(crate) header_rows: usize,
    /// The number of rows below them that look like units or more of the names.
    pub(crate) odd: usize,
}

impl Begins {
    /// Looks at the first rows of a file, which may have blank ones.
    pub(crate) fn of(rows: &[Vec<String>], judge: Judge) -> Self {
        let above = above(rows, judge);
        let table = &rows[above..];
        let header_rows = if has_group_row(table, judge) { 2 } else { 1 };
        let below = table.get(header_rows..).unwrap_or_default();
        Self { above, header_rows, odd: units(below, judge) }
    }
}

/// The number of rows below the names that look like units or more of the names.
pub(crate) fn units(below: &[Vec<String>], judge: Judge) -> usize {
    (0..N_BELOW).take_while(|&at| is_no_record(below, at, judge)).count()
}

fn filled(row: &[String]) -> usize {
    row.iter().filter(|cell| !cell.trim().is_empty()).count()
}

/// The number of rows above the names: a separator, comments, titles. None are left out unless the first row below
/// them looks like names.
fn above(rows: &[Vec<String>], judge: Judge) -> usize {
    let mut counts: Vec<usize> = rows.iter().map(|row| filled(row)).filter(|&filled| filled > 0).collect();
    counts.sort_unstable();
    let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
    let start = usize::from(rows.first().is_some_and(|row| is_separator(row)));
    let mut titles = 0;
    for (at, row) in rows.iter().enumerate().skip(start).take(LOOKED_AT) {
        // Below a title, a lone date or number is one more.
        let goes_on = titles > 0 && filled(row) * 2 < usual;
        // One text above a blank row is no group of what follows.
        let is_apart = || rows.get(at + 1).is_some_and(|next| filled(next) == 0);
        let is_lone = filled(row) == 1 && usual > 1 && is_apart();
        if !(goes_on || is_lone || is_title(row, usual, judge)) {
            break;
        }
        titles += 1;
    }
    titles = fullest(rows, start, judge).map_or(titles, |at| titles.max(at - start));
    // A row of groups has few cells, as a title has, and belongs to the names below it; notes in several cells do not.
    let last = start + titles;
    let is_group =
        |row: &[String]| filled(row) > 1 && !row.iter().any(|cell| cell.trim().ends_with(':') || cell.starts_with('#'));
    let is_under_titles = titles > 0 && rows[start..last - 1].iter().all(|row| filled(row) <= 1);
    if is_under_titles && is_group(&rows[last - 1]) && has_group_row(&rows[last - 1..], judge) {
        titles -= 1;
    }
    let table = &rows[start + titles..];
    let has_names = table.split_first().is_some_and(|(first, rest)| {
        // The first row may be one of groups, which has fewer cells.
        (filled(first) * 2 >= usual && is_header(first, rest, &MISSING, judge)) || has_group_row(table, judge)
    });
    if has_names { start + titles } else { start }
}

/// Below two notes and more, in however many cells: the first row of texts with more cells than each of them, if
/// numbers or dates begin right below it.
fn fullest(rows: &[Vec<String>], start: usize, judge: Judge) -> Option<usize> {
    let is_text =
        |row: &[String]| row.iter().all(|cell| cell.trim().is_empty() || judge(&[cell.trim()]) == Values::Texts);
    let run = (start..rows.len().min(start + N_NOTES)).take_while(|&at| is_text(&rows[at]));
    let (mut at, mut most) = (start, 0);
    for row in run {
        if filled(&rows[row]) > most {
            (at, most) = (row, filled(&rows[row]));
        }
    }
    (at >= start + 2 && is_no_record(rows, at, judge)).then_some(at)
}

fn is_separator(row: &[String]) -> bool {
    row.first().is_some_and(|cell| cell.len() <= 5 && cell.to_lowercase().starts_with("sep="))
        && row.iter().skip(1).all(String::is_empty)
}

/// Whether a row is none of a table whose rows have so many filled cells: a comment, a title or a blank row.
fn is_title(row: &[String], usual: usize, judge: Judge) -> bool {
    let own = filled(row);
    let Some(first) = row.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()) else {
        return true;
    };
    let is_narrow = own <= 2 && (row.len() < usual || own * 2 == usual && first.ends_with(':'));
    let is_short = own * 2 < usual || is_narrow;
    first.starts_with('#') && own < usual || is_short && judge(&[first]) == Values::Texts
}

/// Whether the second row has names that the first one lacks, and is no record.
fn has_group_row(table: &[Vec<String>], judge: Judge) -> bool {
    let [first, second, ..] = table else {
        return false;
    };
    let is_named = |row: &[String], column: usize| row.get(column).is_some_and(|cell| !cell.trim().is_empty());
    let lacking = (1..second.len()).filter(|&column| is_named(second, column) && !is_named(first, column)).count();
    lacking > 0
        && first.len() == second.len()
        && filled(first) > 0
        && (is_no_record(&table[1..], 0, judge) || lacks_what_records_have(second, &table[2..], judge))
}

/// Whether a row has texts alone, and none in at least two columns that all records have. Survey tools leave such
/// columns out of their second row of names.
fn lacks_what_records_have(row: &[String], records: &[Vec<String>], judge: Judge) -> bool {
    let is_filled = |cells: &[String], column: usize| cells.get(column).is_some_and(|cell| !cell.trim().is_empty());
    let lacks = |&column: &usize| !is_filled(row, column) && records.iter().all(|record| is_filled(record, column));
    records.len() >= N_VALUES
        && (0..row.len()).filter(lacks).count() >= 2
        && row.iter().filter(|cell| !cell.trim().is_empty()).all(|cell| judge(&[cell]) == Values::Texts)
}

/// Whether a row has texts in all columns that have numbers or dates from then on, a row or two below, or what a survey
/// tool writes there.
fn is_no_record(rows: &[Vec<String>], at: usize, judge: Judge) -> bool {
    let Some(row) = rows.get(at) else {
        return false;
    };
    if row.iter().any(|cell| cell.starts_with("{\"ImportId\"")) {
        return true;
    }
    let is_measured = |rows: &[Vec<String>], column: usize| {
        let values = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.trim());
        let known: Vec<&str> = values.filter(|cell| !cell.is_empty() && !MISSING.contains(cell)).collect();
        known.len() >= N_VALUES && matches!(judge(&known), Values::Numbers | Values::Dates)
    };
    let mut texts = 0;
    for (column, cell) in row.iter().map(|cell| cell.trim()).enumerate() {
        if cell.is_empty() || MISSING.contains(&cell) {
            continue;
        }
        if (1..=N_BELOW).any(|below| rows.get(at + below..).is_some_and(|rows| is_measured(rows, column))) {
            if judge(&[cell]) != Values::Texts {
                return false;
            }
            texts += 1;
        }
    }
    texts > 0
}

/// Whether the first row has names, and does not look like the others.
pub(crate) fn is_header(first: &[String], rest: &[Vec<String>], missing: &[&str], judge: Judge) -> bool {
    let given = || first.iter().filter(|name| !name.is_empty());
    let (n_names, names) = (given().count(), given().collect::<BTreeSet<_>>());
    if n_names == 0 {
        return false;
    }
    // A repeated name counts against a header as much as a name above a column of numbers counts for it.
    let (mut header, mut record) = (0_usize, n_names - names.len());
    for (position, name) in first.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let column: Vec<&str> = (rest.iter().filter_map(|cells| cells.get(position)).map(String::as_str))
            .filter(|cell| !cell.is_empty() && !missing.contains(cell))
            .collect();
        match (judge(&[name]), judge(&column)) {
            (Values::Texts, Values::Numbers | Values::Dates) => header += 1,
            (Values::Texts, _) => record += usize::from(column.contains(&name.as_str())),
            (Values::Numbers, Values::Texts) => {}
            (_, Values::None) if !rest.is_empty() => {}
            _ => record += 1,
        }
    }
    record <= header
}
