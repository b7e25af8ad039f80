//! Delimited text: reading in chunks, and writing.

mod header;
mod odd;
mod ragged;
mod reader;
mod record;
mod writer;

pub use header::RenamedColumn;
pub(super) use odd::shown;
pub use odd::{OddReason, OddRecord};
pub use ragged::{RaggedCounts, RaggedRecord, RaggedRecords};
pub use reader::RecordReader;
pub use record::Record;
pub use writer::RecordWriter;
