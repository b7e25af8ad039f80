//! Outputs: claimed before the work starts, complete or not written at all, and never over an input.
//!
//! A file is written next to its destination and moved there once all outputs of the command are complete. Moving onto
//! a device or a pipe would replace it, so these are written directly.

use crate::atomic_file::{self, AtomicFile};
use crate::console;
use crate::failure::Failure;
use crate::pipe::open_to_write;
use crate::same_file::FileIdentity;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The paths that a command reads and writes. All are different files.
pub(crate) struct Places {
    taken: Vec<Taken>,
}

struct Taken {
    identity: FileIdentity,
    path: PathBuf,
    is_input: bool,
}

/// A file that is being written.
pub(crate) struct Output {
    path: PathBuf,
    target: Target,
}

enum Target {
    /// A file next to its destination.
    Atomic(AtomicFile),
    /// A device or a pipe, opened when the first bytes come: opening a pipe waits for its reader.
    Stream(Option<File>),
}

impl Places {
    /// The paths that are read.
    pub(crate) fn reading<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Self {
        let taken = inputs.into_iter().map(|path| Taken {
            identity: FileIdentity::of(path),
            path: path.to_owned(),
            is_input: true,
        });
        Self { taken: taken.collect() }
    }

    /// Begins an output. From here on it is known that its folder is writable.
    ///
    /// # Errors
    /// A path that is an input or another output, also under a different name; a folder; a path that cannot be written
    /// to.
    pub(crate) fn claim(&mut self, path: &Path) -> Result<Output, Failure> {
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(Metadata::is_dir) {
            return Err(Failure::file(path, "this is a folder"));
        }
        let identity = FileIdentity::of(path);
        // A device may have many writers: two outputs may go to /dev/null.
        if !there.as_ref().is_some_and(is_device) {
            self.refuse_taken(path, &identity)?;
        }
        let target = match &there {
            Some(there) if is_standard_output(there) => {
                console::leave_standard_output();
                Target::Stream(standard_output())
            }
            Some(there) if !there.is_file() => Target::Stream(None),
            _ => Target::Atomic(begin(path, there.as_ref())?),
        };
        self.taken.push(Taken { identity, path: path.to_owned(), is_input: false });
        Ok(Output { path: path.to_owned(), target })
    }

    /// Begins an output if a path was given for it.
    pub(crate) fn claim_if_given(&mut self, path: Option<&PathBuf>) -> Result<Option<Output>, Failure> {
        path.map(|path| self.claim(path)).transpose()
    }

    fn refuse_taken(&self, path: &Path, identity: &FileIdentity) -> Result<(), Failure> {
        let Some(taken) = self.taken.iter().find(|taken| taken.identity == *identity) else {
            return Ok(());
        };
        let which = if taken.path == path {
            "it".to_owned()
        } else {
            format!("it is the same file as {}, which", taken.path.display())
        };
        let what = if taken.is_input {
            "is an input, and would be overwritten"
        } else {
            "is already the output of another option"
        };
        Err(Failure::file(path, format!("{which} {what}. Nothing was written. Choose another path.")))
    }
}

impl Output {
    /// Appends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let stream = match &mut self.target {
            Target::Atomic(part) => {
                let written = part.file().write_all(bytes);
                return written.map_err(|error| Failure::file(&self.path, not_written(&error)));
            }
            Target::Stream(stream) => stream,
        };
        let written = match stream {
            Some(stream) => stream.write_all(bytes),
            None => open_to_write(&self.path).and_then(|file| stream.insert(file).write_all(bytes)),
        };
        written.map_err(|error| Failure::file(&self.path, error))
    }

    /// Moves the complete files of a command to their destinations, in this order. None is moved before all are
    /// complete and on disk.
    pub(crate) fn commit(outputs: impl IntoIterator<Item = Self>) -> Result<(), Failure> {
        let mut outputs: Vec<Self> = outputs.into_iter().collect();
        for output in &mut outputs {
            if let Target::Atomic(part) = &mut output.target {
                let synced = part.file().sync_all();
                synced.map_err(|error| Failure::file(&output.path, not_written(&error)))?;
            }
        }
        let (mut paths, mut parts) = (Vec::new(), Vec::new());
        for output in outputs {
            if let Target::Atomic(part) = output.target {
                paths.push(output.path);
                parts.push(part);
            }
        }
        let moves = parts.into_iter().zip(paths.iter().map(PathBuf::as_path));
        atomic_file::move_all(moves.collect()).map_err(|(number, error)| {
            let before = match &paths[..number] {
                [] => "Nothing was written.".to_owned(),
                [path, ..] => format!("{} is new; this file is not.", path.display()),
            };
            Failure::file(&paths[number], format!("{error}. {before}"))
        })
    }
}

/// A part next to its destination, with the permissions of an existing file.
fn begin(path: &Path, there: Option<&Metadata>) -> Result<AtomicFile, Failure> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if path.file_name().is_none() {
        return Err(Failure::file(path, "this is not a file name"));
    }
    if !folder.exists() {
        let problem = format!("there is no folder {}", folder.display());
        return Err(Failure::file(path, problem));
    }
    let cannot = |error: io::Error| {
        let problem = format!("the folder cannot be written to: {error}");
        Failure::file(path, problem)
    };
    let Some(there) = there else {
        return AtomicFile::create(folder).map_err(cannot);
    };
    if there.permissions().readonly() {
        let problem = "the existing file is read-only. Choose another path.";
        return Err(Failure::file(path, problem));
    }
    let mut part = AtomicFile::create(folder).map_err(cannot)?;
    part.take_permissions(there.permissions()).map_err(cannot)?;
    Ok(part)
}

fn not_written(error: &io::Error) -> String {
    format!("{error}. Nothing was written.")
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// Whether this is the file or the pipe behind standard output: printed lines would mix with it.
fn is_standard_output(metadata: &Metadata) -> bool {
    let output = standard_output().and_then(|output| output.metadata().ok());
    !is_device(metadata)
        && output.is_some_and(|output| FileIdentity::of_open(&output) == FileIdentity::of_open(metadata))
}

#[cfg(unix)]
fn standard_output() -> Option<File> {
    use std::os::fd::AsFd;
    let output = io::stdout().as_fd().try_clone_to_owned();
    output.ok().map(File::from)
}

#[cfg(not(unix))]
fn standard_output() -> Option<File> {
    None
}
