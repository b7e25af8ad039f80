//! The positions of the filled cells of a sheet, and its likely header row.

use crate::begins::{Begins, Values};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of rows to search for a header.
const LOOKED_AT: usize = 200;

/// The maximum number of cells to search, unless that are fewer rows than [`LEAST_ROWS`].
const MOST_CELLS: usize = 200_000;

/// The rows of any sheet that are looked at.
const LEAST_ROWS: usize = 12;

/// Why a row is proposed as the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderReason {
    /// The first row in which every column is filled.
    AllFilled,
    /// The first row in which every column except the first is filled, as row numbers have no name.
    AllButFirstFilled,
    /// It and the row below it have the names: groups, and columns of them.
    Groups,
    /// No row above it.
    First,
    /// The rows above are titles or comments.
    BelowTitles,
    /// The user chose it.
    Chosen,
}

impl HeaderReason {
    /// The reason, for a row of this many columns, as the end of a sentence.
    pub fn words(self, columns: u32) -> String {
        match self {
            Self::AllFilled if columns == 1 => "the first row that is filled".to_owned(),
            Self::AllFilled => format!("the first row that is filled in all {columns} columns"),
            Self::AllButFirstFilled => format!(
                "the first row that is filled in all {columns} columns but the first, as where rows are numbered"
            ),
            Self::Groups => "the first of two rows with names: groups, and the columns of each".to_owned(),
            Self::First => "the first row that is filled".to_owned(),
            Self::BelowTitles => "the first row that looks like names, below titles or comments".to_owned(),
            Self::Chosen => "the row that was chosen".to_owned(),
        }
    }
}

/// The filled cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    /// The row, from 0.
    number: u32,
    first: u32,
    last: u32,
}

/// The positions of the filled cells of a sheet. Rows come in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    rows: Vec<Row>,
    /// The filled cells of the first rows.
    beginning: Vec<BTreeMap<u32, String>>,
}

/// The row of the names that is proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    /// The row, from 0.
    pub(crate) row: u32,
    /// The number of rows with names, from this one on.
    pub(crate) rows: u32,
    pub(crate) reason: HeaderReason,
}

/// A table in a sheet: rows and columns from 0, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) header: u32,
    pub(crate) last_row: u32,
    pub(crate) first_column: u32,
    pub(crate) last_column: u32,
    /// The number of filled rows above the header.
    pub(crate) above: u32,
    /// The number of rows without a filled cell below the header, up to the last filled row.
    pub(crate) empty: u32,
}

impl Area {
    pub(crate) fn columns(&self) -> u32 {
        self.last_column - self.first_column + 1
    }

    /// The number of rows below so many rows with names.
    pub(crate) fn records(&self, header_rows: u32) -> u32 {
        (self.last_row - self.header + 1).saturating_sub(header_rows)
    }
}

impl Layout {
    /// Adds a filled cell, whose text is asked for only where names are looked for. Cells of a row come one after the
    /// other, rows in ascending order.
    pub(crate) fn add(&mut self, row: u32, column: u32, text: impl FnOnce() -> String) {
        match self.rows.last_mut() {
            Some(last) if last.number == row => {
                last.first = last.first.min(column);
                last.last = last.last.max(column);
            }
            _ => {
                self.rows.push(Row { number: row, first: column, last: column });
                if self.rows.len() <= LOOKED_AT {
                    self.beginning.push(BTreeMap::new());
                }
            }
        }
        if self.rows.len() <= LOOKED_AT
            && let Some(cells) = self.beginning.last_mut()
        {
            cells.insert(column, text());
        }
    }

    /// Whether no cell is filled.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The proposed header row; `None` for an empty sheet. It is found by the rule for CSV files, which sees the filled
    /// rows and the columns that are filled in one of them.
    pub(crate) fn proposed(&self) -> Option<Header> {
        let columns: BTreeSet<u32> = self.beginning.iter().flat_map(|cells| cells.keys().copied()).collect();
        // Few rows of a very wide sheet.
        let most = (MOST_CELLS / columns.len().max(1)).max(LEAST_ROWS);
        let text = |cells: &BTreeMap<u32, String>, column: &u32| cells.get(column).cloned().unwrap_or_default();
        let mut texts: Vec<Vec<String>> = Vec::new();
        // The place of each of these rows among the filled ones; blank rows stand for the filled row below them.
        let mut places = Vec::new();
        for (at, (row, cells)) in self.rows.iter().zip(&self.beginning).take(most).enumerate() {
            if at > 0 && self.rows[at - 1].number + 1 < row.number {
                texts.push(vec![String::new(); columns.len()]);
                places.push(at);
            }
            texts.push(columns.iter().map(|column| text(cells, column)).collect());
            places.push(at);
        }
        let Begins { above, header_rows, .. } = Begins::of(&texts, judge);
        let above = *places.get(above)?;
        Some(Header {
            row: self.rows.get(above)?.number,
            rows: header_rows as u32,
            reason: self.reason(above, header_rows as u32),
        })
    }

