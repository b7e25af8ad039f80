//! Records that may be none: blank rows, totals and notes below a table.

use crate::data::shape::units;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of records at the end of a file that are looked at.
const N_LAST: usize = 12;

/// The number of records at the beginning of a file that are looked at, and of bytes of their text.
const N_FIRST: usize = 1_000;
const N_FIRST_BYTES: usize = 1 << 18;

/// The number of blank records that are listed.
const N_BLANK: usize = 1_000;

/// The number of characters of a record that are shown.
const N_SHOWN: usize = 80;

/// The words with which totals and notes begin, in lower case.
const WORDS: [&str; 35] = [
    "total",
    "totals",
    "subtotal",
    "grand total",
    "sum",
    "summe",
    "gesamt",
    "insgesamt",
    "zusammen",
    "somme",
    "totaux",
    "ensemble",
    "suma",
    "totale",
    "totaal",
    "totalt",
    "summa",
    "razem",
    "ogółem",
    "mean",
    "average",
    "mittelwert",
    "source",
    "sources",
    "quelle",
    "quellen",
    "fuente",
    "fonte",
    "bron",
    "källa",
    "kilde",
    "note",
    "notes",
    "anmerkung",
    "remark",
];

/// A record that may be none, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OddRecord {
    /// The number of the record, from 1.
    pub row: u64,
    /// Its beginning, with a comma between cells.
    pub text: String,
    /// Why it may be no record.
    pub why: OddReason,
}

/// Why a record may be none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OddReason {
    /// All its cells are empty.
    Blank,
    /// It stands below the table, and begins with a word for a total or a source.
    Total,
    /// It stands below the table, and most of its cells are empty, unlike those of the records above.
    Note,
    /// It stands first, and has texts where all others have numbers or dates: units, or more of the names.
    Names,
}

/// The sentence that tells of it.
impl fmt::Display for OddRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, text, why } = self;
        let shown = if text.is_empty() { String::new() } else { format!(" ({text})") };
        write!(f, "record {row}{shown} counts, and may be none: {}", why.words())
    }
}

impl OddReason {
    /// The reason, to follow the record.
    pub fn words(self) -> &'static str {
        match self {
            Self::Blank => "all its cells are empty",
            Self::Total => "it looks like a total or a note below the table",
            Self::Note => "most of its cells are empty, as in a note below the table",
            Self::Names => "it has texts where all others have numbers or dates, as units or more names have",
        }
    }
}

/// Looks for such records while a file is read.
#[derive(Debug, Clone, Default)]
pub(super) struct OddRecords {
    /// The first records, with their numbers, and the bytes of their text.
    first: Vec<(u64, Vec<String>)>,
    first_bytes: usize,
    blank: Vec<u64>,
    /// The last records; once there are so many, the next one takes the place of the oldest.
    last: Vec<(u64, String, Vec<usize>)>,
    oldest: usize,
}

impl OddRecords {
    /// Notes a record by its number, the text of all its cells, and the end of each.
    pub(super) fn see(&mut self, row: u64, text: &str, ends: &[usize]) {
        if text.is_empty() && ends.len() > 1 && self.blank.len() < N_BLANK {
            self.blank.push(row);
        }
        if self.first.len() < N_FIRST && self.first_bytes < N_FIRST_BYTES {
            self.first_bytes += text.len();
            self.first.push((row, Row { row, text, ends }.cells().map(str::to_owned).collect()));
        }
        if self.last.len() < N_LAST {
            self.last.push((row, text.to_owned(), ends.to_vec()));
            return;
        }
        // Its memory is used again.
        let (number, cells, places) = &mut self.last[self.oldest];
        *number = row;
        text.clone_into(cells);
        ends.clone_into(places);
        self.oldest = (self.oldest + 1) % N_LAST;
    }

    /// The records that may be none, in order, of a table with so many columns, with names above them or without.
    pub(super) fn found(&self, columns: usize, has_names: bool) -> Vec<OddRecord> {
        let blank = self.blank.iter().map(|&row| OddRecord { row, text: String::new(), why: OddReason::Blank });
        let mut found: Vec<OddRecord> = blank.collect();
        let filled = |row: &Row<'_>| row.cells().filter(|cell| !cell.trim().is_empty()).count();
        let (newer, older) = self.last.split_at(self.oldest);
        let rows: Vec<Row<'_>> =
            older.iter().chain(newer).map(|(row, text, ends)| Row { row: *row, text, ends }).collect();
        let fullest = rows.iter().map(filled).max().unwrap_or(0);
        // From the end up to the first row that is like any other.
        for (at, row) in rows.iter().enumerate().rev().filter(|(_, row)| filled(row) > 0) {
            let own = filled(row);
            let first = row.cells().map(str::trim).find(|cell| !cell.is_empty()).unwrap_or_default();
            let is_note = || {
                let above = rows[..at].iter().map(filled).filter(|&filled| filled > 0);
                columns >= 3
                    && own * 3 <= columns
                    && first.contains(char::is_alphabetic)
                    && above.filter(|&filled| filled < 2 * own).count() < N_LAST / 4
            };
            let why = if begins_like_a_total(first) && own < columns.min(fullest).max(2) {
                OddReason::Total
            } else if is_note() {
                OddReason::Note
            } else {
                break;
            };
            found.push(OddRecord { row: row.row, text: row.shown(), why });
        }
        // A file of nothing else has no records to compare with.
        let n_notes = found.iter().filter(|odd| odd.why != OddReason::Blank).count();
        if n_notes * 2 > rows.len() {
            found.retain(|odd| odd.why == OddReason::Blank);
        }
        if has_names {
            // Notes below the table say nothing of its columns.
            let records = self.first.iter().filter(|(row, _)| found.iter().all(|odd| odd.row != *row));
            let (numbers, records): (Vec<u64>, Vec<Vec<String>>) = records.cloned().unzip();
            found.extend((0..units(&records)).map(|at| {
                let text = shown(records[at].iter().map(String::as_str));
                OddRecord { row: numbers[at], text, why: OddReason::Names }
            }));
        }
        found.sort_by_key(|odd| odd.row);
        found
    }
}

