//! Workbooks and their sheets.

use crate::cell::{self, Shown};
use crate::done::Done;
use crate::error::{Result, SheetError};
use crate::layout::{Area, Header, HeaderReason, Layout};
use crate::package::{self, Contents, Limits};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use std::collections::BTreeSet;
use std::io::Cursor;

/// The maximum number of rows of a sheet.
const ROWS: u32 = 1_048_576;
/// The maximum number of columns of a sheet.
const COLUMNS: u32 = 16_384;

/// A workbook that was scanned.
pub struct Workbook {
    reader: Xlsx<Cursor<Vec<u8>>>,
    limits: Limits,
    contents: Contents,
    sheets: Vec<Sheet>,
}

/// The result of scanning a sheet.
struct Sheet {
    name: String,
    is_hidden: bool,
    layout: Layout,
    /// Columns that contain a day with a time of day, from 0.
    timed: BTreeSet<u32>,
    /// The cells of formulas without a value.
    without_value: Vec<(u32, u32)>,
}

/// A sheet before it is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetView {
    /// The name of the sheet.
    pub name: String,
    /// Whether the sheet is hidden.
    pub is_hidden: bool,
    /// The number of rows below the proposed header, up to the last one that is not empty; 0 if the sheet is empty.
    pub records: u32,
    /// The number of columns from the first to the last one that is not empty; 0 if the sheet is empty.
    pub columns: u32,
    /// The proposed header row, from 1; `None` if the sheet is empty.
    pub header_row: Option<u32>,
    /// The reason, as the end of a sentence; empty if there is none.
    pub header_reason: String,
}

/// A sheet as a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetTable {
    /// The sheet's name.
    pub name: String,
    /// The table as CSV: UTF-8, commas, line feeds.
    pub csv: Vec<u8>,
    /// The row of the sheet with the names of the columns, from 1.
    pub header_row: u32,
    /// The number of rows with names, from that one on.
    pub header_rows: u32,
    /// The reason for this row.
    pub header_reason: HeaderReason,
    /// The number of records below the header.
    pub records: u32,
    /// The number of columns.
    pub columns: u32,
    /// What was done.
    pub done: Done,
}

impl Workbook {
    /// Scans a workbook, with the default limits.
    ///
    /// # Errors
    /// As [`Workbook::open_within`].
    pub fn open(bytes: Vec<u8>) -> Result<Self> {
        Self::open_within(bytes, Limits::default())
    }

    /// Scans a workbook: every cell of every sheet is read, and none is stored.
    ///
    /// # Errors
    /// If the file is not a workbook, has a different format or a password, is damaged, or exceeds the limits.
    ///
    /// # Complexity
    /// Time: linear in the unpacked package. Memory: the package, its shared texts and 12 bytes for each row.
    pub fn open_within(bytes: Vec<u8>, limits: Limits) -> Result<Self> {
        let contents = package::check(&bytes, &limits)?;
        let mut reader = Xlsx::new(Cursor::new(bytes)).map_err(SheetError::of)?;
        let listed: Vec<(String, bool)> = (reader.sheets_metadata().iter())
            .filter(|sheet| sheet.typ == SheetType::WorkSheet)
            .map(|sheet| (sheet.name.clone(), sheet.visible != SheetVisible::Visible))
            .collect();
        let mut sheets = Vec::with_capacity(listed.len());
        for (name, is_hidden) in listed {
            sheets.push(Sheet::look_through(&mut reader, name, is_hidden)?);
        }
        Ok(Self { reader, limits, contents, sheets })
    }

    /// All sheets in the order of the workbook, without charts.
    pub fn sheets(&self) -> Vec<SheetView> {
        self.sheets.iter().map(Sheet::view).collect()
    }

    /// The only sheet with a filled cell; `None` if there are several.
    ///
    /// # Errors
    /// If there is none.
    pub fn only_sheet(&self) -> Result<Option<&str>> {
        let mut filled = (self.sheets.iter()).filter(|sheet| !sheet.layout.is_empty());
        let first = filled.next().ok_or(SheetError::NoData)?;
        Ok(filled.next().is_none().then_some(first.name.as_str()))
    }