    /// Why this is the row of the names.
    fn reason(&self, above: usize, rows: u32) -> HeaderReason {
        let first = self.rows.iter().map(|row| row.first).min().unwrap_or(0);
        let last = self.rows.iter().map(|row| row.last).max().unwrap_or(0);
        let width = (last - first + 1) as usize;
        let filled = |at: usize| self.beginning.get(at).map_or(0, BTreeMap::len);
        let is_fullest = (0..above).all(|at| filled(at) < filled(above));
        let lacks_first = self.rows.get(above).is_some_and(|row| row.first > first);
        match filled(above) {
            _ if rows > 1 => HeaderReason::Groups,
            own if own == width && is_fullest => HeaderReason::AllFilled,
            own if own + 1 == width && width > 2 && lacks_first && is_fullest => HeaderReason::AllButFirstFilled,
            _ if above == 0 => HeaderReason::First,
            _ => HeaderReason::BelowTitles,
        }
    }

    /// The table under a header row, from 0; `None` if the row is empty.
    pub(crate) fn area(&self, header: u32) -> Option<Area> {
        let at = (self.rows).binary_search_by_key(&header, |row| row.number).ok()?;
        let rows = &self.rows[at..];
        let last_row = rows.last()?.number;
        Some(Area {
            header,
            last_row,
            first_column: rows.iter().map(|row| row.first).min()?,
            last_column: rows.iter().map(|row| row.last).max()?,
            above: at as u32,
            empty: last_row - header + 1 - rows.len() as u32,
        })
    }
}

/// What all of these texts are, as [`cell::text`](crate::cell::text) writes them.
fn judge(values: &[&str]) -> Values {
    let is_number = |text: &&str| {
        let digits = text.trim_start_matches('-');
        let is_code = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
        !is_code && digits.starts_with(|first: char| first.is_ascii_digit()) && digits.parse::<f64>().is_ok()
    };
    let is_day = |text: &&str| {
        let day = text.get(..10).unwrap_or_default();
        let has_form = |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
        day.len() == 10 && day.bytes().enumerate().all(has_form) && (text.len() == 10 || text[10..].starts_with('T'))
    };
    match values {
        [] => Values::None,
        _ if values.iter().all(is_number) => Values::Numbers,
        _ if values.iter().all(is_day) => Values::Dates,
        _ => Values::Texts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[(u32, &[(u32, &str)])]) -> Layout {
        let mut layout = Layout::default();
        for (row, cells) in rows {
            for (column, text) in *cells {
                layout.add(*row, *column, || (*text).to_owned());
            }
        }
        layout
    }

    fn found(rows: &[(u32, &[(u32, &str)])]) -> Option<(u32, u32, HeaderReason)> {
        of(rows).proposed().map(|header| (header.row, header.rows, header.reason))
    }

    #[test]
    fn a_title_is_no_header() {
        let rows: [(u32, &[(u32, &str)]); 5] = [
            (0, &[(1, "Survey")]),
            (2, &[(1, "id"), (2, "age"), (3, "sex")]),
            (3, &[(1, "1"), (3, "m")]),
            (4, &[(1, "2"), (2, "31"), (3, "f")]),
            (6, &[(1, "3"), (2, "30")]),
        ];
        assert_eq!(found(&rows), Some((2, 1, HeaderReason::AllFilled)));
        let area = of(&rows).area(2).unwrap();
        assert_eq!((area.first_column, area.last_column), (1, 3));
        assert_eq!((area.records(1), area.above, area.empty), (4, 1, 1));
    }

    #[test]
    fn the_column_of_row_numbers_needs_no_name() {
        let rows: [(u32, &[(u32, &str)]); 3] =
            [(0, &[(1, "a"), (2, "b")]), (1, &[(0, "1"), (1, "x"), (2, "y")]), (2, &[(0, "2"), (1, "x"), (2, "z")])];
        assert_eq!(found(&rows), Some((0, 1, HeaderReason::AllButFirstFilled)));
    }

    #[test]
    fn two_rows_of_names_are_kept_if_they_are_adjacent() {
        let groups: &[(u32, &str)] = &[(0, "Person"), (3, "Marks")];
        let names: &[(u32, &str)] = &[(0, "id"), (1, "age"), (2, "town"), (3, "art"), (4, "music"), (5, "sport")];
        let record = |id| [(0, id), (1, "30"), (2, "N"), (3, "1"), (4, "2"), (5, "3")];
        let records = ["1", "2", "3"].map(record);
        let below = |row: u32| [(row, &records[0][..]), (row + 1, &records[1][..]), (row + 2, &records[2][..])];
        let sheet = |first: u32, second: u32| {
            [&[(0, &[(0, "School 1")][..]), (first, groups), (second, names)], &below(9)[..]].concat()
        };
        assert_eq!(found(&sheet(2, 3)), Some((2, 2, HeaderReason::Groups)));
        assert_eq!(found(&sheet(2, 4)), Some((4, 1, HeaderReason::AllFilled)));
    }

    #[test]
    fn without_names_the_first_filled_row_is_taken() {
        assert_eq!(found(&[(4, &[(0, "1"), (1, "2")]), (5, &[(1, "3"), (2, "4")])]), Some((4, 1, HeaderReason::First)));
        assert_eq!(of(&[(4, &[(0, "1")])]).area(3), None);
        assert_eq!(Layout::default().proposed(), None);
    }
}