struct Row<'a> {
    row: u64,
    text: &'a str,
    ends: &'a [usize],
}

impl<'a> Row<'a> {
    fn cells(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let (text, ends) = (self.text, self.ends);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(move |(start, &end)| text.get(start..end).unwrap_or_default())
    }

    fn shown(&self) -> String {
        shown(self.cells())
    }
}

/// The beginning of a record, with a comma between cells.
pub(crate) fn shown<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let text = cells.collect::<Vec<_>>().join(",");
    let text = text.trim_end_matches(',');
    match text.char_indices().nth(N_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn begins_like_a_total(cell: &str) -> bool {
    let cell = cell.to_lowercase();
    WORDS
        .iter()
        .any(|word| cell.strip_prefix(word).is_some_and(|rest| !rest.chars().next().is_some_and(char::is_alphanumeric)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(u64, OddReason)> {
        let mut odd = OddRecords::default();
        let width = text.lines().next().map_or(0, |line| line.split(',').count());
        for (row, line) in (1..).zip(text.lines()) {
            let cells: Vec<&str> = line.split(',').collect();
            let mut end = 0;
            let ends: Vec<usize> = cells
                .iter()
                .map(|cell| {
                    end += cell.len();
                    end
                })
                .collect();
            odd.see(row, &cells.concat(), &ends);
        }
        odd.found(width, true).into_iter().map(|odd| (odd.row, odd.why)).collect()
    }

    #[test]
    fn rows_below_a_table_are_found() {
        use OddReason::{Blank, Note, Total};
        for (text, odd) in [
            ("30,m,x\n30,m,y\n41,f,x\n41,f,z\nTotal,4,", vec![(5, Total)]),
            ("30,m,x\n30,m,y\n41,f,x\n,,\n41,f,z\n,,\n,,", vec![(4, Blank), (6, Blank), (7, Blank)]),
            ("30,m,x\n30,m,y\n41,f,x\n41,f,z\n,,\nSource: register,,", vec![(5, Blank), (6, Total)]),
            ("30,m,x\n30,m,y\n41,f,x\n41,f,z\nalso like to write stuff,,\nin rows,,", vec![(5, Note), (6, Note)]),
            ("30,m,x\n30,m,y\n41,f,x\n41,f,z\nSumme: 4,142,", vec![(5, Total)]),
            // Records with few values are as good as others where all are so.
            ("1,,,x\n2,,,\n3,,y,\n4,,,", vec![]),
            ("30,m,x\n30,m,y\nTotaal,f,x", vec![]),
            ("30,m,x\n41,f,\n41,,z", vec![]),
            ("a,m,x\nb,f,y\nc,f,y\n4,,", vec![]),
            ("Totals,,\nTotals,,\nTotals,,", vec![]),
            ("Totten,m,\nSummer,f,\nSourcery,m,x", vec![]),
        ] {
            assert_eq!(found(text), odd, "{text}");
        }
    }

    /// What else may be no record says nothing of the columns whose units are looked for.
    #[test]
    fn units_are_found_whatever_stands_below_them() {
        use OddReason::{Blank, Names, Total};
        let records = "30,m,1.5\n30,m,1.6\n41,f,1.5\n41,f,1.6\n42,f,1.6";
        for (above, below, odd) in [
            ("years,,g/l\n", "", vec![(1, Names)]),
            ("years,,g/l\n", "\nTotal,5,", vec![(1, Names), (7, Total)]),
            (",,\nyears,sex,g/l\n", "\n,,", vec![(1, Blank), (2, Names), (8, Blank)]),
            ("in years,how,in g/l\nyears,,g/l\n", "\nSource: register,,", vec![(1, Names), (2, Names), (8, Total)]),
            ("30,m,g/l\n", "", vec![]),
            ("?,m,1.5\n", "", vec![]),
        ] {
            assert_eq!(found(&format!("{above}{records}{below}")), odd, "{above}");
        }
    }

    #[test]
    fn what_is_shown_is_short() {
        assert_eq!(shown(["Total", "4", "", ""].into_iter()), "Total,4");
        assert_eq!(shown(std::iter::once("ä".repeat(100).as_str())).chars().count(), N_SHOWN + 1);
    }
}