    /// A sheet as a table. `header_row` counts from 1; without it, the proposed one is used.
    ///
    /// # Errors
    /// If there is no such sheet, the sheet or its header row is empty, or it has more cells or text than the limits
    /// allow.
    pub fn table(&mut self, name: &str, header_row: Option<u32>) -> Result<SheetTable> {
        let Self { reader, limits, contents, sheets } = self;
        let sheet = (sheets.iter().find(|sheet| sheet.name == name)).ok_or_else(|| SheetError::NoSuchSheet {
            sheet: name.to_owned(),
            sheets: sheets.iter().map(|sheet| sheet.name.clone()).collect(),
        })?;
        let Header { row: header, rows: header_rows, reason: header_reason } = sheet.header(header_row)?;
        let area = (sheet.layout.area(header))
            .ok_or_else(|| SheetError::EmptyHeader { sheet: name.to_owned(), row: header_row.unwrap_or(header + 1) })?;
        let (rows, columns) = (u64::from(area.records(0)), u64::from(area.columns()));
        if rows * columns > limits.cells {
            return Err(SheetError::TooManyCells { sheet: name.to_owned(), rows, columns, limit: limits.cells });
        }
        let merged = reader.merge_cells_by_sheet_name(name);
        let is_inside = |row: u32, column: u32| {
            (area.header..=area.last_row).contains(&row) && (area.first_column..=area.last_column).contains(&column)
        };
        let mut done = Done {
            without_value: (sheet.without_value.iter()).filter(|(row, column)| is_inside(*row, *column)).count() as u64,
            merged: (merged.map_err(SheetError::of)?.iter())
                .filter(|merged| is_inside(merged.start.0, merged.start.1))
                .count() as u64,
            rows_above: area.above.into(),
            empty_rows: area.empty.into(),
            macros: contents.has_macros,
            hidden_rows: contents.has_hidden_rows,
            hidden_columns: contents.has_hidden_columns,
            ..Done::default()
        };
        let csv = written(reader, sheet, &area, limits.text, &mut done)?;
        Ok(SheetTable {
            name: name.to_owned(),
            csv,
            header_row: header + 1,
            header_rows,
            header_reason,
            records: area.records(header_rows),
            columns: area.columns(),
            done,
        })
    }
}

impl Sheet {
    fn look_through(reader: &mut Xlsx<Cursor<Vec<u8>>>, name: String, is_hidden: bool) -> Result<Self> {
        let is_1904 = reader.has_1904_epoch();
        let mut sheet =
            Self { name, is_hidden, layout: Layout::default(), timed: BTreeSet::new(), without_value: Vec::new() };
        let mut cells = match reader.worksheet_cells_reader(&sheet.name) {
            Ok(cells) => cells,
            // The workbook lists a sheet of a different kind among its sheets.
            Err(XlsxError::NotAWorksheet(_)) => return Ok(sheet),
            Err(error) => return Err(SheetError::of(error)),
        };
        let mut before = 0;
        while let Some(cell) = (cells.next_cell_with_formula_metadata()).map_err(SheetError::of)? {
            let (row, column) = cell.pos;
            if row >= ROWS || column >= COLUMNS {
                return Err(SheetError::Outside {
                    sheet: sheet.name,
                    row: u64::from(row) + 1,
                    column: u64::from(column) + 1,
                });
            }
            if row < before {
                return Err(SheetError::OutOfOrder {
                    sheet: sheet.name,
                    row: u64::from(row) + 1,
                    before: u64::from(before) + 1,
                });
            }
            before = row;
            if cell::is_filled(&cell.value) {
                sheet.layout.add(row, column, || {
                    cell::text(&cell.value, Shown { zeros: "", with_time: false, is_1904 }, &mut Done::default())
                });
                if cell::has_time(&cell.value, is_1904) {
                    sheet.timed.insert(column);
                }
            } else if cell.formula.is_some() && cell.value == DataRef::Empty {
                sheet.without_value.push(cell.pos);
            }
        }
        Ok(sheet)
    }

