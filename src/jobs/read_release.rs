//! Reads a release for its verification.

use super::encode::Original;
use crate::audit::ReleasedTable;
use crate::data::{Table, TableReader};
use crate::error::Result;
use crate::recipe::{Digest, Recipe};

/// The pass over the release of an original.
pub struct ReadReleaseJob {
    reader: TableReader,
    digest: Digest,
    names: Vec<String>,
}

/// A release that was read.
pub struct ReadRelease {
    /// Its quasi-identifiers, under their names in the original.
    pub table: Table,
    /// SHA-256 of the file's bytes.
    pub sha256: String,
}

impl ReadReleaseJob {
    /// The pass over the release that a recipe makes of an original.
    pub fn new(original: &Original, recipe: &Recipe) -> Self {
        let names = original.prepared.names();
        let released = ReleasedTable::of(recipe, original.dialect(), &original.header, &names);
        Self { reader: released.reader(&original.dialect().of_release()), digest: Digest::new(), names }
    }

    /// Takes a chunk of the release, in UTF-8 as every release is.
    ///
    /// # Errors
    /// As [`TableReader::push`].
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        self.digest.push(chunk);
        self.reader.push(chunk)
    }

    /// The release.
    ///
    /// # Errors
    /// As [`TableReader::finish`].
    pub fn finish(self) -> Result<ReadRelease> {
        let mut table = self.reader.finish()?;
        // Without a header, columns are named by position, and positions differ in a release.
        for (column, name) in table.columns.iter_mut().zip(self.names) {
            column.name = name;
        }
        Ok(ReadRelease { table, sha256: self.digest.finish() })
    }
}
