//! Where things lie.

use std::env;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) if !folder.is_empty() => root().join(folder),
        _ => root().join("target"),
    }
}

/// The folder of `package.json`.
pub(crate) fn npm() -> PathBuf {
    root().join("pkg-config")
}

/// The core as the page imports it.
pub(crate) fn engine() -> PathBuf {
    root().join("www").join("engine").join("pkg")
}

/// The page as it is published.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}
