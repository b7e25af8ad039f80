//! Delimited text: reading in chunks, and writing.

mod header;
mod ragged;
mod reader;
mod record;
mod writer;

pub use header::RenamedColumn;
pub use ragged::{RaggedCounts, RaggedRecord, RaggedRecords};
pub use reader::RecordReader;
pub use record::Record;
pub use writer::RecordWriter;
