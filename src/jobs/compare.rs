//! Reads an original and its release side by side.

use super::encode::Original;
use crate::error::Result;
use crate::recipe::Digest;
use crate::release::disclosure::Warning;
use crate::release::{Comparison, Difference};
use std::sync::Arc;

/// Two files that are read side by side.
pub trait SideBySide {
    /// Takes a chunk of the original: `raw` as on disk, `text` as UTF-8. Returns how many bytes of the release can be
    /// compared.
    ///
    /// # Errors
    /// A file that is not the original.
    fn push_original(&mut self, raw: &[u8], text: &[u8]) -> Result<usize>;

    /// Takes a chunk of the release. Returns how many more bytes can be compared.
    fn push_release(&mut self, chunk: &[u8]) -> usize;

    /// Ends the original: the rest of the release must be its end.
    ///
    /// # Errors
    /// A file that is not the original.
    fn end_original(&mut self) -> Result<()>;
}

/// Compares a release with its original, byte by byte.
pub struct CompareJob {
    original: Arc<Original>,
    comparison: Option<Comparison>,
    digest: Option<Digest>,
}

/// What a comparison found.
#[derive(Default)]
pub struct Compared {
    /// The first difference.
    pub difference: Option<Difference>,
    /// The disclosure warnings of the release.
    pub seen: Vec<Warning>,
}

impl CompareJob {
    /// A comparison at the beginning of both files. Without one, the original is only held against its digest.
    pub fn new(original: &Arc<Original>, comparison: Option<Comparison>) -> Self {
        Self { original: Arc::clone(original), comparison, digest: Some(Digest::new()) }
    }

    /// What was found.
    pub fn finish(self) -> Compared {
        let Some(mut comparison) = self.comparison else {
            return Compared::default();
        };
        let seen = comparison.seen();
        Compared { difference: comparison.finish(), seen }
    }
}

impl SideBySide for CompareJob {
    fn push_original(&mut self, raw: &[u8], text: &[u8]) -> Result<usize> {
        if let Some(digest) = &mut self.digest {
            digest.push(raw);
        }
        let Some(comparison) = &mut self.comparison else {
            return Ok(0);
        };
        comparison.push_original(text)?;
        Ok(comparison.wanted())
    }

    fn push_release(&mut self, chunk: &[u8]) -> usize {
        self.comparison.as_mut().map_or(0, |comparison| {
            comparison.push_release(chunk);
            comparison.wanted()
        })
    }

    fn end_original(&mut self) -> Result<()> {
        if let Some(comparison) = &mut self.comparison {
            comparison.end_original()?;
        }
        self.digest.take().map_or(Ok(()), |read| self.original.expect_same(read))
    }
}
