//! Files that are not complete yet: written under a fresh name in the same folder, and removed however the program
//! ends.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// The existing parts. Locked while one is created and while they are moved.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is deleted when it is dropped, unless it was moved to its destination.
pub(crate) struct AtomicFile(NamedTempFile);

impl AtomicFile {
    /// Creates an empty file under a name that nothing in the folder has. Nothing that exists is opened or followed.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let mut parts = parts();
        let file = tempfile::Builder::new()
            .prefix(".kanon-")
            .suffix(".part")
            .rand_bytes(12)
            // Not the crate's own way, which only lets the owner read: a new file gets the usual permissions.
            .make_in(folder, |path| OpenOptions::new().write(true).create_new(true).open(path))?;
        parts.push(file.path().to_owned());
        Ok(Self(file))
    }

    /// The file to write to.
    pub(crate) fn file(&mut self) -> &mut File {
        self.0.as_file_mut()
    }

    /// Takes the permissions of the file that it will replace.
    pub(crate) fn take_permissions(&mut self, permissions: Permissions) -> io::Result<()> {
        let file = self.0.as_file();
        if file.metadata()?.permissions() == permissions {
            return Ok(());
        }
        file.set_permissions(permissions)
    }
}

/// Moves complete parts to their destinations, one after the other. No signal ends the program between two of them.
///
/// # Errors
/// The number of the first part that could not be moved, and why. Those before it are in place.
pub(crate) fn move_all(moves: Vec<(AtomicFile, &Path)>) -> Result<(), (usize, io::Error)> {
    let _guard = parts();
    (0..).zip(moves).try_for_each(|(number, (AtomicFile(file), place))| {
        file.persist(place).map(drop).map_err(|error| (number, error.error))
    })
}

/// Removes all parts. While the returned guard is kept, no part is created or moved.
pub(crate) fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let parts = parts();
    remove(&parts);
    parts
}

/// Removes all parts when the program panics: a panic that aborts drops nothing.
pub(crate) fn remove_on_panic() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // The panicking thread may hold the lock; waiting for it would never end.
        if let Ok(parts) = PARTS.try_lock() {
            remove(&parts);
        }
        tell(info);
    }));
}

fn remove(parts: &[PathBuf]) {
    for part in parts {
        // A part that was moved or dropped no longer has this name, and no one else has taken it.
        let _ = fs::remove_file(part);
    }
}

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}
