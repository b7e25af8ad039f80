//! Reads an original again while its release is written.

use super::encode::Original;
use crate::error::{Error, Result};
use crate::lattice::Level;
use crate::recipe::{Digest, Recipe};
use crate::release::disclosure::{ScanSettings, Warning};
use crate::release::{Key, ReleaseWriter, Transformation};
use std::sync::Arc;

/// The writing of a release, with the digests of both files.
pub(super) struct Rewriting {
    original: Arc<Original>,
    writer: ReleaseWriter,
    input: Digest,
    output: Digest,
    /// What is wrong with the file, unless it has changed.
    wrong: Option<Error>,
}

/// What is known of a release once it is written.
pub struct Rewritten<Report> {
    /// The last bytes, still to be written.
    pub last: Vec<u8>,
    /// The report.
    pub report: Report,
}

/// A job that writes a release while the original is read again.
pub trait Rewrite<Report>: Sized {
    /// Takes a chunk of the original: `raw` as on disk, `text` as UTF-8. Returns the next bytes of the release.
    fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8>;

    /// The next piece after the end of the original; empty once all is written.
    fn rest(&mut self) -> Vec<u8>;

    /// The last bytes of the release, and its report.
    ///
    /// # Errors
    /// A file that is not the original, and a cell that cannot be written.
    fn finish(self) -> Result<Rewritten<Report>>;
}

impl Rewriting {
    /// The writing of a transformed original whose quasi-identifiers are on these levels. `key` is the key of keyed
    /// hashes.
    pub(super) fn new(
        original: &Arc<Original>,
        recipe: &Recipe,
        transformation: Arc<Transformation>,
        levels: &[Level],
        key: Option<Key>,
    ) -> Result<Self> {
        let Original { dialect, prepared, .. } = &**original;
        let treatments = recipe.treatments_with(dialect, key);
        let writer = ReleaseWriter::new(dialect, Arc::clone(prepared.table()), transformation, treatments)
            .with_scan(ScanSettings::of(recipe, dialect).with_levels(recipe, prepared, levels))
            .with_suppressed(recipe.release.suppressed)
            .shuffled(recipe.order_seed()?);
        Ok(Self { original: Arc::clone(original), writer, input: Digest::new(), output: Digest::new(), wrong: None })
    }

    /// Reads the rest even of a file with a fault: it shows whether it has changed since it was read.
    pub(super) fn push(&mut self, raw: &[u8], text: &[u8]) -> Vec<u8> {
        self.input.push(raw);
        let mut released = Vec::with_capacity(text.len());
        self.write(&mut released, |writer, released| writer.push(text, released));
        released
    }

    pub(super) fn rest(&mut self) -> Vec<u8> {
        let mut released = Vec::new();
        self.write(&mut released, |writer, released| writer.rest(released).map(drop));
        released
    }

    fn write(&mut self, released: &mut Vec<u8>, write: impl Fn(&mut ReleaseWriter, &mut Vec<u8>) -> Result<()>) {
        if self.wrong.is_none() {
            self.wrong = write(&mut self.writer, released).err();
            self.output.push(released);
        }
    }

    /// The last bytes, the disclosure warnings of all bytes, and their SHA-256.
    pub(super) fn finish(mut self) -> Result<(Vec<u8>, Vec<Warning>, String)> {
        self.original.expect_same(self.input)?;
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        let mut last = Vec::new();
        let seen = self.writer.finish(&mut last)?;
        self.output.push(&last);
        Ok((last, seen, self.output.finish()))
    }
}
