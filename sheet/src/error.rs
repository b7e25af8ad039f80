//! Errors of a workbook, and how to fix them.

use calamine::XlsxError;

/// The result of every fallible function of the crate.
pub type Result<T> = std::result::Result<T, SheetError>;

/// An error of a workbook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SheetError {
    /// The file is not a known kind of workbook.
    #[error("the file is no workbook: {0}")]
    NoWorkbook(&'static str),
    /// The workbook is protected by a password.
    #[error("the workbook is protected by a password")]
    Password,
    /// The workbook has a different format.
    #[error("the file is {0}, which is not read")]
    OtherForm(OtherForm),
    /// The package or one of its parts is damaged.
    #[error("the workbook is damaged: {0}")]
    Damaged(String),
    /// The package unpacks to more than the limit.
    #[error("the workbook unpacks to more than {mebibytes} MiB")]
    TooLarge {
        /// The maximum.
        mebibytes: u64,
    },
    /// The table would have more cells than the limit.
    #[error(
        "the sheet `{sheet}` goes from its first to its last filled cell over {rows} rows and {columns} columns, more than {limit} cells"
    )]
    TooManyCells {
        /// The sheet.
        sheet: String,
        /// The number of rows from the header to the last one that is not empty.
        rows: u64,
        /// The number of columns from the first to the last one that is not empty.
        columns: u64,
        /// The maximum number of cells.
        limit: u64,
    },
    /// The text would be longer than the limit.
    #[error("the sheet `{sheet}` has more than {mebibytes} MiB of text")]
    TooLong {
        /// The sheet.
        sheet: String,
        /// The maximum.
        mebibytes: u64,
    },
    /// A cell outside the bounds of a sheet.
    #[error("the sheet `{sheet}` has a cell in row {row}, column {column}, beyond what a sheet can have")]
    Outside {
        /// The sheet.
        sheet: String,
        /// The row, from 1.
        row: u64,
        /// The column, from 1.
        column: u64,
    },
    /// A name of a cell, or a number of a row, that is too long for a sheet.
    #[error("the workbook has a cell or row {place}, beyond what a sheet can have")]
    NoSuchPlace {
        /// The name, or its beginning.
        place: String,
    },
    /// Rows out of order.
    #[error("the sheet `{sheet}` has row {row} behind row {before}")]
    OutOfOrder {
        /// The sheet.
        sheet: String,
        /// The row, from 1.
        row: u64,
        /// The row before it.
        before: u64,
    },
    /// There is no sheet with this name.
    #[error("the workbook has no sheet `{sheet}`")]
    NoSuchSheet {
        /// The requested name.
        sheet: String,
        /// The names of the workbook's sheets.
        sheets: Vec<String>,
    },
    /// No sheet has a filled cell.
    #[error("the workbook has no sheet with a filled cell")]
    NoData,
    /// The sheet has no filled cell.
    #[error("the sheet `{sheet}` is empty")]
    EmptySheet {
        /// The sheet.
        sheet: String,
    },
    /// The chosen header row has no filled cell.
    #[error("row {row} of the sheet `{sheet}` is empty and cannot be its header")]
    EmptyHeader {
        /// The sheet.
        sheet: String,
        /// The row, from 1.
        row: u32,
    },
}

/// Workbook formats that are not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherForm {
    /// `.xls`, the binary format before 2007.
    Old,
    /// `.xlsb`.
    Binary,
    /// `.ods`.
    OpenDocument,
}

impl std::fmt::Display for OtherForm {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Old => "an old workbook (.xls), or another file of the Office before 2007",
            Self::Binary => "a binary workbook (.xlsb)",
            Self::OpenDocument => "an OpenDocument file (.ods)",
        })
    }
}

impl SheetError {
    /// A stable name of the kind, in kebab case.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoWorkbook(_) => "sheet-no-workbook",
            Self::Password => "sheet-password",
            Self::OtherForm(_) => "sheet-other-form",
            Self::Damaged(_) => "sheet-damaged",
            Self::TooLarge { .. } => "sheet-too-large",
            Self::TooManyCells { .. } => "sheet-too-many-cells",
            Self::TooLong { .. } => "sheet-too-long",
            Self::Outside { .. } | Self::NoSuchPlace { .. } => "sheet-outside",
            Self::OutOfOrder { .. } => "sheet-out-of-order",
            Self::NoSuchSheet { .. } => "sheet-no-such-sheet",
            Self::NoData => "sheet-no-data",
            Self::EmptySheet { .. } => "sheet-empty",
            Self::EmptyHeader { .. } => "sheet-empty-header",
        }
    }

    /// How the user can fix it.
    pub fn advice(&self) -> String {
        match self {
            Self::NoWorkbook(_) => "Open a workbook (.xlsx), or the table as CSV; unzip an archive first.".to_owned(),
            Self::Password => "Open it in the program that it comes from, take the password away or save the sheet as CSV, and open that file.".to_owned(),
            Self::OtherForm(_) => "Open it in a spreadsheet program, save it as .xlsx or the sheet as CSV, and open that file.".to_owned(),
            Self::Damaged(_) | Self::Outside { .. } | Self::NoSuchPlace { .. } | Self::OutOfOrder { .. } => {
                "Open it in a spreadsheet program, save it anew as .xlsx or the sheet as CSV, and open that file.".to_owned()
            }
            Self::TooLarge { .. } | Self::TooLong { .. } => {
                "Save the sheet as CSV in the program that it comes from, and open that file: CSV may be of any size.".to_owned()
            }
            Self::TooManyCells { .. } => {
                "Delete what stands far away from the table, or save the table as CSV, and open that file.".to_owned()
            }
            Self::NoSuchSheet { sheets, .. } => format!("Its sheets are: {}.", quoted(sheets)),
            Self::NoData | Self::EmptySheet { .. } => {
                "Choose another sheet or workbook; charts and pictures are no tables.".to_owned()
            }
            Self::EmptyHeader { .. } => "Choose a row with the names of the columns.".to_owned(),
        }
    }

    /// Converts an error of the reader to the user's terms.
    pub(crate) fn of(error: XlsxError) -> Self {
        match error {
            XlsxError::Password => Self::Password,
            XlsxError::CellError(value) => Self::Damaged(format!("a cell holds an error that is not known, {value}")),
            XlsxError::FileNotFound(part) => Self::Damaged(format!("it has no part {part}")),
            error => Self::Damaged(error.to_string()),
        }
    }
}

/// The first names of a list.
fn quoted(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = (names.iter().take(SHOWN)).map(|name| format!("`{name}`")).collect();
    match names.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{} and {more} more", shown.join(", ")),
        _ => shown.join(", "),
    }
}
