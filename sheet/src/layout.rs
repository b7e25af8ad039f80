//! The positions of the filled cells of a sheet, and its likely header row.

/// The maximum number of rows to search for a header.
const LOOKED_AT: usize = 200;

/// Why a row is proposed as the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderReason {
    /// The first row in which every column is filled.
    AllFilled,
    /// The first row in which every column except the first is filled, as row numbers have no name.
    AllButFirstFilled,
    /// No row has all columns filled; this is the first one with the most filled cells.
    MostFilled {
        /// The number of its filled cells.
        filled: u32,
    },
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
            Self::MostFilled { filled } => format!(
                "the first row with the most filled cells, {filled} of {columns}, as none is filled in all columns"
            ),
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
    /// The filled columns of the first rows.
    beginning: Vec<Vec<u32>>,
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

    pub(crate) fn records(&self) -> u32 {
        self.last_row - self.header
    }
}

impl Layout {
    /// Adds a filled cell. Cells of a row come one after the other, rows in ascending order.
    pub(crate) fn add(&mut self, row: u32, column: u32) {
        match self.rows.last_mut() {
            Some(last) if last.number == row => {
                last.first = last.first.min(column);
                last.last = last.last.max(column);
            }
            _ => {
                self.rows.push(Row { number: row, first: column, last: column });
                if self.rows.len() <= LOOKED_AT {
                    self.beginning.push(Vec::new());
                }
            }
        }
        if self.rows.len() <= LOOKED_AT
            && let Some(columns) = self.beginning.last_mut()
            && !columns.contains(&column)
        {
            columns.push(column);
        }
    }

    /// The proposed header row, from 0, and the reason; `None` for an empty sheet.
    pub(crate) fn proposed(&self) -> Option<(u32, HeaderReason)> {
        let first = self.rows.iter().map(|row| row.first).min()?;
        let last = self.rows.iter().map(|row| row.last).max()?;
        let width = (last - first + 1) as usize;
        let most = self.beginning.iter().map(Vec::len).max()?;
        for (row, columns) in self.rows.iter().zip(&self.beginning) {
            if columns.len() == width {
                return Some((row.number, HeaderReason::AllFilled));
            }
            if width > 2 && columns.len() == width - 1 && row.first > first {
                return Some((row.number, HeaderReason::AllButFirstFilled));
            }
        }
        let (row, _) = (self.rows.iter().zip(&self.beginning)).find(|(_, columns)| columns.len() == most)?;
        let filled = most as u32;
        Some((row.number, HeaderReason::MostFilled { filled }))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[(u32, &[u32])]) -> Layout {
        let mut layout = Layout::default();
        for (row, columns) in rows {
            for column in *columns {
                layout.add(*row, *column);
            }
        }
        layout
    }

    #[test]
    fn a_title_is_no_header() {
        let layout = of(&[(0, &[1]), (2, &[1, 2, 3]), (3, &[1, 3]), (5, &[1, 2])]);
        assert_eq!(layout.proposed(), Some((2, HeaderReason::AllFilled)));
        let area = layout.area(2).unwrap();
        assert_eq!((area.first_column, area.last_column), (1, 3));
        assert_eq!((area.records(), area.above, area.empty), (3, 1, 1));
    }

    #[test]
    fn the_column_of_row_numbers_needs_no_name() {
        let layout = of(&[(0, &[1, 2]), (1, &[0, 1, 2]), (2, &[0, 1, 2])]);
        assert_eq!(layout.proposed(), Some((0, HeaderReason::AllButFirstFilled)));
    }

    #[test]
    fn without_a_filled_row_the_fullest_is_taken() {
        let layout = of(&[(0, &[0]), (4, &[0, 1]), (5, &[1, 2]), (9, &[7])]);
        let most = HeaderReason::MostFilled { filled: 2 };
        assert_eq!(layout.proposed(), Some((4, most)));
        assert_eq!(layout.area(3), None);
        assert_eq!(Layout::default().proposed(), None);
    }
}
