//! The interface for the browser: an open workbook, typed messages, errors as objects.
//!
//! **Invariant:** no logic.

use crate::error::SheetError;
use crate::workbook::{self, Workbook};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// A sheet before it is chosen.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SheetView {
    /// The name of the sheet.
    pub name: String,
    /// Whether the sheet is hidden.
    pub is_hidden: bool,
    /// Rows below the proposed header.
    pub records: u32,
    /// The number of columns; 0 if the sheet is empty.
    pub columns: u32,
    /// The proposed header row, from 1; null if the sheet is empty.
    pub header_row: Option<u32>,
    /// The reason for it.
    pub header_reason: String,
}

/// The sheets of a workbook.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Sheets {
    /// All of them, in the order of the workbook.
    pub sheets: Vec<SheetView>,
    /// The only sheet with a filled cell; null if there are several.
    pub only: Option<String>,
}

/// How a sheet was converted to a table.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SheetRead {
    /// The sheet's name.
    pub name: String,
    /// The row with the names of the columns, from 1.
    pub header_row: u32,
    /// The reason for this row.
    pub header_reason: String,
    /// What was done, in sentences.
    pub done: Vec<String>,
}

/// An error in the form for the page.
#[derive(Debug, Serialize)]
struct Thrown {
    code: &'static str,
    message: String,
    advice: String,
    place: Place,
}

/// Empty: the message has the location.
#[derive(Debug, Default, Serialize)]
struct Place {
    file: Option<String>,
    row: Option<u64>,
    column: Option<String>,
    value: Option<String>,
}

type Result<T> = std::result::Result<T, JsValue>;

/// Reports panics on the console.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A workbook that was scanned.
#[wasm_bindgen]
pub struct OpenWorkbook {
    workbook: Workbook,
}

/// A sheet as a table.
#[wasm_bindgen]
pub struct SheetTable {
    table: workbook::SheetTable,
}

#[wasm_bindgen]
impl OpenWorkbook {
    /// Scans the bytes of a workbook.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<OpenWorkbook> {
        let workbook = Workbook::open(bytes).map_err(thrown)?;
        Ok(Self { workbook })
    }

    /// The sheets of the workbook.
    pub fn sheets(&self) -> Result<Ts<Sheets>> {
        let only = self.workbook.only_sheet().map_err(thrown)?;
        let sheets = self.workbook.sheets().into_iter().map(SheetView::from);
        message(&Sheets { sheets: sheets.collect(), only: only.map(str::to_owned) })
    }

    /// A sheet as a table, with the proposed header or the one in the given row, from 1.
    pub fn table(&mut self, name: &str, header_row: Option<u32>) -> Result<SheetTable> {
        let table = self.workbook.table(name, header_row).map_err(thrown)?;
        Ok(SheetTable { table })
    }
}

#[wasm_bindgen]
impl SheetTable {
    /// How it was converted.
    pub fn read(&self) -> Result<Ts<SheetRead>> {
        let table = &self.table;
        message(&SheetRead {
            name: table.name.clone(),
            header_row: table.header_row,
            header_reason: table.header_reason.words(table.columns),
            done: table.done.sentences(),
        })
    }

    /// The text of the table as CSV.
    pub fn csv(self) -> Vec<u8> {
        self.table.csv
    }
}

impl From<workbook::SheetView> for SheetView {
    fn from(view: workbook::SheetView) -> Self {
        let workbook::SheetView { name, is_hidden, records, columns, header_row, header_reason } = view;
        Self { name, is_hidden, records, columns, header_row, header_reason }
    }
}

fn thrown(error: SheetError) -> JsValue {
    let message = error.to_string();
    let object = parsed(&Thrown {
        code: error.code(),
        message: message.clone(),
        advice: error.advice(),
        place: Place::default(),
    });
    object.unwrap_or_else(|| JsValue::from_str(&message))
}

fn message<M: Tsify + Serialize>(message: &M) -> Result<Ts<M>> {
    let object = parsed(message).ok_or_else(|| JsValue::from_str("a message cannot be written"));
    object.map(Ts::new_unchecked)
}

fn parsed(message: &impl Serialize) -> Option<JsValue> {
    js_sys::JSON::parse(&serde_json::to_string(message).ok()?).ok()
}
