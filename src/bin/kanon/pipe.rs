//! Files, and pipes, which wait for the program at their other end.

use crate::console::complain;
use crate::failure::Failure;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// After this time it is said that the program waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does what may wait for the other end of a pipe, and says so where it does. `what` is what the other end must do.
pub(crate) fn waiting<T>(path: &Path, what: &str, work: impl FnOnce() -> T) -> T {
    if fs::metadata(path).is_ok_and(|there| there.is_file()) {
        return work();
    }
    let told = format!("{}: waiting for another program to {what} this pipe; Ctrl-C ends it", path.display());
    let (done, ended) = mpsc::channel::<()>();
    thread::spawn(move || {
        if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            complain(&told);
        }
    });
    let result = work();
    drop(done);
    result
}

/// The bytes of a file, or of a pipe that another program writes.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    waiting(path, "write to", || fs::read(path))
}

/// Opens a pipe or a device to write to.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    waiting(path, "read from", || File::options().write(true).open(path))
}

/// Opens the file of a table.
pub(crate) fn open_table(path: &Path) -> Result<File, Failure> {
    let again = "but a table is read several times. Save it to a file first, and name that file.";
    open_file(path, again).map_err(|problem| Failure::file(path, problem))
}

/// Opens a path that must be a file. `because` says why.
pub(crate) fn open_file(path: &Path, because: &str) -> Result<File, String> {
    let there = fs::metadata(path).map_err(|error| error.to_string())?;
    if there.is_dir() {
        return Err("this is a folder".to_owned());
    }
    if !there.is_file() {
        return Err(format!("this is a pipe or a device, {because}"));
    }
    File::open(path).map_err(|error| error.to_string())
}