    /// The header row.
    fn header(&self, chosen: Option<u32>) -> Result<Header> {
        let empty = || SheetError::EmptySheet { sheet: self.name.clone() };
        let proposed = self.layout.proposed().ok_or_else(empty)?;
        match chosen {
            None => Ok(proposed),
            Some(row) if row == proposed.row + 1 => Ok(proposed),
            Some(row) => {
                let header = row.checked_sub(1).ok_or(SheetError::EmptyHeader { sheet: self.name.clone(), row })?;
                Ok(Header { row: header, rows: 1, reason: HeaderReason::Chosen })
            }
        }
    }

    fn view(&self) -> SheetView {
        let proposed = self.layout.proposed();
        let area = proposed.and_then(|header| self.layout.area(header.row));
        let columns = area.map_or(0, |area| area.columns());
        SheetView {
            name: self.name.clone(),
            is_hidden: self.is_hidden,
            records: area.map_or(0, |area| area.records(proposed.map_or(1, |header| header.rows))),
            columns,
            header_row: proposed.map(|header| header.row + 1),
            header_reason: proposed.map_or_else(String::new, |header| header.reason.words(columns)),
        }
    }
}

/// The cells of an area as CSV.
fn written(
    reader: &mut Xlsx<Cursor<Vec<u8>>>,
    sheet: &Sheet,
    area: &Area,
    limit: u64,
    done: &mut Done,
) -> Result<Vec<u8>> {
    let is_1904 = reader.has_1904_epoch();
    let mut lines = Lines::new(area, limit, &sheet.name);
    let mut cells = reader.worksheet_cells_reader(&sheet.name).map_err(SheetError::of)?;
    let zeros: Vec<String> = (cells.styles().iter())
        .map(|style| match &style.number_format {
            Some(format) => cell::zeros(&format.format_code),
            None => String::new(),
        })
        .collect();
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(SheetError::of)? {
        let (row, column) = cell.get_position();
        if row < area.header || !cell::is_filled(cell.get_value()) {
            continue;
        }
        let shown = Shown {
            zeros: zeros.get(style).map_or("", String::as_str),
            with_time: sheet.timed.contains(&column),
            is_1904,
        };
        let text = cell::text(cell.get_value(), shown, done);
        lines.put(row, column, text)?;
    }
    lines.finish()
}

/// Lines that are written one after the other.
struct Lines<'a> {
    area: &'a Area,
    writer: csv::Writer<Vec<u8>>,
    /// The current row.
    at: u32,
    cells: Vec<String>,
    /// The number of bytes of all texts so far, plus one byte for each cell.
    length: u64,
    limit: u64,
    sheet: &'a str,
}

impl<'a> Lines<'a> {
    fn new(area: &'a Area, limit: u64, sheet: &'a str) -> Self {
        Self {
            area,
            writer: csv::Writer::from_writer(Vec::new()),
            at: area.header,
            cells: vec![String::new(); area.columns() as usize],
            length: 0,
            limit,
            sheet,
        }
    }

    /// Sets the text of a cell. Rows come in ascending order; the last text of a cell is kept.
    fn put(&mut self, row: u32, column: u32, text: String) -> Result<()> {
        while self.at < row {
            self.end_row()?;
        }
        self.length += text.len() as u64;
        if self.length > self.limit {
            return Err(self.too_long());
        }
        let place = column.checked_sub(self.area.first_column);
        if let Some(cell) = place.and_then(|place| self.cells.get_mut(place as usize)) {
            *cell = text;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.length += self.cells.len() as u64;
        if self.length > self.limit {
            return Err(self.too_long());
        }
        let written = self.writer.write_record(&self.cells);
        written.map_err(|error| SheetError::Damaged(error.to_string()))?;
        self.cells.iter_mut().for_each(String::clear);
        self.at += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<u8>> {
        while self.at <= self.area.last_row {
            self.end_row()?;
        }
        let written = self.writer.into_inner();
        written.map_err(|error| SheetError::Damaged(error.to_string()))
    }

    fn too_long(&self) -> SheetError {
        SheetError::TooLong { sheet: self.sheet.to_owned(), mebibytes: self.limit >> 20 }
    }
}
