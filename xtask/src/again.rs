//! Whether the same sources give the same bytes a second time, in another folder and from nothing.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::{process, sums, tree};

/// What is made and not source, wherever it lies.
const MADE: [&str; 5] = [".git", "target", "dist", "node_modules", "results"];

/// Builds a copy of the sources and compares what it gives with what stands in `dist/`.
///
/// # Errors
/// The copy cannot be made or built, or a file has other bytes; the error names every one that has.
pub(crate) fn build_again() -> Result<()> {
    let copy = tree::target().join("again");
    if copy.exists() {
        fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {}", copy.display()))?;
    }
    copy_sources(tree::root(), &copy)?;
    let mut build = process::command("cargo");
    build.args(["xtask", "package"]).current_dir(&copy).env_remove("CARGO_TARGET_DIR");
    process::run(&mut build)?;
    compare(&sums::read(tree::dist())?, &sums::read(copy.join("dist"))?)?;
    fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {}", copy.display()))
}

fn compare(first: &sums::Digests, second: &sums::Digests) -> Result<()> {
    let differing: Vec<&str> = (first.iter())
        .filter(|(name, digest)| second.get(*name) != Some(digest))
        .map(|(name, _)| name.as_str())
        .chain((second.keys()).filter_map(|name| (!first.contains_key(name)).then_some(&**name)))
        .collect();
    if differing.is_empty() {
        println!("{} files have the same bytes twice", first.len());
        return Ok(());
    }
    bail!("the same sources gave other bytes in another folder: {}", differing.join(", "));
}

fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name();
        if MADE.iter().any(|made| name == *made) || path == tree::engine() {
            continue;
        }
        if path.is_dir() {
            copy_sources(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(files: &[(&str, &str)]) -> sums::Digests {
        (files.iter()).map(|(name, digest)| ((*name).to_owned(), (*digest).to_owned())).collect()
    }

    #[test]
    fn every_file_that_differs_is_named() {
        let first = digests(&[("a", "1"), ("b", "2"), ("c", "3")]);
        assert!(compare(&first, &first).is_ok());
        let second = digests(&[("a", "1"), ("b", "9"), ("d", "4")]);
        let said = compare(&first, &second).map_err(|error| error.to_string());
        assert_eq!(said, Err("the same sources gave other bytes in another folder: b, c, d".to_owned()));
    }
}
