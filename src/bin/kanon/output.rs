//! Files that appear whole or not at all.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that is written beside its place and moved there when it is complete.
pub(crate) struct Output {
    path: PathBuf,
    part: PathBuf,
    file: File,
}

impl Output {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        // A move onto a folder fails only at the end, when other files may be in their places.
        if path.is_dir() {
            return Err(Failure::file(path, "there is a folder of this name"));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        let file = File::create(&part).map_err(|error| Failure::file(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            part,
            file,
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
        self.file
            .sync_all()
            .map_err(|error| Failure::file(&self.path, error))?;
        fs::rename(&self.part, &self.path).map_err(|error| Failure::file(&self.path, error))
    }
}

impl Drop for Output {
    /// Leaves nothing behind of a file that was not completed.
    fn drop(&mut self) {
        // After a commit there is no such file any more.
        let _ = fs::remove_file(&self.part);
    }
}
