//! Sheets of workbooks (`.xlsx`, `.xlsm`) as CSV text.
//!
//! A [`Workbook`] lists its sheets, each with the row that is proposed for its header and why, and writes one of them
//! as a table: UTF-8, commas, quotes where they are needed, line feeds. Everything that is read from there on is that
//! text, so a release of a sheet can be verified by whoever has the text. The same workbook gives the same bytes
//! everywhere.
//!
//! | in the sheet | in the text |
//! |---|---|
//! | a date; a date with a time of day | `2022-01-31`; `2022-01-31T08:30:00` |
//! | a time of day; a duration | `08:30:00`; `36:30:00` |
//! | a whole number; another number | `5`; `2.5`, the shortest text that stands for it |
//! | a number under a format of zeros alone, such as `00000` | as it is shown: `01234` |
//! | true, false; an error | `TRUE`, `FALSE`; `#N/A` |
//! | text | as it is |
//! | a formula | its value, as it was when the workbook was saved |
//! | merged cells | the value in the first of them, the others empty |
//!
//! [`Done`] counts what was done, and says it in sentences. Whatever cannot be read is a [`SheetError`] that says what
//! to do.
//!
//! It reads untrusted files: a package is weighed before it is read ([`Limits`]), what a sheet says of its own size is
//! not believed, and memory goes with what is in the cells.

mod cell;
mod done;
mod error;
mod layout;
mod moment;
mod package;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
mod workbook;

pub use done::{Done, Example};
pub use error::{OtherForm, Result, SheetError};
pub use layout::HeaderReason;
pub use package::Limits;
pub use workbook::{SheetTable, SheetView, Workbook};
