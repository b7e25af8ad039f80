//! By which digests what was published can be told from what was not built from these sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::{build, tree, wasm};

/// The list of digests, in the form that `sha256sum --check` reads.
pub(crate) const LIST: &str = "SHA256SUMS";

/// Writes the digests of all that is in `dist/` beside it.
///
/// # Errors
/// The folder cannot be read or written.
pub(crate) fn write() -> Result<()> {
    let list: String = (build::files(&tree::dist())?.iter())
        .filter(|(name, _)| name.as_str() != LIST)
        .map(|(name, bytes)| format!("{}  {name}\n", digest(bytes)))
        .collect();
    let path = tree::dist().join(LIST);
    fs::write(&path, list).with_context(|| format!("cannot write {}", path.display()))
}

/// Digests by the names of files.
pub(crate) type Digests = BTreeMap<String, String>;

/// Reads the list of a folder.
///
/// # Errors
/// There is none, or a line of it names no digest and file.
pub(crate) fn read(folder: impl AsRef<Path>) -> Result<Digests> {
    let path = folder.as_ref().join(LIST);
    let list = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    list.lines()
        .map(|line| {
            let (digest, name) =
                line.split_once("  ").with_context(|| format!("{}: no digest and file in {line:?}", path.display()))?;
            Ok((name.to_owned(), digest.to_owned()))
        })
        .collect()
}

/// Builds the page and says whether a file that was published has its bytes.
///
/// # Errors
/// The page cannot be built, or the file has other bytes.
pub(crate) fn confirm(published: &Path) -> Result<()> {
    let given = fs::read(published).with_context(|| format!("cannot read {}", published.display()))?;
    build::build()?;
    let built = fs::read(tree::dist().join("index.html")).context("cannot read what was built")?;
    let (given, built) = (digest(&given), digest(&built));
    if given != built {
        bail!(
            "{} is not what these sources give: it has the digest {given}, and they give {built}. Take the sources of its version, and the same version of Rust",
            published.display()
        );
    }
    println!("{} has the bytes that these sources give: {built}", published.display());
    Ok(())
}

fn digest(bytes: &[u8]) -> String {
    wasm::hexadecimal(&Sha256::digest(bytes))
}
