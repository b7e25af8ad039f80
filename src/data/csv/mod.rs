//! Delimited text, read in chunks and written again.

mod reader;
mod record;
mod writer;

pub use reader::RecordReader;
pub use record::Record;
pub use writer::RecordWriter;
