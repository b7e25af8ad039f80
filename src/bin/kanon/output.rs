//! Files that appear whole or not at all.
//!
//! A device or a pipe cannot be moved onto without being lost: it is written to as it is.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that is written beside its place and moved there when it is complete.
pub(crate) struct Output {
    path: PathBuf,
    /// The file beside its place, if there is one.
    part: Option<PathBuf>,
    file: File,
}

impl Output {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        // A move onto a folder fails only at the end, when other files may be in their places.
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(|there| there.is_dir()) {
            return Err(Failure::file(path, "there is a folder of this name"));
        }
        let is_stream = there.is_some_and(|there| !there.is_file());
        let part = (!is_stream).then(|| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(".part");
            path.with_file_name(name)
        });
        let file = match &part {
            Some(part) => File::create(part),
            None => File::options().write(true).open(path),
        };
        Ok(Self {
            path: path.to_owned(),
            part,
            file: file.map_err(|error| Failure::file(path, error))?,
        })
    }

    /// Appends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file
            .write_all(bytes)
            .map_err(|error| Failure::file(&self.path, error))
    }

    /// Moves the complete file to its place.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let moved = self.file.sync_all();
        let moved = moved.and_then(|()| fs::rename(part, &self.path));
        moved.map_err(|error| Failure::file(&self.path, error))
    }
}

impl Drop for Output {
    /// Leaves nothing behind of a file that was not completed.
    fn drop(&mut self) {
        // After a commit there is no such file any more.
        if let Some(part) = &self.part {
            let _ = fs::remove_file(part);
        }
    }
}
