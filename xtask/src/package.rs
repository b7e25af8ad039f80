//! The npm package: what other pages and scripts take of Kanon, in one folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::{build, declarations, licences, npm, process, tree};

/// What the types of the package begin with.
const ENTRIES: [&str; 3] = ["embed/kanon-workbench.d.ts", "headless/engine.d.ts", "exhibit/kanon.d.ts"];

/// What stands in the package as it was built for the page or is written by hand.
const COPIED: [(&str, &str); 12] = [
    ("dist/index.html", "kanon.html"),
    ("dist/embed/kanon-whole.js", "embed/kanon-whole.js"),
    ("dist/embed/kanon-workbench.js", "embed/kanon-workbench.js"),
    ("dist/embed/kanon-workbench.mjs", "embed/kanon-workbench.mjs"),
    ("pkg-config/npm/auto.mjs", "auto.mjs"),
    ("pkg-config/npm/auto.d.mts", "auto.d.mts"),
    ("dist/exhibits/kanon.mjs", "exhibits/kanon.mjs"),
    ("dist/exhibits/kanon.js", "exhibits/kanon.js"),
    ("pkg-config/npm/README.md", "README.md"),
    ("pkg-config/npm/custom-elements.json", "custom-elements.json"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
];

/// Stands for the version in `pkg-config/npm/package.json`.
const VERSION: &str = "\"version\": \"0.0.0\"";

/// Builds the page, unless it is to be taken as it is, and the package of it into `dist/npm/`.
///
/// # Errors
/// A part cannot be built, or it is too large.
pub(crate) fn package(no_build: bool) -> Result<()> {
    if !no_build {
        build::build()?;
    }
    assemble()
}

/// Makes the package of a page that was built.
///
/// # Errors
/// A part is not there or cannot be built, or it is too large.
pub(crate) fn assemble() -> Result<()> {
    process::run(&mut npm::script("build:package")).context("the package could not be built")?;
    let folder = folder();
    for (from, to) in COPIED {
        let from = tree::root().join(from);
        let bytes = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        write(&folder.join(to), &bytes)?;
    }
    for (path, text) in declarations::reachable(&ENTRIES)? {
        write(&folder.join("types").join(path), text.as_bytes())?;
    }
    write(&folder.join(build::LICENCES), licences::list()?.as_bytes())?;
    write(&folder.join("package.json"), manifest()?.as_bytes())?;
    build::check_sizes()
}

/// Where the package lies.
fn folder() -> std::path::PathBuf {
    tree::dist().join("npm")
}

/// `package.json`, with the version of the workspace.
fn manifest() -> Result<String> {
    let path = tree::npm().join("npm/package.json");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let (before, after) =
        text.split_once(VERSION).with_context(|| format!("{} has no place for the version", path.display()))?;
    Ok(format!("{before}{version}{after}"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
