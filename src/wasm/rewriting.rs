//! Reads a file again while its transformed version is written.

use super::encoding::EncodedTable;
use super::error::Result;
use crate::release::ReleaseWriter;
use crate::release::disclosure::Warning;
use crate::study::Digest;

/// The transformed file, with the digests of both.
pub(super) struct Rewriting {
    writer: ReleaseWriter,
    input: Digest,
    output: Digest,
}

/// The rest at the end of the file.
pub(super) struct Rewritten {
    /// The last bytes, still to be written.
    pub(super) last: Vec<u8>,
    /// The disclosure warnings of the written bytes.
    pub(super) seen: Vec<Warning>,
    /// SHA-256 of all written bytes.
    pub(super) output_sha256: String,
}

impl Rewriting {
    pub(super) fn new(writer: ReleaseWriter) -> Self {
        Self { writer, input: Digest::new(), output: Digest::new() }
    }

    pub(super) fn push(&mut self, raw: &[u8], text: &[u8]) -> Result<Vec<u8>> {
        self.input.push(raw);
        let mut released = Vec::with_capacity(text.len());
        self.writer.push(text, &mut released)?;
        self.output.push(&released);
        Ok(released)
    }

    /// The next piece of the rest after the end of the file; empty once all is written.
    pub(super) fn rest(&mut self) -> Result<Vec<u8>> {
        let mut released = Vec::new();
        self.writer.rest(&mut released)?;
        self.output.push(&released);
        Ok(released)
    }

    /// Finishes the transformed version of the file in memory.
    ///
    /// # Errors
    /// A file that is not the one in memory.
    pub(super) fn finish(mut self, table: &EncodedTable) -> Result<Rewritten> {
        let mut last = Vec::new();
        let seen = self.writer.finish(&mut last)?;
        self.output.push(&last);
        table.check(self.input)?;
        Ok(Rewritten { last, seen, output_sha256: self.output.finish() })
    }
}
