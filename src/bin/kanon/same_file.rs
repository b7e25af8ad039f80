//! The identity of the file behind a path.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// A file, independent of its name: hard and symbolic links lead to the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileIdentity {
    /// An existing file, by device and number.
    There(u64, u64),
    /// A file that does not exist yet, or a system without such numbers.
    Named(PathBuf),
}

impl FileIdentity {
    /// The file that a path leads to. For a path that does not exist yet, its name in its folder.
    pub(crate) fn of(path: &Path) -> Self {
        let there = fs::metadata(path).ok();
        there.as_ref().and_then(Self::of_open).unwrap_or_else(|| {
            let canonical = path.canonicalize().or_else(|_| {
                let folder = match path.parent() {
                    Some(folder) if folder != Path::new("") => folder,
                    _ => Path::new("."),
                };
                let folder = folder.canonicalize()?;
                Ok::<_, std::io::Error>(folder.join(path.file_name().unwrap_or_default()))
            });
            Self::Named(canonical.unwrap_or_else(|_| path.to_owned()))
        })
    }

    /// The file with this metadata, if the system numbers its files.
    #[cfg(unix)]
    pub(crate) fn of_open(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self::There(metadata.dev(), metadata.ino()))
    }

    /// The file with this metadata, if the system numbers its files.
    #[cfg(not(unix))]
    pub(crate) fn of_open(_: &Metadata) -> Option<Self> {
        None
    }
}
