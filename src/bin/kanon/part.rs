//! Files on their way to their place: written under a fresh name in the same folder, and removed whatever ends the
//! program.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// The parts that were made. Locked while one is made or while they are moved.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that goes away when it is dropped, unless it was moved to its place.
pub(crate) struct Part(NamedTempFile);

impl Part {
    /// Makes an empty file under a name that nothing in the folder has; nothing that is there is opened or followed.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let mut parts = parts();
        let file = tempfile::Builder::new()
            .prefix(".kanon-")
            .suffix(".part")
            .rand_bytes(12)
            // Not the crate's own file, which only its owner may read: a new file has the permissions of any other.
            .make_in(folder, |path| OpenOptions::new().write(true).create_new(true).open(path))?;
        parts.push(file.path().to_owned());
        Ok(Self(file))
    }

    /// What is written to.
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

/// Moves complete parts to their places, one after the other. No signal ends the program between two of them.
///
/// # Errors
/// The number of the first part that could not be moved, and why; those before it are in their places.
pub(crate) fn move_all(moves: Vec<(Part, &Path)>) -> Result<(), (usize, io::Error)> {
    let _guard = parts();
    (0..).zip(moves).try_for_each(|(number, (Part(file), place))| {
        file.persist(place).map(drop).map_err(|error| (number, error.error))
    })
}

/// Removes all parts. While the guard that it gives is kept, no part is made and none is moved.
pub(crate) fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let parts = parts();
    remove(&parts);
    parts
}

/// Removes all parts when the program panics, which does not drop them where a panic aborts.
pub(crate) fn remove_on_panic() {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // The panic may be of who holds the lock: waiting for it would never end.
        if let Ok(parts) = PARTS.try_lock() {
            remove(&parts);
        }
        tell(info);
    }));
}

fn remove(parts: &[PathBuf]) {
    for part in parts {
        // What was moved or dropped has left this name, and nobody else has taken it.
        let _ = fs::remove_file(part);
    }
}

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}
