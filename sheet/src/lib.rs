//! Sheets of workbooks (`.xlsx`, `.xlsm`) as CSV text.
//!
//! A [`Workbook`] lists its sheets, each with its proposed header row and the reason. It writes a sheet as a table:
//! UTF-8, commas, quotes where needed, line feeds. All further processing uses that text, so anyone who has the text
//! can verify a release of a sheet. The same workbook gives the same bytes on every platform.
//!
//! | in the sheet | in the text |
//! |---|---|
//! | a date; a date with a time of day | `2022-01-31`; `2022-01-31T08:30:00` |
//! | a time of day; a duration | `08:30:00`; `36:30:00` |
//! | an integer; another number | `5`; `2.5`, the shortest text that represents it |
//! | a number with a format of zeros only, such as `00000` | as displayed: `01234` |
//! | true, false; an error | `TRUE`, `FALSE`; `#N/A` |
//! | text | unchanged |
//! | a formula | its value when the workbook was saved |
//! | merged cells | the value in the first of them; the others are empty |
//!
//! [`Done`] counts what was done, and describes it in sentences. Anything that cannot be read is a [`SheetError`]
//! with advice.
//!
//! The input is untrusted: the unpacked size of a package is checked before it is read ([`Limits`]), the stated size
//! of a sheet is not trusted, and memory is proportional to the contents of the cells.

#[allow(dead_code, reason = "the core asks for more of it")]
#[path = "../../src/data/begins.rs"]
mod begins;
mod cell;
mod done;
mod error;
mod layout;
mod moment;
mod package;
mod tags;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
mod workbook;

pub use done::{Done, Example};
pub use error::{OtherForm, Result, SheetError};
pub use layout::HeaderReason;
pub use package::Limits;
pub use workbook::{SheetTable, SheetView, Workbook};
